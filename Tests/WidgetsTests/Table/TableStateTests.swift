import Screen
import Testing

@testable import Widgets

/// A table with two columns and a height of ten rows, with typed text.
private struct Bench {
    var table = TableState()
    var rows: [TableRow]
    var outcomes: [TableOutcome?] = []
    let shape: TableShape
    static let rect = Rect(x: 0, y: 0, width: 34, height: 10)

    init(_ rows: [TableRow], added: [TableRow] = [], shape: TableShape? = nil) {
        self.rows = rows
        self.shape = shape ?? TableShape(columns: [TableColumn("Name"), TableColumn("Value", width: .share(2))], added: added)
    }

    mutating func type(_ typed: String) {
        for key in keys(typed) { outcomes.append(table.handle(key, in: Self.rect, rows: &rows, shape: shape)) }
    }

    mutating func mouse(_ event: MouseEvent) -> TableOutcome? {
        table.handle(event, in: Self.rect, rows: &rows, shape: shape)
    }

    /// The rows as `name=value`, with a `-` before those that do not count.
    var written: [String] { rows.map { ($0.isEnabled ? "" : "-") + $0.cells.joined(separator: "=") } }
    var seen: [String] { WidgetsTests.rows(of: drawing) }
    var drawing: Canvas {
        canvas(Self.rect.width, Self.rect.height) { table.draw(in: $0, on: &$1, rows: rows, shape: shape, isFocused: true) }
    }
}

private let three = [TableRow(["a", "1"]), TableRow(["b", "2"]), TableRow(["c", "3"])]

@Suite struct TableStateTests {
    @Test(arguments: [
        (" ", ["-a=1", "b=2", "c=3"]),
        ("  ", ["a=1", "b=2", "c=3"]),
        ("jd", ["a=1", "c=3"]),
        ("Gkd", ["a=1", "b=2"]),
        ("D", ["a=1", "a=1", "b=2", "c=3"]),
        ("J", ["b=2", "a=1", "c=3"]),
        ("jjK", ["a=1", "c=3", "b=2"]),
        ("K", ["a=1", "b=2", "c=3"]),
        ("ex", ["ax=1", "b=2", "c=3"]),
        ("lex", ["a=1x", "b=2", "c=3"]),
        ("lex<esc>d", ["b=2", "c=3"]),
        ("ax<tab>9<cr>", ["a=1", "x=9", "b=2", "c=3"]),
        ("ax<cr>9<cr>", ["a=1", "x=9", "b=2", "c=3"]),
        ("a<esc>", ["a=1", "b=2", "c=3"]),
        ("a<down>x", ["a=1", "bx=2", "c=3"]),
        ("e<tab>x", ["a=1x", "b=2", "c=3"]),
        ("e<tab><tab>x", ["a=1", "bx=2", "c=3"]),
        ("jle<s-tab>x", ["a=1", "bx=2", "c=3"]),
        ("je<s-tab>x", ["a=1x", "b=2", "c=3"]),
        ("jjle<tab>x<tab>9", ["a=1", "b=2", "c=3", "x=9"]),
        ("jjle<tab><tab>", ["a=1", "b=2", "c=3", "="]),
        ("e<down>x<up>y", ["ay=1", "bx=2", "c=3"]),
        ("jjj<cr>x", ["a=1", "b=2", "c=3", "x="]),
        ("jjj<cr>x<cr>9<cr>y<cr>8<cr><cr>", ["a=1", "b=2", "c=3", "x=9", "y=8"]),
        ("jjle<cr>x", ["a=1", "b=2", "c=3", "x="]),
        ("jje<cr>D", ["a=1", "b=2", "c=3", "c=3"]),
        ("jle<cr>D", ["a=1", "b=2", "b=2", "c=3"]),
    ])
    func `keys change the rows`(typed: String, expected: [String]) {
        var bench = Bench(three)
        bench.type(typed)
        #expect(bench.written == expected)
    }

    @Test func `text typed in a cell changes the rows at once`() {
        var bench = Bench(three)
        bench.type("ex")
        #expect(bench.outcomes == [.moved, .changed])
        bench.type("<esc>")
        #expect(bench.written.first == "ax=1")
        #expect(!bench.table.isEditing)
    }

    @Test func `an empty table gets its first row`() {
        var bench = Bench([])
        bench.type("ax<tab>1<cr>")
        #expect(bench.written == ["x=1", "="] && bench.table.isEditing && bench.table.column == 0)
        bench.type("<cr>")
        #expect(bench.written == ["x=1"] && !bench.table.isEditing)
    }

