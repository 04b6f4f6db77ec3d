import Widgets
import Workspace

/// The URL bar's text and the table of parameters as two views of the same.
enum URLText {
    /// The URL with the rows of the query that are switched on.
    static func write(url: String, query: [Row]) -> String {
        let items = query.filter { $0.isEnabled && !($0.name.isEmpty && $0.value.isEmpty) }
        let fragment = url.firstIndex(of: "#").map { String(url[$0...]) } ?? ""
        let front = url.prefix(url.count - fragment.count)
        guard !items.isEmpty else { return url }
        let joined = items.map { item in
            escaped(item.name, also: "=") + (item.isBare && item.value.isEmpty ? "" : "=" + escaped(item.value))
        }
        return front + "?" + joined.joined(separator: "&") + fragment
    }

    /// The URL without what stands between `?` and `#`.
    static func withoutQuery(_ text: String) -> String {
        guard let mark = queryMark(in: text) else { return text }
        let fragment = text[mark...].firstIndex(of: "#").map { String(text[$0...]) } ?? ""
        return String(text[..<mark]) + fragment
    }

    /// The table after the URL was edited: rows that are switched off keep their place, the others follow the text.
    static func rows(for text: String, keeping old: [TableRow]) -> [TableRow] {
        let paths = withPathParameters(in: text, rows: old.filter { $0[0].hasPrefix(":") })
        var items = query(of: text)[...]
        var rows: [TableRow] = []
        for row in old where !row[0].hasPrefix(":") {
            if !row.isEnabled {
                rows.append(row)
            } else if let item = items.popFirst() {
                let now = RowsState.draft(row)
                let isSame = escaped(now.name, also: "=") == item.name && escaped(now.value) == item.value && now.isBare == item.isBare
                rows.append(isSame ? row : RowsState.row(Row(item.name, item.value, comment: now.comment, isBare: item.isBare)))
            }
        }
        return paths + rows + RowsState.rows(Array(items))
    }

    /// The rows with one for each `:name` of the path; one whose name is gone and which is empty goes.
    static func withPathParameters(in text: String, rows: [TableRow]) -> [TableRow] {
        let names = pathParameterNames(in: text)
        var paths = rows.filter { $0[0].hasPrefix(":") && (names.contains($0[0]) || !$0[1].isEmpty) }
        for name in names where !paths.contains(where: { $0[0] == name }) { paths.append(TableRow([name, ""])) }
        return paths + rows.filter { !$0[0].hasPrefix(":") }
    }

    /// The names in the path that begin a segment with a colon, with it.
    static func pathParameterNames(in text: String) -> [String] {
        var path = withoutQuery(text)[...]
        if let scheme = path.firstRange(of: "://") { path = path[scheme.upperBound...] }
        var names: [String] = []
        for segment in path.split(separator: "/").dropFirst(text.hasPrefix("/") || !text.contains("://") ? 0 : 1) {
            let name = String(segment.prefix { $0 != "#" })
            let isName = name.count > 1 && name.hasPrefix(":") && !(name.dropFirst().first?.isNumber ?? true)
            if isName, !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The items of the query, as written: `?name` and `?name=` are told apart.
    static func query(of text: String) -> [Row] {
        guard let mark = queryMark(in: text) else { return [] }
        let query = text[text.index(after: mark)...].prefix { $0 != "#" }
        return query.split(separator: "&", omittingEmptySubsequences: true).map { item in
            guard let sign = item.firstIndex(of: "=") else { return Row(String(item), isBare: true) }
            return Row(String(item[..<sign]), String(item[item.index(after: sign)...]))
        }
    }

    /// The first `?` that is not inside a variable.
    private static func queryMark(in text: String) -> String.Index? {
        var depth = 0
        var index = text.startIndex
        while index < text.endIndex {
            if text[index...].hasPrefix("{{") { depth += 1 }
            if text[index...].hasPrefix("}}") { depth = max(0, depth - 1) }
            if depth == 0, text[index] == "?" { return index }
            if depth == 0, text[index] == "#" { return nil }
            index = text.index(after: index)
        }
        return nil
    }

    /// Text that a row holds, with the signs that would end it in a URL.
    private static func escaped(_ text: String, also sign: Character? = nil) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "%26"
            case "#": result += "%23"
            case _ where character == sign: result += "%3D"
            default: result.append(character)
            }
        }
        return result
    }
}
