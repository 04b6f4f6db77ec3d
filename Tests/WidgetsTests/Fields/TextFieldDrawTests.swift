import Screen
import Testing

@testable import Widgets

@Suite struct TextFieldDrawTests {
    private func canvas(_ field: TextFieldState, width: Int, focused: Bool = true, look: TextFieldState.Look = .init()) -> Canvas {
        WidgetsTests.canvas(width, 1) { field.draw(in: $0, on: &$1, isFocused: focused, look: look) }
    }

    @Test(arguments: [
        ("hello", 10, "hello", 5),
        ("0123456789", 5, "6789", 4),
        ("日本語日本語", 7, "日本語", 6),
        ("a\u{1B}b", 10, "a␛b", 3),
    ])
    func `text and cursor are seen`(text: String, width: Int, row: String, cursor: Int) {
        let canvas = canvas(TextFieldState(text: text), width: width)
        #expect(rows(of: canvas) == [row])
        #expect(canvas.cursor == Cursor(at: Point(x: cursor, y: 0)))
    }

    @Test func `a cursor inside a long text is centred`() {
        var field = TextFieldState(text: "0123456789abcdefghij")
        field.moveCursor(to: 10)
        let canvas = canvas(field, width: 8)
        #expect(rows(of: canvas) == ["6789abcd"])
        #expect(canvas.cursor?.position.x == 4)
    }

    @Test func `half of a wide character at the left edge is blank`() {
        var field = TextFieldState(text: "日本語日本語")
        field.moveCursor(to: 9)
        #expect(rows(of: canvas(field, width: 5)) == ["語日"])
        #expect(rows(of: canvas(field, width: 6)) == [" 語日"])
    }

    @Test func `an empty field shows its placeholder`() {
        let canvas = canvas(TextFieldState(), width: 6, look: .init(placeholder: "https://example"))
        #expect(rows(of: canvas) == ["https…"])
        #expect(canvas.columns(with: .placeholder) == Array(0..<6))
    }

    @Test func `a secret is dots`() {
        let canvas = canvas(TextFieldState(text: "日e\u{301}x", isMasked: true), width: 10)
        #expect(rows(of: canvas) == ["•••"])
        #expect(canvas.columns(with: .secret) == [0, 1, 2])
    }

    @Test func `spans and the selection are seen`() {
        var field = TextFieldState(text: "a{{b}}c")
        _ = field.handle(Key(.left, .shift))
        let canvas = canvas(field, width: 10, look: .init(spans: [TextSpan(1..<6, .variable)]))
        #expect(canvas.columns(with: .variable) == [1, 2, 3, 4, 5])
        #expect(canvas.columns(with: .selection) == [6])
        #expect(canvas[Point(x: 1, y: 0)].style == CellStyle(.variable, on: .fieldFocused))
    }

    @Test func `an unfocused field marks cut text with a sign`() {
        var field = TextFieldState(text: "0123456789")
        #expect(rows(of: canvas(field, width: 5, focused: false)) == ["…789"])
        field.moveCursor(to: 5)
        #expect(rows(of: canvas(field, width: 5, focused: false)) == ["…456…"])
        field.moveCursor(to: 0)
        #expect(rows(of: canvas(field, width: 5, focused: false)) == ["0123…"])
        #expect(rows(of: canvas(field, width: 10, focused: false)) == ["0123456789"])
    }

    @Test func `an unfocused field has no cursor`() {
        #expect(canvas(TextFieldState(text: "x"), width: 4, focused: false).cursor == nil)
    }
}
