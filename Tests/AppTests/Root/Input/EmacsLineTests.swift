import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The keys of emacs where one line is typed.
@Suite struct EmacsLineTests {
    private func store(_ preset: EditorPreset = .emacs) -> TestStore {
        var settings = Settings()
        settings.editorKeys = preset
        var state = AppState(workspaceFolder: "s", themes: [], settings: settings, session: Session())
        state.size = Size(width: 120, height: 40)
        return TestStore(state: state)
    }

    private func typing(_ text: String) -> TestStore {
        var store = store()
        store.press(.control("l"))
        store.type(text)
        return store
    }

    @Test(arguments: [
        ([Key.control("a"), .character("X")], "Xabc def"), ([.control("b"), .character("X")], "abc deXf"),
        ([.control("a"), .control("f"), .character("X")], "aXbc def"), ([.control("a"), .control("e"), .character("X")], "abc defX"),
        ([.control("a"), .alt("d")], " def"), ([Key(.backspace, .alt)], "abc "), ([.control("a"), .control("k")], ""),
        ([.control("a"), .control("d")], "bc def"), ([.control("k")], "abc def"), ([.control("p"), .control("v")], "abc def"),
    ])
    func `the URL is edited`(keys: [Key], expected: String) {
        var store = typing("abc def")
        for key in keys { store.press(key) }
        #expect(store.state.request.url.text == expected)
        #expect(store.state.windows.isEmpty)
    }

    @Test(arguments: [EditorPreset.emacs, .standard]) func `^G closes a window`(preset: EditorPreset) {
        var store = store(preset)
        store.press(Key(.function(1)))
        #expect(store.state.windows.count == 1)
        store.press(.control("g"))
        #expect(store.state.windows.isEmpty == (preset == .emacs))
    }

    @Test func `killed text is yanked`() {
        var store = typing("abc")
        #expect(store.press(.control("a"), .control("k")) == [.copy("abc", name: "the selection")])
        #expect(store.press(.control("y")) == [.paste])
    }

    @Test(arguments: [
        ([Key.control(" "), .control("a"), .control("w")], ""), ([.control("@"), .control("b"), .alt("b"), .control("w")], "abc "),
        ([.control("a"), .control(" "), .control("f"), .character("X")], "Xbc def"),
        ([.control("@"), .control("b"), .control("d"), .control("b"), .character("X")], "abc dXe"),
        ([.control("t")], "abc dfe"), ([.control("a"), .control("f"), .control("t")], "bac def"),
    ])
    func `the mark selects, and characters change places`(keys: [Key], expected: String) {
        var store = typing("abc def")
        for key in keys { store.press(key) }
        #expect(store.state.request.url.text == expected)
    }

    @Test func `an unknown key after ^X shows a message and changes nothing`() {
        var store = typing("abc")
        store.press(.control("x"), .character("z"))
        #expect(store.state.toasts.map(\.text) == ["^X z: no command here. F1 shows all keys"])
        #expect(store.state.request.url.text == "abc")
        store.press(.control("x"), .control("p"), .control("x"), .character("y"))
        #expect(store.state.toasts.map(\.text) == ["^X y: no command here. F1 shows all keys"])
        #expect(!store.canvas.contains("› y"))
        store.press(.control("g"))
        store.send(.request(.kind(.setBody(.text))))
        store.send(.request(.edit))
        store.press(.control("x"), .character("z"))
        #expect(store.state.toasts.map(\.text) == ["^X z: no command here. F1 shows all keys"])
        #expect(store.state.request.text.text.isEmpty)
        store.press(.control("x"), .control("g"))
        #expect(store.state.toasts.count == 1)
    }

    @Test func `the program's keys follow ^X`() {
        var store = typing("abc")
        store.press(.control("x"), .control("p"))
        #expect(store.picker != nil)
        store.press(.control("n"))
        #expect(store.picker?.list.selected == 1)
        store.press(.control("g"))
        #expect(store.state.windows.isEmpty && store.state.layer == .edit)
        store.press(.control("x"), .control("g"), .character("d"))
        #expect(store.state.request.url.text == "abcd")
        store.press(.control("g"))
        #expect(store.state.layer == .nav)
    }

    @Test func `a cell is edited`() {
        var store = store()
        store.send(.application(.focus(.request)))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("bc")
        store.press(.control("a"), .character("a"))
        #expect(store.state.request.headers.rows.last?[0] == "abc")
        #expect(store.state.windows.isEmpty)
    }

    @Test(arguments: [EditorPreset.standard, .vim])
    func `the program's keys work in a line outside emacs mode`(preset: EditorPreset) {
        var store = store(preset)
        store.press(.control("l"), .control("e"))
        #expect(store.canvas.contains("Environment"))
    }
}
