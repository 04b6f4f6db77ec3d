import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The secrets in the window of a collection.
@Suite struct CollectionSecretTests {
    private static let path = "collections/star-wars"
    private static let draft = FolderDraft(name: "Star Wars", variables: [Row("team", "red")])

    /// The page of secrets, which the key before the first page reaches.
    private func store(storedSecrets: Set<String> = ["password", "token"]) -> TestStore {
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.folderRead(path: Self.path, Self.draft, storedSecrets: storedSecrets))))
        store.press(.character("["))
        return store
    }

    private func saving(_ secrets: SecretEdit, _ draft: FolderDraft = Self.draft) -> [Effect] {
        [.workspace(.settings(.saveFolder(path: Self.path, draft, secrets: secrets)))]
    }

    @Test func `names are shown with dots for their values`() throws {
        let store = store()
        let page = try store.requireTableWindow().page
        #expect(page.rows.map { $0[0] } == ["password", "token"] && page.rows.allSatisfy(\.hasStoredSecret))
        #expect(store.canvas.lines.count { $0.contains("••••") } == 2)
        #expect(try !store.requireTableWindow().hasChanges)
    }

    @Test func `only a collection has secrets`() throws {
        for path in ["collections/star-wars/people", ""] {
            var store = TestStore.withTree()
            store.send(.workspace(.settings(.folderRead(path: path, Self.draft, storedSecrets: ["token"]))))
            #expect(try store.requireTableWindow().secretsPage == nil)
        }
    }

    @Test func `a secret is added without showing its value`() {
        var store = store()
        store.press(.character("a"))
        store.type("key")
        store.press(Key(.tab))
        store.type("v4lue")
        store.press(Key(.escape))
        #expect(!store.canvas.contains("v4lue"))
        #expect(store.press(.control("s")) == saving(SecretEdit(values: ["key": "v4lue"])))
    }

    @Test func `a secret without a value is marked and not saved`() throws {
        var store = store()
        store.press(.character("a"))
        store.type("key")
        store.press(Key(.escape))
        let rows = try store.requireTableWindow().page.rows
        #expect(rows.contains { $0.problem != nil }, "\(rows)")
        #expect(store.press(.control("s")).isEmpty)
        #expect(try store.requireTableWindow().problem != nil)
    }

    @Test func `a value is changed`() {
        var store = store()
        store.press(.character("j"), .character("v"))
        #expect(store.state.layer == .edit)
        store.type("n3w")
        store.press(Key(.escape))
        #expect(!store.canvas.contains("n3w"))
        #expect(store.press(.control("s")) == saving(SecretEdit(values: ["token": "n3w"])))
    }

    @Test func `a renamed secret keeps its value`() {
        var store = store()
        store.press(.character("j"), .character("e"), .control("u"))
        store.type("bearer")
        store.press(Key(.escape))
        #expect(store.press(.control("s")) == saving(SecretEdit(formerNames: ["bearer": "token"], removed: ["token"])))
    }

    @Test func `a removed secret is removed, which undo takes back`() throws {
        var store = store()
        store.press(.character("d"))
        var other = store
        #expect(store.press(.control("s")) == saving(SecretEdit(removed: ["password"])))
        other.press(.character("u"))
        #expect(try !other.requireTableWindow().hasChanges)
    }

    @Test func `two secrets of one name are not saved`() throws {
        var store = store()
        store.press(.character("D"))
        #expect(store.press(.control("s")).isEmpty)
        let window = try store.requireTableWindow()
        #expect(window.problem != nil && window.showsSecrets)
    }

    @Test func `a variable becomes a secret`() throws {
        var store = store()
        store.press(.character("]"), .character("]"), .character("s"))
        #expect(try store.requireTableWindow().pages[page: FolderWindow.Page.secrets].rows.last.map { $0[0] } == "team")
        let draft = FolderDraft(name: "Star Wars")
        #expect(store.press(.control("s")) == saving(SecretEdit(values: ["team": "red"]), draft))
    }

    @Test func `a typed value is not autosaved`() throws {
        var store = store()
        store.press(.character("a"))
        store.type("key")
        store.press(Key(.tab))
        store.type("v4lue")
        let rows = try #require(store.state.windowsToStore.first).pages.flatMap(\.typed.rows)
        #expect(rows.contains { $0.cells.first == "key" } && !rows.contains { $0.cells.contains("v4lue") })
        #expect(try store.requireTableWindow().losesText)
    }
}
