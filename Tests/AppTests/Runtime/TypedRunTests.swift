import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Characters that arrive at once, as from a paste without marks: they are typed, in few messages.
@Suite struct TypedRunTests {
    /// A text that is being edited.
    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let store: @Sendable () -> TestStore

        init(_ name: String, _ store: @escaping @Sendable () -> TestStore) { (testDescription, self.store) = (name, store) }
    }

    /// Reduces keys as the loop does.
    /// - Returns: the number of messages.
    @discardableResult
    private static func send(_ keys: [Key], to store: inout TestStore) -> Int {
        var rest = keys.map { Message.input(.key($0)) }[...]
        var count = 0
        while let first = rest.popFirst() {
            let message = TypedRun.joining(first, &rest, store.state)
            store.send(message)
            count += 1
        }
        return count
    }

    private static func characters(_ text: String) -> [Key] { text.map { Key(.character($0)) } }

    private static func body(_ kind: BodyDraft.Kind, _ preset: EditorPreset, typing keys: Key...) -> TestStore {
        var settings = Settings()
        settings.editorKeys = preset
        var state = AppState(workspaceFolder: "s", themes: [], settings: settings, session: Session())
        state.size = Size(width: 120, height: 40)
        state.isResuming = false
        var store = TestStore(state: state)
        store.send(.request(.kind(.setBody(kind))))
        for key in keys { store.press(key) }
        return store
    }

    private static func pressed(_ store: TestStore, _ keys: Key...) -> TestStore {
        var store = store
        for key in keys { store.press(key) }
        return store
    }

    private static func headers() -> TestStore {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        return store
    }

    private static func environment() -> TestStore {
        var store = TestStore.withTree()
        store.send(.workspace(.settings(.environmentRead(path: EnvironmentWindowTests.path, EnvironmentWindowTests.draft))))
        store.press(.character("j"), .character("e"))
        return store
    }

    private static let places: [Place] = [
        Place("URL") { pressed(.withTree(), .control("l")) },
        Place("URL of a file") { pressed(.opened(), .control("l"), Key(.end)) },
        Place("URL, emacs") { pressed(body(.none, .emacs), .control("l")) },
        Place("header") { headers() },
        Place("value of a header") { pressed(headers(), .character("Z"), .character(":")) },
        Place("text") { body(.text, .standard) },
        Place("JSON") { body(.json, .standard) },
        Place("JSON, vim") { body(.json, .vim, typing: .character("i")) },
        Place("JSON, emacs") { body(.json, .emacs) },
        Place("find bar") { pressed(body(.json, .standard), .control("f")) },
        Place("filter of the tree") { pressed(.withTree(), .character("/")) },
        Place("filter of the history") { pressed(.withHistory(), .character("/")) },
        Place("search") { pressed(.withResponse("one two", type: "text/plain"), .character("/")) },
        Place("palette") { pressed(.withTree(), .control("p")) },
        Place("filter of the help") { pressed(.withTree(), .character("?"), .character("/")) },
        Place("environment") { environment() },
    ]

    private static let texts = [
        "abc", "https://h/:id/x?a=1&b={{team}}#f", "curl http://h/ -d 'x'", "X-Name: some  value", #"{"a": [1, (2)], "b": "c\"d"}"#,
        ")]}", "e\u{301} \u{4E00}\u{4E8C} \u{1F469}\u{200D}\u{1F680} two words", " ",
    ]

    @Test(arguments: places) func `characters that arrive at once are typed one by one`(place: Place) {
        #expect(place.store().state.charactersWithMeaning != nil)
        for text in Self.texts {
            var (single, joined) = (place.store(), place.store())
            single.type(text)
            Self.send(Self.characters(text), to: &joined)
            #expect(joined.canvas.lines == single.canvas.lines, "\(text)")
            #expect(joined.state.request.draft == single.state.request.draft, "\(text)")
            for step in 0..<4 {
                single.press(.control("_"))
                joined.press(.control("_"))
                #expect(joined.canvas.lines == single.canvas.lines, "\(text): undo \(step)")
            }
        }
    }

    @Test(arguments: places) func `characters that arrive at once are undone like typed characters`(place: Place) {
        let text = "one two {three} four"
        var (single, joined) = (place.store(), place.store())
        single.type(text)
        Self.send(Self.characters(text), to: &joined)
        for key in [Key(.escape), .character("u"), .character("u"), .character("u"), .character("U"), .character("u")] {
            single.press(key)
            joined.press(key)
            #expect(joined.canvas.lines == single.canvas.lines)
            #expect(joined.state.request.draft == single.state.request.draft)
        }
    }

    @Test(arguments: places) func `many characters are few messages`(place: Place) {
        var store = place.store()
        #expect(Self.send(Self.characters(String(repeating: "a", count: 8_000)), to: &store) == 1)
    }

    @Test func `each letter is a message of its own where letters are commands`() {
        var store = TestStore.withTree()
        #expect(Self.send(Self.characters("zzzz"), to: &store) == 4)
        var vim = Self.body(.json, .vim)
        #expect(Self.send(Self.characters("xxxx"), to: &vim) == 4)
    }

    @Test func `a key that begins to edit acts before the text gets the rest`() {
        var store = TestStore.withTree()
        #expect(Self.send([Key.control("l")] + Self.characters("http://h/a b"), to: &store) == 2)
        #expect(store.state.request.url.text == "http://h/a b")
        var vim = Self.body(.json, .vim)
        let parts: [[Key]] = [Self.characters("iabc{"), [Key(.escape)], Self.characters("0x")]
        #expect(Self.send(parts.flatMap(\.self), to: &vim) == 5)
        #expect(vim.state.request.json.text == "bc{}")
    }

    @Test func `the key after ^R of vim names a register before the text gets the rest`() {
        var vim = Self.body(.json, .vim, typing: .character("i"), .control("r"))
        #expect(Self.send(Self.characters("+abc"), to: &vim) == 2)
        #expect(vim.state.request.json.text == "abc")
    }

    /// A pasted command becomes a request, a typed one only when it is used.
    @Test func `a command that arrived at once is not converted`() {
        var store = TestStore.withTree()
        Self.send([Key.control("l")] + Self.characters("curl -X PUT http://h/a"), to: &store)
        #expect(store.state.request.url.text == "curl -X PUT http://h/a" && store.state.request.draft.method == "GET")
    }

    @Test func `a colon after the name of a header goes to its value`() {
        var store = Self.headers()
        Self.send(Self.characters("X-Name: some value"), to: &store)
        store.press(Key(.escape))
        #expect(store.state.request.draft.headers == [Row("X-Name", "some value")])
    }

    @Test func `a key other than a plain character ends a run`() {
        var store = TestStore.withTree()
        let parts: [[Key]] = [
            [.control("l")], Self.characters("ab"), [Key(.left)], Self.characters("cd"), [.alt("b")], Self.characters("ef"),
        ]
        #expect(Self.send(parts.flatMap(\.self), to: &store) == parts.count)
        #expect(store.state.request.url.text == "efacdb")
    }
}
