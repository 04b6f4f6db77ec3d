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
}
