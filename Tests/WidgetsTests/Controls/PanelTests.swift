import Screen
import Testing
import Widgets

@Suite struct PanelTests {
    private let facts = [Panel.Fact(.status(201, reason: "Created")), Panel.Fact("34 ms"), Panel.Fact("1.2 kB")]

    @Test func `has a title on the left, facts on the right, and padding`() {
        let panel = Panel("3 Response", facts: facts, isFocused: true)
        #expect(
            drawn(48, 3) { panel.draw(in: $0, on: &$1) { $1.write("body", at: $0.origin, style: CellStyle(.text)) } } == [
                "╭─ 3 Response ──  201 Created   34 ms  1.2 kB ─╮",
                "│ body                                         │",
                "╰──────────────────────────────────────────────╯",
            ])
    }

    @Test(arguments: [(48, [false, false, false]), (40, [false, false, true]), (30, [false, true, true]), (14, [true, true, true])])
    func `drops its last facts without room`(width: Int, dropped: [Bool]) {
        let panel = Panel("3 Response", facts: facts, isFocused: false)
        #expect(panel.facts(in: Rect(x: 0, y: 0, width: width, height: 3)).map(\.isEmpty) == dropped)
    }

    @Test func `has one background`() {
        let canvas = canvas(40, 4) { Panel("Title", facts: facts, isFocused: false).draw(in: $0, on: &$1) { _, _ in } }
        for cell in canvas.cells where !cell.style.role.isFilled { #expect(cell.style.backdrop == .surfaceRaised) }
    }

    @Test(arguments: [(true, StyleRole.paneBorderFocused), (false, .paneBorder)])
    func `shows the focus in its border`(isFocused: Bool, role: StyleRole) {
        let canvas = canvas(10, 3) { Panel("", isFocused: isFocused).draw(in: $0, on: &$1) { _, _ in } }
        #expect(canvas[Point(x: 0, y: 1)].style.role == role)
    }

    @Test(arguments: [
        (ProgressLine(fraction: 0.5), "━━━━━━──────"), (ProgressLine(fraction: 2), "━━━━━━━━━━━━"),
        (ProgressLine(ticks: 0), "━━──────────"),
        (ProgressLine(ticks: 4), "────━━──────"), (ProgressLine(ticks: 12), "────────━━──"),
    ])
    func `a progress line`(line: ProgressLine, text: String) {
        #expect(drawn(12, 1) { line.draw(in: $0, on: &$1) } == [text])
    }

    @Test func `progress is on the upper border`() {
        let panel = Panel("Send", isFocused: false, progress: ProgressLine(fraction: 1))
        #expect(drawn(16, 2) { panel.draw(in: $0, on: &$1) { _, _ in } } == ["╭─ Send ━━━━━━─╮", "╰──────────────╯"])
    }
}
