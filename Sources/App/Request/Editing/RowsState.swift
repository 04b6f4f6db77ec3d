import JSON
public import Widgets
import Workspace

/// A table or a form of the request, with its cursor.
public struct RowsState: Sendable, Equatable {
    /// The rows as typed.
    public internal(set) var rows: [TableRow] = []
    /// The cursor and the cell that is edited.
    public internal(set) var table = TableState()

    /// The rows of names and values as a draft has them.
    var draft: [Row] { rows.map(Self.draft) }

    /// A row as a draft has it. What somebody noted about it, and whether its name stands alone, are behind its value, where no column
    /// shows them.
    static func draft(_ row: TableRow) -> Row {
        Row(row[0], row[1], isEnabled: row.isEnabled, comment: row[2], isBare: row[3] == bare)
    }

    /// A draft's rows as the table widget has them.
    static func rows(_ rows: [Row]) -> [TableRow] { rows.map(row) }

    /// A draft's row as the table widget has it.
    static func row(_ row: Row) -> TableRow {
        let hidden = row.isBare ? [row.comment, bare] : row.comment.isEmpty ? [] : [row.comment]
        return TableRow([row.name, row.value] + hidden, isEnabled: row.isEnabled)
    }

    private static let bare = "bare"

    /// Takes rows that were changed as they are shown; of a form only what stands in them, since the rest is what they mean there.
    mutating func take(_ shown: [TableRow], ofForm isForm: Bool) {
        guard isForm else { return rows = shown }
        for (index, row) in zip(rows.indices, shown) where rows[index].cells != row.cells { rows[index].cells = row.cells }
    }

    /// Shows other rows, with the cursor where it was as far as that is there.
    mutating func show(_ new: [TableRow]) {
        guard new != rows else { return }
        let isEditing = table.isEditing
        rows = new
        // A cell that is edited would write what it held over what is there now.
        if isEditing { table = TableState() }
    }
}

/// The parts of a multipart body as rows: name, value (a path behind `@`, as in curl's `-F`), content type, file name, note.
enum PartRows {
    static func row(_ part: BodyDraft.Part) -> TableRow {
        // What begins with a sign of its own gets a backslash before it.
        let isQuoted = !part.isFile && (part.value.hasPrefix("@") || part.value.hasPrefix("\\"))
        let value = (part.isFile ? "@" : isQuoted ? "\\" : "") + part.value
        return TableRow([part.name, value, part.contentType, part.fileName, part.comment], isEnabled: part.isEnabled)
    }

    static func part(_ row: TableRow) -> BodyDraft.Part {
        let isFile = row[1].hasPrefix("@")
        let value = isFile || row[1].hasPrefix("\\") ? String(row[1].dropFirst()) : row[1]
        return BodyDraft.Part(
            row[0], value, isFile: isFile, contentType: row[2], fileName: row[3], isEnabled: row.isEnabled, comment: row[4])
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
        TableRow([assertion.subject, assertion.predicate, text(of: assertion.value)], isEnabled: assertion.isEnabled)
    }

    static func captures(_ rows: [TableRow]) -> [Capture] {
        rows.map { row in
            var capture = Capture(
                variable: row[0], from: row[1].isEmpty ? "body" : row[1], query: row[2], isSecret: secrecy(row), isEnabled: row.isEnabled)
            if hasUnknownSecrecy(row) { capture.unreadSecrecy = row[3] }
            return capture
        }
    }

    /// Nil where nothing is said, and where it is neither yes nor no.
    private static func secrecy(_ row: TableRow) -> Bool? { ["yes": true, "no": false][row[3]] }

    /// True if the secrecy of a capture is a word that files do not know.
    static func hasUnknownSecrecy(_ row: TableRow) -> Bool { !row[3].isEmpty && secrecy(row) == nil }

    static func assertions(_ rows: [TableRow]) -> [Assertion] {
        rows.map {
            Assertion(subject: $0[0], predicate: $0[1].isEmpty ? "equals" : $0[1], value: value(of: $0[2]), isEnabled: $0.isEnabled)
        }
    }

    /// A string stands for itself where it could be nothing else.
    static func text(of value: JSONValue) -> String {
        guard let string = value.string else { return value.isNull ? "" : value.compactText }
        return Self.value(of: string) == value ? string : value.compactText
    }

    /// JSON where the text is any; else the text itself. Nothing is no value.
    static func value(of text: String) -> JSONValue {
        if text.isEmpty { return .null }
        return (try? JSONValue(parsing: text)) ?? .string(text)
    }
}

/// Variables as rows of a table.
enum VariableRows {
    /// The rows with what is wrong beside each.
    static func validated(_ rows: [TableRow]) -> [TableRow] {
        zip(rows, VariableIssue.reasons(of: rows.map(RowsState.draft))).map { row, problem in
            var row = row
            row.problem = problem
            return row
        }
    }
}
