import Screen
import Testing
import Widgets

/// Versions of a text, which tell whether it has changed without comparing it.
@Suite struct TextAreaVersionTests {
    private let rect = Rect(x: 0, y: 0, width: 40, height: 10)

    @Test func `undo brings the version back, and any other change is a new one`() {
        var area = TextAreaState(text: "abc")
        let first = area.version
        _ = area.handle(.character("x"), in: rect)
        let second = area.version
        _ = area.handle(.character("y"), in: rect)
        #expect(Set([first, second, area.version]).count == 3)
        _ = area.undo()
        #expect(area.version == first)
        _ = area.redo()
        #expect(area.version != first && area.version != second)
        _ = area.undo()
        area.replaceAll(with: "z")
        #expect(area.version != first)
    }

    @Test func `typing continues the same step`() {
        var area = TextAreaState()
        #expect(area.stepNumber == 0)
        _ = area.handle(.character("x"), in: rect)
        let number = area.stepNumber
        _ = area.handle(.character("y"), in: rect)
        #expect(area.stepNumber == number)
        _ = area.handle(Key(.enter), in: rect)
        #expect(area.stepNumber > number)
    }

    @Test func `words that arrive at once are a step each`() {
        var area = TextAreaState()
        #expect(area.handle(Key(.characters(Array("one two three"))), in: rect) == .changed)
        #expect(area.stepNumber == 3)
        _ = area.undo()
        #expect(area.stepNumber == 2 && area.text == "one two ")
        _ = area.handle(.character("x"), in: rect)
        #expect(area.stepNumber == 3)
    }
}
