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

    @Test func `a text that replaces all lines is not joined again, nor is the one that undo restores`() {
        var area = TextAreaState(text: "one line of a long text\nand another line of it")
        let (old, new) = (area.text, "a text of two lines\nthat replaces the other")
        area.replaceAll(with: new)
        #expect(Self.place(of: area.text) == Self.place(of: new))
        _ = area.undo()
        #expect(area.text == old && Self.place(of: area.text) == Self.place(of: old))
    }
}
