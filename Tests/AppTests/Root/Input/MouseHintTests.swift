import Screen
import Testing
import Workspace

@testable import App

/// Hints of empty panes and of the footer, with the mouse alone.
@Suite struct MouseHintTests {
    @Test(arguments: [("Preview request", "request.preview"), ("Edit URL", "request.editURL"), ("F7", "request.preview")])
    func `a click on a hint of the empty response starts its command`(text: String, command: String) throws {
        var (clicked, pressed) = (TestStore.opened(), TestStore.opened())
        let effects = pressed.send(.application(.focus(.response))) + pressed.send(try #require(CommandTable.command(command)).message)
        #expect(effects.contains { if case .sending(.preview) = $0 { true } else { false } } == (command == "request.preview"))
        #expect(pressed.state.request.isTypingURL == (command == "request.editURL"))
        #expect(clicked.click(text) == effects)
        #expect(clicked.state.request.isTypingURL == pressed.state.request.isTypingURL)
    }

    @Test func `a click on a hint of an empty table edits it as text`() {
        var store = TestStore.opened(RequestDraft(url: "http://h/"))
        store.send(.request(.selectTab(.params)))
        store.send(.application(.focus(.request)))
        store.click("B  Edit as text")
        #expect(store.state.request.textualTable == .params && store.state.request.isEditingText)
    }

    @Test func `a click on a hint of the empty tree starts its command`() {
        var store = TestStore()
        store.send(.workspace(.opened(WorkspaceTree(nodes: []), isWhole: true)))
        store.click("New collection")
        guard store.state.windows.last?.content is Prompt<Message> else { return #expect(Bool(false), "no prompt") }
    }

    @Test func `a click on the hint of the empty history sends the request`() {
        var store = TestStore.opened()
        store.send(.history(.store(.listed([], after: nil, query: HistoryFilter()))))
        store.send(.application(.focus(.history)))
        store.press(.character("z"))
        #expect(store.click("Send request").contains { if case .sending(.send) = $0 { true } else { false } })
    }

    @Test func `a click on the footer lists the keys of a window in which text is typed`() {
        var store = TestStore.withTree()
        store.send(.application(.focus(.tree)))
        store.press(.character("/"), Key(.escape))
        store.send(.tree(.change(.addCollection)))
        store.click("F1 keys")
        #expect(store.state.windows.count == 2)
    }
}
