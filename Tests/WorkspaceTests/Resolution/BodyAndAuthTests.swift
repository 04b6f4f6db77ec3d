import Foundation
import HTTP
import JSON
import Testing

@testable import Workspace

/// Bodies and authentication of drafts.
struct BodyAndAuthTests {
    private static func sent(_ draft: RequestDraft, folders: [FolderDraft] = []) throws -> HTTPRequest {
        var draft = draft
        draft.url = "http://h/"
        draft.variables = [Row("v", "ä b")]
        return try RequestResolverTests.sent(RequestResolverTests.input(draft, folders: folders))
    }

    @Test(arguments: [
        (BodyDraft(kind: .none, text: "x"), "", nil),
        (BodyDraft(kind: .text, text: "{{v}}"), "ä b", "text/plain; charset=utf-8"),
        (BodyDraft(kind: .text, text: "a,b", contentType: "text/csv"), "a,b", "text/csv"),
        (BodyDraft(kind: .json, json: #"{"a": "{{v}}"}"#), #"{"a": "ä b"}"#, "application/json"),
        (BodyDraft(kind: .xml, xml: "<a>{{v}}</a>"), "<a>ä b</a>", "application/xml"),
        (
            BodyDraft(kind: .graphql, graphql: .init(query: "query Q { a }", variables: #"{"n": 1.0}"#, operation: "Q")),
            #"{"query":"query Q { a }","operationName":"Q","variables":{"n":1.0}}"#, "application/json"
        ),
        (
            BodyDraft(kind: .form, form: [Row("a", "{{v}}&"), Row("off", "x", isEnabled: false), Row("a", "2")]), "a=%C3%A4+b%26&a=2",
            "application/x-www-form-urlencoded"
        ),
    ])
    func sendsTheBody(body: BodyDraft, text: String, type: String?) throws {
        let request = try Self.sent(RequestDraft(method: "POST", body: body))
        #expect(String(decoding: try request.body.encode(), as: UTF8.self) == text)
        #expect(request.headers["Content-Type"] == type)
    }

    @Test func theRequestsContentTypeWins() throws {
        let request = try Self.sent(
            RequestDraft(headers: [Row("content-type", "application/vnd.x+json")], body: BodyDraft(kind: .json, json: "{}")))
        #expect(request.headers.values(for: "Content-Type") == ["application/vnd.x+json"])
    }

    @Test func sendsMultipartBodies() throws {
        let workspace = try TemporaryWorkspace(["photo.png": "PNG"])
        let parts: [BodyDraft.Part] = [
            .init("a", "{{v}}"), .init("f", "photo.png", isFile: true, fileName: "x.png"), .init("off", "1", isEnabled: false),
        ]
        var input = ResolutionInput(
            RequestDraft(url: "http://h", variables: [Row("v", "1")], body: BodyDraft(kind: .multipart, parts: parts)))
        input.root = workspace.url.path
        let body = try #require(try RequestResolver.resolve(input).request.body as? MultipartBody)
        let text = String(decoding: try body.encode(), as: UTF8.self)
        #expect(body.parts.map(\.name) == ["a", "f"])
        #expect(text.contains("filename=\"x.png\"") && text.contains("image/png") && text.contains("PNG"))
    }

    @Test func `a text part has the given file name`() throws {
        let parts = [BodyDraft.Part("a", "1", fileName: "n.txt"), BodyDraft.Part("b", "2")]
        let request = try Self.sent(RequestDraft(body: BodyDraft(kind: .multipart, parts: parts)))
        #expect((request.body as? MultipartBody)?.parts.map(\.fileName) == ["n.txt", nil])
    }

    /// The types that curl gives to such parts.
    @Test(
        arguments: [
            ("n.txt", "", "", "text/plain"), ("n.json", "", "", nil), ("n.PNG", "", "", "image/png"), ("txt", "", "", nil),
            ("n.txt", "a/b", "", "a/b"), ("n.txt", "", "Content-Type: a/c", nil), ("", "", "", nil),
        ] as [(String, String, String, String?)])
    func `a text part with a file name has the type of its extension`(name: String, type: String, headers: String, expected: String?) throws
    {
        let part = BodyDraft.Part("a", "1", contentType: type, fileName: name, headers: headers)
        let request = try Self.sent(RequestDraft(body: BodyDraft(kind: .multipart, parts: [part])))
        #expect((request.body as? MultipartBody)?.parts[0].contentType == expected)
    }

    @Test func sendsHeadersOfParts() throws {
        let part = BodyDraft.Part("a", "1", headers: "X-A: {{v}}\nX-B : 2")
        let request = try Self.sent(RequestDraft(body: BodyDraft(kind: .multipart, parts: [part])))
        #expect((request.body as? MultipartBody)?.parts.map(\.additionalHeaders) == [["X-A": "ä b", "X-B": "2"]])
    }

    @Test(arguments: ["X-A", "X A: 1", "X-A: {{lines}}"])
    func refusesInvalidHeadersOfParts(headers: String) {
        var draft = RequestDraft(url: "http://h", body: BodyDraft(kind: .multipart, parts: [.init("a", "1", headers: headers)]))
        draft.variables = [Row("lines", "1\nX-B: 2")]
        #expect(RequestResolverTests.problems(RequestResolverTests.input(draft)).count == 1)
    }

    @Test(arguments: [
        ("multipart/form-data", nil), ("foo/bar", nil), ("Multipart/Mixed; charset=x", nil), ("multipart/form-data; boundary=mine", "mine"),
        ("multipart/related; Boundary=\"a b\"", "a b"),
    ])
    func `a Content-Type of the request gets the boundary of the parts`(_ type: String, _ own: String?) throws {
        let request = try Self.sent(
            RequestDraft(headers: [Row("Content-Type", type)], body: BodyDraft(kind: .multipart, parts: [.init("a", "1")])))
        let boundary = try #require((request.body as? MultipartBody)?.boundary)
        #expect(request.headers.fields.map(\.value) == [own == nil ? "\(type); boundary=\(boundary)" : type])
        #expect(own == nil || own == boundary)
        #expect(!type.lowercased().hasPrefix("multipart/") || request.headers.multipartBoundary == boundary)
    }

    @Test(arguments: [
        BodyDraft(kind: .text, text: "x", contentType: "none"), BodyDraft(kind: .file, file: "a.json", fileContentType: "none"),
    ])
    func `a body with the content type none is sent without one`(_ body: BodyDraft) throws {
        let input = RequestResolverTests.input(RequestDraft(url: "http://h", body: body))
        #expect(try RequestResolver.resolve(input).request.body.additionalHeaders.fields.isEmpty)
    }

    @Test func sendsFilesOfTheWorkspace() throws {
        let body = BodyDraft(kind: .file, file: "data/a.json")
        let file = try #require(
            try RequestResolver.resolve(RequestResolverTests.input(RequestDraft(url: "http://h", body: body))).request.body as? FileBody)
        #expect(file.path == "/work/data/a.json")
        #expect(file.contentType == "application/json")
    }

    @Test func saysWhereGraphQLVariablesAreBroken() {
        let draft = RequestDraft(url: "http://h", body: BodyDraft(kind: .graphql, graphql: .init(query: "{a}", variables: "{\n x")))
        #expect(
            RequestResolverTests.problems(RequestResolverTests.input(draft)) == [
                "GraphQL variables: line 2, column 2: expected a name in quotes, found “x”"
            ])
    }

    @Test(arguments: [
        (AuthDraft(.basic, fields: ["username": "u", "password": "{{v}}"]), AuthenticationMethod.basic),
        (AuthDraft(.bearer, fields: ["token": "t"]), .bearer),
        (AuthDraft(.apiKey, fields: ["key": "k", "value": "v", "in": "query"]), .apiKey),
        (AuthDraft(.digest, fields: ["username": "u", "password": "p"]), .digest),
        (AuthDraft(.awsSignature, fields: ["accessKey": "a", "secretKey": "s", "region": "r", "service": "s3"]), .awsSignature),
        (AuthDraft(.ntlm, fields: ["username": "u", "password": "p", "domain": "D"]), .ntlm),
        (AuthDraft(.negotiate), .negotiate),
        (AuthDraft(.oauth2, fields: ["grant": "client_credentials", "clientID": "c", "tokenURL": "http://h/t", "scope": "a b"]), .oauth),
    ])
    func usesTheLinkOfEveryKind(auth: AuthDraft, method: AuthenticationMethod) throws {
        let request = try Self.sent(RequestDraft(auth: auth))
        #expect(request.authenticationMethod == method)
    }

    @Test(arguments: [
        ("http://h:81/people", nil, "/oauth/token?a=b", "http://h:81/oauth/token?a=b"),
        ("people", EnvironmentDraft(name: "e", scheme: "http", host: "s", port: "82", pathPrefix: "v1"), "/token", "http://s:82/v1/token"),
        ("https://h/", EnvironmentDraft(name: "e", host: "s", pathPrefix: "v1"), "/token", "https://h/token"),
        ("https://h/", nil, "https://login/token", "https://login/token"),
    ])
    func findsATokenURLWithoutAHost(url: String, environment: EnvironmentDraft?, typed: String, token: String) throws {
        let auth = AuthDraft(.oauth2, fields: ["grant": "client_credentials", "clientID": "c", "tokenURL": typed])
        var input = ResolutionInput(RequestDraft(url: url, auth: auth))
        input.environment = environment
        #expect(try RequestResolver.resolve(input).request.oauthConfiguration?.endpoints.token == token)
    }

    @Test func passesExtraParameters() throws {
        let fields = [
            "grant": "client_credentials", "clientID": "c", "tokenURL": "https://h/t", "audience": "api",
            "parameters": "resource=https%3A%2F%2Fh%2Fa+b&tenant={{v}}&audience=other&resource=c",
        ]
        let request = try Self.sent(RequestDraft(auth: AuthDraft(.oauth2, fields: fields)))
        let expected = ["resource": ["https://h/a b", "c"], "tenant": ["ä b"], "audience": ["api"]]
        #expect(request.oauthConfiguration?.extraParameters == expected)
    }

    @Test func passesTheCredentialsOn() throws {
        let basic = try Self.sent(RequestDraft(auth: AuthDraft(.basic, fields: ["username": "u", "password": "{{v}}"])))
        #expect(basic.basicCredentials == BasicCredentials(username: "u", password: "ä b"))
        let ntlm = try Self.sent(RequestDraft(auth: AuthDraft(.ntlm, fields: ["username": "u", "password": "p", "domain": "D"])))
        #expect(ntlm.transportAuthentication?.credentials.username == "D\\u")
        let key = try Self.sent(RequestDraft(auth: AuthDraft(.apiKey, fields: ["key": "k", "value": "v", "in": "query"])))
        #expect(key.apiKey == APIKey(name: "k", value: "v", place: .query))
        let token = try Self.sent(RequestDraft(auth: AuthDraft(.bearer, fields: ["token": "t", "prefix": "Token"])))
        #expect(token.headers["Authorization"] == "Token t" && token.authenticationMethod == nil)
    }

    @Test func inheritsUnlessSetToNone() throws {
        let folders = [FolderDraft(auth: AuthDraft(.bearer, fields: ["token": "outer"])), FolderDraft(name: "F")]
        #expect(try Self.sent(RequestDraft(), folders: folders).bearerToken?.value == "outer")
        #expect(try Self.sent(RequestDraft(auth: AuthDraft(.none)), folders: folders).authenticationMethod == nil)
        let optingOut = folders + [FolderDraft(auth: AuthDraft(.none))]
        #expect(try Self.sent(RequestDraft(), folders: optingOut).authenticationMethod == nil)
    }

    @Test func hidesPasswordsThatWereTypedIn() throws {
        let draft = RequestDraft(url: "http://h", auth: AuthDraft(.basic, fields: ["username": "u", "password": "p4ssword"]))
        let mask = try RequestResolver.resolve(RequestResolverTests.input(draft)).mask
        #expect(mask.masked("p4ssword") == "••••")
        #expect(mask.masked("Basic \(Data("u:p4ssword".utf8).base64EncodedString())") == "Basic ••••")
    }

    @Test func anOwnAuthorizationHeaderReplacesTheToken() throws {
        let draft = RequestDraft(url: "http://h", headers: [Row("authorization", "Token x")], auth: AuthDraft(.bearer))
        #expect(try RequestResolver.resolve(RequestResolverTests.input(draft)).request.headers["Authorization"] == "Token x")
    }

    @Test(arguments: [
        (AuthDraft(.bearer), "auth token: a value is required"),
        (AuthDraft(.bearer, fields: ["token": "{{empty}}"]), "auth token: a value is required, and {{empty}} is empty"),
        (AuthDraft(.apiKey, fields: ["value": "x"]), "auth key: a value is required"),
        (
            AuthDraft(.oauth2, fields: ["clientID": "c", "grant": "client_credentials", "tokenURL": "https://h/t", "parameters": "a"]),
            "auth parameters: expected name=value, with & between parameters"
        ),
        (
            AuthDraft(
                .oauth2,
                fields: [
                    "clientID": "c", "grant": "client_credentials", "tokenURL": "https://h/t",
                    "parameters": "resource=a&resource=b&scope=a&scope=b",
                ]),
            "auth parameters: expected scope once, since OAuth 2.0 forbids to repeat it"
        ),
        (
            AuthDraft(.oauth2, fields: ["clientID": "c", "grant": "magic"]),
            "auth grant: “magic” is not one of authorization_code, client_credentials, password, device_code"
        ),
        (
            AuthDraft(.oauth2, fields: ["clientID": "c", "authorizationURL": "vscode://x/y", "tokenURL": "/token"]),
            "auth authorizationURL: expected /path or a URL such as https://host/path"
        ),
        (
            AuthDraft(.oauth2, fields: ["clientID": "c", "authorizationURL": "javascript:alert(1)", "tokenURL": "https://h/token"]),
            "auth authorizationURL: expected /path or a URL such as https://host/path"
        ),
        (
            AuthDraft(.oauth2, fields: ["clientID": "c", "grant": "client_credentials", "tokenURL": "file:///etc/passwd"]),
            "auth tokenURL: expected /path or a URL such as https://host/path"
        ),
    ])
    func reportsMissingFields(auth: AuthDraft, problem: String) {
        let draft = RequestDraft(url: "http://h", variables: [Row("empty", "")], auth: auth)
        #expect(RequestResolverTests.problems(RequestResolverTests.input(draft)) == [problem])
    }
}
