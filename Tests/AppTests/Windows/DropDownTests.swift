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
}