    @Test func `inherited rows are replaced by a row of their name, but not changed`() {
        var bench = Bench(three, added: [TableRow(["host", "x"])])
        bench.type("G")
        #expect(bench.table.selected == 4)
        bench.type("d D")
        #expect(bench.written == ["a=1", "b=2", "c=3"])
        #expect(!bench.table.isEditing)
        bench.type("e")
        #expect(bench.written == ["a=1", "b=2", "c=3", "host="] && bench.table.isEditing && bench.table.column == 1)
        bench.type("<esc>")
        #expect(bench.written == ["a=1", "b=2", "c=3"])
    }

    @Test func `the last row deleted leaves the cursor on a row`() {
        var bench = Bench(three)
        bench.type("jjd")
        #expect(bench.table.selected == 1)
        bench.type("ddd")
        #expect(bench.written == [])
    }

    @Test func `a click on a checkbox switches, a double-click edits`() {
        var bench = Bench(three)
        #expect(bench.mouse(.press(1, 2)) == .changed)
        #expect(bench.written[1] == "-b=2")
        #expect(bench.mouse(.press(20, 3, count: 2)) == .moved)
        bench.type("x")
        #expect(bench.written[2] == "c=3x")
    }

    @Test func `a click on the last line adds a row`() {
        var bench = Bench(three)
        #expect(bench.mouse(.press(2, 4)) == .changed)
        bench.type("x")
        #expect(bench.written == ["a=1", "b=2", "c=3", "x="])
    }

    @Test func `a click elsewhere removes an empty row`() {
        var bench = Bench(three)
        bench.type("a")
        #expect(bench.mouse(.press(6, 4)) == .changed)
        #expect(bench.written == ["a=1", "b=2", "c=3"])
        #expect(bench.table.selected == 2)
    }

    @Test(arguments: [(MouseEvent.press(20, 2), ["a=1", "bx=2y", "c=3"]), (.press(4, 3), ["a=1", "bx=2", "yc=3"])])
    func `a click while a cell is edited moves the edit`(event: MouseEvent, expected: [String]) {
        var bench = Bench(three)
        bench.type("jex")
        #expect(bench.mouse(event) == .moved)
        #expect(bench.table.isEditing)
        bench.type("y")
        #expect(bench.written == expected)
    }

    private static let secrets = TableShape(columns: [TableColumn("Name"), TableColumn("Value", width: .share(2), isMasked: true)])

    @Test func `a click edits a secret when the button is released`() {
        var bench = Bench(three, shape: Self.secrets)
        _ = bench.mouse(.press(20, 2))
        #expect(!bench.table.isEditing)
        _ = bench.mouse(MouseEvent(.release(.left), at: Point(x: 20, y: 2)))
        bench.type("x")
        #expect(bench.written == ["a=1", "b=2x", "c=3"])
    }

    @Test func `a drag, another place of the release and a cell that is no secret edit nothing`() {
        for (press, events) in [
            (Point(x: 20, y: 2), [MouseEvent(.drag(.left), at: Point(x: 20, y: 3)), MouseEvent(.release(.left), at: Point(x: 20, y: 2))]),
            (Point(x: 20, y: 2), [MouseEvent(.release(.left), at: Point(x: 20, y: 3))]),
            (Point(x: 1, y: 2), [MouseEvent(.release(.left), at: Point(x: 1, y: 2))]),
            (Point(x: 5, y: 2), [MouseEvent(.release(.left), at: Point(x: 5, y: 2))]),
        ] {
            var bench = Bench(three, shape: Self.secrets)
            _ = bench.mouse(.press(press.x, press.y))
            for event in events { _ = bench.mouse(event) }
            #expect(!bench.table.isEditing)
        }
    }

    @Test func `an empty optional column leaves its width to other columns`() {
        let columns = [TableColumn("Name"), TableColumn("Value"), TableColumn("Type", isOptional: true)]
        func starts(_ rows: [TableRow], cursor: Int) -> [Int] {
            let shape = TableShape(columns: columns).fitted(to: rows, cursor: cursor)
            return TableLayout(Rect(x: 0, y: 0, width: 40, height: 5), shape: shape, rowCount: rows.count).columns.map(\.count)
        }
        #expect(starts([TableRow(["a", "1", ""])], cursor: 0) == [14, 15, 5])
        #expect(starts([TableRow(["a", "1", ""])], cursor: 2) == [11, 11, 12])
        #expect(starts([TableRow(["a", "1", "x"])], cursor: 0) == [11, 11, 12])
    }

    @Test func `a new row is filled with the mouse`() {
        var bench = Bench(three)
        _ = bench.mouse(.press(2, 4))
        bench.type("foo")
        _ = bench.mouse(.press(20, 4))
        bench.type("bar")
        #expect(bench.written.last == "foo=bar")
    }

