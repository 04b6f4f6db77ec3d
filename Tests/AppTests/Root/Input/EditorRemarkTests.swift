import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Messages for keys that an editor does not support.
@Suite struct EditorRemarkTests {
    private func store() -> TestStore {
        var settings = Settings()
        settings.editorKeys = .vim
        var state = AppState(workspaceFolder: "s", themes: [], settings: settings, session: Session())
        state.size = Size(width: 120, height: 40)
        var store = TestStore(state: state)
        store.send(.workspace(.requestRead(path: Sample.draftPath, RequestDraft(body: BodyDraft(kind: .text, text: "one\ntwo")))))
        store.send(.application(.focus(.request)))
        store.send(.request(.selectTab(.body)))
        store.press(Key(.down), .character("e"))
        return store
    }

    @Test(arguments: [("qa", "q a"), ("@a", "@ a"), ("ma", "m a"), ("Q", "Q"), ("gz", "g z"), ("d)", "d )")])
    func `keys without a meaning in NORMAL show a message, and their letter is no command`(typed: String, shown: String) {
        var store = store()
        store.type(typed)
        #expect(store.state.toasts.map(\.text) == ["\(shown): no command here. F1 shows all keys"])
        #expect(store.state.typedArea?.modeName == "NORMAL" && store.state.request.text.text == "one\ntwo")
    }

    @Test func `the search text is not treated as keys of the editor`() {
        var store = store()
        store.type("Q")
        store.state.toasts = []
        store.send(.request(.text(.find)))
        store.type("two")
        #expect(store.state.toasts.isEmpty)
        #expect(store.state.typedArea?.isFinding == true)
        store.press(Key(.escape))
        #expect(store.state.typedArea?.isFinding == false)
        #expect(store.state.toasts.isEmpty)
    }

    @Test func `a block is whole lines, and nothing is pasted`() {
        var store = store()
        #expect(store.press(.control("v")).allSatisfy { $0 != .paste })
        #expect(store.state.typedArea?.modeName == "VISUAL LINE")
        #expect(store.state.toasts.last?.topic == .keys)
        store.press(.control("v"))
        #expect(store.state.typedArea?.modeName == "NORMAL")
        #expect(store.press(Key(.insert, .shift)) == [.paste])
    }

    @Test func `a paste whose rest stays away is announced until it ends`() {
        var store = store()
        let before = store.state.toasts.count
        store.send(.input(.pasting(true)))
        #expect(store.state.toasts.filter { $0.topic == .pasting && $0.stays }.count == 1)
        store.send(.input(.pasting(false)))
        #expect(store.state.toasts.count == before)
    }

    @Test(arguments: [Key.control("["), Key(.escape, .shift), Key(.escape)])
    func `the control character of Esc leaves INSERT in every terminal`(key: Key) {
        var store = store()
        store.type("ihello")
        store.press(key)
        #expect(store.state.layerName == "NORMAL")
        #expect(store.state.request.draft.body.text == "helloone\ntwo")
    }

    @Test func `a control character acts as its named key unless a command uses it`() {
        var store = store()
        store.type("iab")
        for key in [Key.control("h"), .control("m"), .control("j"), .control("i")] { store.press(key) }
        #expect(store.state.request.draft.body.text.hasPrefix("a\n\n"))
        #expect(!store.state.request.draft.body.text.hasPrefix("a\n\none"))
        store.state.keymap = Keymap(changes: ["request.save": [[.control("h")]]])
        let before = store.state.request.draft.body.text
        store.press(.control("h"))
        #expect(store.state.request.draft.body.text == before)
    }

    @Test func `Shift and Enter are Enter, Ctrl and Enter send`() {
        var store = store()
        store.type("iab")
        store.press(Key(.enter, .shift))
        #expect(store.state.request.draft.body.text.hasPrefix("ab\none"))
        /// True if both keys have the same effects from the same state.
        func sends(_ keymap: Keymap) -> Bool {
            var (control, alt) = (store, store)
            (control.state.keymap, alt.state.keymap) = (keymap, keymap)
            let effects = (control.press(Key(.enter, .control)), alt.press(Key(.enter, .alt)))
            return effects.0 == effects.1
        }
        #expect(sends(Keymap()))
        #expect(!sends(Keymap(changes: ["request.save": [[Key(.enter, .control)]]])))
        store.press(.control("p"))
        store.type("toggle zoom")
        #expect(store.state.windows.count == 1)
        store.press(Key(.enter, .shift))
        #expect(store.state.windows.isEmpty)
    }

    @Test func `a key that arrives together with Esc in INSERT is one of NORMAL`() {
        var store = store()
        store.type("ihello")
        store.press(.alt("d"), .character("d"))
        #expect(store.state.request.draft.body.text == "two")
        #expect(store.state.layerName == "NORMAL")
        store.type("oabc")
        store.press(.alt(":"))
        #expect(store.state.request.draft.body.text == "two\nabc" && !store.state.windows.isEmpty)
    }

    @Test func `Alt keeps its meaning where Esc leads to no mode`() {
        var store = store()
        store.press(.control("l"))
        let length = store.state.request.url.text.count
        store.type(" two")
        store.press(.alt("b"), .alt("d"))
        #expect(store.state.layer == .edit && store.state.request.url.text.count < length + 4)
    }
}
