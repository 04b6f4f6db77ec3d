/// What is wrong with a body, and where: the first thing that breaks the rules of its kind.
public struct DocumentProblem: Hashable, Sendable {
    /// What stands there and what was expected, in a sentence for a person.
    public var message: String
    /// In bytes of the document's text.
    public var offset: Int
    /// The line in the raw form, from one.
    public var line: Int
    /// The character in that line, from one; nil in a line that is too long to count.
    public var column: Int?
}
