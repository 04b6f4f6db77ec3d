import Screen
import Testing

@testable import Widgets

@Suite struct ListStateTests {
    @Test(arguments: [
        ("j", 1, 0), ("jjk", 1, 0), ("k", 0, 0), ("G", 99, 90), ("Gg", 0, 0), ("<c-d>", 5, 0), ("<c-d><c-d>", 10, 1),
        ("<pgdn>", 9, 0), ("<pgdn><pgdn>", 18, 9), ("<end>", 99, 90), ("<end><pgup>", 90, 90), ("<end><c-u><c-u>", 89, 89),
        ("<down><up>", 0, 0), ("<end><home>", 0, 0),
    ])
    func `keys move the selection and keep it visible`(typed: String, selected: Int, scroll: Int) {
        var list = ListState()
        for key in keys(typed) { #expect(list.handle(key, count: 100, height: 10) != nil) }
        #expect(list.selected == selected)
        #expect(list.firstVisible(count: 100, height: 10) == scroll)
    }

    @Test func `Enter opens, other keys are left`() {
        var list = ListState(selected: 3)
        #expect(list.handle(Key(.enter), count: 10, height: 5) == .opened(3))
        #expect(list.handle(.character("x"), count: 10, height: 5) == nil)
        #expect(list.handle(Key(.enter), count: 0, height: 5) == nil)
    }

    @Test(arguments: [(StyleRole.suggestionSelected, "▸two"), (.cursorRowFocused, " two")])
    func `the chosen row of a list to choose from has a sign`(selection: StyleRole, line: String) {
        let lines = drawn(9, 3) { rect, canvas in
            ListState(selected: 1).draw(in: rect, on: &canvas, count: 3, isFocused: true, selection: selection) { index, cells, _, canvas in
                canvas.write(["one", "two", "three"][index], in: cells.inset(columns: 1), style: CellStyle(.text))
            }
        }
        #expect(lines == [" one", line, " three"])
    }

    @Test func `a shortened list keeps a row selected`() {
        var list = ListState(selected: 50, scroll: 45)
        list.reveal(count: 10, height: 8)
        #expect(list.selected == 9)
        #expect(list.firstVisible(count: 10, height: 8) == 2)
        list.reveal(count: 0, height: 8)
        #expect(list.selected == 0)
        #expect(list.firstVisible(count: 0, height: 8) == 0)
    }

    @Test func `clicks select, open and ask for the menu`() {
        var list = ListState(selected: 9, scroll: 5)
        let rect = Rect(x: 1, y: 1, width: 20, height: 10)
        #expect(list.handle(.press(3, 3), in: rect, count: 100) == .selected(7))
        #expect(list.selected == 7)
        #expect(list.handle(.press(3, 3, count: 2), in: rect, count: 100) == .opened(7))
        #expect(list.handle(.press(3, 4, button: .right), in: rect, count: 100) == .menu(8, at: Point(x: 3, y: 4)))
        #expect(list.handle(.press(0, 0), in: rect, count: 100) == nil)
    }

    @Test func `a click below the rows is no row's`() {
        var list = ListState()
        #expect(list.handle(.press(3, 7), in: Rect(x: 0, y: 0, width: 20, height: 10), count: 5) == nil)
    }

    @Test func `the wheel moves the view and not the selection`() {
        var list = ListState()
        let rect = Rect(x: 0, y: 0, width: 20, height: 10)
        #expect(list.handle(.wheelDown(3, 3), in: rect, count: 14) == .scrolled)
        #expect(list.firstVisible(count: 14, height: 10) == 3)
        _ = list.handle(.wheelDown(3, 3), in: rect, count: 14)
        #expect(list.firstVisible(count: 14, height: 10) == 4)
        _ = list.handle(.wheelUp(3, 3), in: rect, count: 14)
        #expect(list.firstVisible(count: 14, height: 10) == 1)
        #expect(list.selected == 0)
    }

    @Test func `a view that became lower still shows the selection`() {
        let list = ListState(selected: 9)
        #expect(list.visibleRows(count: 20, height: 10) == 0..<10)
        #expect(list.visibleRows(count: 20, height: 4) == 6..<10)
    }

    @Test func `dragging the scrollbar scrolls, also outside`() {
        var list = ListState()
        let rect = Rect(x: 0, y: 0, width: 20, height: 10)
        #expect(list.handle(.press(19, 0), in: rect, count: 100) == .scrolled)
        #expect(list.firstVisible(count: 100, height: 10) == 0)
        #expect(list.handle(.drag(30, 9), in: rect, count: 100) == .scrolled)
        #expect(list.firstVisible(count: 100, height: 10) == 90)
        #expect(list.handle(.release(30, 20), in: rect, count: 100) == .scrolled)
        #expect(list.handle(.drag(30, 9), in: rect, count: 100) == nil)
    }

    @Test func `a click on the thumb of a long list does not scroll`() {
        var list = ListState()
        let rect = Rect(x: 0, y: 0, width: 20, height: 10)
        list.scroll(to: 40, count: 100, height: 10)
        let thumb = Scrollbar(count: 100, height: 10, first: 40).thumb.lowerBound
        #expect(list.handle(.press(19, thumb), in: rect, count: 100) == .scrolled)
        #expect(list.firstVisible(count: 100, height: 10) == 40)
        #expect(list.handle(.drag(19, 0), in: rect, count: 100) == .scrolled)
        #expect(list.firstVisible(count: 100, height: 10) == 0)
    }

    @Test func `only the rows in view are drawn`() {
        var indices: [Int] = []
        let list = ListState(selected: 6, scroll: 5)
        let canvas = canvas(8, 3) { rect, canvas in
            list.draw(in: rect, on: &canvas, count: 1_000_000, isFocused: true) { index, rect, backdrop, canvas in
                indices.append(index)
                canvas.write("row number \(index)", at: rect.origin, style: CellStyle(.text, on: backdrop))
            }
        }
        #expect(indices == [5, 6, 7])
        #expect(rows(of: canvas) == ["row num│", "row num┃", "row num│"])
        #expect(canvas.columns(with: .cursorRowFocused, row: 1) == Array(0..<7))
    }

    @Test func `groups of rows have a blank line between them`() {
        let rows = GroupedRows(5, starts: [2, 4, 9])
        #expect((rows.rowCount, rows.lineCount) == (5, 7))
        #expect((0..<7).map(rows.row(onLine:)) == [0, 1, nil, 2, 3, nil, 4])
        #expect((0..<5).map(rows.line(ofRow:)) == [0, 1, 3, 4, 6])
        var list = ListState()
        let rect = Rect(x: 0, y: 0, width: 9, height: 3)
        list.select(4, count: rows, height: rect.height)
        #expect(list.visibleRows(count: rows, height: rect.height) == 3..<5)
        #expect((0..<3).map { list.row(at: Point(x: 0, y: $0), in: rect, count: rows) } == [3, nil, 4])
        #expect(list.rect(ofRow: 4, in: rect, count: rows)?.minY == 2)
        list.move(.up, count: rows, height: rect.height)
        list.move(.up, count: rows, height: rect.height)
        #expect(list.selected == 2 && list.rect(ofRow: 2, in: rect, count: rows)?.minY == 0)
        list.scroll(by: -9, count: rows, height: rect.height)
        #expect(list.visibleRows(count: rows, height: rect.height) == 0..<2)
    }
}
