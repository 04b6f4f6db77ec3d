import Screen
import Testing
import Widgets

@Suite struct DataTableTests {
    private let table = DataTable(
        [
            .init("id", width: 4, isNumeric: true, sorting: .descending), .init("name", width: 8),
            .init("price", width: 6, isNumeric: true),
            .init("active", width: 6),
        ], current: 1)

    private func values(_ row: Int) -> [DataTable.Value] {
        [.number("\(row * 9)"), .text("item \(row)"), row == 1 ? .missing : .number("\(row).50"), .keyword("true")]
    }

    private func canvas(_ table: DataTable, _ width: Int, _ height: Int, count: Int = 3) -> Canvas {
        WidgetsTests.canvas(width, height) {
            table.draw(in: $0, ListState(), count: count, isFocused: true, on: &$1) { row, columns in columns.map { values(row)[$0] } }
        }
    }

    @Test func `aligns numbers right and marks the sorted column`() {
        #expect(
            rows(of: canvas(table, 34, 4)) == [
                "id ▼  name       price  active", "   0  item 0      0.50  true", "   9  item 1         ·  true",
                "  18  item 2      2.50  true",
            ])
    }

    @Test func `colours values by their type`() {
        let canvas = canvas(table, 34, 3)
        #expect(canvas[Point(x: 3, y: 2)].style.role == .codeNumber)
        #expect(canvas[Point(x: 6, y: 2)].style.role == .text)
        #expect(canvas[Point(x: 21, y: 2)].style.role == .textMuted)
        #expect(canvas[Point(x: 24, y: 2)].style.role == .codeKeyword)
    }

    @Test func `keeps the header and the current column visible`() {
        var last = table
        last.current = 3
        let canvas = canvas(last, 16, 3, count: 9)
        #expect(rows(of: canvas) == ["‹price  active", "  0.50  true   ┃", "     ·  true   │"])
    }

    @Test(arguments: [
        (34, 1, "id ▼  name       price  active"), (28, 0, "id ▼  name       price  act›"), (23, 0, "id ▼  name       price›"),
        (18, 2, "‹ame       price ›"), (6, 1, "‹ame ›"), (1, 0, "…"),
    ])
    func `signs in the header mark the sides where columns are cut`(width: Int, current: Int, header: String) {
        var table = table
        table.current = current
        #expect(rows(of: canvas(table, width, 4)).first == header)
    }

    @Test func `the signs of cut columns have a form in ASCII`() {
        var table = table
        table.current = 2
        var canvas = canvas(table, 18, 4)
        canvas.useASCII()
        #expect(rows(of: canvas).first == "<ame       price >")
    }

    @Test(arguments: [(20, [4, 8, 6, 6]), (30, [4, 8, 6, 6]), (34, [4, 12, 6, 6]), (50, [4, 20, 6, 8])])
    func `free columns go to values that are cut`(width: Int, expected: [Int]) {
        var table = table
        table.widen(to: [4, 20, 2, 8], in: width)
        #expect(table.columns.map(\.width) == expected)
    }

    @Test func `a table without columns draws nothing`() {
        #expect(rows(of: canvas(DataTable([]), 10, 2)) == ["", ""])
    }
}
