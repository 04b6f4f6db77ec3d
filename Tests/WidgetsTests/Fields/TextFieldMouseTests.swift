import Screen
import Testing

@testable import Widgets

@Suite struct TextFieldMouseTests {
    private let rect = Rect(x: 2, y: 1, width: 10, height: 1)

    @Test(arguments: [(2, 0), (4, 2), (7, 5), (11, 5)])
    func `a click places the cursor`(x: Int, cursor: Int) {
        var field = TextFieldState(text: "hello")
        #expect(field.handle(.press(x, 1), in: rect) == .moved)
        #expect(field.cursor == cursor)
    }

    @Test(arguments: [(2, 0), (3, 3), (4, 3), (5, 6)])
    func `a click on a wide character moves to its nearer side`(x: Int, cursor: Int) {
        var field = TextFieldState(text: "日本")
        _ = field.handle(.press(x, 1), in: rect)
        #expect(field.cursor == cursor)
    }

    @Test func `a drag selects, leaves the field and copies at its end`() {
        var field = TextFieldState(text: "hello world")
        _ = field.handle(.press(4, 1), in: Rect(x: 2, y: 1, width: 20, height: 1))
        _ = field.handle(.drag(7, 3), in: Rect(x: 2, y: 1, width: 20, height: 1))
        #expect(field.selectedText == "llo")
        #expect(field.handle(.release(7, 3), in: Rect(x: 2, y: 1, width: 20, height: 1)) == .copied("llo"))
    }

    @Test func `a double-click selects a word, a triple one all`() {
        var field = TextFieldState(text: "one two")
        _ = field.handle(.press(7, 1, count: 2), in: rect)
        #expect(field.selectedText == "two")
        _ = field.handle(.press(7, 1, count: 3), in: rect)
        #expect(field.selectedText == "one two")
    }

    @Test func `Shift and a click extend the selection`() {
        var field = TextFieldState(text: "hello")
        let click = MouseEvent(.press(.left, count: 1), at: Point(x: 4, y: 1), modifiers: .shift)
        _ = field.handle(click, in: rect)
        #expect(field.selectedText == "llo")
    }

    @Test func `a click in a long text does not move the text`() {
        var field = TextFieldState(text: "0123456789abcdefghij")
        let before = drawn(12, 2) { _, canvas in field.draw(in: rect, on: &canvas, isFocused: true) }
        _ = field.handle(.press(3, 1), in: rect)
        let after = drawn(12, 2) { _, canvas in field.draw(in: rect, on: &canvas, isFocused: true) }
        #expect(before == after)
        #expect(field.cursor == 12)
    }

    @Test func `clicks and drags outside are not handled`() {
        var field = TextFieldState(text: "hello")
        #expect(field.handle(.press(0, 0), in: rect) == nil)
        #expect(field.handle(.drag(4, 1), in: rect) == nil)
        #expect(field.handle(.release(4, 1), in: rect) == nil)
        #expect(field.handle(.wheelDown(4, 1), in: rect) == nil)
    }

    @Test func `a middle click in a field pastes at the click`() {
        var field = TextFieldState(text: "hello")
        #expect(field.handle(.press(4, 1, button: .middle), in: rect) == .wantsPaste)
        #expect(field.cursor == 2)
    }

    @Test func `a click in a secret is positioned by its dots`() {
        var field = TextFieldState(text: "日本語", isMasked: true)
        _ = field.handle(.press(4, 1), in: rect)
        #expect(field.cursor == 6)
    }

    @Test(arguments: [(3, 1, nil), (7, 7, "two")])
    func `a right click next to a selection moves the cursor`(x: Int, cursor: Int, selected: String?) {
        var field = TextFieldState(text: "one two")
        _ = field.handle(.press(7, 1, count: 2), in: rect)
        #expect(field.handle(MouseEvent(.press(.right, count: 1), at: Point(x: x, y: 1)), in: rect) == .moved)
        #expect(field.cursor == cursor && field.selectedText == selected)
    }
}
