import Foundation
import HTTP
import HTTPTesting
import Testing

@Suite struct ReadingTests {
    struct Person: Codable, Equatable {
        var name: String
    }

    private func response(_ bytes: [UInt8], type: String? = nil) async throws -> HTTPResponse {
        let mock = MockLoader().then { request throws(HTTPError) in
            HTTPResponse(request: request, status: .ok, headers: type.map { ["Content-Type": $0] } ?? [:], bytes: bytes)
        }
        return try await mock.load(HTTPRequest(url: "https://host/"))
    }

    @Test func aBodyIsReadAsDataOrAsAValue() async throws {
        let bytes = Array(#"{"name":"Leia"}"#.utf8)
        #expect(try await response(bytes).body.data() == Data(bytes))
        #expect(try await response(bytes).body.decode(Person.self) == Person(name: "Leia"))
    }

    @Test(
        arguments: [
            (nil, [0xC3, 0xA9], "é"), ("text/plain", [0xEF, 0xBB, 0xBF, 0x61], "a"), ("text/plain; charset=UTF-8", [0xFF], "\u{FFFD}"),
            ("text/plain;charset=\"iso-8859-1\"", [0xE9], "é"), ("text/plain; charset=utf-16", [0xFE, 0xFF, 0, 0xE9], "é"),
            ("text/plain; charset=utf-16", [0xFF, 0xFE, 0xE9, 0], "é"), ("text/plain; charset=utf-16be", [0, 0xE9], "é"),
            ("text/html; charset=Windows-1252", [0x80, 0x81, 0x9F, 0xE9], "€\u{81}Ÿé"),
        ] as [(String?, [UInt8], String)])
    func textIsReadInItsCharacterSet(type: String?, bytes: [UInt8], text: String) async throws {
        #expect(try await response(bytes, type: type).body.text() == text)
    }

    /// The character set applies also if a link has replaced the body or corrected the type.
    @Test func aReplacedBodyIsReadInTheCharacterSetOfItsResponse() async throws {
        let type: HTTPHeaders = ["Content-Type": "text/plain; charset=latin1"]
        let request = HTTPRequest(url: "https://host/")
        var replaced = HTTPResponse(request: request, status: 200, headers: type)
        replaced.body = HTTPResponseBody([0xE9], for: request)
        #expect(try await replaced.body.text() == "é")
        var corrected = HTTPResponse(request: request, status: 200, bytes: [0xE9])
        corrected.headers = type
        #expect(try await corrected.body.text() == "é")
    }

    @Test func aTextInAnUnknownCharacterSetIsAnError() async throws {
        let response = try await response([0x41], type: "text/plain; charset=koi8-r")
        let error = await #expect(throws: HTTPError.self) { try await response.body.text() }
        #expect(error?.code == .invalidResponse)
        #expect(try await error?.response?.body.data() == Data([0x41]))
    }

    @Test func aDecodingErrorKeepsTheBytes() async throws {
        let response = try await response(Array("[]".utf8))
        let error = await #expect(throws: HTTPError.self) { try await response.body.decode(Person.self) }
        #expect(error?.code == .invalidResponse)
        #expect(error?.underlyingError is DecodingError)
        #expect(try await error?.response?.body.text() == "[]")
    }

    @Test func theLimitIsKept() async throws {
        let response = try await response([1, 2, 3])
        let error = await #expect(throws: HTTPError.self) { try await response.body.data(upTo: 2) }
        #expect(error?.code == .responseTooLarge)
        var rest = try #require(error?.response?.body.makeAsyncIterator())
        #expect(try await rest.next() == [1, 2])
    }

    @Test func aSecondReadIsAnError() async throws {
        let response = try await response([1])
        var reader = response.body.makeAsyncIterator()
        #expect(try await reader.next() == [1])
        #expect(try await reader.next() == nil)
        #expect(try await reader.next() == nil)
        let error = await #expect(throws: HTTPError.self) { try await response.body.data() }
        #expect(error?.code == .bodyAlreadyRead)
    }

    @Test func readsTheRestAfterAnotherReader() async throws {
        let source = ListSource([[1], [2]])
        let body = HTTPResponseBody(source, for: HTTPRequest())
        var reader = body.makeAsyncIterator()
        _ = try await reader.next()
        #expect(try await body.data() == Data([2]))
    }

    @Test func anEmptyBodyCanBeReadAgain() async throws {
        let response = try await response([])
        #expect(try await response.body.data().isEmpty)
        #expect(try await response.body.data().isEmpty)
    }

    @Test func savingReportsItsProgress() async throws {
        let path = NSTemporaryDirectory() + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        var steps: [[Int64?]] = []
        let body = HTTPResponseBody(ListSource([[1], [2, 3]]), expectedByteCount: 3, for: HTTPRequest())
        try await body.save(to: URL(fileURLWithPath: path)) { steps.append([$0, $1]) }
        #expect(steps == [[1, 3], [3, 3]])
    }
}
