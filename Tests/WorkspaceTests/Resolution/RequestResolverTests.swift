import Foundation
import HTTP
import JSON
import Testing

@testable import Workspace

/// Drafts become requests.
struct RequestResolverTests {
    @Test(arguments: ["p?x", "p#y", "p q"])
    func `an environment's prefix that is not a path is an error, and a path is shown`(prefix: String) throws {
        var environment = Self.local
        environment.baseURL.pathPrefix = prefix
        let problems = Self.problems(Self.input(RequestDraft(url: "people"), environment: environment))
        #expect(problems.first?.hasPrefix("environment base URL path: “\(prefix)” is more than a path") == true)
        let resolved = try RequestResolver.resolve(Self.input(RequestDraft(url: "people"), environment: Self.local))
        let value = try #require(resolved.values.first { $0.place == .baseURL(.path) && $0.inheritedFrom != nil })
        #expect((value.text.text, value.inheritedFrom) == ("/api", .environment("local")))
    }

    @Test func `expected values of assertions are resolved where their variables are known`() throws {
        var draft = RequestDraft(url: "people")
        draft.assertions = [Assertion(subject: "status", value: .number(200))]
        #expect(try RequestResolver.resolve(Self.input(draft, environment: Self.local)).expected.isEmpty)
        draft.assertions += [
            Assertion(subject: "url", value: .string("p{{port}}")), Assertion(subject: "body .id", value: .string("{{later}}")),
        ]
        let resolved = try RequestResolver.resolve(Self.input(draft, environment: Self.local))
        #expect(resolved.expected == [.number(200), .string("p8080"), .string("{{later}}")])
    }

    @Test(arguments: [(true, false, ["{{pin}} must be asked for"]), (true, true, []), (false, false, [])])
    func `a secret that only an assertion uses is asked for`(isEnabled: Bool, isCaptured: Bool, problems: [String]) {
        var draft = RequestDraft(url: "http://h/")
        draft.assertions = [Assertion(subject: "status", value: .string("{{pin}}"), isEnabled: isEnabled)]
        draft.captures = isCaptured ? [Capture(variable: "pin", from: "status")] : []
        let environment = EnvironmentDraft(name: "local", secrets: [SecretEntry("pin", .prompt)])
        let found = Self.problems(Self.input(draft, environment: environment))
        #expect(found.map { $0.split(separator: ": ").last.map(String.init) } == problems)
    }

    static func input(_ draft: RequestDraft, environment: EnvironmentDraft? = nil, folders: [FolderDraft] = []) -> ResolutionInput {
        var input = ResolutionInput(draft, root: "/work", now: Date(timeIntervalSince1970: 0))
        input.environment = environment
        input.inherited = folders.enumerated().map { index, folder in
            Loaded(path: index == 0 ? "collections/c/collection.json" : "collections/c/f/folder.json", content: folder)
        }
        input.process = ["HOME": "/home/x"]
        return input
    }

    /// As a loader would see it, the environment applied.
    static func sent(_ input: ResolutionInput) throws -> HTTPRequest {
        let request = try RequestResolver.resolve(input, random: CountingGenerator()).request
        return try (request.serverEnvironment?.applied(to: request) ?? request).prepared()
    }

    static func problems(_ input: ResolutionInput) -> [String] {
        do throws(ResolutionError) {
            _ = try RequestResolver.resolve(input)
            return []
        } catch { return error.problems.map(\.description) }
    }

    static let local = EnvironmentDraft(
        name: "local", scheme: "http", host: "127.0.0.1", port: "{{port}}", pathPrefix: "/api", headers: [Row("X-Env", "{{port}}")],
        query: [Row("v", "1")], variables: [Row("port", "8080"), Row("baseURL", "http://127.0.0.1:{{port}}")])

