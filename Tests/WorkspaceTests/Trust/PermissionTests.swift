import Foundation
import HTTP
import Testing

@testable import Workspace

/// The resources of this machine that a request uses.
@Suite struct PermissionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let draft: RequestDraft
        let expected: [String]

        init(_ name: String, _ draft: RequestDraft, _ expected: String...) {
            (self.name, self.draft, self.expected) = (name, draft, expected)
        }

        var testDescription: String { name }
    }

    private static func options(_ name: String, _ text: String) -> RequestDraft {
        var draft = RequestDraft(url: "http://h/")
        #expect(RequestOption.named(name)?.setText(text, in: &draft.options) == nil)
        return draft
    }

    private static func withoutRedirects(_ draft: RequestDraft) -> RequestDraft {
        var draft = draft
        draft.options.redirects.follow = false
        return draft
    }

    private static func withToken(_ draft: RequestDraft) -> RequestDraft {
        var draft = draft
        draft.auth = AuthDraft(.oauth2, fields: ["grant": "client_credentials", "clientID": "i", "tokenURL": "https://tokens/get"])
        return draft
    }

    private static let root = "/work"

    private static let cases = [
        Case("nothing", RequestDraft(url: "http://h/", headers: [Row("A", "b")], body: BodyDraft(kind: .json, json: "{}"))),
        Case("a function", RequestDraft(url: "http://h/{{$uuid}}")),
        Case("a process variable", RequestDraft(url: "http://h/", headers: [Row("A", "{{env:HOME}}")]), "processVariable HOME http://h:80"),
        Case(
            "one in a value of a value", RequestDraft(url: "http://h:81/{{a}}", variables: [Row("a", "{{b}}"), Row("b", "{{env:HOME}}")]),
            "processVariable HOME http://h:81"),
        Case("one in the host", RequestDraft(url: "http://{{env:NAME}}.evil/"), "processVariable NAME http://me.evil:80"),
        Case(
            "one in a name", RequestDraft(url: "http://h/", query: [Row("{{env:HOME}}", "")]), "processVariable HOME http://h:80"),
        Case("a file", RequestDraft(url: "http://h/", body: BodyDraft(kind: .file, file: "/etc/passwd")), "file /etc/passwd http://h:80"),
        Case("a file at home", RequestDraft(url: "http://h/", body: BodyDraft(kind: .file, file: "~/x")), "file /home/x/x http://h:80"),
        Case(
            "a file above", RequestDraft(url: "http://h/", body: BodyDraft(kind: .file, file: "a/../../etc/x")), "file /etc/x http://h:80"),
        Case("a file of the workspace", RequestDraft(url: "http://h/", body: BodyDraft(kind: .file, file: "data/x.json"))),
        Case("a hidden file", RequestDraft(url: "http://h/", body: BodyDraft(kind: .file, file: ".env")), "file /work/.env http://h:80"),
        Case(
            "a file of secrets",
            RequestDraft(url: "http://h/", body: BodyDraft(kind: .file, file: "collections/c/environments/l.secrets.json")),
            "file /work/collections/c/environments/l.secrets.json http://h:80"),
        Case(
            "a part",
            RequestDraft(url: "http://h/", body: BodyDraft(kind: .multipart, parts: [.init("a", "/etc/hosts", isFile: true)])),
            "file /etc/hosts http://h:80"),
        Case("a ticket", RequestDraft(url: "http://h/", auth: AuthDraft(.negotiate)), "ticket negotiate http://h:80"),
        Case("an unchecked server", options("tls.verify", "no"), "unchecked no http://h:80"),
        Case("one without a certificate", withoutRedirects(options("tls.verify", "no"))),
        Case(
            "one without, that gets a token from another", withoutRedirects(withToken(options("tls.verify", "no"))),
            "unchecked no https://tokens:443"),
        Case("a checked one", options("tls.verify", "yes")),
        Case("authorities", options("tls.authorities", "ca.pem"), "authorities /work/ca.pem http://h:80"),
        Case("a certificate", options("tls.certificate", "~/me.pem"), "clientKey /home/x/me.pem http://h:80"),
        Case("a proxy", options("proxy", "http://u:hunter2@proxy:1"), "proxy http://u:••••@proxy:1 -"),
        Case("no proxy", options("proxy", "none")),
        Case("a socket", options("network.unixSocket", "/var/run/docker.sock"), "unixSocket /run/docker.sock -"),
        Case("another place", options("network.connectTo", "::evil:1"), "connectTo ::evil:1 -"),
        Case("another address", options("network.resolve", "h:80:10.0.0.1"), "resolve h:80:10.0.0.1 -"),
        Case("harmless options", options("timeout", "3")),
    ]

    private static func input(_ draft: RequestDraft, _ environment: EnvironmentDraft? = nil) -> ResolutionInput {
        var input = RequestResolverTests.input(draft, environment: environment)
        (input.requestPath, input.environmentPath) = ("collections/c/x.request.json", "collections/c/environments/l.json")
        input.process["NAME"] = "me"
        return input
    }

    private static func shown(_ permission: Permission) -> String {
        "\(permission.kind.rawValue) \(permission.words) \(permission.origin ?? "-")"
    }

    @Test(arguments: cases) func `a request lists the resources of this machine that it uses`(_ test: Case) throws {
        let permissions = try RequestResolver.resolve(Self.input(test.draft)).permissions
        #expect(permissions.map(Self.shown).map { $0.replacing("/var/run", with: "/run") } == test.expected)
        #expect(permissions.allSatisfy { $0.file == "collections/c/x.request.json" })
    }

    @Test(arguments: [
        ("http://{{env:NAME}}.localhost/", "http://{{env:NAME}}.localhost:80"),
        ("http://{{v}}.localhost/x", "http://{{env:NAME}}.localhost:80"),
        ("{{env:API}}/x", "{{env:API}}"), ("https://{{env:HOST}}/x", "https://{{env:HOST}}:443"),
        ("http://me/{{env:NAME}}", "http://me:80"),
        ("http://name.me?a={{env:NAME}}", "http://name.me:80"), ("http://h:{{env:PORT}}/", "http://h:{{env:PORT}}"),
    ])
    func `a server is shown without values of the process`(url: String, server: String) throws {
        var input = Self.input(RequestDraft(url: url, variables: [Row("v", "{{env:NAME}}")]))
        input.process.merge(["API": "https://Api.Example/v1", "HOST": "api.example/v1", "PORT": "8080"]) { $1 }
        let permissions = try RequestResolver.resolve(input).permissions
        #expect(permissions.map(\.server) == [server])
        #expect(permissions.allSatisfy { $0.description.contains("for \(server)") && $0.origin?.contains("{{") == false })
    }

    @Test func `the server of an environment is shown without values of the process`() throws {
        let environment = EnvironmentDraft(name: "l", scheme: "http", host: "{{env:NAME}}.localhost")
        let permissions = try RequestResolver.resolve(Self.input(RequestDraft(url: "/"), environment)).permissions
        #expect(
            permissions.map(\.server) == ["http://{{env:NAME}}.localhost:80"] && permissions.map(\.origin) == ["http://me.localhost:80"])
    }

    @Test func `the file with the setting is named`() throws {
        var folder = FolderDraft(headers: [Row("F", "{{env:A}}")], variables: [Row("v", "{{env:B}}")])
        folder.options.proxy = "p:1"
        let environment = EnvironmentDraft(name: "l", host: "h", headers: [Row("E", "{{env:C}}")], variables: [Row("w", "{{env:D}}")])
        var input = RequestResolverTests.input(
            RequestDraft(url: "/{{v}}{{w}}", headers: [Row("R", "{{env:E}}")]), environment: environment, folders: [folder])
        (input.requestPath, input.environmentPath) = ("collections/c/x.request.json", "collections/c/environments/l.json")
        input.process = ["A": "a", "B": "b", "C": "c", "D": "d", "E": "e"]
        let files = Dictionary(
            uniqueKeysWithValues: try RequestResolver.resolve(input).permissions.map { ($0.words, $0.file) })
        let collection = "collections/c/collection.json"
        #expect(
            files == [
                "A": collection, "B": collection, "C": "collections/c/environments/l.json", "D": "collections/c/environments/l.json",
                "E": "collections/c/x.request.json", "p:1": collection,
            ])
    }

    @Test func `values that differ from the text of the file are named with their place`() throws {
        let workspace = try TemporaryWorkspace(["key": "secret"])
        try FileManager.default.createSymbolicLink(atPath: workspace.url.path + "/link", withDestinationPath: "key")
        var draft = RequestDraft(url: "http://h/", variables: [Row("via", "p:1")])
        (draft.options.network.unixSocket, draft.options.proxy) = (workspace.url.path + "/link", "{{via}}")
        let places = try RequestResolver.resolve(Self.input(draft)).permissions.map(\.source)
        #expect(places == ["option Proxy: {{via}}", "option Unix socket: \(workspace.url.path)/link"])
    }

    @Test func `escaped braces are shown as braces`() throws {
        var draft = RequestDraft(url: "http://h/", variables: [Row("via", "1")])
        (draft.options.network.unixSocket, draft.options.proxy) = ("/run/\\{{x}}", "\\{{p}}:{{via}}")
        let places = try RequestResolver.resolve(Self.input(draft)).permissions.map(\.source)
        #expect(places == ["option Proxy: \\{{p}}:{{via}}", "option Unix socket"])
    }

    @Test func `a secret of the workspace hides no words and no server of a question`() async throws {
        let environment = EnvironmentDraft(
            name: "l", scheme: "http", host: "{{place}}", headers: [Row("A", "{{words}}{{env:HOME}}")],
            secrets: [SecretEntry("words", .command(["printf", "HOME"])), SecretEntry("place", .command(["printf", "evil.example"]))])
        let reader = SecretReader(process: ["PATH": "/usr/bin:/bin", "HOME": "/root"], environmentFile: nil)
        let first = TrustGate { $0.filter { $0.origin != "http://{{place}}:80" } }
        let error = await #expect(throws: ResolutionError.self) {
            try await RequestResolver.resolve(Self.input(RequestDraft(url: "/"), environment), asking: reader, permitting: first)
        }
        #expect(error?.permissions.map(\.words) == ["printf evil.example", "printf HOME", "HOME"])
        #expect(error?.permissions.allSatisfy { $0.origin == "http://evil.example:80" } == true)
    }

    @Test func `the token endpoint needs permission`() throws {
        func servers(_ clientID: String, verify: Bool? = nil) throws -> [String] {
            var draft = RequestDraft(url: "https://api.example/", headers: [Row("X", "{{env:HOME}}")])
            draft.auth = AuthDraft(
                .oauth2, fields: ["grant": "client_credentials", "clientID": clientID, "tokenURL": "https://tokens.example/get"])
            draft.options.tls.verify = verify
            let resolved = try RequestResolver.resolve(Self.input(draft))
            #expect(resolved.request.oauthConfiguration?.receiver == "https://api.example:443")
            return resolved.permissions.map { "\($0.kind.rawValue) \($0.origin ?? "-")" }
        }
        #expect(try servers("plain") == ["processVariable https://api.example:443"])
        let both = ["processVariable https://api.example:443", "processVariable https://tokens.example:443"]
        #expect(Set(try servers("{{env:HOME}}")) == Set(both))
        let unchecked = ["unchecked https://api.example:443", "unchecked https://tokens.example:443"]
        #expect(Set(try servers("plain", verify: false)) == Set(both.prefix(1) + unchecked))
    }

    @Test func `headers of an environment for another host need no permission`() throws {
        let environment = EnvironmentDraft(name: "l", host: "h", headers: [Row("E", "{{env:HOME}}")])
        #expect(try RequestResolver.resolve(Self.input(RequestDraft(url: "https://other/"), environment)).permissions.isEmpty)
        #expect(try RequestResolver.resolve(Self.input(RequestDraft(url: "https://h/"), environment)).permissions.count == 1)
    }

    @Test(
        arguments: [
            ("https://h:8080/x", [], false), ("https://h:8080/x", [Row("q", "1")], true), ("https://h:8080", [], true), ("/x", [], true),
            ("https://other/x", [Row("q", "1")], false),
        ] as [(String, [Row], Bool)])
    func `the base URL of an environment counts only if it is used`(url: String, query: [Row], isUsed: Bool) throws {
        let environment = EnvironmentDraft(name: "l", host: "h", port: "{{env:PORT}}", pathPrefix: "/v1", query: query)
        var input = Self.input(RequestDraft(url: url), environment)
        input.process["PORT"] = "8080"
        let resolved = try RequestResolver.resolve(input)
        #expect(resolved.permissions.map(\.words) == (isUsed ? ["PORT"] : []))
        // The cookies of the environment are used in any case.
        #expect(resolved.request.serverEnvironment?.name == "l")
        if query.isEmpty { #expect(resolved.values.contains { $0.place == .baseURL(.port) } == isUsed) }
    }

    @Test func `the same words for another server need another permission`() throws {
        func hash(_ url: String, _ name: String) throws -> String {
            try #require(
                RequestResolver.resolve(Self.input(RequestDraft(url: url, headers: [Row(name, "{{env:HOME}}")]))).permissions.first
            ).hash
        }
        #expect(try hash("https://a/1", "X") == hash("https://A:443/2", "Y"))
        #expect(try hash("https://a/", "X") != hash("https://b/", "X"))
        #expect(try hash("https://a/", "X") != hash("http://a/", "X"))
    }

    @Test func `a link in the workspace counts as its target`() throws {
        let (workspace, elsewhere) = (try TemporaryWorkspace(["in.txt": "in"]), try TemporaryWorkspace(["key": "secret"]))
        let target = try #require(resolvedPathForTests(elsewhere.url.path + "/key"))
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: workspace.url.path + "/data.txt", withDestinationPath: target)
        try manager.createSymbolicLink(atPath: workspace.url.path + "/folder", withDestinationPath: elsewhere.url.path)
        try manager.createSymbolicLink(atPath: workspace.url.path + "/inner.txt", withDestinationPath: "in.txt")
        try manager.createSymbolicLink(atPath: workspace.url.path + "/circle", withDestinationPath: "circle")
        func words(_ path: String) throws -> [String] {
            var input = ResolutionInput(RequestDraft(url: "http://h/", body: BodyDraft(kind: .file, file: path)), root: workspace.url.path)
            input.process = ["HOME": "/home/x"]
            return try RequestResolver.resolve(input).permissions.map(\.words)
        }
        #expect(try words("data.txt") == [target] && words("folder/key") == [target])
        #expect(try words("folder/new") == [String(target.dropLast("/key".count)) + "/new"])
        #expect(try words("inner.txt").isEmpty && words("in.txt").isEmpty && words("circle").isEmpty)
    }

    @Test func `a permission for one server does not follow a redirect to another`() async throws {
        var draft = RequestDraft(
            method: "POST", url: "http://h/", headers: [Row("A", "x {{env:HOME}}"), Row("B", "{{token}}"), Row("C", "plain")],
            body: BodyDraft(kind: .json, json: #"{"a": "{{env:HOME}}"}"#))
        let environment = EnvironmentDraft(name: "l", host: "h", secrets: [SecretEntry("token", .command(["echo", "hunter2"]))])
        let reader = SecretReader(process: ["PATH": "/usr/bin:/bin"], environmentFile: nil)
        func confinement() async throws -> HTTPConfinement {
            try await RequestResolver.resolve(Self.input(draft, environment), asking: reader, permitting: .open).request.confinement
        }
        #expect(try await confinement() == HTTPConfinement(headerNames: ["a", "b"], includesBody: true))
        draft.body.json = #"{"a": "{{token}}"}"#
        #expect(try await confinement().includesBody)
        draft.body.json = "{}"
        #expect(try await !confinement().includesBody)
        draft.body = BodyDraft(kind: .file, file: "/etc/hosts")
        #expect(try await confinement().includesBody)
        draft.body.file = "data.json"
        #expect(try await !confinement().includesBody)
    }

    @Test func `short values and names do not follow a redirect either`() throws {
        func confinement(_ change: (inout RequestDraft) -> Void) throws -> HTTPConfinement {
            var draft = RequestDraft(method: "POST", url: "http://h/", headers: [Row("Plain", "1")], variables: [Row("pin", "{{env:PIN}}")])
            change(&draft)
            var input = ResolutionInput(draft)
            input.process = ["PIN": "1", "HOME": "/root"]
            return try RequestResolver.resolve(input).request.confinement
        }
        let none = HTTPConfinement()
        #expect(try confinement { $0.headers.append(Row("A", "x{{env:PIN}}")) } == HTTPConfinement(headerNames: ["a"]))
        #expect(try confinement { $0.headers.append(Row("A", "x{{pin}}")) } == HTTPConfinement(headerNames: ["a"]))
        #expect(try confinement { $0.headers.append(Row("A-{{env:PIN}}", "x")) } == HTTPConfinement(headerNames: ["a-1"]))
        #expect(try confinement { $0.headers.append(Row("A{{env:HOME}}", "x")) }.headerNames == ["a/root"])
        #expect(try confinement { $0.url = "http://h/{{env:PIN}}" } == none)
        let bodies = [
            BodyDraft(kind: .json, json: #"{"pin": {{pin}}}"#), BodyDraft(kind: .form, form: [Row("a{{pin}}", "b")]),
            BodyDraft(kind: .form, form: [Row("a", "{{env:PIN}}")]), BodyDraft(kind: .multipart, parts: [.init("{{env:PIN}}", "b")]),
        ]
        for body in bodies { #expect(try confinement { $0.body = body } == HTTPConfinement(includesBody: true)) }
        #expect(try confinement { $0.body = BodyDraft(kind: .json, json: "1") } == none)
    }

    @Test func `the source of a secret is not read without permission`() async throws {
        let marker = FileManager.default.temporaryDirectory.appending(path: "apus-ran-\(UUID().uuidString)").path
        let secrets = [
            SecretEntry("token", .command(["touch", marker])), SecretEntry("again", .command(["touch", marker])),
            SecretEntry("unused", .command(["false"])), SecretEntry("key", .environment("HOME")),
        ]
        let environment = EnvironmentDraft(
            name: "l", scheme: "http", host: "{{token}}.h", headers: [Row("A", "{{again}}")], secrets: secrets)
        let input = Self.input(RequestDraft(url: "/", headers: [Row("K", "{{key}}")]), environment)
        let reader = SecretReader(process: ["PATH": "/usr/bin:/bin", "HOME": "/home/x"], environmentFile: nil)
        let error = await #expect(throws: ResolutionError.self) {
            try await RequestResolver.resolve(input, asking: reader, permitting: TrustGate { $0 })
        }
        #expect(
            error?.permissions.map(Self.shown).sorted() == [
                "command touch \(marker) http://{{token}}.h:80", "command touch \(marker) http://{{token}}.h:80",
                "processVariable HOME http://{{token}}.h:80",
            ])
        let outline = await RequestResolver.outline(input, asking: reader, permitting: TrustGate { $0 })
        #expect(outline.missingPermissions.count == 3)
        #expect(!FileManager.default.fileExists(atPath: marker))
    }

    @Test func `a secret in the host does not lead to a server other than the shown one`() async throws {
        let environment = EnvironmentDraft(
            name: "l", scheme: "http", host: "{{name}}", headers: [Row("A", "{{env:HOME}}")],
            secrets: [SecretEntry("name", .command(["echo", "evil"]))])
        let input = Self.input(RequestDraft(url: "/"), environment)
        let reader = SecretReader(process: ["PATH": "/usr/bin:/bin"], environmentFile: nil)
        let first = TrustGate { $0.filter { $0.origin != "http://{{name}}:80" } }
        let error = await #expect(throws: ResolutionError.self) {
            try await RequestResolver.resolve(input, asking: reader, permitting: first)
        }
        #expect(error?.permissions.map(\.kind) == [.command, .processVariable])
        #expect(error?.permissions.allSatisfy { $0.origin == "http://evil:80" } == true)
    }
}

private func resolvedPathForTests(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}
