import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// What is said of an environment's server and of variables in windows.
@Suite struct ServerFieldsTests {
    private static let path = "collections/star-wars/environments/local.json"

    private func store(_ draft: EnvironmentDraft) -> TestStore {
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.environmentRead(path: Self.path, draft))))
        return store
    }

    private func sheet(_ store: TestStore) -> SheetOverlay? {
        if case .sheet(let sheet)? = store.state.windows.last { sheet } else { nil }
    }

    @Test(arguments: ["p?x", "p#y", "p q", "ü"])
    func `a path prefix that cannot be has the reason beside it and is not saved`(prefix: String) {
        var store = store(EnvironmentDraft(name: "local", host: "h"))
        store.press(.character("j"), .character("j"), .character("j"), .character("j"), .character("e"))
        store.type(prefix)
        store.press(Key(.escape))
        #expect(store.canvas.contains("✗ a path alone"))
        #expect(store.press(.control("s")).isEmpty)
        #expect(store.canvas.contains("Path prefix: expected a path alone"))
    }

    @Test(arguments: [
        ("http://127.0.0.1:18431/v1", "http", "127.0.0.1", "18431", "/v1"),
        ("https://api.example.org/", "https", "api.example.org", "", ""),
        ("HTTPS://[::1]:8443/a/b", "https", "[::1]", "8443", "/a/b"), (" http://h\n", "http", "h", "", ""),
    ])
    func `a URL that is pasted into the host fills the other fields, and undo takes it back`(
        _ url: String, _ scheme: String, _ host: String, _ port: String, _ prefix: String
    ) throws {
        var store = store(EnvironmentDraft(name: "local", host: "old", port: "1", pathPrefix: "/old"))
        store.press(.character("j"), .character("j"), .character("e"), .control("u"))
        store.send(.input(.paste(url)))
        let rows = try #require(sheet(store)).pages[0].rows
        #expect(rows.map { $0[1] } == ["local", scheme, host, port, prefix, "no"])
        store.press(.character("u"))
        #expect(try #require(sheet(store)).pages[0].rows.map { $0[1] }.contains("/old"))
    }

    @Test(arguments: ["http://u:p@h/", "http://h/a?b=1", "http://h/#x", "ftp://h/", "h.example", "http://"])
    func `what the fields cannot hold is pasted as it is`(url: String) {
        #expect(ServerFields(url: url) == nil)
    }

    @Test func `variables that cannot be used have the reason beside them`() {
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

    @Test func `those of a folder and of a request have it too`() {
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.folderRead(path: "collections/star-wars", FolderDraft(variables: [Row("a", "{{a}}")]), []))))
        store.press(.character("]"))
        #expect(store.canvas.contains("✗ a value that does not refer"))
        store = .opened(RequestDraft(variables: [Row("self", "{{ self }}")]))
        store.send(.request(.showVariables))
        #expect(store.canvas.contains("✗ a value that does not refer"))
    }
}
