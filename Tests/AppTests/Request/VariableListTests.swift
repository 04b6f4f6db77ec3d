import Engine
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The window of all variables that a request can use.
@Suite struct VariableListTests {
    private static let environment = "collections/star-wars/environments/local.json"

    private func store(_ draft: RequestDraft = RequestDraft(url: "http://h/{{team}}", variables: [Row("team", "blue"), Row("own", "1")]))
        -> TestStore
    {
        var store = TestStore.opened(draft)
        store.send(
            .workspace(
                .variablesKnown([
                    KnownVariable(name: "team", value: "red", origin: "environment local", place: .environment(path: Self.environment)),
                    KnownVariable(
                        name: "team", value: "green", origin: "collection Star Wars", place: .folder(path: "collections/star-wars")),
                    KnownVariable(
                        name: "token", value: nil, origin: "secret of environment local", place: .environment(path: Self.environment)),
                    KnownVariable(name: "space", value: "{{team}}!", origin: "workspace", place: .workspace),
                ])))
        store.state.focus = .tree
        return store
    }

    @Test func `an undefined variable is defined in the environment, or else in the request`() throws {
        var store = store(RequestDraft(url: "http://h/{{tokn}}"))
        let path = try #require(store.state.environment).path
        store.state.focus = .request
        store.press(.character("g"), .character("p"))
        let action = try #require(store.state.toasts.last?.action)
        #expect(store.send(action.message).contains(.workspace(.settings(.readEnvironment(path: path)))))
        store.send(.workspace(.settings(.environmentRead(path: path, EnvironmentDraft(name: "local", variables: [Row("a", "1")])))))
        store.type("value")
        store.press(Key(.escape))
        let effects = store.press(.control("s"))
        let saved = effects.compactMap { effect -> EnvironmentDraft? in
            if case .workspace(.settings(.saveEnvironment(_, let draft, _, _, _))) = effect { draft } else { nil }
        }
        #expect(saved.first?.variables == [Row("a", "1"), Row("tokn", "value")], "\(effects)")
        var alone = TestStore()
        alone.state.request.fill(RequestDraft(url: "http://h/{{tokn}}"), isFirst: true)
        alone.send(.request(.define(nil)))
        alone.type("v")
        alone.press(Key(.escape))
        #expect(alone.state.request.draft.variables == [Row("tokn", "v")])
    }

    @Test func `a value that is nested too deep is not shown as if it were sent`() {
        let rows = (0..<80).map { Row("v\($0)", "{{v\($0 + 1)}}") } + [Row("v80", "end")]
        let store = store(RequestDraft(url: "http://h/", variables: rows))
        #expect(store.state.variableScope.expanded("{{v0}}") == "{{v\(VariableResolver.nestingLimit)}}")
        #expect(store.state.variableScope.expanded("{{v30}}") == "end")
    }

    @Test func `the list has every variable with value and origin, overridden ones muted`() throws {
        var store = store()
        store.press(.character("g"), .character("v"))
        let items = try #require(store.picker).items
        #expect(
            items.map { $0.title.split(separator: " ").joined(separator: "=") } == [
                "own=1", "space=red!", "team=red", "team=blue", "team=green", "token=••••",
            ])
        #expect(
            items.map(\.detail) == [
                "request", "workspace", "environment local", "request (overridden)", "collection Star Wars (overridden)",
                "secret of environment local",
            ])
        #expect(items.map(\.isMuted) == [false, false, false, true, true, false])
    }

    @Test func `a captured value comes before all others`() throws {
        var store = store()
        store.state.workspace.addCaptured(
            ["team": CapturedValue("gold", isSecret: false)], of: "local", in: "collections/star-wars")
        store.press(.character("g"), .character("v"))
        let items = try #require(store.picker).items.filter { $0.keywords == ["team"] }
        #expect(items.first?.detail == "a response (captured in local)" && items.map(\.isMuted) == [false, true, true, true])
    }

    @Test func `the selected variable is found at once, and others by typing`() throws {
        var store = store()
        store.send(.application(.focus(.request)))
        store.press(.character("g"), .character("v"))
        #expect(store.picker?.field.text == "team" && store.picker?.matches.count == 3)
        store.type("own")
        #expect(store.picker?.current?.keywords == ["own"])
    }

    @Test func `Enter goes to the place that defines a variable`() throws {
        var store = store()
        store.press(.character("g"), .character("v"))
        store.type("token")
        #expect(store.press(Key(.enter)) == [.workspace(.settings(.readEnvironment(path: Self.environment)))])
        let draft = EnvironmentDraft(
            name: "local", variables: [Row("team", "red")], secrets: [SecretEntry("a", .file), SecretEntry("token", .file)])
        store.send(.workspace(.settings(.environmentRead(path: Self.environment, draft))))
        let tableWindow = try #require(store.tableWindow)
        #expect(tableWindow.showsSecrets && tableWindow.page.table.selected == 1 && store.state.soughtVariable == nil)
        store.press(Key(.escape), .character("g"), .character("v"))
        store.type("collection star wars")
        #expect(store.press(Key(.enter)).isEmpty)
    }

    @Test func `Enter goes to a variable of the workspace`() throws {
        var store = store()
        store.press(.character("g"), .character("v"))
        store.type("space")
        #expect(store.press(Key(.enter)) == [.workspace(.settings(.readFolder(path: "")))])
        store.send(.workspace(.settings(.folderRead(path: "", FolderDraft(variables: [Row("a", "1"), Row("space", "x")])))))
        let tableWindow = try #require(store.tableWindow)
        #expect(tableWindow.page.table.selected == 1 && store.state.soughtVariable == nil)
    }

    @Test func `Enter goes to a secret of the collection, also beside a variable of its name`() throws {
        var store = store()
        let path = "collections/star-wars"
        let secret = KnownVariable(name: "token", value: nil, origin: "secret of collection Star Wars", place: .folder(path: path))
        #expect(store.send(.application(.showDefinition(secret))) == [.workspace(.settings(.readFolder(path: path)))])
        let draft = FolderDraft(name: "Star Wars", variables: [Row("token", "open")])
        store.send(.workspace(.settings(.folderRead(path: path, draft, storedSecrets: ["a", "token"]))))
        let tableWindow = try #require(store.tableWindow)
        #expect(tableWindow.showsSecrets && tableWindow.page.table.selected == 1 && !tableWindow.hasChanges)
    }

    @Test func `a variable whose file cannot be read is not added to the next window`() {
        var store = store()
        store.press(.character("g"), .character("v"))
        store.type("space")
        store.press(Key(.enter))
        store.send(.workspace(.changeFailed("workspace.json:2: A merge conflict of git is not resolved")))
        store.send(.workspace(.settings(.environmentRead(path: Self.environment, EnvironmentDraft(name: "local")))))
        guard let tableWindow = store.state.windows.last?.content as? TableWindow else { return #expect(Bool(false), "no window") }
        #expect(!tableWindow.hasChanges && tableWindow.pages.allSatisfy { page in !page.rows.contains { $0[0] == "space" } })
        #expect(store.state.soughtVariable == nil)
    }

    @Test func `the request's own variable gets the cursor`() {
        var store = store()
        store.press(.character("g"), .character("v"))
        store.type("own")
        store.press(Key(.enter))
        #expect(store.state.focus == .request && store.state.request.section == .variables)
        #expect(store.state.request.variables.table.selected == 1)
    }

    @Test func `a list without variables shows a message`() {
        var store = TestStore.withTree()
        store.press(.character("g"), .character("v"))
        #expect(store.picker?.items.isEmpty == true && store.canvas.contains("No variables yet"))
    }
}
