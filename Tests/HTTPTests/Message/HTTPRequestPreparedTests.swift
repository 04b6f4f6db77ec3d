import Foundation
import HTTP
import Synchronization
import Testing

@Suite struct HTTPRequestPreparedTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let request: HTTPRequest
        let fragment: String
        var testDescription: String { fragment }
    }

    static func changed(_ change: (inout HTTPRequest) -> Void) -> HTTPRequest {
        var request = HTTPRequest(url: "https://host/")
        change(&request)
        return request
    }

    @Test(arguments: [
        Case(request: changed { $0.method = "GE T" }, fragment: "method"),
        Case(request: changed { $0.method = "" }, fragment: "method"),
        Case(request: changed { $0.headers["A B"] = "x" }, fragment: "A B"),
        Case(request: changed { $0.headers["A"] = "x\r\nEvil: 1" }, fragment: "header A"),
        Case(request: changed { $0.headers["A"] = "x\0" }, fragment: "header A"),
        Case(request: changed { $0.host = nil }, fragment: "no host"),
        Case(request: changed { $0.host = "a b" }, fragment: "host"),
        Case(request: changed { $0.url = "http://[::1/" }, fragment: "The host \"[::1\" has unmatched brackets"),
        Case(request: changed { $0.url = "http://::1]/" }, fragment: "has unmatched brackets"),
        Case(request: changed { $0.url = "http://[" }, fragment: "has unmatched brackets"),
        Case(request: changed { $0.url = "http://[::g]:80/" }, fragment: "[::g]\" is not an IPv6 address"),
        Case(request: changed { $0.url = "http://a:1:2/" }, fragment: "\"a:1\" contains a colon"),
        Case(request: changed { $0.url = "http://::1/" }, fragment: "contains a colon: write an IPv6 address in brackets"),
        Case(request: changed { $0.url = "http://a%3Ab:secret@host/" }, fragment: "user name with a colon"),
        Case(request: changed { $0.scheme = "ftp" }, fragment: "ftp"),
        Case(request: changed { $0.port = 70_000 }, fragment: "70000"),
        Case(request: changed { $0.url = "https://host:x/" }, fragment: "cannot be read as a URL"),
        Case(request: changed { $0.percentEncodedPath = "a" }, fragment: "begin with /"),
        Case(request: changed { $0.percentEncodedQuery = "a b" }, fragment: "percent-encode"),
        Case(request: changed { $0.body = FileBody(path: "/nowhere/at/all") }, fragment: "/nowhere/at/all"),
        Case(request: changed { $0.body = JSONBody(Double.nan) }, fragment: "body"),
    ])
    func preparingReportsInvalidRequests(_ example: Case) {
        let error = #expect(throws: HTTPError.self) { try example.request.prepared() }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains(example.fragment) == true, "\(error?.message ?? "")")
    }

    @Test func theRequestsHeadersWinOverTheBodys() throws {
        var request = HTTPRequest(method: .post, url: "https://host/", body: TextBody("x"))
        #expect(try request.prepared().headers["Content-Type"] == "text/plain; charset=utf-8")
        request.headers["content-type"] = "text/css"
        #expect(try request.prepared().headers.values(for: "Content-Type") == ["text/css"])
    }

    struct EmptyBodyOfAType: HTTPBody {
        let additionalHeaders: HTTPHeaders = ["Content-Type": "text/plain"]
        func encode() -> [UInt8] { [] }
    }

    /// A body that is other bytes each time it is encoded.
    final class CountingBody: HTTPBody {
        private let count = Mutex(0)
        let additionalHeaders: HTTPHeaders = ["Content-Type": "text/count"]

        func encode() -> [UInt8] {
            count.withLock { count in
                count += 1
                return Array("\(count)".utf8)
            }
        }
    }

    @Test func aBodyThatOnlyEncodesIsEncodedOnce() throws {
        let prepared = try HTTPRequest(method: .post, url: "https://host/", body: CountingBody()).prepared()
        #expect(prepared.headers["Content-Type"] == "text/count")
        #expect(prepared.body.length == .known(1))
        #expect(try prepared.body.encode() == prepared.body.encode())
    }

    @Test func anEmptyBodyAddsNoHeader() throws {
        let path = NSTemporaryDirectory() + UUID().uuidString
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bodies: [any HTTPBody] = [
            FileBody(path: path, contentType: "text/plain"), TextBody(""), FormBody([String: String]()),
            DataBody([], contentType: "text/plain"), EmptyBodyOfAType(),
        ]
        for body in bodies[1...3] { #expect(body.additionalHeaders.isEmpty, "\(type(of: body))") }
        for body in bodies {
            #expect(try HTTPRequest(method: .post, url: "https://host/", body: body).prepared().headers.isEmpty, "\(type(of: body))")
        }
    }

    @Test func userInfoBecomesBasicCredentials() throws {
        let request = try HTTPRequest(url: "https://Aladdin:open%20sesame@host/").prepared()
        #expect(request.headers["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(request.url == "https://host/")
        let written = try HTTPRequest(url: "https://u:p@host/", headers: ["authorization": "mine"]).prepared()
        #expect(written.headers.values(for: "Authorization") == ["mine"])
        #expect(written.url == "https://host/")
    }

    /// A range counts bytes as they are stored: a part of a compressed body cannot be decompressed.
    @Test(
        arguments: [
            (["Range": "bytes=0-9"], HTTPDecompression.automatic, "identity"),
            (["range": "bytes=5-", "accept-encoding": "gzip"], .automatic, "gzip"),
            (["Range": "bytes=0-9"], .codings(["br"]), nil), (["Range": "bytes=0-9"], .none, nil), ([:], .automatic, nil),
        ] as [(HTTPHeaders, HTTPDecompression, String?)])
    func disablesCompressionForARange(headers: HTTPHeaders, decompression: HTTPDecompression, expected: String?) throws {
        var request = HTTPRequest(url: "https://host/", headers: headers)
        request.decompression = decompression
        let prepared = try request.prepared()
        #expect(prepared.headers["Accept-Encoding"] == expected)
        #expect(prepared.decompression == (expected == "identity" ? .none : decompression))
        #expect(try prepared.prepared().headers == prepared.headers)
    }

    @Test func aHostOutsideASCIIGoesOutInPunycode() throws {
        #expect(try HTTPRequest(url: "https://bücher.example/é").prepared().url == "https://xn--bcher-kva.example/%C3%A9")
        #expect(throws: HTTPError.self) { try HTTPRequest(url: "https://\u{FFFD}.example/").prepared() }
    }

    @Test(arguments: ["PROPFIND", "PURGE", "QUERY", "M-SEARCH", "get"])
    func acceptsAnyTokenAsAMethod(name: String) throws {
        #expect(try HTTPRequest(method: HTTPMethod(rawValue: name), url: "https://host/").prepared().method.rawValue == name)
    }

    @Test func descriptionsHoldNoSecrets() {
        let request = HTTPRequest(url: "https://u:hunter2@host/p?token=hunter2", headers: ["Authorization": "hunter2"])
        let error = HTTPError(.timedOut, request: request)
        #expect(!"\(error)".contains("hunter2"))
        #expect("\(request.headers)" == "Authorization")
        #expect(!"\(HTTPSecret("hunter2"))".contains("hunter2"))
        #expect(!String(reflecting: BasicCredentials(username: "u", password: "hunter2")).contains("hunter2"))
    }
}
