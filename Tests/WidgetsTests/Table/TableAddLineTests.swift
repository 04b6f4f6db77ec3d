import Screen
import Testing

@testable import Widgets

/// A table in 34 columns and ten rows.
private struct Bench {
    var table = TableState()
    var rows: [TableRow]
    let shape: TableShape
    static let rect = Rect(x: 0, y: 0, width: 34, height: 10)

    init(_ rows: [TableRow], shape: TableShape) { (self.rows, self.shape) = (rows, shape) }

    mutating func press(_ key: Key) { _ = table.handle(key, in: Self.rect, rows: &rows, shape: shape) }

    mutating func mouse(_ event: MouseEvent) -> TableOutcome? { table.handle(event, in: Self.rect, rows: &rows, shape: shape) }

    /// The rows as `name=value`, with a `-` before those that do not count.
    var written: [String] { rows.map { ($0.isEnabled ? "" : "-") + $0.cells.joined(separator: "=") } }
    var seen: [String] {
        drawn(Self.rect.width, Self.rect.height) { table.draw(in: $0, on: &$1, rows: rows, shape: shape, isFocused: true) }
    }
}

/// The lines below the rows: the one that adds a row, and those that are added automatically.
@Suite struct TableAddLineTests {
    private func line(_ shape: TableShape) -> Canvas {
        canvas(34, 4) { TableState().draw(in: $0, on: &$1, rows: [TableRow(["a", "1"])], shape: shape, isFocused: true) }
    }

    @Test func `the fields of the adding line begin one cell before their texts and do not touch`() {
        let columns = [TableColumn("Name"), TableColumn("Value", width: .share(2))]
        let added = line(TableShape(columns: columns))
        #expect(rows(of: added)[2] == " +  Add       Value")
        let (fields, texts) = (added.columns(with: .field, row: 2), added.columns(with: .placeholder, row: 2))
        #expect(fields.first == 3 && texts.first == 4 && !fields.contains(12) && fields.contains(13) && fields.last == 33)
    }

    @Test func `the adding line has fields without checkboxes and titles`() {
        let added = line(TableShape(columns: [TableColumn("")], hasCheckboxes: false, addTitle: "Add a tag"))
        #expect(rows(of: added)[1] == "+  Add a tag" && added.columns(with: .field, row: 1) == Array(2..<34))
        let secrets = line(TableShape(columns: [TableColumn("Name"), TableColumn("Value")], hasCheckboxes: false))
        #expect(rows(of: secrets)[2] == "+  Add           Value" && secrets.columns(with: .field, row: 2).count == 31)
    }

    @Test func `the empty cells of an edited row are fields, and the adding line is none meanwhile`() {
        let columns = [TableColumn("Name"), TableColumn("Value", width: .share(2))]
        var bench = Bench([], shape: TableShape(columns: columns))
        for key in keys("<cr>q") { bench.press(key) }
        let edited = canvas(34, 4) { bench.table.draw(in: $0, on: &$1, rows: bench.rows, shape: bench.shape, isFocused: true) }
        #expect(rows(of: edited)[1] == "[x] q         Value" && rows(of: edited)[2] == " +  Add")
        #expect(edited.columns(with: .field, row: 1) == Array(14..<34) && edited.columns(with: .field, row: 2) == [])
    }

    @Test func `the row of a form with the focus has one background`() {
        let rows = [TableRow(["Host", "a"]), TableRow(["Path", ""])]
        let shape = TableShape(columns: [TableColumn("", width: .fixed(8)), TableColumn("")], isForm: true, hasCheckboxes: false)
        let form = canvas(34, 4) { TableState().draw(in: $0, on: &$1, rows: rows, shape: shape, isFocused: true) }
        let backgrounds = (0..<34).map { form[Point(x: $0, y: 0)].style }.map { $0.backdrop ?? $0.role }
        #expect(Set(backgrounds) == [.fieldFocused])
    }

    @Test func `a click on the edge of a field begins the row in it`() {
        var bench = Bench(
            [TableRow(["a", "1"])], shape: TableShape(columns: [TableColumn("Name"), TableColumn("Value", width: .share(2))]))
        #expect(bench.mouse(.press(13, 2)) == .changed)
        bench.press(.character("9"))
        #expect(bench.written == ["a=1", "=9"])
    }

    @Test func `automatic rows stand below their heading and are switched off by a click`() {
        var host = TableRow(["host", "127.0.0.1"])
        host.isFixed = true
        var shape = TableShape(columns: [TableColumn("Name"), TableColumn("Value")], added: [host, TableRow(["agent", "x"])])
        shape.addedTitle = "Added automatically"
        var bench = Bench([TableRow(["a", "1"])], shape: shape)
        #expect(zip(bench.seen[3...5], ["    Added automatically", " ·  host", "[x] agent"]).allSatisfy { $0.hasPrefix($1) })
        _ = bench.mouse(.press(1, 3))
        #expect(bench.table.selected == 0, "nothing is on the heading")
        #expect(bench.mouse(.press(1, 4)) == .moved, "it is fixed")
        #expect(bench.mouse(.press(1, 5, count: 2)) == .moved, "the first click has changed the rows")
        #expect(bench.mouse(.press(1, 5)) == .changed)
        #expect(bench.written == ["a=1", "-agent="])
        for key in keys("jj<cr>y") { bench.press(key) }
        #expect(bench.written == ["a=1", "-agent=", "host=y"])
    }
}
