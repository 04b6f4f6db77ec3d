import Screen
import Testing
import Workspace

@testable import App

/// The texts of a folder's window.
@Suite struct FolderWindowTests {
    @Test func savesTheScriptsOfAFolder() {
        var store = TestStore.withTree()
        let path = "collections/star-wars"
        let draft = FolderDraft(name: "Star Wars", scripts: Scripts(before: "a()", after: "b()"))
        store.send(.workspace(.settings(.folderRead(path: path, draft))))
        for _ in 0..<4 { store.press(.character("[")) }
        #expect(store.canvas.role(of: "Before ●") == .paneTitleFocused)
        #expect(store.canvas.contains("a()"))
        #expect(store.canvas.contains("does not run scripts yet"))
        store.press(.character("e"))
        #expect(store.state.layer == .edit)
        store.press(Key(.end, .control), Key(.enter))
        store.send(.input(.paste("more()")))
        store.press(Key(.escape))
        #expect(store.canvas.contains("unsaved ●"))
        store.press(.character("u"), .character("u"))
        #expect(!store.canvas.contains("unsaved ●"))
        store.press(.character("U"), .character("U"))
        var expected = draft
        expected.scripts.before = "a()\nmore()"
        #expect(store.press(.control("s")) == [.workspace(.settings(.saveFolder(path: path, expected)))])
    }

    @Test func `two cells stay between the tabs of a folder's window`() {
        var store = TestStore.withTree(size: Size(width: 80, height: 24))
        let draft = FolderDraft(name: "Star Wars", headers: [Row("X-One", "1")], variables: [Row("a", "1")], docs: "People")
        store.send(.workspace(.settings(.folderRead(path: "collections/star-wars", draft))))
        #expect(store.canvas.contains("Headers 1  Variables 1  Auth  Options  API  Before  After  Docs ●  Secrets"))
    }

    @Test(arguments: [("collections/star-wars", "collection", "folder"), ("collections/star-wars/people", "folder", "collection")])
    func `the hints of the window name its kind`(path: String, kind: String, other: String) {
        let window = FolderWindow.tableWindow(path, FolderDraft(name: "A"))
        let hints = window.pages.map(\.hint)
        #expect(hints.filter { $0.contains("this \(kind)") }.count == 2)
        #expect(!hints.contains { $0.contains("this \(other)") })
    }

    @Test func savesTheDocumentationOfAFolder() {
        var store = TestStore.withTree()
        let path = "collections/star-wars"
        store.send(.workspace(.settings(.folderRead(path: path, FolderDraft(name: "Star Wars", docs: "People")))))
        store.press(.character("["), .character("["))
        #expect(store.canvas.role(of: "Docs ●") == .paneTitleFocused && store.canvas.contains("People"))
        store.press(.character("e"))
        store.press(Key(.end, .control))
        store.type(" and ships")
        store.press(Key(.escape))
        let expected = FolderDraft(name: "Star Wars", docs: "People and ships")
        #expect(store.press(.control("s")) == [.workspace(.settings(.saveFolder(path: path, expected)))])
    }

    @Test func aFolderIsLinkedToItsDocument() {
        var store = TestStore.withTree()
        let path = "collections/star-wars"
        store.send(.workspace(.settings(.folderRead(path: path, FolderDraft(name: "Star Wars")))))
        for _ in 0..<4 { store.press(.character("]")) }
        #expect(store.canvas.role(of: "API") == .paneTitleFocused && store.canvas.contains("Document"))
        store.press(Key(.enter))
        store.type("api/openapi.yaml")
        store.press(Key(.enter))
        #expect(
            store.press(.control("s")) == [
                .workspace(.settings(.saveFolder(path: path, FolderDraft(name: "Star Wars", openAPI: "api/openapi.yaml"))))
            ]
        )
    }
}
