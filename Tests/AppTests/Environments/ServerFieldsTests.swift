import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Problems of an environment's server and of variables in windows.
@Suite struct ServerFieldsTests {
    private static let path = "collections/star-wars/environments/local.json"

    private func store(_ draft: EnvironmentDraft) -> TestStore {
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.environmentRead(path: Self.path, draft))))
        return store
    }

    @Test(arguments: ["p?x", "p#y", "p q", "ü"])
    func `an invalid path prefix shows the reason and is not saved`(prefix: String) {
        var store = store(EnvironmentDraft(name: "local", host: "h"))
        store.press(.character("j"), .character("e"))
        store.type("/" + prefix)
        store.press(Key(.escape))
        #expect(store.tableWindow?.pages[0].rows[1].problem != nil)
        #expect(store.press(.control("s")).isEmpty)
        #expect(store.tableWindow?.problem?.hasPrefix("Base URL: expected") == true)
    }

    @Test func `a click on the label of a field edits it`() {
        var store = store(EnvironmentDraft(name: "local", host: "h"))
        store.click("Base URL")
        store.type("/v1")
        #expect(store.tableWindow?.isEditing == true)
        #expect(store.tableWindow?.pages[0].rows[1][1].hasSuffix("/v1") == true)
    }

    @Test func `a new variable needs a name that references can have, and lines of a file become variables`() {
        var store = store(EnvironmentDraft(name: "local", variables: [Row("team", "red")]))
        store.press(.character("]"), .character("a"))
        store.send(.input(.paste("AA=1\nBB=2 3\n# CC=4")))
        store.press(Key(.escape))
        #expect(store.tableWindow?.pages[1].rows.map(\.cells) == [["team", "red"], ["AA", "1"], ["BB", "2 3"], ["CC", "4"]])
        #expect(store.tableWindow?.pages[1].rows.map(\.isEnabled) == [true, true, true, false])
        store.press(.character("a"))
        store.type("q\"q")
        store.press(Key(.escape))
        #expect(store.press(.control("s")).isEmpty)
        #expect(store.tableWindow?.problem?.hasPrefix("“q\"q”: expected a name") == true)
    }

    @Test func `one field contains the whole server, and undo restores it`() throws {
        var store = store(EnvironmentDraft(name: "local", host: "old", port: "1", pathPrefix: "/old"))
        #expect(try #require(store.tableWindow).pages[0].rows.map { $0[1] } == ["local", "https://old:1/old", "no"])
        store.press(.character("j"), .character("e"), .control("u"))
        store.send(.input(.paste("http://127.0.0.1:18431/v1")))
        store.press(Key(.enter), .character("u"))
        #expect(try #require(store.tableWindow).pages[0].rows[1][1] == "https://old:1/old")
        store.press(.character("U"))
        let expected = EnvironmentDraft(name: "local", scheme: "http", host: "127.0.0.1", port: "18431", pathPrefix: "/v1")
        #expect(store.press(.control("s")) == [.workspace(.settings(.saveEnvironment(path: Self.path, expected, oldName: "local")))])
    }

    @Test func `a new environment gets its base URL and a secret in ten keys besides the text`() throws {
        var store = TestStore.withTree()
        store.press(.character("j"))
        var keys = 0
        func press(_ key: Key) -> [Effect] {
            keys += 1
            return store.press(key)
        }
        _ = press(.character("g"))
        _ = press(.character("E"))
        store.type("staging")
        #expect(press(Key(.enter)).count == 1)
        store.send(.workspace(.settings(.environmentRead(path: Self.path, EnvironmentDraft(name: "staging")))))
        store.type("https://api.example.com/v1")
        _ = press(Key(.enter))
        _ = press(.character("]"))
        _ = press(.character("]"))
        _ = press(.character("a"))
        store.type("token")
        _ = press(Key(.tab))
        store.type("hunter2")
        #expect(!store.canvas.contains("hunter2"))
        #expect(store.tableWindow?.unsavedEdits?.pages.contains { $0.typed.rows.contains { $0.cells.contains("hunter2") } } == false)
        let saved = press(.control("s"))
        let expected = EnvironmentDraft(
            name: "staging", host: "api.example.com", pathPrefix: "/v1", secrets: [SecretEntry("token", .file)])
        #expect(
            saved == [.workspace(.settings(.saveEnvironment(path: Self.path, expected, oldName: "staging", secrets: ["token": "hunter2"])))]
        )
        #expect(keys <= 10)
    }

    @Test func `a copy is opened with the cursor in its name, once`() {
        var store = TestStore.withTree()
        let copy = EnvironmentDraft(name: "local copy", host: "h.example")
        store.send(.workspace(.changed(.duplicated(path: Self.path))))
        store.send(.workspace(.settings(.environmentRead(path: Self.path, copy))))
        #expect(store.tableWindow?.page.table.selected == 0 && store.tableWindow?.isEditing == true)
        store.type(" 2")
        _ = store.press(Key(.enter))
        #expect(store.tableWindow?.page.rows[0][1] == "local copy 2" && store.tableWindow?.isEditing == false)
        let renamed = EnvironmentDraft(name: "local copy 2", host: "h.example")
        let effects = store.press(.control("s"))
        #expect(effects == [.workspace(.settings(.saveEnvironment(path: Self.path, renamed, oldName: "local copy", secrets: [:])))])
        var other = TestStore.withTree()
        other.send(.workspace(.settings(.environmentRead(path: Self.path, copy))))
        #expect(other.tableWindow?.isEditing == false)
    }

    @Test func `a value for another source is refused, and a missing value is reported`() throws {
        var store = store(
            EnvironmentDraft(name: "local", host: "h", secrets: [SecretEntry("a", .environment("A")), SecretEntry("b", .file)]))
        store.press(.character("]"), .character("]"))
        #expect(try #require(store.tableWindow).pages[2].rows.map { $0.problem == nil } == [true, false])
        store.press(.character("l"), .character("e"))
        store.type("x")
        #expect(store.press(.control("s")).isEmpty)
        #expect(store.tableWindow?.problem != nil)
    }

    @Test func `invalid variables show the reason`() {
        let variables = [Row("v1", "{{v2}}"), Row("v2", "a{{v1}}"), Row("ok", "{{v1}}")]
        var store = store(EnvironmentDraft(name: "local", host: "h", variables: variables))
        store.press(.character("]"))
        #expect(store.canvas.contains("✗ a value that does not refer"))
        store.press(.character("j"), .character("e"), .control("u"))
        store.type("x")
        store.press(Key(.escape))
        #expect(!store.canvas.contains("✗"))
        store.press(.character("a"))
        store.type("a}b")
        store.press(Key(.escape))
        #expect(store.canvas.contains("✗ a name without"))
    }

    @Test func `a circular variable of a folder or a request is marked`() {
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.folderRead(path: "collections/star-wars", FolderDraft(variables: [Row("a", "{{a}}")]), []))))
        store.press(.character("]"))
        #expect(store.canvas.contains("✗ a value that does not refer"))
        store = .opened(RequestDraft(variables: [Row("self", "{{ self }}")]))
        store.send(.request(.showVariables))
        #expect(store.canvas.contains("✗ a value that does not refer"))
    }
}
