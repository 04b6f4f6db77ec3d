import Screen
import Testing
import Widgets

@Suite struct FieldBoxTests {
    @Test(arguments: [
        (FieldBox(), StyleRole.field), (FieldBox(isFocused: true), .fieldFocused), (FieldBox(isInvalid: true), .fieldInvalid),
        (FieldBox(isFocused: true, isInvalid: true), .fieldInvalid),
    ])
    func `an empty field is visible over its whole width`(box: FieldBox, role: StyleRole) {
        let canvas = canvas(12, 1) { box.draw(TextFieldState(), placeholder: "Name", in: $0, on: &$1) }
        #expect(canvas.columns(with: role) == Array(0..<12))
        #expect(canvas.text == " Name")
    }

    @Test func `the sign of a choice is at the right end`() {
        #expect(drawn(14, 1) { FieldBox(sign: "▾").draw("Bearer", in: $0, on: &$1) } == [" Bearer     ▾"])
        #expect(drawn(12, 1) { FieldBox(sign: "▾").draw("No authentication", in: $0, on: &$1) } == [" No auth… ▾"])
    }

    @Test func `the text has padding, and leaves room for a sign`() {
        let rect = Rect(x: 3, y: 0, width: 12, height: 1)
        #expect(FieldBox().text(in: rect) == Rect(x: 4, y: 0, width: 10, height: 1))
        #expect(FieldBox(sign: "▾").text(in: rect) == Rect(x: 4, y: 0, width: 8, height: 1))
        #expect(FieldBox().text(in: Rect(x: 0, y: 0, width: 6, height: 1)).width == 6)
    }
}
