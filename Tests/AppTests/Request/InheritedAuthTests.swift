import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// An inherited scheme on the Auth tab.
@Suite struct InheritedAuthTests {
    private static let collection = InheritedLayer(
        path: "collections/star-wars", settings: FolderDraft(name: "Star Wars", auth: AuthDraft(.bearer)))

    private static func layer(_ kind: AuthDraft.Kind) -> InheritedLayer {
        InheritedLayer(path: "collections/star-wars/people", settings: FolderDraft(auth: AuthDraft(kind)))
    }

    @Test func `the Headers tab lists the nearest inherited header of each name`() {
        let outer = InheritedLayer(
            path: "collections/star-wars",
            settings: FolderDraft(
                name: "Star Wars", headers: [Row("X-Team", "outer"), Row("X-Off", "1"), Row("X-Own", "1")], auth: AuthDraft(.bearer)))
        let inner = InheritedLayer(
            path: "collections/star-wars/people",
            settings: FolderDraft(headers: [Row("x-team", "core"), Row("X-Off", "", isEnabled: false)]))
        var store = TestStore.opened(RequestDraft(url: "h/", headers: [Row("X-Own", "2", isEnabled: false)]))
        store.send(.workspace(.authKnown(InheritedAuth([outer, inner]))))
        store.send(.workspace(.optionsKnown(InheritedOptions([outer, inner]))))
        store.send(.request(.selectTab(.headers)))
        let rows = store.state.requestContext.shape(of: .headers, store.state.request).added.map { "\($0[0]): \($0[1])" }
        #expect(rows.contains("x-team: core (folder “people”)") && rows.contains("Authorization: Bearer … (collection “Star Wars”)"))
        #expect(!rows.contains { $0.hasPrefix("X-O") || $0.hasPrefix("X-Team") })
    }

    @Test(arguments: [
        ([collection], "Bearer Token, inherited from the collection “Star Wars”"),
        ([collection, layer(.inherit)], "Bearer Token, inherited from the collection “Star Wars”"),
        ([collection, layer(.basic)], "Basic, inherited from the folder “people”"),
        ([collection, layer(.none)], "No authentication, inherited from the folder “people”"),
        ([layer(.inherit)], "No authentication to inherit"), ([], "No authentication to inherit"),
    ])
    func `the row names the scheme and its origin`(_ layers: [InheritedLayer], _ sentence: String) {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.auth)))
        store.send(.workspace(.authKnown(InheritedAuth(layers))))
        let shown = store.canvas.lines.map { $0.split(separator: "│").last { !$0.allSatisfy(\.isWhitespace) } ?? "" }
        #expect(shown.joined(separator: " ").split(separator: " ").joined(separator: " ").contains(sentence))
    }

    @Test(arguments: [
        (AuthDraft(.apiKey, fields: ["key": "X-Key", "value": "secret"]), ["X-Key: … (auth)"]),
        (AuthDraft(.apiKey, fields: ["key": "k", "in": "query"]), []), (AuthDraft(.basic), ["Authorization: Basic … (auth)"]),
        (
            AuthDraft(.awsSignature, fields: ["sessionToken": "t"]),
            ["Authorization: AWS4-HMAC-SHA256 … (auth)", "X-Amz-Date: calculated (auth)", "X-Amz-Security-Token: … (auth)"]
        ),
    ])
    func `the headers of the own authentication are listed without secrets`(_ auth: AuthDraft, _ expected: [String]) {
        let store = TestStore.opened(RequestDraft(name: "A", url: "http://h/", auth: auth))
        let rows = store.state.requestContext.shape(of: .headers, store.state.request).added.map { "\($0[0]): \($0[1])" }
        #expect(rows.filter { $0.hasSuffix("(auth)") } == expected)
    }

    @Test(arguments: [AuthDraft.Kind.bearer, .basic]) func `undo does not show a typed secret`(_ kind: AuthDraft.Kind) {
        var store = TestStore.opened(RequestDraft(name: "A", url: "http://h/", auth: AuthDraft(kind)))
        store.send(.application(.focus(.request)))
        store.send(.request(.selectTab(.auth)))
        if kind == .basic { store.press(.character("j")) }
        store.press(.character("e"))
        store.type("HIDEME")
        store.press(Key(.escape), Key(.escape))
        for key in ["u", "U", "u"] as [Character] {
            store.press(.character(key))
            #expect(!store.canvas.contains("HIDEME") && store.state.layer == .nav, "\(store.canvas.text)")
        }
    }

    @Test func `a secret option that was recorded while it was typed is masked`() throws {
        var rows = OptionFields.rows(of: RequestOptions())
        let secrets = RequestOption.all.indices.filter { RequestOption.all[$0].isSecret }
        let plain = try #require(RequestOption.all.indices.first { !RequestOption.all[$0].isSecret })
        for index in secrets + [plain] { rows[index][1] = "typed" }
        OptionFields.mask(&rows)
        #expect(!secrets.isEmpty && secrets.allSatisfy { rows[$0].isSecret } && !rows[plain].isSecret)
    }
}
