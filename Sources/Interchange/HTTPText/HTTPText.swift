public import Workspace

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
