import JSON
import Widgets
import Workspace

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
