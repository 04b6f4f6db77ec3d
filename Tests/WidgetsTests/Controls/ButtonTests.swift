import Screen
import Testing
import Widgets

@Suite struct ButtonTests {
    private let buttons = [Button("Cancel"), Button("Discard", kind: .danger), Button("Save")]

    @Test(arguments: [
        (Button.Kind.normal, false, StyleRole.button), (.normal, true, .buttonFocused), (.danger, false, .buttonDanger),
        (.danger, true, .buttonFocused),
    ])
    func `the style depends on the kind and the focus`(kind: Button.Kind, isFocused: Bool, role: StyleRole) {
        let button = Button("Save", kind: kind)
        let canvas = canvas(button.columns, 1) { button.draw(in: $0, isFocused: isFocused, on: &$1) }
        #expect(canvas.roles == "0: \(role) 8")
        #expect(canvas.text == "  Save")
    }

    @Test(arguments: [(40, [0...9, 12...22, 25...32], 1), (31, [8...17, 20...30, 23...30], 2)])
    func `buttons are right-aligned and wrap into rows`(width: Int, columns: [ClosedRange<Int>], rowCount: Int) {
        let shift = width == 40 ? 40 - 33 : 0
        let places = Button.place(buttons, in: Rect(x: 0, y: 0, width: width, height: 4))
        #expect(places.map { $0.minX...($0.maxX - 1) } == columns.map { ($0.lowerBound + shift)...($0.upperBound + shift) })
        #expect(Button.rowCount(of: buttons, columns: width) == rowCount)
        #expect(places.map(\.minY).max() == 3)
    }

    @Test func `an empty list of buttons takes no row`() {
        #expect(Button.rowCount(of: [], columns: 10) == 0)
        #expect(Button.columns(of: []) == 0)
    }
}