    @Test func `a click outside the rows or on a checkbox ends editing`() {
        var bench = Bench(three)
        bench.type("e")
        #expect(bench.mouse(.press(1, 2)) == .changed)
        #expect(!bench.table.isEditing)
    }

    @Test func `a click in the cell that is edited places the cursor`() {
        var bench = Bench([TableRow(["abc", ""])])
        bench.type("e")
        #expect(bench.mouse(.press(5, 1)) == .moved)
        bench.type("x")
        #expect(bench.written == ["axbc="])
    }

    @Test func `the right button opens the row's menu`() {
        var bench = Bench(three)
        #expect(bench.mouse(.press(6, 2, button: .right)) == .menu(1, at: Point(x: 6, y: 2)))
        #expect(bench.mouse(.press(6, 4, button: .right)) == .moved)
    }

    @Test func `lines pasted next to a cell become rows`() {
        var bench = Bench(three)
        let outcome = bench.table.paste("x: 1\n# y: 2", rows: &bench.rows, shape: bench.shape, in: Bench.rect)
        #expect(outcome == .changed)
        #expect(bench.written == ["a=1", "x=1", "-y=2", "b=2", "c=3"])
    }

    @Test func `lines pasted into a cell stay in it`() {
        var bench = Bench(three)
        bench.type("e")
        _ = bench.table.paste("x: 1\ny: 2", rows: &bench.rows, shape: bench.shape, in: Bench.rect)
        #expect(bench.written == ["ax: 1 y: 2=1", "b=2", "c=3"])
    }

    @Test func `lines pasted into the name of a new row become rows`() {
        var bench = Bench(three)
        bench.type("a")
        _ = bench.table.paste("x: 1\ny: 2", rows: &bench.rows, shape: bench.shape, in: Bench.rect)
        #expect(bench.written == ["a=1", "x=1", "y=2", "b=2", "c=3"])
    }

    @Test func `pasted lines of a shell lose their export`() {
        var bench = Bench([])
        _ = bench.table.paste("export x: 1\nexport  y: 2\nexported: 3", rows: &bench.rows, shape: bench.shape, in: Bench.rect)
        #expect(bench.written == ["x=1", "y=2", "exported=3"])
    }

    @Test func `completing a word is in the rows`() {
        var bench = Bench(three)
        bench.type("e")
        #expect(bench.table.complete(0..<1, with: "Accept", rows: &bench.rows) == .changed)
        #expect(bench.written.first == "Accept=1")
    }

    @Test func `a screen reader gets every row of a table`() {
        var bench = Bench(
            [TableRow(["a", "1"]), TableRow(["b", "日本語日本語日本語日本語"], isEnabled: false)], added: [TableRow(["host", "127.0.0.1"])])
        bench.type("j")
        #expect(
            bench.seen == [
                "    Name      Value", "[x] a         1", "[ ] b         日本語日本語日本語…", " +  Add       Value",
                "[x] host      127.0.0.1", "", "", "", "", "",
            ])
    }
}

@Suite struct TableFormTests {
    private static let shape = TableShape.form(labelColumns: 8)

    private func form() -> Bench {
        Bench(
            [
                TableRow(["User", "joe"]), TableRow(["Password", "s3cret"], isSecret: true),
                TableRow(["Send as", "header"], choices: ["header", "body", "query"]), TableRow(["Realm", "x y"], problem: "no spaces"),
            ], shape: Self.shape)
    }

    @Test(arguments: [
        ("ex", "joex"), ("dex", "joex"), ("Dex", "joex"), ("Jex", "joex"), ("ae<esc>ex", "joex"), ("<c-s>ex", "joex"),
        ("e<bs><bs><bs><cr>", ""),
    ])
    func `fields can be edited, but not added or removed`(typed: String, user: String) {
        var bench = form()
        bench.type(typed)
        #expect(bench.rows.map { $0[0] } == ["User", "Password", "Send as", "Realm"])
        #expect(bench.rows[0][1] == user)
    }

    @Test(arguments: [(40, 8), (12, 6), (10, 5)])
    func `labels take at most half of the width`(width: Int, labels: Int) throws {
        var table = TableState()
        let (rows, rect) = ([TableRow(["User", "joe"])], Rect(x: 0, y: 0, width: width, height: 3))
        table.select(row: 0, column: 1, rows: rows, shape: Self.shape, in: rect)
        let values = Rect(x: labels + 2, y: 0, width: width - labels - 2, height: 1)
        #expect(table.cursorCell(in: rect, rows: rows, shape: Self.shape) == values)
    }

    @Test(arguments: [("jj ", "body"), ("jj  ", "query"), ("jjl", "body"), ("jjh", "query"), ("jj    ", "body")])
    func `a choice is selected in turn`(typed: String, choice: String) {
        var bench = form()
        bench.type(typed)
        #expect(bench.rows[2][1] == choice)
    }

