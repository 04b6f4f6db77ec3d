import Screen
import Testing
import Workspace

@testable import App

@Suite struct DropDownTests {
    @Test func `the ASCII sign of a choice is no letter`() {
        var draft = Sample.draft
        draft.auth = AuthDraft(.oauth2)
        var store = TestStore.opened(draft)
        store.send(.request(.selectTab(.auth)))
        // At the right end of the field, as everywhere.
        #expect(store.canvas.lines.contains { $0.contains("Grant") && $0.contains("code  ") && $0.contains("  ▾ ") })
        store.state.usesASCII = true
        #expect(store.canvas.lines.contains { $0.contains("Grant") && $0.contains(" [v] ") && !$0.contains(" v ") })
        #expect(store.canvas.lines[0].contains("apus [v] "))
        store.click("[v]", after: "apus")
        #expect(!store.state.windows.isEmpty, "the whole chip opens the menu")
    }

    @Test func `a window below a list has the frame of a pane without the focus`() {
        var store = TestStore.withTree()
        store.send(.application(.show(.settings)))
        #expect(store.canvas.role(of: "Settings ") == .modalTitle)
        store.click("Notifications", columnsBehind: 20)
        #expect(store.state.windows.count == 2)
        #expect(store.canvas.role(of: "Settings ") == .paneTitle)
        let borders = store.canvas.cells.count { $0.style.role == .modalBorder }
        store.press(Key(.escape))
        #expect(store.canvas.role(of: "Settings ") == .modalTitle)
        #expect(store.canvas.cells.count { $0.style.role == .modalBorder } > borders && borders > 0)
    }
}
