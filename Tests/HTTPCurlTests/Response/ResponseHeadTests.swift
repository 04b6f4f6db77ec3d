import HTTP
import Testing

@testable import HTTPCurl

@Suite struct ResponseHeadTests {
    private func parse(_ text: String, _ request: HTTPRequest = HTTPRequest()) -> (head: HTTPResponseHead, problem: String?) {
        ResponseHeadParser.parse(Array(text.utf8)[...], answering: request)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK", HTTPVersion.http11, 200, "OK", true), ("HTTP/2 404", .http2, 404, "", true),
        ("HTTP/1.0 301 ", .http10, 301, "", true),
        ("HTTP/1.1  200 OK", .http11, 200, "OK", false), ("HTTP/1.1 999999 X", .http11, 0, "X", true),
        ("HTTP/1.1 2x0 X", .http11, 0, "X", true),
    ])
    func readsAStatusLine(_ line: String, version: HTTPVersion, status: Int, reason: String, isSound: Bool) {
        let parsed = Array(line.utf8).withUnsafeBytes { StatusLine($0) }
        #expect(parsed.version == version)
        #expect(parsed.status == status)
        #expect(parsed.reason == reason)
        #expect((parsed.problem == nil) == isSound)
    }

    @Test func keepsOrderCaseAndDuplicatesAndUnfolds() {
        let (head, problem) = parse("HTTP/1.1 200 OK\r\nB: 1\na:2 \r\nb:\r\n  x\r\n\ty\r\n\r\n")
        #expect(head.headers.map { "\($0.name)=\($0.value)" } == ["B=1", "a=2", "b=x y"])
        #expect(problem == nil)
    }

    @Test(arguments: [
        "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1, 2\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5 5\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5,\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\n",
    ])
    func reportsInvalidResponses(_ text: String) {
        #expect(parse(text).problem != nil)
    }

    /// Values that fall on the same place must not be mixed up.
    @Test func sharedValuesBelongToTheirResponse() {
        let texts = RepeatedText()
        let values = [
            "application/json", "application/jsoo", "Mon, 01 Jan 2024 00:00:00 GMT", "Mon, 01 Jan 2024 00:00:01 GMT", "naïve naïve naïve",
            "short",
        ]
        for value in values + values.reversed() + values {
            let block = Array("HTTP/1.1 200 OK\r\nA: \(value)\r\n\r\n".utf8)
            #expect(ResponseHeadParser.parse(block[...], answering: HTTPRequest(), sharing: texts).head.headers["A"] == value)
        }
        let latin: [UInt8] = Array("HTTP/1.1 200 OK\r\nA: 0123456789abcde".utf8) + [0xE9, 0x0D, 0x0A, 0x0D, 0x0A]
        for _ in 0..<2 {
            #expect(ResponseHeadParser.parse(latin[...], answering: HTTPRequest(), sharing: texts).head.headers["A"] == "0123456789abcdeé")
        }
    }

    /// Names that fall on the same place must not be mixed up, and one that is not valid is reported each time.
    @Test func sharedNamesBelongToTheirResponse() {
        let texts = RepeatedText()
        let names = ["Content-Type", "Cantent-Type", "content-type", "X", "x", "X-0123456789-0123456789"]
        for name in names + names.reversed() + names {
            let block = Array("HTTP/1.1 200 OK\r\n\(name): a\r\n\r\n".utf8)
            let (head, problem) = ResponseHeadParser.parse(block[...], answering: HTTPRequest(), sharing: texts)
            #expect(head.headers.fields == [HTTPHeaderField(name: name, value: "a")])
            #expect(problem == nil)
        }
        for _ in 0..<2 {
            let block = Array("HTTP/1.1 200 OK\r\nContent Type : a\r\n\r\n".utf8)
            let (head, problem) = ResponseHeadParser.parse(block[...], answering: HTTPRequest(), sharing: texts)
            #expect(head.headers.fields == [HTTPHeaderField(name: "Content Type", value: "a")])
            #expect(problem != nil)
        }
    }

    @Test(arguments: ["5", "5, 5", "5,5", "9223372036854775807"]) func acceptsOneLength(_ text: String) {
        #expect(parse("HTTP/1.1 200 OK\r\nContent-Length: \(text)\r\n\r\n").problem == nil)
    }

    @Test func acceptsARequestedChangeOfProtocol() {
        #expect(parse("HTTP/1.1 101 Switching Protocols\r\n\r\n", HTTPRequest(headers: ["Upgrade": "x"])).problem == nil)
    }

    @Test func classifiesHeaderBlocks() {
        var assembler = HeadAssembler(limit: 200)
        let lines = ["HTTP/1.1 103 Hints\r\n", "A: b\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "C: d\r\n", "\r\n", "T: e\r\n"]
        let events = lines.map { line in Array(line.utf8).withUnsafeBytes { assembler.receive($0) } }
        #expect(events == [.line, .line, .informational(status: 103), .line, .line, .head(status: 200), .trailer])
        #expect(assembler.bytes == Array(lines.joined().utf8))
        let long = [UInt8](repeating: 0x61, count: 200)
        let last = long.withUnsafeBytes { assembler.receive($0) }
        #expect(last == .tooLarge)
    }
}
