import Document
import Widgets

/// Finds the elements and attributes that can stand where an XPath is being typed.
enum ElementCompletion {
    /// The names that can follow `/`, `[` or `@` before the cursor; nil for none.
    /// - Parameters:
    ///   - cursor: in UTF-8 bytes.
    ///   - hasNamespaces: whether an element without a prefix may be in a namespace, for which `_:` stands; not in HTML.
    static func state(_ text: String, cursor: Int, keys: KeySurvey, hasNamespaces: Bool = true) -> CompletionState? {
        let before = Array(text.utf8.prefix(cursor))
        var start = before.count
        while start > 0, isWord(before[start - 1]) { start -= 1 }
        if before[..<start].suffix(2).elementsEqual(defaultPrefix.utf8) { start -= 2 }
        guard start > 0 else { return nil }
        let typed = String(decoding: before[start...], as: UTF8.self)
        let path = String(decoding: before[..<(start - 1)], as: UTF8.self)
        guard let names = names(behind: before[start - 1], path, keys) else { return nil }
        let isElement = before[start - 1] != UInt8(ascii: "@")
        let prefix = isElement && hasNamespaces && keys.hasDefaultNamespace ? defaultPrefix : ""
        return CompletionState(names.map { CompletionItem(prefix + $0) }, typed: typed, replacing: start..<cursor)
    }

    /// The prefix that stands for the default namespace, for which XPath 1.0 has no syntax.
    static let defaultPrefix = "_:"

    private static func names(behind mark: UInt8, _ path: String, _ keys: KeySurvey) -> [String]? {
        switch mark {
        case UInt8(ascii: "@"):
            return place(path.hasSuffix("/") ? String(path.dropLast()) : path).flatMap { keys.keys[$0 + "/@"] } ?? keys.attributes
        case UInt8(ascii: "/"), UInt8(ascii: "["): return place(path).flatMap { keys.keys[$0] } ?? keys.all
        case UInt8(ascii: ":") where path.hasSuffix(":"): return keys.all
        default: return nil
        }
    }

    /// The place that a path has come to, with predicates left out; nil where that cannot be told from the text.
    private static func place(_ path: String) -> String? {
        var place = ""
        var depth = 0
        for character in path.hasSuffix("[") ? path.dropLast() : path[...] {
            switch character {
            case "[": depth += 1
            case "]": depth -= 1
            case _ where depth > 0: break
            // What begins a path of its own.
            case "(", ",", "|", "=", "<", ">", "+", " ": place = ""
            default: place.append(character)
            }
        }
        guard depth == 0, !place.contains("//"), place.isEmpty || place.hasPrefix("/") else { return nil }
        return place.replacing(defaultPrefix, with: "")
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
            true
        default: false
        }
    }
}
