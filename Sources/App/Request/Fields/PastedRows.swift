import Interchange
import Widgets
import Workspace

/// Rows of a table out of text that somebody copied elsewhere: a query, a form's body, lines of headers.
enum PastedRows {
    /// The rows that the text says for a section; nil where it is a plain word or the section has no rows of names and values.
    static func rows(_ text: String, for section: RequestSection) -> [TableRow]? {
        switch section {
        case .headers: headers(text)
        case .params: pairs(text) { $0.split(separator: "&").map(row) }
        // A form's rows are escaped when they are sent, those of the query go out as they are.
        case .form, .variables: pairs(text, FormText.rows)
        default: nil
        }
    }

    /// Lines `Name: value`, as browsers and logs have them; a line of the request or the status above them says no header.
    private static func headers(_ text: String) -> [TableRow]? {
        var lines = lines(text)
        if let first = lines.first, first.hasPrefix("HTTP/") || first.split(separator: " ").last?.hasPrefix("HTTP/") == true {
            lines.removeFirst()
        }
        guard !lines.isEmpty, lines.allSatisfy({ isHeader($0) || $0.hasPrefix("#") }) else { return nil }
        return TableText.headers.read(lines.joined(separator: "\n"))
    }

    /// `a=1&b=2`, also behind a `?` or at the end of a URL, or lines `name=value` or `name: value`.
    private static func pairs(_ text: String, _ items: (String) -> [Row]) -> [TableRow]? {
        let lines = lines(text)
        guard let first = lines.first else { return nil }
        if lines.count > 1 {
            if !lines.contains(where: { $0.contains("=") }), lines.allSatisfy(isHeader) { return headers(text) }
            return lines.allSatisfy { $0.contains("=") || $0.hasPrefix("#") } ? TableText.parameters.read(text) : nil
        }
        let query = queryText(first)
        guard query.contains("=") || query != first && !query.isEmpty else { return nil }
        return RowsState.rows(items(query))
    }

    private static func row(_ item: Substring) -> Row {
        guard let sign = item.firstIndex(of: "=") else { return Row(String(item), isBare: true) }
        return Row(String(item[..<sign]), String(item[item.index(after: sign)...]))
    }

    /// The query of a URL, or the text itself.
    private static func queryText(_ text: String) -> String {
        guard text.hasPrefix("?") || text.contains("://"), let mark = text.firstIndex(of: "?") else { return text }
        return String(text[text.index(after: mark)...].prefix { $0 != "#" })
    }

    private static func isHeader(_ line: String) -> Bool {
        guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return false }
        return !line[..<colon].contains(" ") && !line[colon...].hasPrefix("://")
    }

    private static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { $0.trimmed }.filter { !$0.isEmpty }
    }
}
