import Foundation
import Testing

@testable import DemoServer

@Suite struct GeneratedBodyTests {
    /// Sizes around the places where something begins or ends: the frame, the first record, the first piece.
    static let sizes = [1, 2, 3, 20, 45, 46, 47, 300, 500, 1000, 65_535, 65_536, 65_537, 200_000]

    @Test(arguments: JSONDocument.Style.allCases, sizes)
    func jsonIsValidAndOfTheSize(style: JSONDocument.Style, size: Int) throws {
        // Foundation gives up at 512 levels, so the deep style is checked below.
        let bytes = collect(JSONDocument.stream(byteCount: size, style: style, seed: 1))
        #expect(bytes.count == size)
        if style != .deep || size < 5000 {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) }
        }
    }

    @Test func deepJSONNestsAsManyTimesAsItCloses() throws {
        let text = String(decoding: collect(JSONDocument.stream(byteCount: 500_000, style: .deep, seed: 1)), as: UTF8.self)
        let depth = text.count { $0 == "{" }
        #expect(depth > 20_000)
        #expect(text.hasSuffix(String(repeating: "}", count: depth)))
        #expect(text.hasPrefix(#"{"level":1,"child":{"level":2,"child":"#))
        #expect(text.contains(#"{"level":\#(depth),"child":"#))
    }

    @Test func jsonHoldsRecordsThatDiffer() throws {
        let bytes = collect(JSONDocument.stream(byteCount: 100_000, style: .pretty, seed: 7))
        let document = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let items = try #require(document["items"] as? [[String: Any]])
        #expect(items.count > 150)
        #expect(items.compactMap { $0["id"] as? Int } == Array(1...items.count))
        #expect(Set(items.compactMap { $0["uuid"] as? String }).count == items.count)
        #expect(items.first?.count == 11)
    }

    @Test func theLineStyleIsOneLine() {
        let bytes = collect(JSONDocument.stream(byteCount: 10_000, style: .line, seed: 1))
        #expect(!bytes.contains(UInt8(ascii: "\n")))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("\": "))
    }

    @Test(arguments: [0, 1, 2, 50, 65_536, 100_000] + Array(1000..<1150))
    func textIsUTF8OfTheSizeAndEndsItsLine(size: Int) {
        let bytes = collect(LogText(byteCount: size, seed: 3))
        #expect(bytes.count == size)
        #expect(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"))
        #expect(String(validating: bytes, as: UTF8.self) != nil)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 65_536, 65_537, 150_001])
    func bytesAreOfTheSize(size: Int) {
        #expect(collect(RandomBytes(count: size, seed: 1)).count == size)
    }

    @Test func sameSeedGivesTheSameBytes() {
        #expect(collect(RandomBytes(count: 1000, seed: 1)) == collect(RandomBytes(count: 1000, seed: 1)))
        #expect(collect(RandomBytes(count: 1000, seed: 1)) != collect(RandomBytes(count: 1000, seed: 2)))
        #expect(collect(RandomBytes(count: 70_000, seed: 1)).prefix(100) == collect(RandomBytes(count: 100, seed: 1))[...])
    }

    private func collect(_ stream: any BodyStream) -> [UInt8] {
        var stream = stream
        var bytes: [UInt8] = []
        while true {
            var piece: [UInt8] = []
            let step = stream.next(into: &piece)
            #expect(piece.count < 70_000)
            bytes += piece
            if step == .end { return bytes }
        }
    }
}