    @Test(arguments: [
        ("e<tab>x<tab> ", ["joe", "s3cretx", "body", "x y"]), ("e<tab><tab><tab>", ["joe", "s3cret", "header", "x y"]),
        ("jjje<tab>", ["joe", "s3cret", "header", "x y"]), ("jjje<cr>", ["joe", "s3cret", "header", "x y"]),
    ])
    func `Tab moves from field to field`(typed: String, expected: [String]) {
        var bench = form()
        bench.type(typed)
        #expect(bench.rows.map { $0[1] } == expected)
    }

    @Test(arguments: [Key(.enter), .character("e")])
    func `Enter opens the list of choices as a click does`(key: Key) {
        var bench = form()
        bench.type("jj")
        let before = bench.rows
        let outcome = bench.table.handle(key, in: Bench.rect, rows: &bench.rows, shape: Self.shape)
        #expect(outcome == .choices(below: Rect(x: 10, y: 2, width: 24, height: 1)))
        #expect(bench.rows == before)
    }

    @Test func `the choices of the first field open below its text, before the cursor has moved`() {
        let rows = [TableRow(["in", "header"], choices: ["header", "query"])]
        let cell = TableState().cursorCell(in: Bench.rect, rows: rows, shape: Self.shape)
        #expect(cell?.minX == 10)
    }

    @Test func `a click opens the choices, a double click edits`() {
        var bench = form()
        #expect(bench.mouse(.press(12, 2)) == .choices(below: Rect(x: 10, y: 2, width: 24, height: 1)))
        #expect(bench.rows[2][1] == "header")
        #expect(bench.table.choose("query", rows: &bench.rows, shape: Self.shape) == .changed)
        #expect(bench.rows[2][1] == "query")
        #expect(bench.table.choose("nowhere", rows: &bench.rows, shape: Self.shape) == nil)
        _ = bench.mouse(.press(12, 0, count: 2))
        #expect(bench.table.isEditing)
    }

    @Test func `a click on a label edits its field when the button is released, a drag does not`() {
        var bench = form()
        _ = bench.mouse(.press(2, 0))
        #expect(!bench.table.isEditing)
        _ = bench.mouse(MouseEvent(.release(.left), at: Point(x: 2, y: 0)))
        bench.type("x")
        #expect(bench.rows[0][1] == "joex")
        bench = form()
        _ = bench.mouse(.press(2, 0))
        _ = bench.mouse(MouseEvent(.drag(.left), at: Point(x: 2, y: 1)))
        _ = bench.mouse(MouseEvent(.release(.left), at: Point(x: 2, y: 1)))
        #expect(!bench.table.isEditing)
        #expect(bench.mouse(.press(2, 2)) == .choices(below: Rect(x: 10, y: 2, width: 24, height: 1)))
    }

    @Test func `labels, dots, choices and problems are seen`() {
        var bench = form()
        #expect(
            bench.seen.prefix(4) == [
                "User      joe", "Password  ••••••••", "Send as   header                ▾", "Realm     x y          ✗ no spaces",
            ])
        #expect(bench.drawing.columns(with: .secret, row: 1) == Array(10..<18))
        bench.type("je")
        #expect(bench.seen[1] == "Password  ••••••")
    }
}

@Suite struct TableRowTests {
    @Test func `the value of a row is the id of its choice, or else its text`() {
        var row = TableRow(["Where", "Query"], id: "in", choices: ["Header", "Query"])
        #expect(row.value == "Query" && !row.isOn)
        (row.choiceIDs, row.onChoice) = (["header", "query"], "Query")
        #expect(row.value == "query" && row.isOn)
        row.value = "header"
        #expect(row[1] == "Header" && !row.isOn)
        row.value = "{{place}}"
        #expect(row.value == "{{place}}" && row[1] == "{{place}}")
        #expect(TableRow(["a", "1"], id: "a") != TableRow(["a", "1"], id: "b"))
    }
}

@Suite struct TableProblemTests {
    private let shape = TableShape(columns: [TableColumn("Name"), TableColumn("From"), TableColumn("Kind", width: .fixed(4))])

    private func row(_ cells: [String], column: Int = 0) -> String {
        var row = TableRow(cells)
        row.problem = "from body"
        var bench = Bench([row], shape: shape)
        bench.type(String(repeating: "l", count: column))
        return bench.seen[1]
    }

    @Test func `an error uses the space of empty columns after the last word`() {
        #expect(row(["id", "foo"]) == "[x] id           foo   ✗ from body")
        #expect(!row(["id", "foo", "x"]).contains("from body"))
        #expect(!row(["id", "foo"], column: 2).contains("from body"), "the cursor is seen")
    }
}
