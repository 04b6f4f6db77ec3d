import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Bodies with megabytes: a key copies, compares and parses none of their text.
@Suite struct LargeBodyTests {
    /// A text of many lines, too long to be checked at a key.
    private static let long = "[\n" + String(repeating: "  \"a line of a long body\",\n", count: 20_000) + "  0\n]"

    private static func opened(_ json: String = long) -> TestStore {
        var store = TestStore.opened(RequestDraft(method: "POST", url: "http://h/", body: BodyDraft(kind: .json, json: json)))
        store.send(.request(.selectTab(.body)))
        return store
    }

    /// The place of a text in memory, which copies share.
    private static func place(of text: String) -> UnsafePointer<UInt8>? {
        text.utf8.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil
    }

    @Test func `the draft of an unchanged text shares the text of its file`() {
        let request = Self.opened().state.request
        #expect(Self.place(of: request.draft.body.json) == Self.place(of: request.saved.body.json))
    }

    @Test func `drafts share a text that was typed`() {
        var store = Self.opened()
        store.press(.character("e"), .character("x"))
        let request = store.state.request
        #expect(request.draft.body.json == "x" + Self.long)
        #expect(Self.place(of: request.draft.body.json) == Self.place(of: request.draft.body.json))
        store.press(.character("y"))
        #expect(store.state.request.draft.body.json == "xy" + Self.long)
        #expect(request.draft.body.json == "x" + Self.long)
    }

    @Test func `replacing all lines and undoing it does not join the text again`() {
        var area = TextAreaState(text: "one line of a long text\nand another line of it")
        let (old, new) = (area.text, "a text of two lines\nthat replaces the other")
        area.replaceAll(with: new)
        #expect(Self.place(of: area.text) == Self.place(of: new))
        _ = area.undo()
        #expect(area.text == old && Self.place(of: area.text) == Self.place(of: old))
    }

    // MARK: Checks

    private static func checks(in effects: [Effect]) -> [FormatJob] {
        effects.compactMap { if case .format(let job, _) = $0 { job } else { nil } }
    }

    @Test func `the end of typing starts one check, whose result marks the fault`() {
        var store = Self.opened()
        store.press(.character("e"), .character("x"))
        let effects = store.press(Key(.escape))
        #expect(Self.checks(in: effects).map(\.purpose) == [.mark])
        #expect(store.state.request.bodyProblem == nil)
        #expect(Self.checks(in: store.press(Key(.down))).isEmpty)
        store.finishFormats(effects)
        #expect(store.state.request.bodyProblem?.fault.line == 1)
        #expect(store.state.toasts.isEmpty)
        store.press(.character("e"))
        #expect(Self.checks(in: store.press(Key(.escape))).isEmpty)
    }

    @Test func `the result for an older text is dropped, and the newer one is checked`() {
        var store = Self.opened()
        store.press(.character("e"), .character("x"))
        let old = store.press(Key(.escape))
        store.press(.character("e"), Key(.backspace))
        let new = store.press(Key(.escape))
        store.finishFormats(old)
        #expect(store.state.request.bodyProblem == nil)
        #expect(Self.checks(in: new).count == 1)
    }

    @Test func `a key in a large body neither checks nor encodes it`() {
        var store = Self.opened()
        store.press(.character("e"))
        let effects = store.press(.character("x"))
        #expect(Self.checks(in: effects).isEmpty)
        #expect(!effects.contains { if case .autosave = $0 { true } else { false } })
    }

    // MARK: Formatting

    @Test func `formatting a long text is announced until it is done`() {
        var store = Self.opened("[" + Self.long + "," + Self.long + "]")
        let effects = store.send(.request(.text(.format)))
        #expect(Self.checks(in: effects).map(\.purpose) == [.format])
        #expect(store.state.toasts.map(\.action?.message) == [.request(.text(.cancelFormat))])
        store.finishFormats(effects)
        #expect(store.state.toasts.isEmpty && store.state.request.hasUnsavedChanges)
    }

    @Test func `results of cancelled and of earlier commands are dropped`() {
        var store = Self.opened("[" + Self.long + "," + Self.long + "]")
        let (text, effects) = (store.state.request.json.text, store.send(.request(.text(.format))))
        store.send(.request(.text(.cancelFormat)))
        #expect(store.state.toasts.isEmpty)
        store.finishFormats(effects)
        #expect(store.state.request.json.text == text)
        let (first, second) = (store.send(.request(.text(.format))), store.send(.request(.text(.validate))))
        store.finishFormats(first)
        #expect(store.state.request.json.text == text && store.state.toasts.count == 1)
        store.finishFormats(second)
        #expect(store.state.request.json.text == text && store.state.toasts.first?.action == nil)
    }
}
