import Foundation
import HTTP
import Testing

@testable import Requests

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct RequestTests {
    struct API: RequestProviding {
        var baseURL = URL("https://api.example/v1")
    }

    let api = API()

    /// A request in which no part has its default.
    var full: Request<API, Void> {
        api.request(to: "e", using: .put).with(header: [.acceptLanguage("en")]).with(query: ["q": "1"]).sending(.text("t"))
            .authenticated(with: .bearerToken("x")).timeout(after: 7)
    }

    /// The original lost the authentication here: every part is compared, found by reflection.
    @Test func everyFluentCopyKeepsEveryOtherPart() throws {
        var original = full
        original.cachePolicy = .reload
        // Each is given what is there already, so that only what it loses can differ.
        let copies: [any RequestConvertible] = [
            original.receiving(.text), original.using(method: .put), original.timeout(after: 7), original.adding(headerFields: []),
            original.adding(queryItems: [URLQueryItem]()), original.with(query: ["q": "1"]),
            original.with(header: [.acceptLanguage("en")]), original.setting(headerField: .acceptLanguage("en")),
            original.with(header: []).adding(headerField: .acceptLanguage("en")),
            original.with(header: []).adding(headerFields: .acceptLanguage("en")),
            original.with(query: []).adding(queryItem: URLQueryItem(name: "q", value: "1")),
            original.with(query: []).adding(queryItems: URLQueryItem(name: "q", value: "1")), original.sending(.text("t")),
            original.authenticated(with: .bearerToken("x")),
        ]
        #expect(Mirror(reflecting: original).children.count == 10)
        for copy in copies {
            let request = try copy.toHTTPRequest()
            #expect(request.method == .put)
            #expect(request.url == "https://api.example/v1/e?q=1")
            #expect(request.headers == ["Accept-Language": "en", "Content-Type": "text/plain; charset=utf-8", "Authorization": "Bearer x"])
            #expect(try request.body.encode() == Array("t".utf8))
            #expect(request.timeouts.idle == .seconds(7))
            #expect(request.cachePolicy == .reload)
        }
    }

    @Test func settingAFieldTakesThePlaceOfAllOfItsName() {
        let request = full.adding(headerField: .acceptLanguage("de")).setting(headerField: .acceptLanguage("fr"))
        #expect(request.header.fields == [.acceptLanguage("fr")])
    }

    @Test func addingAFieldKeepsThoseOfTheSameName() {
        #expect(full.adding(headerField: .acceptLanguage("de")).header.fields == [.acceptLanguage("en"), .acceptLanguage("de")])
    }

    @Test func everyMethodHasAConvenience() throws {
        let text = BodyProvider.text("t")
        let requests: [(any RequestConvertible, HTTPMethod)] = [
            (api.get(.text, from: "e"), .get), (api.head("e"), .head), (api.post(text, to: "e"), .post), (api.put(text, to: "e"), .put),
            (api.patch("e", with: text), .patch), (api.delete("e"), .delete),
        ]
        for (request, method) in requests {
            let sent = try request.toHTTPRequest()
            #expect(sent.method == method)
            #expect(sent.url == "https://api.example/v1/e")
            let hasBody = [.post, .put, .patch].contains(method)
            #expect(try sent.body.encode() == (hasBody ? Array("t".utf8) : []), "\(method)")
        }
    }

    @Test(arguments: [
        ("users/1", "https://api.example/v1/users/1"), ("/users/1/", "https://api.example/v1/users/1/"), ("", "https://api.example/v1"),
        ("a b/é?", "https://api.example/v1/a%20b/%C3%A9%3F"),
    ])
    func endpointsAreAppendedToTheBase(endpoint: String, expected: String) throws {
        let request = api.request(to: endpoint, using: .get)
        #expect(try request.toHTTPRequest().url == expected)
        #expect(try request.toURLRequest().url?.absoluteString == expected)
    }

    @Test func aBaseThatEndsInASlashIsJoinedByOne() throws {
        let api = API(baseURL: URL("https://api.example/v1/"))
        #expect(try api.request(to: "e", using: .get).toHTTPRequest().url == "https://api.example/v1/e")
        #expect(try api.request(to: "/e", using: .get).toHTTPRequest().url == "https://api.example/v1/e")
    }

    @Test func aFailedBodyDoesNotChangeTheHeader() {
        var header: Header = [.contentType(.html)]
        #expect(throws: (any Error).self) { try BodyProvider.json(encoded: Double.nan).body(updating: &header) }
        #expect(header[.contentType] == "text/html")
    }

    @Test func authenticationIsAppliedLast() throws {
        let body = BodyProvider { header in
            header[.authorization] = "body"
            return .none
        }
        #expect(try api.post(body, to: "x").authenticated(with: .bearerToken("t")).toHTTPRequest().headers["Authorization"] == "Bearer t")
        let basic = AuthenticationProvider.basicAuth(username: "Aladdin", password: "open sesame")
        #expect(try full.authenticated(with: basic).toHTTPRequest().headers["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    }

    struct Body: CustomTestStringConvertible, Sendable {
        let name: String
        let provider: BodyProvider
        let contentType: String?
        let bytes: String
        var testDescription: String { name }
    }

    @Test(arguments: [
        Body(name: "none", provider: .none, contentType: nil, bytes: ""),
        Body(name: "raw", provider: .raw(data: Data("r".utf8)), contentType: "application/octet-stream", bytes: "r"),
        Body(
            name: "stream", provider: .raw(stream: InputStream(data: Data("s".utf8)), contentType: .xml), contentType: "application/xml",
            bytes: "s"),
        Body(
            name: "stream of a provider", provider: BodyProvider { _ in .stream(InputStream(data: Data("s".utf8))) },
            contentType: "text/html", bytes: "s"),
        Body(name: "text", provider: .text("t"), contentType: "text/plain; charset=utf-8", bytes: "t"),
        Body(name: "json", provider: .json(encoded: ["a": 1]), contentType: "application/json", bytes: "{\"a\":1}"),
        Body(
            name: "json of another encoder", provider: .json(encoded: Date(timeIntervalSince1970: 5), using: .seconds),
            contentType: "application/json", bytes: "5"),
        Body(name: "form", provider: .form(["a": "b c"]), contentType: "application/x-www-form-urlencoded", bytes: "a=b+c"),
    ])
    func bodiesSetTheirContentType(_ example: Body) throws {
        let request = try api.post(example.provider, to: "x").with(header: [.contentType(.html)]).toHTTPRequest()
        #expect(request.headers["Content-Type"] == example.contentType)
        #expect(String(decoding: try request.body.encode(), as: UTF8.self) == example.bytes)
    }

    @Test func aFormWithFilesNamesItsBoundary() throws {
        let request = try api.post(.multipart([.field("a", "1")]), to: "x").toHTTPRequest()
        let boundary = try #require(request.headers["Content-Type"]?.split(separator: "=").last)
        #expect(String(decoding: try request.body.encode(), as: UTF8.self).hasPrefix("--\(boundary)\r\n"))
    }

    @Test func aURLRequestHasEveryPart() throws {
        let request = try full.toURLRequest()
        #expect(request.httpMethod == "PUT")
        #expect(request.allHTTPHeaderFields?["Authorization"] == "Bearer x")
        #expect(request.httpBody == Data("t".utf8))
        #expect(request.timeoutInterval == 7)
        #expect(try full.adding(headerField: .acceptLanguage("de")).toURLRequest().allHTTPHeaderFields?["Accept-Language"] == "en,de")
        #expect(throws: InvalidRequestURLError.self) { try API(baseURL: URL("nowhere")).request(to: "", using: .get).toURLRequest() }
    }

    @Test(
        arguments: [
            (nil, .useProtocolCachePolicy), (.useProtocol, .useProtocolCachePolicy), (.ignore, .reloadIgnoringLocalCacheData),
            (.reload, .reloadIgnoringLocalCacheData), (.preferStored, .returnCacheDataElseLoad), (.onlyStored, .returnCacheDataDontLoad),
        ] as [(HTTPCachePolicy?, URLRequest.CachePolicy)])
    func aURLRequestHasThePolicy(policy: HTTPCachePolicy?, expected: URLRequest.CachePolicy) throws {
        var request = full
        request.cachePolicy = policy
        #expect(try request.toURLRequest().cachePolicy == expected)
    }

    @Test func theDescriptionHidesTheQuery() {
        #expect("\(full)" == "Request<()> [PUT] (https://api.example/v1/e)")
    }

    @Test func aSingleRequestNeedsNoAPI() throws {
        #expect(try Request(method: .head, baseURL: URL("https://one.example/off")).toHTTPRequest().url == "https://one.example/off")
        let below = Request(method: .get, baseURL: URL("https://one.example"), endpoint: "off")
        #expect(try below.toHTTPRequest().url == "https://one.example/off")
    }

    @Test func aBodyOfTheCoreKeepsItsType() throws {
        let request = try api.request(to: "", using: .post).sending(.raw(body: TextBody("x", contentType: "text/csv"))).toHTTPRequest()
        #expect(try request.prepared().headers["Content-Type"] == "text/csv")
    }

    @Test func aBodyThatCannotBeEncodedIsAnInvalidRequest() {
        let error = #expect(throws: HTTPError.self) {
            try api.request(to: "", using: .post).sending(.json(encoded: Double.nan)).toHTTPRequest()
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.underlyingError is EncodingError)
    }

    @Test func theQueryOfTheBaseStays() throws {
        let api = API(baseURL: URL("https://api.example/v1?key=1"))
        let request = try api.request(to: "e", using: .get).adding(queryItem: URLQueryItem(name: "q", value: "2")).toHTTPRequest()
        #expect(request.url == "https://api.example/v1/e?key=1&q=2")
    }
}

extension JSONEncoder {
    /// A new one that writes dates as seconds.
    fileprivate static var seconds: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        return encoder
    }
}
