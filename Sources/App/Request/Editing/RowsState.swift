import Interchange
import JSON
import Widgets
import Workspace

/// A table or a form of the request, with its cursor.
struct RowsState: Sendable, Equatable {
    /// The rows as typed.
    var rows: [TableRow] = []
    /// The cursor and the cell that is edited.
    var table = TableState()

    /// The rows of names and values in the form of a draft.
    var draft: [Row] { rows.map(Self.draft) }

    /// A row in the form of a draft. Its note, and whether its name has no `=`, come from cells after the value, which no column shows.
    static func draft(_ row: TableRow) -> Row {
        Row(row[0], row[1], isEnabled: row.isEnabled, comment: row[2], isBare: row[3] == bare)
    }

    /// The rows of a draft in the form of the table widget.
    static func rows(_ rows: [Row]) -> [TableRow] { rows.map(row) }

    /// A row of a draft in the form of the table widget.
    static func row(_ row: Row) -> TableRow {
        let hidden = row.isBare ? [row.comment, bare] : row.comment.isEmpty ? [] : [row.comment]
        return TableRow([row.name, row.value] + hidden, isEnabled: row.isEnabled)
    }

    private static let bare = "bare"

    /// Stores rows that were changed in the form in which they are shown; of a form only the cells, since the rest is derived.
    mutating func store(_ shown: [TableRow], ofForm isForm: Bool) {
        guard isForm else { return rows = shown }
        for (index, row) in zip(rows.indices, shown) where !rows[index].hasCells(of: row) { rows[index].cells = row.cells }
    }

    /// Shows other rows; the cursor stays where it was if possible.
    mutating func show(_ new: [TableRow]) {
        guard new != rows else { return }
        let isEditing = table.isEditing
        rows = new
        // Ends cell editing, which would otherwise overwrite the new cell with the old text.
        if isEditing { table = TableState() }
    }
}

/// The parts of a multipart body as rows: name, value (a path after `@`, as in curl's `-F`), content type, file name, headers (with `\n`
/// between lines), note.
enum PartRows {
    static func row(_ part: BodyDraft.Part) -> TableRow {
        TableRow(
            [part.name, part.valueText, part.contentType, part.fileName, HTTPTextEscape.write(part.headers), part.comment],
            isEnabled: part.isEnabled
        )
    }

    static func part(_ row: TableRow) -> BodyDraft.Part {
        var part = BodyDraft.Part(
            row[0], contentType: row[2], fileName: row[3], headers: HTTPTextEscape.read(row[4]), isEnabled: row.isEnabled, comment: row[5])
        part.valueText = row[1]
        return part
    }
}

/// Captures and assertions as rows of tables.
enum TestRows {
    static func row(_ capture: Capture) -> TableRow {
        TableRow(
            [capture.variable, capture.from, capture.query, capture.isSecret.map { $0 ? "yes" : "no" } ?? capture.unreadSecrecy],
            isEnabled: capture.isEnabled)
    }

    static func row(_ assertion: Assertion) -> TableRow {
        let words = AssertionPredicate(rawValue: assertion.predicate)?.words ?? assertion.predicate
        return TableRow([assertion.subject, words, text(of: assertion.value)], isEnabled: assertion.isEnabled)
    }

    static func captures(_ rows: [TableRow]) -> [Capture] {
        rows.map { row in
            var capture = Capture(
                variable: row[0], from: row[1].isEmpty ? "body" : row[1], query: row[2], isSecret: secrecy(row), isEnabled: row.isEnabled)
            if hasUnknownSecrecy(row) { capture.unreadSecrecy = row[3] }
            return capture
        }
    }

    /// The secrecy of a capture; nil if it is empty or neither yes nor no.
    private static func secrecy(_ row: TableRow) -> Bool? { ["yes": true, "no": false][row[3].trimmed] }

    /// True if the secrecy of a capture is not a word that files know.
    static func hasUnknownSecrecy(_ row: TableRow) -> Bool { !row[3].trimmed.isEmpty && secrecy(row) == nil }

    static func assertions(_ rows: [TableRow]) -> [Assertion] {
        rows.map { row in
            let predicate = row[1].isEmpty ? AssertionPredicate.equals : AssertionPredicate(words: row[1])
            return Assertion(
                subject: row[0], predicate: predicate?.rawValue ?? row[1], value: value(of: row[2]), isEnabled: row.isEnabled)
        }
    }

    /// The text of a value; a string has no quotes unless it could be taken for another type.
    static func text(of value: JSONValue) -> String {
        guard let string = value.string else { return value.isNull ? "" : value.compactText }
        return Self.value(of: string) == value ? string : value.compactText
    }

    /// The value of a text: JSON if it parses as JSON, else a string; nil if it is empty.
    static func value(of text: String) -> JSONValue {
        if text.isEmpty { return .null }
        return (try? JSONValue(parsing: text)) ?? .string(text)
    }
}

/// Variables as rows of a table.
enum VariableRows {
    /// The rows, each with the problem of its value.
    static func validated(_ rows: [TableRow]) -> [TableRow] {
        zip(rows, VariableIssue.reasons(of: rows.map(RowsState.draft))).map { row, problem in row.with(problem: problem) }
    }
}
