import Interchange
import Widgets
import Workspace

/// The URL and the table of parameters as two views of the same text.
enum URLText {
    /// The URL with the enabled rows of the query.
    static func write(url: String, query: [Row]) -> String {
        let items = query.filter { $0.isEnabled && !$0.isBlank }
        guard !items.isEmpty else { return url }
        let hash = url.utf8.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
        let (front, fragment) = (url[..<hash], url[hash...])
        let joined = items.map { item in
            escaped(item.name, isName: true) + (item.isBare && item.value.isEmpty ? "" : "=" + escaped(item.value))
        }
        let query = joined.joined(separator: "&")
        let isTaken = !front.utf8.contains(UInt8(ascii: " ")) && isTakenForWords(front + "?" + query)
        return front + "?" + (isTaken ? withoutSpaces(query) : query) + fragment
    }

    /// True if the URL bar would convert the text to another request: a value has a space and then `name=value`.
    private static func isTakenForWords(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: " ")) && (HTTPieLine.isLine(text) || HTTPieLine.secondURL(in: text) != nil)
    }

    private static func withoutSpaces(_ text: String) -> String { text.replacing(" ", with: "%20") }

    /// The path, or the host if there is none: the part that distinguishes URLs in few columns.
    static func shortened(_ text: String) -> String {
        let start = String(withoutQuery(String(text.prefix(300))).prefix { $0 != "#" })
        let front = authorityStart(in: start).map { start[$0...] } ?? start[...]
        guard !front.isEmpty else { return String(text.prefix(300)) }
        guard let slash = front.firstIndex(of: "/"), front[slash...].count > 1 else { return String(front) }
        return String(front[slash...])
    }

    /// The URL without the part between `?` and `#`.
    static func withoutQuery(_ text: String) -> String {
        guard let questionMark = queryStart(in: text) else { return text }
        let hash = text.utf8[questionMark...].firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        return String(text[..<questionMark]) + text[hash...]
    }

    /// The table after the URL was edited: disabled rows keep their place, the others follow the text.
    static func rows(for text: String, keeping old: [TableRow]) -> [TableRow] {
        let paths = withPathParameters(in: text, rows: old.filter { $0[0].hasPrefix(":") })
        var items = query(of: text)[...]
        var rows: [TableRow] = []
        for row in old where !row[0].hasPrefix(":") {
            if !row.isEnabled {
                rows.append(row)
            } else if let item = items.popFirst() {
                let now = RowsState.draft(row)
                let isSame =
                    isWritten(now.name, as: item.name, isName: true) && isWritten(now.value, as: item.value) && now.isBare == item.isBare
                rows.append(isSame ? row : RowsState.row(Row(item.name, item.value, comment: now.comment, isBare: item.isBare)))
            }
        }
        return paths + rows + RowsState.rows(Array(items))
    }

    /// The rows with one for each `:name` in the path; an empty row whose name is gone is removed.
    static func withPathParameters(in text: String, rows: [TableRow]) -> [TableRow] {
        let names = pathParameterNames(in: text)
        let known = Set(names)
        var paths = rows.filter { $0[0].hasPrefix(":") && (known.contains($0[0]) || !$0[1].isEmpty) }
        let there = Set(paths.map { $0[0] })
        paths += names.filter { !there.contains($0) }.map { TableRow([$0, ""]) }
        return paths + rows.filter { !$0[0].hasPrefix(":") }
    }

    /// The URL with a path parameter renamed or removed; both names include the colon.
    static func replacing(_ name: String, with new: String?, in text: String) -> String {
        PathParameters.replacing(String(name.dropFirst()), with: new.map { String($0.dropFirst()) }, in: text)
    }

    /// The URL after the table was edited: a renamed row renames its path segments, a deleted row removes them.
    static func updated(_ rows: [TableRow], in text: String) -> String {
        let written = pathParameterNames(in: text)
        let named = rows.map { $0[0] }.filter { $0.hasPrefix(":") && $0.count > 1 }
        var new = named.filter { !written.contains($0) }[...]
        return written.filter { !named.contains($0) }.reduce(text) { replacing($1, with: new.popFirst(), in: $0) }
    }

    /// The names of the path parameters, with their colon.
    static func pathParameterNames(in text: String) -> [String] { PathParameters.names(in: text).map { ":" + $0 } }

    /// The index after the first `://`; nil if there is none.
    static func authorityStart(in text: String) -> String.Index? {
        var rest = text.utf8[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[rest.index(after: colon)...]
            if rest.starts(with: "//".utf8) { return rest.index(rest.startIndex, offsetBy: 2) }
        }
        return nil
    }

    /// The items of the query as written, also empty ones; `?name` and `?name=` are distinct.
    static func query(of text: String) -> [Row] {
        guard let questionMark = queryStart(in: text) else { return [] }
        let query = text.utf8[text.utf8.index(after: questionMark)...].prefix { $0 != UInt8(ascii: "#") }
        guard !query.isEmpty else { return [] }
        return query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
            guard let sign = item.firstIndex(of: UInt8(ascii: "=")) else { return Row(String(Substring(item)), isBare: true) }
            return Row(String(Substring(item[..<sign])), String(Substring(item[item.index(after: sign)...])))
        }
    }

    /// The first `?` outside a variable; searched byte by byte, since this runs at each key.
    static func queryStart(in text: String) -> String.Index? {
        let offset = text.utf8.withContiguousStorageIfAvailable(queryStart) ?? Array(text.utf8).withUnsafeBufferPointer(queryStart)
        return offset.map { text.utf8.index(text.startIndex, offsetBy: $0) }
    }

    private static func queryStart(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var depth = 0
        var last: UInt8 = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x7B where last == byte: depth += 1
            case 0x7D where last == byte: depth = max(0, depth - 1)
            case 0x3F where depth == 0: return index
            case 0x23 where depth == 0: return nil
            default: break
            }
            last = byte
            index += 1
        }
        return nil
    }

    private static func isWritten(_ text: String, as item: String, isName: Bool = false) -> Bool {
        let escaped = escaped(text, isName: isName)
        return escaped == item || withoutSpaces(escaped) == item
    }

    /// The text of a row, with the characters escaped that would end it in a URL.
    private static func escaped(_ text: String, isName: Bool = false) -> String {
        guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x23 || $0 == 0x3D }) else { return text }
        let escaped = text.replacing("&", with: "%26").replacing("#", with: "%23")
        return isName ? escaped.replacing("=", with: "%3D") : escaped
    }
}
