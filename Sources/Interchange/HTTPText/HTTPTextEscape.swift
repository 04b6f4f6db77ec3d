public import Workspace

/// Escapes that keep a value on its line: `\n`, `\r`, and a backslash before what would end it.
enum HTTPTextEscape {
    /// The characters that end a method or a header's name, or make the line a comment.
    static let methodStops = " #/"
    static let headerStops = ":#/"

    /// The value with the characters of `stops` escaped.
    static func write(_ text: String, stops: String = "") -> String {
        var result = ""
        let characters = Array(text.unicodeScalars)
        for (index, character) in characters.enumerated() {
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            switch character {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\\" where next == nil || next.map { "nr\\\n\r".unicodeScalars.contains($0) || stops.unicodeScalars.contains($0) } == true:
                result += "\\\\"
            case _ where stops.unicodeScalars.contains(character): result += "\\" + String(character)
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// The original text of an escaped one.
    static func read(_ text: some StringProtocol, stops: String = "") -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let character = rest.popFirst() {
            guard character == "\\", let next = rest.first else {
                result.unicodeScalars.append(character)
                continue
            }
            switch next {
            case "n": result += "\n"
            case "r": result += "\r"
            case "\\": result += "\\"
            case _ where stops.unicodeScalars.contains(next): result.unicodeScalars.append(next)
            default:
                result.unicodeScalars.append(character)
                continue
            }
            rest.removeFirst()
        }
        return result
    }

    /// The text before and behind the first `separator` that no backslash stands before; nil where there is none.
    static func split(_ text: some StringProtocol, at separator: Unicode.Scalar) -> (String, String)? {
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            if scalars[index] == "\\", scalars.index(after: index) < scalars.endIndex {
                index = scalars.index(index, offsetBy: 2)
                continue
            }
            if scalars[index] == separator { return (String(text[..<index]), String(text[scalars.index(after: index)...])) }
            index = scalars.index(after: index)
        }
        return nil
    }
}

/// A whole request as one text that a person can edit, in the manner of `.http` files: what has no place in HTTP stands in lines that
/// begin with `# @`. What was written is read as it was.
public enum HTTPText {
    /// Longer texts are refused.
    public static let limit = 64 << 20

    /// The text of a request.
    public static func write(_ draft: RequestDraft) -> String { HTTPTextWriter(draft).text }

    /// The request of a text. What a text cannot say, such as the content of other kinds of body, stays as in `base`.
    ///
    /// - Throws: the first line that cannot be read.
    public static func read(_ text: String, over base: RequestDraft = RequestDraft()) throws(HTTPTextError) -> RequestDraft {
        guard text.utf8.count <= limit else { throw HTTPTextError(line: 1, message: "the text is longer than \(limit >> 20) MB") }
        var reader = HTTPTextReader(text, over: base)
        return try reader.run()
    }

    /// Says where a second request seems to begin, as in files of several: it is read as a part of the body. Nil where none does.
    public static func doubt(about text: String) -> String? {
        // By bytes, since a body may be megabytes.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let first = lines.firstIndex(where: { !isBlank($0) && !isComment($0) }),
            let body = lines[first...].firstIndex(where: isBlank),
            let mark = lines[body...].indices.first(where: { lines[$0].starts(with: "###".utf8) && beginsRequest(lines[($0 + 1)...]) })
        else { return nil }
        return "line \(mark + 1): ### begins another request in other programs; here it is a part of the body"
    }

    private static func isBlank(_ line: Substring.UTF8View) -> Bool { line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }

    private static func isComment(_ line: Substring.UTF8View) -> Bool {
        let start = Substring(line).drop { $0 == " " || $0 == "\t" }
        return ["#", "//", "@"].contains { start.hasPrefix($0) }
    }

    /// True if the first line that is no comment is a method and a URL.
    private static func beginsRequest(_ lines: ArraySlice<Substring.UTF8View>) -> Bool {
        guard let line = lines.first(where: { !isBlank($0) && !isComment($0) }) else { return false }
        let words = Substring(line).split { $0.isWhitespace }
        guard words.count > 1, words[0].allSatisfy({ $0.isUppercase && $0.isASCII }) else { return false }
        return words[1].contains("://") || ["/", "{{"].contains { words[1].hasPrefix($0) } || words[words.count - 1].hasPrefix("HTTP/")
    }
}

/// `name = value` on a line.
enum HTTPTextPair {
    /// Nil where there is no sign between name and value. As it is written there is a space on each side of the sign; people leave them out.
    static func read(_ text: some StringProtocol, isEnabled: Bool) -> Row? {
        guard let (name, value) = HTTPTextEscape.split(text, at: "=") else { return nil }
        let front = name.hasSuffix(" ") ? String(name.dropLast()) : name
        let back = value.hasPrefix(" ") ? String(value.dropFirst()) : value
        return Row(HTTPTextEscape.read(front, stops: "=#"), HTTPTextEscape.read(back), isEnabled: isEnabled)
    }
}

/// Why a text is no request, and where.
public struct HTTPTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public let line: Int
    /// The mistake and what was expected.
    public let message: String

    /// The place and the message.
    public var description: String { "line \(line): \(message)" }
}
