import JSON
import Testing

@testable import Workspace

/// Collections in which variables replace credentials.
@Suite struct CollectionCredentialsTests {
    private static func request(_ name: String, token: String) -> CollectionTree.Item {
        var draft = RequestDraft(auth: AuthDraft(.bearer, fields: ["token": token]))
        draft.name = name
        return .request(.init(draft))
    }

    private func tokens(_ tree: CollectionTree) -> [String] { tree.requests.map { $0.request.draft.auth["token"] } }

    @Test func `equal values share a variable, and different ones have numbers`() {
        let tree = CollectionTree(.init(items: [("A", "1"), ("B", "2"), ("C", "1")].map { Self.request($0, token: $1) }))
        let found = CollectionCredentials(of: tree)
        #expect(tokens(found.tree) == ["{{token}}", "{{token2}}", "{{token}}"])
        #expect(found.tree.secretValues == ["token": "1", "token2": "2"])
        #expect(CollectionCredentials.places(in: tree).count == 3)
    }

    @Test func `used and defined names are not chosen again`() {
        var draft = RequestDraft(url: "http://h/{{token2}}")
        draft.captures = [Capture(variable: "token3", from: "body")]
        let environment = CollectionTree.Environment(EnvironmentDraft(name: "E", variables: [Row("token", "{{x}}")]))
        let tree = CollectionTree(.init(items: [.request(.init(draft)), Self.request("A", token: "1")]), environments: [environment])
        #expect(CollectionCredentials(of: tree).tree.secretValues == ["token4": "1"])
    }

    @Test func `variables of the collection and of environments become secrets of the same name`() {
        var tree = CollectionTree(.init(FolderDraft(variables: [Row("token", "1"), Row("page", "1"), Row("otp", "9", isEnabled: false)])))
        tree.environments = [
            .init(EnvironmentDraft(name: "E", headers: [Row("X-Page", "a"), Row("X-Api-Key", "k")], variables: [Row("token", "2")]))
        ]
        tree.root.items = [Self.request("A", token: "1")]
        let found = CollectionCredentials(of: tree).tree
        #expect(found.root.draft.variables == [Row("page", "1"), Row("otp", "{{otp2}}", isEnabled: false)])
        let environment = found.environments[0]
        #expect(environment.draft.variables.isEmpty && environment.draft.secrets.map(\.name) == ["apiKey", "token"])
        #expect(environment.secretValues == ["apiKey": "k", "token": "2"])
        #expect(environment.draft.headers == [Row("X-Page", "a"), Row("X-Api-Key", "{{apiKey}}")])
        // The environment's token is another one.
        #expect(tokens(found) == ["{{token2}}"] && found.secretValues == ["token": "1", "token2": "1", "otp2": "9"])
    }

    @Test func `secrets on this machine keep their names`() {
        let tree = CollectionTree(.init(items: [("New", "0"), ("A", "1")].map { Self.request($0, token: $1) }))
        let found = CollectionCredentials(of: tree, knowing: ["token": "1", "other": "x"])
        #expect(tokens(found.tree) == ["{{token2}}", "{{token}}"] && found.tree.secretValues == ["token": "1", "token2": "0"])
        // One that was changed here is the one of its name.
        #expect(tokens(CollectionCredentials(of: tree, knowing: ["token": "rotated"]).tree) == ["{{token}}", "{{token2}}"])
    }

    @Test func `variables of folders refer to secrets, examples are masked, and foreign members are only named`() {
        let folder = CollectionTree.Folder(
            FolderDraft(name: "F", variables: [Row("secret", "abc")]), extensions: ["x-a": [["key": "token", "value": "v"]]])
        let example = SavedResponse(name: "ok", headers: [Row("Set-Cookie", "a=b")])
        let tree = CollectionTree(.init(items: [.folder(folder), .request(.init(RequestDraft(), examples: [example]))]))
        let found = CollectionCredentials(of: tree)
        #expect(found.places.map(\.replacement) == [.variable("secret2"), .none, .mask])
        guard case .folder(let child) = found.tree.root.items[0], case .request(let request) = found.tree.root.items[1] else {
            return #expect(Bool(false), "other items")
        }
        #expect(child.draft.variables == [Row("secret", "{{secret2}}")] && child.extensions == folder.extensions)
        #expect(request.examples[0].headers == [Row("Set-Cookie", SecretMask.sign)])
    }

