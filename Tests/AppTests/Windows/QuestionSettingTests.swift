import Screen
import Testing
import Workspace

@testable import App

/// The settings in the rows of a question.
@Suite struct QuestionSettingTests {
    @Test func `Space changes the selected setting, and presses no button`() {
        var store = TestStore.withTree()
        store.send(.sending(.replays(.ask((0..<3).map { Sample.exchange("id\($0)").summary }))))
        let before = store.state.sending.replaySpeed
        store.press(.character(" "))
        #expect(store.question?.selected == 0 && store.state.sending.replaySpeed == before && store.state.sending.replays == nil)
        store.press(Key(.up), .character(" "))
        #expect(store.state.sending.replaysFailByStatus)
        store.press(.character(" "))
        #expect(!store.state.sending.replaysFailByStatus)
        store.press(Key(.up), .character(" "), .character(" "))
        #expect(store.state.sending.replaySpeed == before.next.next && store.question?.choices.first?.key == "r")
    }
}
