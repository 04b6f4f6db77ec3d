import Screen
import Testing
import Widgets

@Suite struct ProgressLineTests {
    @Test(arguments: [
        (ProgressLine(fraction: 0.5), "━━━━━━──────"), (ProgressLine(fraction: 2), "━━━━━━━━━━━━"),
        (ProgressLine(ticks: 0), "━━──────────"),
        (ProgressLine(ticks: 4), "────━━──────"), (ProgressLine(ticks: 12), "────────━━──"),
    ])
    func `a progress line shows the done part`(line: ProgressLine, text: String) {
        #expect(drawn(12, 1) { line.draw(in: $0, on: &$1) } == [text])
    }
}