    @Test(arguments: [
        ("people/1", "http://127.0.0.1:8080/api/people/1?v=1", "8080"),
        ("/people/1", "http://127.0.0.1:8080/api/people/1?v=1", "8080"),
        ("/", "http://127.0.0.1:8080/api/?v=1", "8080"),
        ("//127.0.0.1:9/people", "https://127.0.0.1:9/people", nil),
        ("http://127.0.0.1:8080/people", "http://127.0.0.1:8080/people?v=1", "8080"),
        ("{{baseURL}}/users", "http://127.0.0.1:8080/users?v=1", "8080"),
        ("https://other.example/x", "https://other.example/x", nil),
        (":8080/x", "http://localhost:8080/x", nil),
    ])
    func completesURLs(url: String, sent: String, header: String?) throws {
        let request = try Self.sent(Self.input(RequestDraft(url: url), environment: Self.local))
        #expect(request.url == sent)
        #expect(request.headers["X-Env"] == header)
    }

    @Test func putsQueryAndPathParametersIn() throws {
        let draft = RequestDraft(
            method: "PURGE", url: "http://h/a/:id/{{v}}/:id?x=1", pathParameters: [Row("id", "a/b {{v}}")],
            query: [Row("q", "a b&c=d"), Row("off", "1", isEnabled: false), Row("", ""), Row("q", "")], variables: [Row("v", ":id")])
        let request = try Self.sent(Self.input(draft))
        #expect(request.method.rawValue == "PURGE")
        #expect(request.url == "http://h/a/a%2Fb%20%3Aid/:id/a%2Fb%20%3Aid?x=1&q=a%20b%26c=d&q=")
    }

    @Test func inheritsHeadersFromTheNearestFolder() throws {
        let collection = FolderDraft(
            name: "C", headers: [Row("A", "collection"), Row("B", "collection"), Row("C", "{{v}}")], variables: [Row("v", "1")])
        let folder = FolderDraft(name: "F", headers: [Row("b", "folder 1"), Row("b", "folder 2"), Row("D", "x")])
        let draft = RequestDraft(url: "http://h", headers: [Row("a", "own"), Row("d", "", isEnabled: false)])
        let resolved = try RequestResolver.resolve(Self.input(draft, folders: [collection, folder]))
        #expect(resolved.request.headers.map { "\($0.name): \($0.value)" } == ["a: own", "b: folder 1", "b: folder 2", "C: 1"])
        let origins = resolved.values.filter { if case .header = $0.place { true } else { false } }.map(\.inheritedFrom)
        #expect(origins == [nil, .folder("F"), .folder("F"), .collection("C")])
    }

    @Test func `a path parameter with an undefined variable is one problem`() {
        let draft = RequestDraft(url: "http://h/:id/:none", pathParameters: [Row("id", "{{id}}"), Row("none", "")])
        #expect(Self.problems(Self.input(draft)).map { $0.prefix { $0 != ":" } } == ["path parameter none", "path parameter id"])
    }

    @Test func `a path parameter that is off names that, and another row with its name is used`() throws {
        var draft = RequestDraft(url: "http://h/:id", pathParameters: [Row("id", "7", isEnabled: false)])
        #expect(Self.problems(Self.input(draft)) == ["path parameter id: is switched off: switch its row on"])
        draft.pathParameters.append(Row("id", "8"))
        #expect(try RequestResolver.resolve(Self.input(draft)).request.path == "/8")
    }

