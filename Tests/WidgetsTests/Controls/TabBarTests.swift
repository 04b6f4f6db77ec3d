import Screen
import Testing
import Widgets

@Suite struct TabBarTests {
    private func bar(_ selected: String) -> TabBar<String> {
        TabBar(
            [
                .init("p", "Params", badge: .count(2)), .init("h", "Headers"),
                .init("b", "Body", badge: .word("json")), .init("t", "Tests", badge: .word("●")),
            ], selected: selected)
    }

    @Test(arguments: [
        ("p", 40, "Params 2  Headers  Body json  Tests ●"), ("p", 34, "Params 2 Headers Body json Tests ●"),
        ("p", 30, "Params 2 Headers Body json Te…"), ("t", 30, "◂ Headers Body json Tests ●"), ("b", 16, "◂ Body json Tes…"),
        ("t", 6, "◂ Tes…"), ("h", 4, "◂  ▸"),
    ])
    func `shows as many tabs as fit, always the selected one`(selected: String, width: Int, text: String) {
        #expect(drawn(width, 1) { bar(selected).draw(in: $0, isFocused: true, on: &$1) } == [text])
    }

    @Test(arguments: [(true, StyleRole.tabSelectedFocused), (false, .tabSelected)])
    func `underlines the selected title in one row`(isFocused: Bool, role: StyleRole) {
        let canvas = canvas(40, 1) { bar("h").draw(in: $0, isFocused: isFocused, on: &$1) }
        #expect(canvas.columns(with: role) == Array(10..<17))
    }

    @Test(arguments: [(true, StyleRole.tabIndicator), (false, .tabRule)])
    func `a tab bar has a rule in the second row`(isFocused: Bool, role: StyleRole) {
        let canvas = canvas(20, 2) { bar("h").draw(in: $0, isFocused: isFocused, on: &$1) }
        #expect(rows(of: canvas) == ["Params 2 Headers   ▸", "─────────━━━━━━━────"])
        #expect(canvas[Point(x: 9, y: 1)].style == CellStyle(role))
    }

    @Test(arguments: [
        (MouseEvent.press(0), "p" as String?), (.press(8), nil), (.press(10, 1), "h"), (.press(35), "t"), (.press(39), nil),
        (.wheelDown(0, 0), nil), (.wheelUp(0, 0), nil),
    ])
    func `a click selects a tab`(event: MouseEvent, id: String?) {
        #expect(bar("h").selection(by: event, in: Rect(x: 0, y: 0, width: 40, height: 2)) == id)
    }

    @Test func `an arrow selects the neighbor`() {
        let rect = Rect(x: 0, y: 0, width: 16, height: 1)
        #expect(bar("b").selection(by: .press(0), in: rect) == "h")
        #expect(bar("b").selection(by: .press(15), in: rect) == "t")
    }
}
