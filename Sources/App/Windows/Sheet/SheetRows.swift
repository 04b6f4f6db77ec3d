import Screen
import Widgets
import Workspace

/// Converts rows of a file to table rows and back.
enum SheetRows {
    /// The edited rows; properties without a column stay with the row's name.
    static func rows(_ typed: [TableRow], keeping old: [Row]) -> [Row] {
        typed.filter { !$0.isBlank }.map { row in
            let known = old.first { $0.name == row[0] }
            return Row(row[0], row[1], isEnabled: row.isEnabled, comment: known?.comment ?? "", isBare: known?.isBare ?? false)
        }
    }
}

extension [TableRow] {
    /// True if both have the same typed text, whatever their notes and masks.
    func saySame(as other: [TableRow]) -> Bool {
        elementsEqual(other) { $0.cells == $1.cells && $0.isEnabled == $1.isEnabled }
    }
}

extension SheetOverlay.Page {
    /// A page of names and values.
    static func rows(_ title: String, _ rows: [Row], hint: String) -> SheetOverlay.Page {
        let columns = [
            TableColumn("Name", width: .share(2), role: .headerName), TableColumn("Value", width: .share(3), role: .headerValue),
        ]
        return SheetOverlay.Page(
            title: title, shape: TableShape(columns: columns, addTitle: "Add a row"), hint: hint,
            rows: rows.map { TableRow([$0.name, $0.value], isEnabled: $0.isEnabled) })
    }

    /// A page of variables.
    static func variables(_ rows: [Row], hint: String) -> SheetOverlay.Page {
        var page = Self.rows("Variables", rows, hint: hint)
        page.holdsVariables = true
        page.rows = VariableRows.validated(page.rows)
        return page
    }

    /// A text page.
    static func text(_ title: String, _ text: String, hint: String, _ preset: EditorPreset) -> SheetOverlay.Page {
        SheetOverlay.Page(
            title: title + (text.isEmpty ? "" : " ●"), shape: .form(labelColumns: 0), hint: hint, rows: [],
            text: TextAreaState(text: text, preset: preset))
    }
}
