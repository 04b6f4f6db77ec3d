import Screen
import ScreenTesting
import Testing

@testable import Widgets

/// The appearance of the widgets, with the role of every cell.
@Suite struct WidgetSnapshotTests {
    @Test func `a table with a cell that is edited`() throws {
        var rows = [TableRow(["Accept", "*/*"]), TableRow(["X-Name", "{{name}}"], isEnabled: false, problem: "unknown")]
        let shape = TableShape(
            columns: [TableColumn("Name", role: .headerName), TableColumn("Value", width: .share(2))], addTitle: "Add a header",
            added: [TableRow(["Host", "127.0.0.1"])])
        var table = TableState()
        let rect = Rect(x: 0, y: 0, width: 48, height: 7)
        for key in keys("le<s-left>") { _ = table.handle(key, in: rect, rows: &rows, shape: shape) }
        try expectSnapshot(canvas(48, 7) { table.draw(in: $0, on: &$1, rows: rows, shape: shape, isFocused: true) }, named: "table")
    }

    @Test func `a text area during a search`() throws {
        var bench = AreaBench("{\n  \"name\": \"日本\",\n  \"id\": [1, 2]\n}", width: 36, height: 7)
        bench.area.showsLineNumbers = true
        bench.type("<c-f>n<tab>x")
        try expectSnapshot(bench.canvas, named: "area")
    }

    @Test func `a selection in VISUAL mode`() throws {
        var bench = AreaBench("one two\n\nthree", preset: .vim, width: 20, height: 4)
        bench.type("wvjj")
        try expectSnapshot(bench.canvas, named: "visual")
    }

    @Test func `a menu looks like its snapshot`() throws {
        let menu = MenuState([MenuItem("Open", keys: "Enter"), MenuItem("Paste", disabledReason: "empty")], at: Point(x: 1, y: 0))
        try expectSnapshot(canvas(24, 5) { menu.draw(in: $0, on: &$1) }, named: "menu")
    }
}