    /// The response of a login, as other programs store it.
    @Test func `no stored response contains a credential`() throws {
        let (token, secret) = ("tok-123456", "pw-1")
        var draft = RequestDraft(
            auth: AuthDraft(.bearer, fields: ["token": token]), body: BodyDraft(kind: .json, json: #"{"password": "pw-1"}"#))
        draft.docs = "Use \(token)."
        var sent = RequestDraft(body: BodyDraft(kind: .text, text: "\n{\"password\": \"pw-1\"}"))
        sent.docs = "It is \(secret)."
        let body = #"{"access_token": "new", "echo": "\#(token)", "list": ["pw-1"], "password": "pw-1", "page": "pw-12", "token": "{{x}}"}"#
        let headers = [Row("Location", "/?t=\(token)"), Row("X", "1")]
        let examples = [
            SavedResponse(name: "ok", request: sent, headers: headers, body: Array(body.utf8)),
            SavedResponse(name: "bytes", body: [0xFF] + Array(#"{"token": "new"}"#.utf8)),
        ]
        let tree = CollectionTree(.init(items: [.request(.init(draft, examples: examples))]))
        let found = CollectionCredentials(of: tree)
        let request = try #require(found.tree.requests.first?.request)
        let sign = SecretMask.sign
        #expect(
            request.examples[0].text
                == #"{"access_token": "\#(sign)", "echo": "\#(sign)", "list": ["\#(sign)"], "password": "\#(sign)", "page": "pw-12", "token": "{{x}}"}"#
        )
        #expect(request.examples[0].headers == [Row("Location", "/?t=\(sign)"), Row("X", "1")])
        #expect(request.examples[0].request?.body.text == "\n{\"password\": \"{{password}}\"}")
        #expect(request.examples[1] == examples[1])
        #expect(found.tree.secretValues == ["token": token, "password": secret])
        #expect(found.places.filter { $0.replacement == .mask }.count == 4)
        #expect(found.places.filter { $0.replacement == .none }.map(\.name) == ["“docs”"], "that of the example is short")
        #expect(CollectionCredentials.places(in: tree).count == found.places.count)
    }

    @Test func `no stored response in XML contains a credential`() throws {
        let body =
            "\n<?xml version=\"1.0\"?><s:r session=\"s-123\"><token> new-1 </token><n>2</n><password><![CDATA[pw-1]]></password></s:r>"
        let tree = CollectionTree(
            .init(items: [.request(.init(RequestDraft(), examples: [SavedResponse(name: "ok", body: Array(body.utf8))]))]))
        let found = CollectionCredentials(of: tree)
        let text = found.tree.requests.first?.request.examples.first?.text
        let sign = SecretMask.sign
        #expect(
            text
                == "\n<?xml version=\"1.0\"?><s:r session=\"\(sign)\"><token> \(sign) </token><n>2</n><password><![CDATA[\(sign)]]></password></s:r>"
        )
        #expect(found.places.map(\.replacement) == [.mask, .mask, .mask])
    }

    /// Their words stand everywhere, as in the names of members.
    @Test(arguments: ["password", "changeme"]) func `placeholders are not searched for`(value: String) throws {
        let draft = RequestDraft(auth: AuthDraft(.basic, fields: ["username": "u", "password": value]))
        let example = SavedResponse(name: "no", body: Array("The \(value) is wrong.".utf8))
        let tree = CollectionTree(.init(items: [.request(.init(draft, examples: [example]))]))
        let found = CollectionCredentials(of: tree)
        #expect(found.places.map(\.replacement) == [.variable("password")])
        #expect(found.tree.requests.first?.request.examples == [example])
    }

    @Test func `a finder takes the secrets of a text out of many`() {
        let secrets = Set((100..<1_000).map { "key-\($0)" } + ["a/ä+b", "key-123-long"])
        let finder = SecretMask.Finder(SecretMask(secrets))
        #expect(finder.mask(of: Array("key-12, kez-123 a/b".utf8)).isEmpty && finder.mask(of: []).isEmpty)
        let found = finder.mask(of: Array("?a%2F%C3%A4%2Bb&key-123-long key-999".utf8))
        #expect(found.masked("a/ä+b a%2F%C3%A4%2Bb key-123-long key-123 key-999 key-998") == "a/ä+b •••• •••• •••• •••• key-998")
    }

    @Test func `settings of a token in another program are no credentials`() {
        func places(_ members: [(String, String)]) -> Int {
            let list = JSONValue.array(members.map { ["key": .string($0), "value": .string($1)] })
            let object = JSONValue.object(JSONObject(members.map { JSONMember($0, .string($1)) }))
            return [list, object].reduce(0) { sum, auth in
                let request = CollectionTree.Request(extensions: ["x-postman": ["auth": auth]])
                return sum + CollectionCredentials.places(in: CollectionTree(.init(items: [.request(request)]))).count
            }
        }
        let settings = [
            ("addTokenTo", "header"), ("tokenType", "Bearer"), ("tokenName", "Mine"), ("tokenPlacement", "url"), ("token_source", "access"),
            ("tokenHeaderPrefix", "Token"), ("accessToken", "{{token}}"),
        ]
        #expect(places(settings) == 0)
        #expect(places(settings + [("clientSecret", "ab12cd34")]) == 2)
    }

    @Test func `variables that repeat a credential are separated, whatever their names`() {
        let value = "Nv2o8Q4x7Zk1"
        var draft = RequestDraft(query: [Row("api_key", value)], variables: [Row("mine", value), Row("page", "2")])
        draft.name = "A"
        let environment = EnvironmentDraft(name: "E", variables: [Row("key_e", value), Row("base", "http://h/")])
        let tree = CollectionTree(
            .init(
                FolderDraft(variables: [Row("key_collection", value), Row("link", "http://h/?k=\(value)")]),
                items: [.folder(.init(FolderDraft(name: "F", variables: [Row("key_f", value)]), items: [.request(.init(draft))]))]),
            environments: [.init(environment)])
        let found = CollectionCredentials(of: tree)
        let name = found.tree.secretValues.first { $0.value == value }?.key ?? ""
        #expect(found.tree.root.draft.variables.map(\.value) == ["{{\(name)}}", "http://h/?k=\(value)"])
        let (request, folders) = found.tree.requests[0]
        #expect(folders.last?.draft.variables == [Row("key_f", "{{\(name)}}")])
        #expect(request.draft.variables == [Row("mine", "{{\(name)}}"), Row("page", "2")])
        #expect(found.tree.environments[0].draft.variables == [Row("base", "http://h/")])
        #expect(found.tree.environments[0].secretValues == ["key_e": value])
        // Part of a value stays, and its variable is named.
        #expect(found.places.filter { $0.replacement == .none }.map(\.name) == ["variable “link”"])
        #expect(CollectionCredentials.places(in: tree).map(\.name) == found.places.map(\.name))
    }
}
