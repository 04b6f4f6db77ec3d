import Screen
import Testing
import Workspace

@testable import App

/// Hints of empty panes and of the footer, with the mouse alone.
@Suite struct MouseHintTests {
    private func request(_ tab: RequestTab, _ change: (inout RequestDraft) -> Void = { _ in }) -> TestStore {
        var store = TestStore.withTree()
        var draft = Sample.draft
        change(&draft)
        store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
        store.send(.request(.selectTab(tab)))
        return store
    }

    @Test(arguments: [("Preview request", "request.preview"), ("Edit URL", "request.editURL"), ("F7", "request.preview")])
    func `a click on a hint of the empty response starts its command`(text: String, command: String) throws {
        var (clicked, pressed) = (TestStore.opened(), TestStore.opened())
        clicked.click(text)
        pressed.send(.application(.focus(.response)))
        pressed.send(try #require(CommandTable.command(command)).message)
        #expect(clicked.state.request.isEditing == pressed.state.request.isEditing)
        #expect(clicked.canvas.lines == pressed.canvas.lines)
    }

    @Test func `a click on a hint of an empty table adds a row`() {
        var store = request(.params) { $0 = RequestDraft(url: "http://h/") }
        store.send(.application(.focus(.request)))
        store.click("a  Add a parameter")
        #expect(store.state.request.isEditingCell)
    }

    @Test func `a click on a hint of the empty tree starts its command`() {
        var store = TestStore()
        store.send(.workspace(.opened(WorkspaceTree(name: "space", nodes: []), isWhole: true)))
        store.click("New collection")
        guard case .prompt? = store.state.windows.last else {
            Issue.record("no prompt")
            return
        }
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
