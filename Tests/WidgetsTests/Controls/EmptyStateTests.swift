import Screen
import Testing
import Widgets

@Suite struct EmptyStateTests {
    private let state = EmptyState("No response yet", hints: [.init("F5", "Send"), .init("F7", "Preview request")])

    @Test(arguments: [
        (6, ["", "       No response yet", "", "     F5  Send", "     F7  Preview request", ""]),
        (3, ["       No response yet", "", "           F5  Send"]), (1, ["       No response yet"]),
    ])
    func `an empty state is centred with the keys that fit`(height: Int, expected: [String]) {
        #expect(drawn(30, height) { state.draw(in: $0, on: &$1) } == expected)
    }

    @Test(arguments: [
        (5, ["            first", "            second", "", "           F5  Send", ""]),
        (4, ["            first", "            second", "", "           F5  Send"]),
        (3, ["            first", "            second", ""]), (1, ["           first …"]),
    ])
    func `an empty state can have several lines`(height: Int, expected: [String]) {
        let state = EmptyState("first\nsecond", hints: [.init("F5", "Send")])
        #expect(drawn(30, height) { state.draw(in: $0, on: &$1) } == expected)
    }

    @Test func `an empty state is cut in a narrow pane`() {
        #expect(drawn(8, 3) { EmptyState("No history yet").draw(in: $0, on: &$1) } == ["", "No hist…", ""])
    }
}
