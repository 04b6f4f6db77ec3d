/// A stretch of bytes with its meaning.
struct SyntaxToken: Hashable {
    /// In bytes of the document's text.
    var range: Range<Int>
    var kind: SyntaxKind
}