    @Test func `a problem of an inherited header names the folder that has it`() throws {
        let folder = FolderDraft(name: "F", headers: [Row("X-Team", "{{team}}")])
        let draft = RequestDraft(url: "http://h", headers: [Row("X-Own", "{{own}}")])
        let error = try #require(throws: ResolutionError.self) {
            try RequestResolver.resolve(Self.input(draft, folders: [FolderDraft(name: "C"), folder]))
        }
        #expect(error.problems.map(\.inheritedFrom) == [nil, .folder("F")])
        #expect(error.problems.map { $0.description.contains("folder F") } == [false, true])
    }

    @Test func inheritsOptionsFieldByField() throws {
        var outer = RequestOptions()
        outer.timeout = 5
        outer.redirects.follow = false
        outer.retry = .init(attempts: 3, backoff: "constant", statuses: [503])
        outer.cookies = false
        var own = RequestOptions()
        own.timeout = 1.5
        own.redirects.limit = 2
        own.httpVersion = "1.0"
        own.decompress = false
        let draft = RequestDraft(url: "http://h", options: own)
        let request = try RequestResolver.resolve(Self.input(draft, folders: [FolderDraft(options: outer)])).request
        #expect(request.timeouts.total == .milliseconds(1500))
        #expect(request.redirectPolicy == HTTPRedirectPolicy(isFollowing: false, limit: 2))
        #expect((request.retryStrategy as? Backoff)?.maxAttempts == 3)
        #expect((request.retryStrategy as? Backoff)?.statuses == [503])
        #expect(!request.usesCookies)
        #expect(request.versionPreference == .http10)
        #expect(request.decompression == .none)
    }

    @Test func mapsTLSAndProxy() throws {
        var options = RequestOptions()
        options.tls.verify = false
        options.tls.minimum = "1.3"
        options.tls.authorities = "~/ca.pem"
        options.tls.certificate = "certs/me.p12"
        options.tls.passphrase = "{{pass}}"
        options.proxy = "socks5://me:pa%20ss@proxy.example"
        let draft = RequestDraft(url: "https://h", variables: [Row("pass", "open sesame")], options: options)
        let resolved = try RequestResolver.resolve(Self.input(draft))
        #expect(!resolved.request.serverTrust.isVerified)
        #expect(resolved.warnings.count == 1)
        #expect(resolved.request.minimumTLSVersion == .tls13)
        #expect(resolved.request.certificateAuthoritiesPath == "/home/x/ca.pem")
        #expect(
            resolved.request.clientCertificate
                == HTTPClientCertificate(format: .pkcs12, path: "/work/certs/me.p12", passphrase: "open sesame"))
        let proxy = HTTPProxy(kind: .socks5, host: "proxy.example", port: 1080, credentials: .init(username: "me", password: "pa ss"))
        #expect(resolved.request.proxy == .through(proxy))
        #expect(resolved.mask.masked("open sesame pa ss") == "•••• ••••")
    }

    @Test func namesEveryProblemAtOnce() {
        var options = RequestOptions()
        options.httpVersion = "4"
        options.proxy = "ftp://x"
        let draft = RequestDraft(
            url: "http://{{host}}/:id", headers: [Row("Authorization", "{{token}}")],
            body: BodyDraft(kind: .json, json: "{{token}}"), options: options)
        #expect(
            Self.problems(Self.input(draft)) == [
                "path parameter id: has no value: write one in its row",
                "option Proxy: expected http://host:port, https://… or socks5://…, not “ftp://x”",
                "option HTTP version: expected one of automatic, 1.0, 1.1, 2, 2-prior-knowledge, 3, not “4”",
                "URL: {{host}} is not defined",
                "header Authorization: {{token}} is not defined",
                "body: {{token}} is not defined",
            ])
    }

    @Test func aRelativeURLNeedsAHost() {
        #expect(Self.problems(Self.input(RequestDraft(url: "people"))).first?.hasPrefix("URL: no host") == true)
        let hostless = Self.input(RequestDraft(url: "people"), environment: EnvironmentDraft(name: "local", scheme: "http"))
        #expect(Self.problems(hostless).first?.contains("base URL of the environment “local”") == true)
    }

    @Test func aBrokenEnvironmentCountsOnlyWhereItIsUsed() throws {
        var environment = Self.local
        environment.variables = []
        #expect(
            Self.problems(Self.input(RequestDraft(url: "people"), environment: environment)) == [
                "environment base URL port: {{port}} is not defined", "environment header X-Env: {{port}} is not defined",
            ])
        let resolved = try RequestResolver.resolve(Self.input(RequestDraft(url: "http://h/x"), environment: environment))
        #expect(resolved.request.serverEnvironment == nil)
        #expect(resolved.warnings == ["The environment local is not applied: environment base URL port: {{port}} is not defined."])
    }

    @Test func asksForSecretsThatAreNeededOnly() throws {
        var environment = Self.local
        environment.secrets = [
            SecretEntry("token", .command(["x"])), SecretEntry("pin", .prompt), SecretEntry("unused", .file),
        ]
        var input = Self.input(
            RequestDraft(url: "x/{{pin}}", headers: [Row("A", "{{h}}")], variables: [Row("h", "T {{token}}")]), environment: environment)
        #expect(RequestResolver.needs(of: input).secrets.map(\.name) == ["pin", "token"])
        input.secrets = ["token": "hunter2"]
        let error = try #require(throws: ResolutionError.self) { try RequestResolver.resolve(input) }
        #expect(error.prompts == ["pin"])
        input.prompted = ["pin": "1234"]
        let resolved = try RequestResolver.resolve(input)
        #expect(resolved.request.headers["A"] == "T hunter2")
        #expect(resolved.values.first { $0.place == .header("A") }?.text.masked == "T ••••")
        #expect(resolved.mask.masked("hunter2 1234") == "•••• ••••")
    }

    @Test func `a secret that only the environment uses is masked`() throws {
        var environment = EnvironmentDraft(name: "l", host: "{{place}}.h", headers: [Row("X-Thing", "{{thing}}")])
        environment.secrets = [SecretEntry("place", .prompt), SecretEntry("thing", .prompt)]
        var input = Self.input(RequestDraft(url: "/"), environment: environment)
        input.secrets = ["place": "hunter2", "thing": "swordfish"]
        #expect(try RequestResolver.resolve(input).mask.masked("hunter2 swordfish") == "•••• ••••")
    }

    /// Places are named in the resolved values and in refusals.
    @Test func masksASecretInTheNameOfARow() throws {
        var environment = Self.local
        environment.secrets = [SecretEntry("token", .prompt)]
        let rows = [Row("{{token}}", "{{token}}")]
        for body in [BodyDraft(kind: .form, form: rows), BodyDraft(kind: .multipart, parts: [.init("{{token}}", "{{token}}")])] {
            var input = Self.input(RequestDraft(url: "x", query: rows, headers: rows, body: body), environment: environment)
            input.secrets = ["token": "hunter2"]
            let places = try RequestResolver.resolve(input).values.map(\.place)
            #expect(places.contains(.query("••••")) && places.contains(.header("••••")))
            #expect(!places.contains { "\($0)".contains("hunter2") })
        }
    }

    @Test func saysWhyASecretIsNotThere() throws {
        var environment = Self.local
        environment.secrets = [SecretEntry("token", .environment("T"))]
        var input = Self.input(RequestDraft(url: "{{token}}"), environment: environment)
        input.secretFailures = ["token": SecretError("comes from T, which is not set")]
        #expect(Self.problems(input) == ["URL: the secret {{token}} comes from T, which is not set"])
        #expect(RequestResolver.needs(of: input).secrets.isEmpty)
    }

    @Test func `a secret without a value is given one in the words of who asks`() throws {
        let environment = EnvironmentDraft(name: "l", secrets: [SecretEntry("token", .file)])
        var input = Self.input(RequestDraft(url: "http://h/{{token}}"), environment: environment)
        input.secretFailures = ["token": SecretError("has no value", remedy: SecretRemedy(otherFile: "/w/old.secrets.json"))]
        let error = try #require(throws: ResolutionError.self) { try RequestResolver.resolve(input) }
        let issue = try #require(error.problems.first)
        #expect(issue.kind == .secret && issue.remedy?.otherFile == "/w/old.secrets.json")
        #expect(issue.description(entering: "type it").hasPrefix("URL: the secret {{token}} has no value: type it; /w/old.secrets.json"))
        #expect(issue.description != issue.description(entering: "type it"))
    }
}
