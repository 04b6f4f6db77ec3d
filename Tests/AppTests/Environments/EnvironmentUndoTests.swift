import Screen
import Testing
import Widgets
import Workspace

@testable import App

/// Undo in the window of an environment.
@Suite struct EnvironmentUndoTests {
    private func store() -> TestStore { EnvironmentWindowTests().store() }

    private func names(_ store: TestStore) -> [String]? { store.tableWindow?.page.rows.map { $0[0] } }

    @Test func `undo brings no empty row back`() {
        var store = store()
        store.press(.character("]"), .character("a"))
        store.send(.input(.paste("first=1\nsecond=2\n")))
        store.press(Key(.escape))
        #expect(names(store) == ["team", "first", "second"])
        store.press(.character("u"))
        #expect(names(store) == ["team"])
    }

    @Test func `undo in a cell goes on with the changes before it, and typing goes on`() {
        var store = store()
        store.press(.character("]"), .character("a"))
        store.send(.input(.paste("first=1\nsecond=2\n")))
        store.press(.control("_"))
        #expect(names(store)?.filter { !$0.isEmpty } == ["team"])
        #expect(store.state.layer == .edit)
        store.press(.control("y"))
        #expect(names(store)?.filter { !$0.isEmpty } == ["team", "first", "second"])
    }

    @Test func `cells of a spreadsheet become rows`() {
        for text in ["first\t1\nsecond\t2 x\n", "first\t1"] {
            var store = store()
            store.press(.character("]"), .character("a"))
            store.send(.input(.paste(text)))
            let rows = store.tableWindow?.page.rows.dropFirst().map { [$0[0], $0[1]] }
            #expect(rows == (text.contains("second") ? [["first", "1"], ["second", "2 x"]] : [["first", "1"]]))
        }
    }
}
