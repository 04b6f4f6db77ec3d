import Foundation
import HTTP
import Synchronization
import Testing

@Suite struct HTTPBodyTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let body: any HTTPBody
        let bytes: String
        let contentType: String?
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "empty", body: EmptyBody(), bytes: "", contentType: nil),
        Case(name: "data", body: DataBody(Array("ab".utf8)), bytes: "ab", contentType: nil),
        Case(name: "typed data", body: DataBody(Data("ab".utf8), contentType: "x/y"), bytes: "ab", contentType: "x/y"),
        Case(name: "text", body: TextBody("é"), bytes: "é", contentType: "text/plain; charset=utf-8"),
        Case(name: "json", body: JSONBody(["a": 1]), bytes: #"{"a":1}"#, contentType: "application/json"),
        Case(
            name: "form", body: FormBody([URLQueryItem(name: "a b", value: "c&d+é"), URLQueryItem(name: "x", value: nil)]),
            bytes: "a+b=c%26d%2B%C3%A9&x", contentType: "application/x-www-form-urlencoded"),
        Case(
            name: "form with a name twice", body: FormBody([("b", "1"), ("a", "2"), ("b", "3")].map { URLQueryItem(name: $0, value: $1) }),
            bytes: "b=1&a=2&b=3", contentType: "application/x-www-form-urlencoded"),
        Case(
            name: "form of a dictionary", body: FormBody(["b": "2", "a": "1"]), bytes: "a=1&b=2",
            contentType: "application/x-www-form-urlencoded"),
        Case(
            name: "multipart",
            body: MultipartBody([.field("a", "1"), .field("q\"\r\n", "2", contentType: "text/css")], boundary: "B"),
            bytes:
                "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B\r\nContent-Disposition: form-data; name=\"q%22%0D%0A\""
                + "\r\nContent-Type: text/css\r\n\r\n2\r\n--B--\r\n",
            contentType: "multipart/form-data; boundary=B"),
    ]

    @Test func `random boundaries have the same length`() throws {
        let counts = try (0..<200).map { _ in try MultipartBody([.field("a", "1")]).encode().count }
        #expect(Set(counts).count == 1)
    }

    @Test(arguments: cases)
    func bytesLengthAndHeadersAgree(_ example: Case) throws {
        #expect(String(decoding: try example.body.encode(), as: UTF8.self) == example.bytes)
        #expect(example.body.length == .known(Int64(example.bytes.utf8.count)))
        #expect(example.body.isEmpty == example.bytes.isEmpty)
        #expect(example.body.additionalHeaders["Content-Type"] == example.contentType)
    }

    @Test(arguments: cases)
    func aRestartableBodyGivesTheSameBytesAgain(_ example: Case) throws {
        #expect(example.body.replay == .restartable)
        #expect(try example.body.encode() == example.body.encode())
    }

    @Test(arguments: cases)
    func aTinyBufferGivesTheSameBytes(_ example: Case) throws {
        var stream = try example.body.makeBytes()
        var bytes: [UInt8] = []
        while let chunk = try stream.next(upTo: 1) { bytes += chunk }
        #expect(String(decoding: bytes, as: UTF8.self) == example.bytes)
    }

    @Test func aFileIsStreamedWithItsLength() throws {
        let path = NSTemporaryDirectory() + UUID().uuidString
        try Data(repeating: 7, count: 100_000).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let body = MultipartBody([.file("f", path: path, fileName: "n.bin")], boundary: "B")
        let bytes = try body.encode()
        #expect(body.length == .known(Int64(bytes.count)))
        #expect(bytes.filter { $0 == 7 }.count == 100_000)
        #expect(String(decoding: bytes.prefix(120), as: UTF8.self).contains("filename=\"n.bin\"\r\nContent-Type: application/octet-stream"))
    }

    @Test func aFileSaysItsTypeAndCanBeReadAgain() {
        let body = FileBody(path: #filePath, contentType: "text/x-swift")
        #expect(body.additionalHeaders == ["Content-Type": "text/x-swift"])
        #expect(body.replay == .restartable)
    }

    @Test func aFileIsSentWithoutItsLineBreaks() throws {
        let path = NSTemporaryDirectory() + UUID().uuidString
        try Data("a=1\r\n\n&b\0=2\n".utf8).write(to: URL(filePath: path))
        defer { unlink(path) }
        let body = FileBody(path: path, omitsLineBreaks: true)
        #expect(try body.encode() == Array("a=1&b=2".utf8))
        #expect(body.length == .known(7))
        #expect(try FileBody(path: path).encode().count == 12)
    }

    @Test func aPipeHasNoLengthAndCanBeReadOnce() throws {
        let path = NSTemporaryDirectory() + UUID().uuidString
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let body = FileBody(path: path)
        #expect(body.length == .unknown)
        #expect(body.replay == .once)
    }

    @Test func aValueIsWrittenByItsOwnEncoder() throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        #expect(try JSONBody(["at": Date(timeIntervalSince1970: 5)], encoder: encoder).encode() == Array(#"{"at":5}"#.utf8))
    }

    /// A form with many large files has one of them open, and none of them in memory.
    @Test func opensPartsOneAfterTheOther() throws {
        let opened = Mutex<[String]>([])
        let parts = ["a", "b"].map { name in
            let body = StreamBody(replay: .restartable) {
                opened.withLock { $0.append(name) }
                return DataBody(Array("content of \(name)".utf8)).makeBytes()
            }
            return MultipartPart(name: name, body: body)
        }
        var stream: any HTTPByteStream = MultipartBody(parts, boundary: "B").makeBytes()
        #expect(opened.withLock { $0 } == [])
        var text = ""
        while !text.hasSuffix("content of a"), let piece = try stream.next(upTo: 100) { text += String(decoding: piece, as: UTF8.self) }
        #expect(opened.withLock { $0 } == ["a"])
        while try stream.next(upTo: 100) != nil {}
        #expect(opened.withLock { $0 } == ["a", "b"])
    }

    @Test(arguments: ["/nowhere/x", "/"])
    func aFileThatCannotBeReadSaysWhy(path: String) {
        #expect(throws: FileBodyError.self) { try FileBody(path: path).validate() }
    }

    @Test func choosesABoundaryThatNoPartContains() throws {
        var draws = ["one", "two", "three"]
        let parts = [MultipartPart.field("a", "--one"), MultipartPart(name: "b", body: TextBody("two"))]
        #expect(MultipartBody(parts, drawing: { draws.removeFirst() }).boundary == "three")
        try MultipartBody(parts).validate()
    }

    /// Field values cannot start another header or part.
    @Test(arguments: [
        MultipartBody([MultipartPart(name: "a", contentType: "text/plain\r\nX: y", body: EmptyBody())]),
        MultipartBody([MultipartPart(name: "a", additionalHeaders: ["X": "a\nb"], body: EmptyBody())]),
        MultipartBody([MultipartPart(name: "a", additionalHeaders: ["X y": "a"], body: EmptyBody())]),
        MultipartBody([], boundary: "a\r\nb"), MultipartBody([], boundary: ""), MultipartBody([], boundary: "a "),
        MultipartBody([], boundary: String(repeating: "a", count: 71)), MultipartBody([.field("a", "1\r\n--B\r\n\r\n2")], boundary: "B"),
        MultipartBody([.field("a", "--B--")], boundary: "B"), MultipartBody([.field("a", "1\n--B\u{301}")], boundary: "B"),
    ])
    func aPartCannotWriteHeaders(body: MultipartBody) {
        let request = HTTPRequest(method: .post, url: "https://host/", body: body)
        let error = #expect(throws: HTTPError.self) { try request.prepared() }
        #expect(error?.code == .invalidRequest)
    }

    @Test func theBoundaryMayOccurWithinALine() throws {
        let body = MultipartBody([.field("a", "1 --B\r\n")], boundary: "B")
        try body.validate()
        let parts = try MultipartParser.parse(body.encode(), boundary: "B")
        #expect(parts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["1 --B\r\n"])
    }

    /// An error that is shown as it is says what its description says.
    @Test func errorsHaveATextForUsers() throws {
        let form = #expect(throws: MultipartBodyError.self) { try MultipartBody([], boundary: "").validate() }
        let file = #expect(throws: FileBodyError.self) { try FileBody(path: "/nowhere").validate() }
        let received = #expect(throws: MultipartError.self) { try MultipartParser.parse(Array("x".utf8), boundary: "B") }
        for error in [form, file, received] as [(any Error)?] {
            let error = try #require(error)
            #expect(error.localizedDescription == "\(error)")
        }
    }

    @Test func quotesABoundaryThatIsNoToken() {
        let body = MultipartBody([], boundary: "a b:c")
        #expect(body.additionalHeaders["Content-Type"] == #"multipart/form-data; boundary="a b:c""#)
    }

    @Test func aPartThatCanBeReadOnceMakesTheBodyReadableOnce() {
        let once = StreamBody(replay: .once) { throw CancellationError() }
        let body = MultipartBody([.field("a", "1"), MultipartPart(name: "s", body: once)])
        #expect(body.replay == .once)
        #expect(body.length == .unknown)
    }
}
