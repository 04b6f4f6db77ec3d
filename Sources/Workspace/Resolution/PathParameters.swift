/// The `/:name` segments of a URL's path; `/\:name` escapes such a segment.
public enum PathParameters {
    enum Piece: Equatable {
        case text(String)
        case parameter(String)
    }

    /// The names in a URL as written, in order and without duplicates.
    public static func names(in url: String) -> [String] {
        var names: [String] = []
        var seen: Set<String> = []
        for place in places(in: url[...], after: nil) where seen.insert(name(of: place, in: url)).inserted {
            names.append(name(of: place, in: url))
        }
        return names
    }

    /// The URL with a parameter renamed. Without a new name, the parameter is removed, with the slash before it if it was the whole
    /// segment.
    public static func replacing(_ old: String, with new: String?, in url: String) -> String {
        var text = url
        for place in places(in: url[...], after: nil).reversed() where name(of: place, in: url) == old {
            guard let new else {
                text.removeSubrange(isSegment(place, of: url) ? url.utf8.index(before: place.lowerBound)..<place.upperBound : place)
                continue
            }
            text.replaceSubrange(place, with: ":" + new)
        }
        return text
    }

    /// The pieces of a text that follows `before`; nil for the beginning of the URL.
    static func split(_ text: String, after before: Character?) -> [Piece] {
        var pieces: [Piece] = []
        var start = text.startIndex
        for place in places(in: text[...], after: before.map { $0 == "/" ? UInt8(ascii: "/") : 0 }) {
            if start < place.lowerBound { pieces.append(.text(unescaped(text[start..<place.lowerBound]))) }
            pieces.append(.parameter(name(of: place, in: text)))
            start = place.upperBound
        }
        if start < text.endIndex { pieces.append(.text(unescaped(text[start...]))) }
        return pieces
    }

    /// The URL with each `:name` in its path escaped with a backslash, so that it is literal.
    public static func escaped(_ url: String) -> String {
        var text = url
        for place in places(in: url[...], after: nil).reversed() { text.insert("\\", at: place.lowerBound) }
        return text
    }

    /// The URL without the backslashes of literal segments.
    public static func unescaped(_ url: String) -> String { unescaped(url[...]) }

    /// The text without the backslashes of literal segments; a query or a fragment stays as it is.
    private static func unescaped(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
        let path = text.prefix { $0 != "?" && $0 != "#" }
        guard path.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
        return String(path).replacing("/\\:", with: "/:") + text.dropFirst(path.count)
    }

    /// The ranges of the parameters with their colons, up to the query or fragment. Variables in the text are skipped.
    ///
    /// A name begins with an ASCII letter or an underscore, so that a port is not a parameter; digits and hyphens may follow. `/:id.json`
    /// is the parameter `id` with a text after it.
    private static func places(in text: Substring, after before: UInt8?) -> [Range<String.Index>] {
        let bytes = text.utf8
        var places: [Range<String.Index>] = []
        var (previous, depth, index) = (before, 0, bytes.startIndex)
        while index < bytes.endIndex {
            let byte = bytes[index]
            let next = bytes.index(after: index)
            switch byte {
            case UInt8(ascii: "{") where previous == byte: depth += 1
            case UInt8(ascii: "}") where previous == byte: depth = max(0, depth - 1)
            case UInt8(ascii: "?") where depth == 0, UInt8(ascii: "#") where depth == 0: return places
            case UInt8(ascii: ":") where depth == 0 && (previous == nil || previous == UInt8(ascii: "/")):
                let end = nameEnd(bytes, from: next)
                if end > next, !bytes[..<index].suffix(3).elementsEqual("://".utf8) { places.append(index..<end) }
            default: break
            }
            previous = byte
            index = next
        }
        return places
    }

    private static func nameEnd(_ bytes: Substring.UTF8View, from start: String.Index) -> String.Index {
        guard start < bytes.endIndex, isLetter(bytes[start]) else { return start }
        return bytes[start...].firstIndex { !isLetter($0) && !(0x30...0x39).contains($0) && $0 != UInt8(ascii: "-") } ?? bytes.endIndex
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") }

    private static func name(of place: Range<String.Index>, in text: String) -> String { String(text[place].dropFirst()) }

    /// True if the parameter is a whole segment after a slash.
    private static func isSegment(_ place: Range<String.Index>, of url: String) -> Bool {
        guard place.lowerBound > url.startIndex else { return false }
        return place.upperBound == url.endIndex || ["/", "?", "#"].contains(url[place.upperBound])
    }
}
