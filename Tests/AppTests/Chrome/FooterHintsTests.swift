import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// The footer names the keys that work where the focus is.
@Suite struct FooterHintsTests {
    private func store(_ preset: EditorPreset = .standard, keymap: Keymap = Keymap()) -> TestStore {
        var settings = Settings()
        settings.editorKeys = preset
        var state = AppState(workspaceFolder: "s", themes: [], settings: settings, keymap: keymap, session: Session())
        state.size = Size(width: 140, height: 40)
        var store = TestStore(state: state)
        store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        store.send(.request(.kind(.setBody(.text))))
        store.press(Key(.escape))
        return store
    }

    private func footer(_ store: TestStore) -> String { store.canvas.lines.last ?? "" }

    @Test func `a question names each answer once, in lower case`() {
        var store = store()
        store.send(.application(.cancelOrQuit))
        #expect(footer(store).contains("q quit") && footer(store).contains("c cancel") && !footer(store).contains("Esc"))
    }

    @Test func `a hint without room leaves it to a shorter one`() {
        func hint(_ label: String) -> FooterHint<Int> { FooterHint(key: "x", label: label, message: label.count) }
        let footer = FooterView(layer: "NAV", isText: false, hints: [hint("one"), hint("the longest of all"), hint("two")])
        let placed = footer.placed(in: Rect(x: 0, y: 0, width: 24, height: 1))
        #expect(placed.map(\.hint.label) == ["one", "two"])
    }

    @Test func `the footer names the program's keys after ^X in emacs`() {
        var store = store(.emacs)
        store.press(.character("e"), .character("x"))
        #expect(footer(store).contains("^X^S save") && footer(store).contains("^X^P palette"))
        #expect(!footer(store).contains(" ^S save"))
        #expect(store.press(.control("x"), .control("s")).contains { if case .workspace(.saveRequest) = $0 { true } else { false } })
    }

    @Test func `the footer names the mode of vim and the key that leaves it`() {
        var store = store(.vim)
        store.press(.character("e"))
        #expect(footer(store).contains("NORMAL") && footer(store).contains("i insert") && footer(store).contains("Esc done"))
        store.press(.character("i"))
        #expect(footer(store).contains("INSERT") && footer(store).contains("Esc normal") && footer(store).contains("^S save"))
        store.press(Key(.escape), .character("/"))
        #expect(footer(store).contains("Esc close") && footer(store).contains("EDIT") && !store.canvas.contains("NORMAL"))
    }

    @Test func `a colon in vim opens the palette, which knows vim's words`() {
        var store = store(.vim)
        store.press(.character("e"), .character("x"), .character(":"))
        #expect(store.picker != nil)
        store.type("q")
        store.press(Key(.enter))
        #expect(store.state.isQuitting)
    }

    @Test func `the footer names the keys that accept a suggestion`() {
        var store = store()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("acc")
        #expect(footer(store).contains("Tab Enter accept  Esc close list"))
        store.press(Key(.escape), Key(.escape), .character("a"))
        store.type("X-Foo")
        #expect(store.state.request.completion != nil)
        #expect(footer(store).contains("choose  Esc close list") && !footer(store).contains("accept"))
        store.press(Key(.down))
        #expect(footer(store).contains("Tab Enter accept"))
    }

    @Test func `suggestions for a URL leave Enter to send it`() {
        var store = store()
        let node = WorkspaceNode(path: "collections/c/a.request.json", name: "A", kind: .request(method: "GET"), url: "http://h/get")
        let collection = WorkspaceNode(path: "collections/c", name: "C", kind: .collection, children: [node])
        store.send(.workspace(.opened(WorkspaceTree(nodes: [collection]), isWhole: true)))
        store.press(.control("n"))
        store.type("http")
        #expect(store.state.request.completion != nil && footer(store).contains("Enter send"))
        store.type("://h/{{te")
        #expect(footer(store).contains("Tab Enter accept") && !footer(store).contains("Enter send"))
    }

    @Test func `the footer names the Tab key in cells and fields, and the effect of Enter on words`() {
        var store = store()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        #expect(store.state.typingHints.map(\.key).first == "Tab" && footer(store).contains("next cell"))
        store.press(Key(.escape))
        store.send(.request(.kind(.setAuth(.bearer))))
        store.send(.request(.edit))
        #expect(footer(store).contains("next field"))
        store.send(.workspace(.settings(.environmentRead(path: "collections/c/environments/e.json", EnvironmentDraft(name: "e")))))
        store.press(.character("e"))
        #expect(footer(store).contains("Tab next field"))
        store.state.windows = []
        store.press(.control("n"))
        store.type(":3000/people name=Leia")
        #expect(footer(store).contains("Enter convert"))
        store.press(.control("u"))
        store.type(":3000/people")
        #expect(footer(store).contains("Enter send"))
    }

    @Test func `the footer names both keys of a pair`() {
        var store = store()
        #expect(footer(store).contains("[ ] tabs") && footer(store).trimmed.hasSuffix("q quit"))
        store.press(.control("l"))
        #expect(footer(store).trimmed.hasSuffix("^Q quit"))
        store = .withResponse(#"{"name": "name"}"#, type: "application/json", size: Size(width: 140, height: 40))
        store.press(.character("/"))
        store.type("name")
        store.press(Key(.enter))
        #expect(footer(store).contains("n N matches"))
    }

    @Test func `the palette is named from 80 columns on`() {
        var store = store()
        store.state.size = Size(width: 80, height: 24)
        #expect(footer(store).contains("^P palette  F1 help  q quit"))
    }

    @Test func `a key that means something else here is not offered`() {
        let keymap = Keymap(changes: ["request.send": [[.character("s")], [.function(5)]], "tree.filter": [[.character("s")]]])
        var store = store(keymap: keymap)
        store.send(.application(.focus(.tree)))
        #expect(footer(store).contains("s filter") && footer(store).contains("F5 send"))
        store.send(.application(.focus(.request)))
        #expect(footer(store).contains("s send"))
    }

    @Test func `the replacement text of a search has its own keys`() {
        var store = store()
        store.press(.character("r"))
        store.type("a")
        #expect(footer(store).contains("Enter find"))
        store.press(Key(.tab))
        #expect(footer(store).contains("Enter replace") && footer(store).contains("Alt+r all") && footer(store).contains("Esc close"))
    }

    @Test(arguments: [
        (EditorPreset.standard, ["^X", "^C", "^V"]), (.vim, ["", "^C", "\"+p"]), (.emacs, ["^W", "Alt+w", ""]),
    ])
    func `the menu of a text names the keys of its editor`(preset: EditorPreset, keys: [String]) throws {
        var store = store(preset)
        let rect = store.state.requestLayout.content
        store.mouse(.press(.right, count: 1), at: Point(x: rect.minX + 6, y: rect.minY + 1))
        guard let menu = store.state.windows.last?.content as? Menu<Message> else { return #expect(Bool(false), "no menu") }
        #expect(menu.menu.items.prefix(3).map(\.keys) == keys)
        // A letter is text here, or the editor's own.
        #expect(menu.menu.items.first { $0.title.hasPrefix("Undo") }?.keys == "")
    }
}
