import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Completions while typing are inserted only after a selection.
@Suite struct CompletionTests {
    @Test(arguments: [Key(.tab), Key(.enter)])
    func `the first row is accepted if it continues the typed text`(_ key: Key) {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("acc")
        store.press(key)
        #expect(store.state.request.isEditing && store.state.request.completion == nil)
        store.press(Key(.escape))
        #expect(store.state.request.draft.headers.last == Row("Accept", ""))
    }

    @Test(arguments: [("app", "application/json"), ("json", "application/json"), ("xml", "application/xml")], [Key(.tab), Key(.enter)])
    func `the usual media type comes first, also by its subtype`(_ typed: (text: String, value: String), _ key: Key) {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("Content-Type:")
        store.type(typed.text)
        store.press(key)
        store.press(Key(.escape))
        if store.state.layer == .edit { store.press(Key(.escape)) }
        #expect(store.state.request.draft.headers.first == Row("Content-Type", typed.value))
    }

    @Test(arguments: ["content-type", "authorization", "Accept"])
    func `Tab after a header that is typed in full goes to its value`(name: String) {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type(name)
        store.press(Key(.tab))
        store.type("zz")
        store.press(Key(.escape))
        if store.state.layer == .edit { store.press(Key(.escape)) }
        #expect(store.state.request.draft.headers.first == Row(name, "zz"))
    }

    @Test func `Escape closes only the list`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("acc")
        store.press(Key(.escape))
        #expect(store.state.request.isEditing && store.state.request.completion == nil)
    }

    @Test func `an open list of variables shows new captures`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("{{te")
        store.press(Key(.down))
        let chosen = store.state.request.completion?.current.text
        var values = CapturedValues()
        values.merge(["tea": CapturedValue("green")], of: "local")
        store.send(.sending(.captured(.restore(values, collection: "collections/star-wars"))))
        #expect(store.state.request.completion?.items.map(\.text).contains("tea}}") == true)
        #expect(store.state.request.completion?.current.text == chosen)
    }

    @Test(arguments: [true, false]) func `a list of variables opens when a captured one matches, unless the name has ended`(goesOn: Bool) {
        var store = TestStore.opened()
        store.send(.request(.editURL))
        store.type("http://h/{{team}}/{{zq")
        #expect(store.state.request.completion == nil)
        if !goesOn { store.press(Key(.left)) }
        var values = CapturedValues()
        values.merge(["zq1": CapturedValue("green")], of: "local")
        store.send(.sending(.captured(.restore(values, collection: "collections/star-wars"))))
        #expect(store.state.request.completion?.items.map(\.text) == (goesOn ? ["zq1}}"] : nil))
        guard goesOn else { return }
        store.press(Key(.tab))
        #expect(store.state.request.url.text == "http://h/{{team}}/{{zq1}}")
    }

    @Test func `variables come before secrets and functions, and better matches first`() {
        var draft = Sample.draft
        draft.variables = [Row("site", "a"), Row("team", "own"), Row("late", "b")]
        var store = TestStore.opened(draft)
        let environment = KnownVariable.Place.environment(path: "collections/star-wars/environments/local.json")
        store.send(
            .workspace(
                .variablesKnown([
                    KnownVariable(name: "tether", value: nil, origin: "secret of environment local", place: environment),
                    KnownVariable(name: "tea", value: "green", origin: "environment local", place: environment),
                    KnownVariable(name: "team", value: "outer", origin: "workspace", place: .workspace),
                    KnownVariable(name: "token", value: "t", origin: "workspace", place: .workspace),
                ])))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("{{te")
        let items = store.state.request.completion?.items ?? []
        let names = items.map { $0.text.replacing("}}", with: "") }
        #expect(names.prefix(2) == ["tea", "team"], "\(names)")
        #expect(Set(names.prefix(6)) == ["tea", "team", "token", "site", "late", "tether"] && names[5] == "tether", "\(names)")
        #expect(names.dropFirst(6).allSatisfy { $0.hasPrefix("$") || $0 == "env:" || $0.hasPrefix("prompt") }, "\(names)")
        #expect(names.contains { $0.hasPrefix("$") })
        #expect(items.filter { $0.text == "team}}" }.map(\.detail) == ["own  request"])
    }

    @Test(arguments: ["http://h/get", "h/get"]) func `an address that is typed already has no suggestion`(text: String) {
        var store = TestStore.opened()
        let node = WorkspaceNode(path: "collections/c/a.request.json", name: "A", kind: .request(method: "GET"), url: "http://h/get")
        let collection = WorkspaceNode(path: "collections/c", name: "C", kind: .collection, children: [node])
        store.send(.workspace(.opened(WorkspaceTree(nodes: [collection]), isWhole: true)))
        store.press(.control("n"))
        store.type(String(text.dropLast()))
        #expect(store.state.request.completion != nil)
        store.type("t")
        #expect(store.state.request.completion == nil)
    }

    @Test func `text that no suggestion continues stays as typed`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("X-Foo")
        #expect(store.canvas.contains("X-Forwarded-For"))
        store.press(Key(.tab))
        store.type("1")
        store.press(Key(.escape))
        #expect(store.state.request.draft.headers.last == Row("X-Foo", "1"))
        let node = WorkspaceNode(path: "collections/c/a.request.json", name: "A", kind: .request(method: "GET"), url: "http://h/get?q=a")
        let collection = WorkspaceNode(path: "collections/c", name: "C", kind: .collection, children: [node])
        store.send(.workspace(.opened(WorkspaceTree(nodes: [collection]), isWhole: true)))
        store.press(.control("n"))
        store.type("http://h/get")
        #expect(store.state.request.completion != nil)
        #expect(store.press(Key(.enter)).contains { if case .sending(.send(let job)) = $0 { job.draft.query.isEmpty } else { false } })
        store.send(.request(.editURL))
        store.type("http://h/get")
        store.press(Key(.tab))
        #expect(store.state.request.url.text == "http://h/get?q=a")
    }
}
