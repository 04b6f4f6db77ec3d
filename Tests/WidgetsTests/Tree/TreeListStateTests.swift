import Screen
import Testing

@testable import Widgets

@Suite struct TreeListStateTests {
    private let rows = [
        TreeRow(depth: 0, disclosure: .expanded), TreeRow(depth: 1, disclosure: .collapsed), TreeRow(depth: 1), TreeRow(depth: 0),
    ]
    private let rect = Rect(x: 0, y: 0, width: 10, height: 5)

    @Test(arguments: [
        ("l", 0, TreeOutcome.list(.selected(1))), ("h", 0, .collapse(0)), (" ", 0, .collapse(0)), ("<cr>", 0, .collapse(0)),
        ("l", 1, .expand(1)), ("h", 1, .list(.selected(0))), ("<right>", 1, .expand(1)), ("<space>", 1, .expand(1)),
        ("l", 2, .list(.selected(2))), ("<left>", 2, .list(.selected(0))), ("<cr>", 2, .list(.opened(2))),
        ("h", 3, .list(.selected(3))), ("j", 2, .list(.selected(3))),
    ])
    func `keys show, hide and walk`(key: String, selected: Int, expected: TreeOutcome) {
        var tree = TreeListState(selected: selected)
        #expect(keys(key).map { tree.handle($0, count: 4, height: 5) { rows[$0] } } == [expected])
    }

    @Test func `space on a row without rows below is left to the owner`() {
        var tree = TreeListState(selected: 3)
        #expect(tree.handle(.character(" "), count: 4, height: 5) { rows[$0] } == nil)
        #expect(tree.handle(.character("j"), count: 0, height: 5) { rows[$0] } == nil)
    }

    @Test(arguments: [
        (MouseEvent.press(0, 0), TreeOutcome.collapse(0)), (.press(5, 0), .list(.selected(0))), (.press(2, 1), .expand(1)),
        (.press(0, 1), .list(.selected(1))), (.press(5, 1, count: 2), .expand(1)), (.press(5, 2, count: 2), .list(.opened(2))),
        (.wheelDown(1, 1), .list(.scrolled)),
    ])
    func `the mouse shows, hides and opens`(event: MouseEvent, expected: TreeOutcome) {
        var tree = TreeListState()
        #expect(tree.handle(event, in: rect, count: 4) { rows[$0] } == expected)
    }

    @Test func `rows stand behind their signs`() {
        let tree = TreeListState(selected: 1)
        let seen = drawn(10, 4) { rect, canvas in
            tree.draw(in: rect, on: &canvas, count: 4, isFocused: true, row: { rows[$0] }) { index, rect, backdrop, canvas in
                canvas.write("row \(index)", at: rect.origin, style: CellStyle(.text, on: backdrop))
            }
        }
        #expect(seen == ["▾ row 0", "  ▸ row 1", "    row 2", "  row 3"])
    }
}
