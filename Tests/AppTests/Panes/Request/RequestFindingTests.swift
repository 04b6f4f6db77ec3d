import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Looking for something in a text of the request.
@Suite struct RequestFindingTests {
    @Test func `what was looked for is found again while letters are commands`() {
        var store = TestStore.opened(RequestDraft(body: BodyDraft(kind: .text, text: "one\ntwo one\none")))
        store.send(.request(.selectTab(.body)))
        store.press(Key(.down), .character("/"))
        store.type("one")
        store.press(Key(.escape), Key(.escape), .character("n"))
        #expect(store.state.request.text.cursor.line == 1)
        store.press(.character("n"))
        #expect(store.state.request.text.cursor.line == 2)
        store.press(.character("N"))
        #expect(store.state.request.text.cursor.line == 1)
    }

    @Test func `what was found stays as it is when letters are commands again`() {
        var store = TestStore.opened(RequestDraft(body: BodyDraft(kind: .text, text: "one\ntwo one\none")))
        store.send(.request(.selectTab(.body)))
        store.press(Key(.down), .character("/"))
        store.type("one")
        store.press(Key(.enter))
        #expect(store.state.layer == .nav)
        store.press(.character("n"))
        #expect(store.state.request.text.cursor.line == 1)
        // Escape ends looking too, and letters are no text then.
        store.press(.character("/"), Key(.escape), .character("n"))
        #expect(store.state.request.draft.body.text == "one\ntwo one\none")
        // While the text was being edited before, it still is.
        store.press(.character("e"), .control("f"), Key(.escape))
        #expect(store.state.layer == .edit)
    }

    @Test func `finding and replacing`() {
        var store = TestStore.opened(RequestDraft(body: BodyDraft(kind: .text, text: "one two one")))
        store.send(.request(.selectTab(.body)))
        store.press(Key(.down), .character("r"))
        store.type("one")
        store.press(Key(.tab))
        store.type("1")
        store.press(.alt("r"), Key(.escape), Key(.escape))
        #expect(store.state.request.draft.body.text == "1 two 1")
        #expect(store.state.layer == .nav)
    }
}
