import Foundation
import Testing

@testable import HTTP

@Suite struct FormatTests {
    @Test(arguments: [1, 2, 3, 7, 100])
    func eventsDoNotDependOnTheChunks(size: Int) {
        let bytes = Array("\u{FEFF}id: 7\r\nevent: e\rdata: a\ndata: é\n\n:c\nid: 8\0\ndata\n\nretry: 5\ndata: cut".utf8)
        var parser = ServerSentEventParser()
        var events: [ServerSentEvent] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            events += parser.parse(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(events == [ServerSentEvent(event: "e", data: "a\né", id: "7"), ServerSentEvent(data: "", id: "7")])
        #expect(parser.retryMilliseconds == 5)
        #expect(parser.lastEventID == "7")
    }

    @Test func aBodyCanBeReadAsEvents() async throws {
        let body = HTTPResponseBody(Array("data: 1\n\ndata: 2\n\ndata: cut".utf8), for: HTTPRequest())
        var list: [String] = []
        for try await event in body.serverSentEvents { list.append(event.data) }
        #expect(list == ["1", "2"])
    }

    @Test func anEndlessLineIsBounded() {
        var parser = ServerSentEventParser(limit: 10)
        for _ in 0..<100 { #expect(parser.parse(Array("data: aaaaaaa".utf8)).isEmpty) }
        #expect(parser.parse(Array("\n\n".utf8)).map(\.data.utf8.count) == [4])
    }

    @Test func aMultipartBodyComesBackAsItWasSent() throws {
        let body = MultipartBody([
            .field("a\"b", "é\r\n--"),
            MultipartPart(name: "f", fileName: "x\"\n.txt", contentType: "text/plain", body: DataBody([0, 13, 10, 45, 45])),
            .field("", ""),
        ])
        let parts = try MultipartParser.parse(body.encode(), boundary: body.boundary)
        #expect(parts.map(\.name) == ["a\"b", "f", ""])
        #expect(parts.map(\.fileName) == [nil, "x\"\n.txt", nil])
        #expect(parts.map(\.bytes) == [Array("é\r\n--".utf8), [0, 13, 10, 45, 45], []])
    }

    @Test(arguments: ["a\\b.txt", "C:\\x\\", "\\", "\\\\", "a\\\"b"]) func preservesABackslashInAFileName(name: String) throws {
        let part = MultipartPart(name: name, fileName: name, additionalHeaders: ["X": "1"], body: DataBody([]))
        let parts = try MultipartParser.parse(MultipartBody([part], boundary: "B").encode(), boundary: "B")
        #expect(parts.map(\.fileName) == [name])
        #expect(parts.map(\.name) == [name])
    }

    /// Older programs write a quote in a name in this way.
    @Test func aBackslashBeforeAQuoteEscapesIt() throws {
        let text = "--B\r\nContent-Disposition: form-data; name=\"a\\\"b\"; filename=\"c\\\"d\"\r\n\r\n\r\n--B--"
        let part = try #require(try MultipartParser.parse(Array(text.utf8), boundary: "B").first)
        #expect([part.name, part.fileName] == ["a\"b", "c\"d"])
    }

    /// White space or two hyphens may follow a boundary, and nothing else (RFC 2046 section 5.1.1).
    @Test func aLineThatContinuesAfterTheBoundaryIsData() throws {
        let text = "--Bx\r\n--B \t\r\n\r\none\r\n--Bx\r\n--B-\r\n--B\r\n\r\ntwo\r\n--B--x\r\n--B-- "
        let parts = try MultipartParser.parse(Array(text.utf8), boundary: "B")
        #expect(parts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["one\r\n--Bx\r\n--B-", "two\r\n--B--x"])
    }

    @Test(arguments: [
        "", "--B", "--B\r\n", "--B\r\nA: b", "--B\r\nA: b\r\n\r\ntext", "--B\r\nno colon\r\n\r\n\r\n--B--",
        "--C--",
    ])
    func aBrokenMultipartBodyIsRefused(text: String) {
        #expect(throws: MultipartError.self) { try MultipartParser.parse(Array(text.utf8), boundary: "B") }
    }

    @Test func theNumberOfPartsIsBounded() {
        let text = String(repeating: "--B\r\n\r\n\r\n", count: 5) + "--B--"
        #expect(throws: MultipartError.self) { try MultipartParser.parse(Array(text.utf8), boundary: "B", maxParts: 4) }
    }

    @Test(arguments: [
        ("attachment; filename=\"../../etc/passwd\"", "passwd"), ("attachment; filename=..", nil),
        ("attachment; filename*=UTF-8''a/%CC%81b", "\u{301}b"),
        ("attachment; filename=\"a\u{1B}[2Jb\u{202E}\"", "a[2Jb"),
        ("attachment; filename*=UTF-8''%E2%82%AC.txt; filename=x", "€.txt"), ("inline", nil),
        ("attachment; filename=C:\\x\\y.txt", "y.txt"),
    ])
    func sanitizesAFileName(text: String, expected: String?) {
        #expect(ContentDisposition(text).safeFileName == expected)
    }

    @Test(arguments: [
        ("https://h/a/b.txt?c=d/e#f", "b.txt"), ("https://h/a%2Fb%CC%81", "b\u{301}"), ("https://h/%2E.profile", "profile"),
        ("https://h/", nil),
        ("https://h", nil), ("relative/x", nil),
    ])
    func sanitizesTheNameInAURL(url: String, expected: String?) {
        #expect(ContentDisposition.safeFileName(ofURL: url) == expected)
    }

    /// File systems count bytes, up to 255.
    @Test(arguments: ["", ".pdf", "." + String(repeating: "y", count: 300)])
    func shortensALongFileNameBeforeItsEnding(ending: String) throws {
        let name = String(repeating: "\u{6587}", count: 120)
        let short = try #require(ContentDisposition("attachment; filename=\"\(name)\(ending)\"").safeFileName)
        #expect(short.utf8.count <= 200)
        #expect(short.hasPrefix(name.prefix(60)))
        #expect(short.hasSuffix(ending) == (ending.count < 20))
    }

    @Test func expandsATemplateAndListsItsVariables() throws {
        let template = try URITemplate("/u/{id}{?q,list*}{#f}")
        #expect(template.variableNames == ["id", "q", "list", "f"])
        let text = try template.expand(["id": .text("a/b"), "list": .list(["1", "2"]), "f": .text("x/y")])
        #expect(text == "/u/a%2Fb?list=1&list=2#x/y")
    }

    /// RFC 6570: an undefined value and an empty list expand to nothing; reserved expansion keeps what is escaped.
    @Test(arguments: [
        ("a{?x}", "a"), ("a{/empty}", "a"), ("a{?empty*}", "a"), ("a{?x,text}", "a?text=%2541%2F"), ("a{+text}", "a%41/"),
        ("a{+loose}", "a%25zz"),
        ("a{;none}", "a;none"), ("a{?none}", "a?none="),
    ])
    func omitsUndefinedValues(text: String, expected: String) throws {
        let values: [String: URITemplate.Value] = ["empty": .list([]), "text": .text("%41/"), "loose": .text("%zz"), "none": .text("")]
        #expect(try URITemplate(text).expand(values) == expected)
    }

    @Test(arguments: [
        (#"attachment; filename="a\"b\\c""#, #"a"b\c"#), (#"attachment; filename="a\b""#, "ab"), (#"attachment; filename="a\"#, #"a\"#),
    ])
    func aBackslashEscapesInQuotes(text: String, name: String) {
        #expect(ContentDisposition(text).parameters["filename"] == name)
    }

    /// RFC 9110 section 5.6.7: more than 50 years ahead is the past, to the second.
    @Test(arguments: [
        ("Tuesday, 24-Nov-76 00:00:00 GMT", "Tue, 24 Nov 2076 00:00:00 GMT"),
        ("Tuesday, 24-Nov-76 00:00:01 GMT", "Wed, 24 Nov 1976 00:00:01 GMT"),
        ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("Sun, 06 Nov 1994 08:49:61 GMT", nil), ("Sun, 06 Nov 1994 08:61:00 GMT", nil), ("Sun, 06 Nov 1994 25:00:00 GMT", nil),
    ])
    func readsATwoDigitYearAsTheNearestOne(text: String, expected: String?) throws {
        let now = try #require(HTTPDate.date(from: "Tue, 24 Nov 2026 00:00:00 GMT"))
        #expect(HTTPDate.date(from: text, now: now).map { HTTPDate.text(for: $0) } == expected)
    }

    @Test(arguments: ["{", "}", "{}", "{a", "{!a}", "{a:0}", "{a b}", "{%2}", "{a:10000}"])
    func aBrokenTemplateIsRefused(text: String) {
        #expect(throws: URITemplateError.self) { try URITemplate(text) }
    }

    @Test(arguments: [
        ("multipart/mixed; boundary=a-b", "a-b"), ("Multipart/Form-Data; charset=x; Boundary=\"a b\"", "a b"), ("multipart/mixed", nil),
        ("text/plain; boundary=a", nil), ("", nil),
    ])
    func `the boundary of a multipart type`(_ type: String, _ boundary: String?) {
        #expect(HTTPHeaders([HTTPHeaderField(name: "Content-Type", value: type)]).multipartBoundary == boundary)
    }
}
