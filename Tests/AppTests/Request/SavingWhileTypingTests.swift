import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Saving while typing keeps the cursor in the text.
@Suite struct SavingWhileTypingTests {
    /// Saves, and applies the result.
    private func save(_ store: inout TestStore, _ keys: Key...) -> RequestDraft? {
        var written: RequestDraft?
        for key in keys {
            for case .workspace(.saveRequest(let path, let draft)) in store.press(key) {
                store.send(.workspace(.saved(first: nil, path: path, draft)))
                written = draft
            }
        }
        return written
    }

    @Test func `saving while a text is edited keeps the cursor`() {
        var store = TestStore.withText("one\ntwo")
        store.press(Key(.down), .character("e"), Key(.down))
        store.type("x")
        let cursor = store.state.request.text.cursor
        #expect(save(&store, .control("s"))?.body.text == "one\nxtwo")
        #expect(store.state.layer == .edit)
        #expect(store.state.request.text.cursor == cursor)
        #expect(!store.state.request.hasUnsavedChanges)
        store.type("q")
        #expect(store.state.request.text.text == "one\nxqtwo")
    }

    @Test func `saving in vim's insert mode keeps the mode and the cursor`() {
        var store = TestStore.withTree()
        store.state.editorPreset = .vim
        store.send(.workspace(.requestRead(path: Sample.draftPath, RequestDraft(body: BodyDraft(kind: .text, text: "one\ntwo")))))
        store.send(.request(.selectTab(.body)))
        store.press(Key(.down), .character("e"), .character("x"))
        let (text, mode) = (store.state.request.text.text, store.state.layerName)
        #expect(save(&store, .character(":"), .character("w"), Key(.enter))?.body.text == text)
        #expect(store.state.layer == .edit)
        #expect(store.state.layerName == mode)
        store.press(.character("d"), .character("d"))
        #expect(store.state.request.text.text == "two")
    }

    @Test func `saving with emacs keys keeps the cursor`() {
        var store = TestStore.withTree()
        store.state.editorPreset = .emacs
        store.send(.workspace(.requestRead(path: Sample.draftPath, RequestDraft(body: BodyDraft(kind: .text, text: "one")))))
        store.send(.request(.selectTab(.body)))
        store.press(Key(.down), .character("e"))
        store.type("x")
        #expect(save(&store, .control("x"), .control("s"))?.body.text == "xone")
        store.type("q")
        #expect(store.state.request.text.text == "xqone")
    }

    @Test func `saving while a cell is edited keeps the cell open`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.headers)))
        store.press(Key(.down), .character("a"))
        store.type("X-A")
        #expect(save(&store, .control("s"))?.headers.last?.name == "X-A")
        #expect(store.state.layer == .edit)
        #expect(!store.state.request.hasUnsavedChanges)
        store.type("q")
        #expect(store.state.request.headers.rows.last?[0] == "X-Aq")
    }

    @Test func `saving while the URL is edited keeps the cursor`() {
        var store = TestStore.opened()
        store.press(.control("l"))
        store.type("x")
        let url = store.state.request.url.text
        #expect(save(&store, .control("s")) != nil)
        store.type("q")
        #expect(store.state.layer == .edit)
        #expect(store.state.request.url.text.count == url.count + 1)
    }

    @Test func `saving while a table is edited as text keeps the text open`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.headers)))
        store.press(Key(.down), .character("B"))
        store.type("X-A: 1\n")
        #expect(store.state.request.hasUnsavedChanges)
        let cursor = store.state.request.rowsText.cursor
        #expect(save(&store, .control("s"))?.headers.contains(Row("X-A", "1")) == true)
        #expect(store.state.layer == .edit)
        #expect(store.state.request.rowsText.cursor == cursor)
        #expect(!store.state.request.hasUnsavedChanges)
        store.type("q")
        #expect(store.state.request.hasUnsavedChanges)
        store.press(Key(.escape))
        #expect(store.state.request.headers.draft.contains(Row("X-A", "1")))
    }
}
