import Screen
import Testing
import Widgets

@testable import App

/// The right button over a line that is being typed.
@Suite struct TypedLineMenuTests {
    @Test func `text of the URL is cut by the menu`() {
        var store = TestStore.opened()
        store.press(.control("l"))
        store.state.request.url.selectAll()
        let text = store.state.request.url.text
        store.rightClick(on: text)
        let effects = store.click("Cut")
        #expect(store.state.request.url.text.isEmpty)
        #expect(effects.contains { if case .copy(text, _) = $0 { true } else { false } })
    }

    @Test func `an edited cell has its own menu, even without a selection`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.headers)))
        store.press(.character("a"))
        store.type("X-Mine")
        store.rightClick(on: "X-Mine")
        #expect(store.canvas.contains("nothing is selected"))
        #expect(store.click("Paste") == [.paste])
        store.send(.input(.paste("2")))
        #expect(store.canvas.contains("2X-Mine") && store.state.layer == .edit)
    }
}
