import Screen
import Testing
import Workspace

@testable import App

@Suite struct DropDownTests {
    @Test func `the sign of a choice differs from letters in ASCII too`() {
        var draft = Sample.draft
        draft.auth = AuthDraft(.oauth2)
        var store = TestStore.opened(draft)
        store.send(.request(.selectTab(.auth)))
        #expect(store.canvas.lines.contains { $0.contains("Grant") && $0.contains(" ▾") })
        store.state.usesASCII = true
        #expect(store.canvas.lines.contains { $0.contains("Grant") && $0.contains("[v]") && !$0.contains(" v ") })
    }

    @Test func `a window below a list has the frame of a pane without the focus`() {
        var store = TestStore.withTree()
        let path = "collections/star-wars/environments/local.json"
        store.send(.workspace(.settings(.environmentRead(path: path, EnvironmentDraft(name: "local", host: "h.example")))))
        #expect(store.canvas.role(of: "Environment “local”") == .modalTitle)
        store.click("no ▾")
        #expect(store.state.windows.count == 2)
        #expect(store.canvas.role(of: "Environment “local”") == .paneTitle)
        let borders = store.canvas.cells.count { $0.style.role == .modalBorder }
        store.press(Key(.escape))
        #expect(store.canvas.role(of: "Environment “local”") == .modalTitle)
        #expect(store.canvas.cells.count { $0.style.role == .modalBorder } > borders && borders > 0)
    }
}
