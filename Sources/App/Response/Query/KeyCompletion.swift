import Document
import Widgets

/// Finds the keys that can stand where a query is being typed.
enum KeyCompletion {
    /// The keys that can follow the last dot before the cursor; nil for none.
    /// - Parameter cursor: in UTF-8 bytes.
    static func state(_ text: String, cursor: Int, keys: KeySurvey) -> CompletionState? {
        let before = Array(text.utf8.prefix(cursor))
        var start = before.count
        while start > 0, isWord(before[start - 1]) { start -= 1 }
        guard start > 0, before[start - 1] == UInt8(ascii: ".") else { return nil }
        let typed = String(decoding: before[start...], as: UTF8.self)
        let place = place(String(decoding: before[..<(start - 1)], as: UTF8.self))
        let isJSONPath = before.first == UInt8(ascii: "$")
        let names = place.flatMap { keys.keys[$0] } ?? keys.all
        let items = names.compactMap { item($0, isJSONPath: isJSONPath, at: place) }
        return CompletionState(items, typed: typed, replacing: start..<cursor)
    }

    private static func item(_ key: String, isJSONPath: Bool, at place: String?) -> CompletionItem? {
        let isPlain = !key.isEmpty && key.utf8.allSatisfy(isWord) && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(key.utf8.first ?? 0)
        if isPlain { return CompletionItem(key, detail: place ?? "") }
        // JSONPath has no quotes behind a dot.
        return isJSONPath ? nil : CompletionItem("\"\(key)\"", detail: place ?? "")
    }

    /// The place that a query has come to, with indices left out; nil where that cannot be told from the text.
    private static func place(_ text: String) -> String? {
        var place = ""
        for stage in text.split(separator: "|", omittingEmptySubsequences: false) {
            guard let path = path(stage.trimmed) else { return nil }
            place += path
        }
        return place
    }

    /// A stage of names and brackets: `.items[0].owner`, `$.items[*]`, `.[]`.
    private static func path(_ stage: String) -> String? {
        var path = ""
        var isInside = false
        for character in stage.hasPrefix("$") ? stage.dropFirst() : stage[...] {
            switch character {
            case "[":
                isInside = true
                if path.hasSuffix(".") { path.removeLast() }
                path += "["
            case "]":
                isInside = false
                path += "]"
            case "?" where !isInside: break
            case _ where isInside:
                guard character.isNumber || "*:-?@ ".contains(character) else { return nil }
            case _ where character.isLetter || character.isNumber || character == "_" || character == ".": path.append(character)
            default: return nil
            }
        }
        return path == "." ? "" : path
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
