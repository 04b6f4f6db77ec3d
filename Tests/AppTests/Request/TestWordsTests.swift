import JSON
import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Lists of the possible words in captures and assertions: by key and by mouse, from full and from empty cells.
@Suite struct TestWordsTests {
    private func store(subject: String = "status", comparison: String = "equals", size: Size = Size(width: 120, height: 40)) -> TestStore {
        var draft = Sample.draft
        draft.captures = [Capture(variable: "id", from: "status", query: "")]
        draft.assertions = [Assertion(subject: subject, predicate: comparison, value: .number(200))]
        var store = TestStore.opened(draft)
        store.state.size = size
        store.send(.request(.selectTab(.tests)))
        return store
    }

    private func offered(_ store: TestStore) -> [String] { store.state.request.completion?.items.map(\.text) ?? [] }

    @Test(arguments: [("From", "body"), ("Check", "header "), ("Condition", "does not equal")])
    func `one click on a cell lists the words`(column: String, word: String) throws {
        var store = store()
        let title = try #require(store.canvas.position(of: column))
        let cell = Point(x: title.x, y: title.y + 1)
        store.mouse(.press(.left, count: 1), at: cell)
        store.mouse(.release(.left), at: cell)
        #expect(offered(store).contains(word))
        store.click(word)
        let rows = store.state.request.assertions.rows + store.state.request.captures.rows
        #expect(rows.contains { $0.cells.contains(word) })
    }

    @Test(arguments: [(1, "yes"), (2, "no"), (3, "yes")])
    func `Space in an empty cell goes through its few words`(presses: Int, word: String) {
        var store = store()
        store.send(.application(.focus(.request)))
        store.state.request.sectionIndex = store.state.request.sections.firstIndex(of: .captures) ?? 0
        store.press(Key(.enter), Key(.tab), Key(.tab), Key(.tab))
        #expect(store.state.request.captures.table.column == 3)
        for _ in 0..<presses { store.press(.character(" ")) }
        store.press(Key(.tab))
        #expect(store.state.request.captures.rows[0][3] == word && store.state.request.captures.rows[0].problem == nil)
    }

    @Test func `spaces around the secrecy of a capture are no mistake`() {
        var store = store()
        for (text, isSecret) in [(" ", nil), (" yes", true), ("no ", false)] as [(String, Bool?)] {
            store.state.request.captures.rows[0][3] = text
            store.state.request.noteChange()
            #expect(store.state.request.captures.rows[0].problem == nil)
            #expect(store.state.request.draft.captures[0].isSecret == isSecret)
        }
    }

    @Test(arguments: [Key.character("e"), Key(.enter)])
    func `the editing key opens the list, with or without text`(key: Key) {
        for subject in ["status", ""] {
            var store = store(subject: subject)
            store.state.request.sectionIndex = store.state.request.sections.firstIndex(of: .assertions) ?? 0
            store.press(key)
            #expect(offered(store).contains("header "), "\(subject)")
            // No word was typed, so that Tab moves to the next cell.
            store.press(Key(.tab))
            #expect(store.state.request.assertions.table.column == 1 && store.state.request.assertions.rows[0][0] == subject)
        }
    }

    @Test(arguments: [("less", "lessThan"), ("notE", "notEquals"), ("greaterOr", "greaterOrEqual"), ("at m", "lessOrEqual")])
    func `a comparison is found by both words, shown as people say it, and stored as files have it`(typed: String, word: String) {
        var store = store(comparison: "")
        store.send(.application(.focus(.request)))
        store.state.request.sectionIndex = store.state.request.sections.firstIndex(of: .assertions) ?? 0
        store.press(Key(.enter), Key(.tab))
        store.type(typed)
        store.press(Key(.enter))
        let shown = AssertionPredicate(rawValue: word)?.words ?? ""
        #expect(store.state.request.assertions.rows[0][1] == shown)
        #expect(store.state.request.draft.assertions[0].predicate == word)
        #expect(store.state.request.assertions.rows[0].problem == nil)
    }

    @Test func `words of the file format are stored unchanged, and unknown words are kept`() {
        #expect(TestRows.assertions([TableRow(["status", "hasLength", "1"])]).map(\.predicate) == ["hasLength"])
        let unknown = Assertion(subject: "status", predicate: "resembles", value: .number(200))
        #expect(TestRows.assertions([TestRows.row(unknown)]) == [unknown])
        for predicate in AssertionPredicate.allCases {
            let assertion = Assertion(subject: "status", predicate: predicate.rawValue, value: .number(200))
            #expect(TestRows.assertions([TestRows.row(assertion)]) == [assertion])
        }
    }

    @Test func `a comparison is not called wrong while the list offers words that begin with it`() {
        var store = store(comparison: "", size: Size(width: 160, height: 40))
        store.send(.application(.focus(.request)))
        store.state.request.sectionIndex = store.state.request.sections.firstIndex(of: .assertions) ?? 0
        store.press(Key(.enter), Key(.tab))
        store.type("con")
        #expect(offered(store).contains("contains") && !store.canvas.contains("✗"))
        store.type("q")
        #expect(offered(store).isEmpty && store.canvas.contains("✗"))
        store.press(Key(.backspace))
        #expect(!store.canvas.contains("✗"))
        store.press(Key(.escape), Key(.escape))
        #expect(store.canvas.contains("✗"))
    }

    @Test func `a click on the box of a row only switches it`() throws {
        var store = store()
        let box = try #require(store.canvas.position(of: "[x] status"))
        store.mouse(.press(.left, count: 1), at: box)
        #expect(!store.state.request.isEditing && store.state.request.assertions.rows[0].isEnabled == false)
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 200, height: 60)])
    func `the hint of an empty subject is whole`(size: Size) {
        var store = store(subject: "", size: size)
        store.send(.application(.focus(.request)))
        store.state.request.sectionIndex = store.state.request.sections.firstIndex(of: .assertions) ?? 0
        store.press(.character("e"), Key(.escape))
        #expect(store.canvas.contains("status, body .id"))
    }
}
