/// A body at one moment: its bytes and what the index knows of them so far. A value; what arrives later is another document.
public struct Document: Sendable {
    /// The bytes as they arrived.
    public let bytes: ByteSnapshot
    /// The text in UTF-8, to which all offsets and ranges refer: the same bytes where the body is in UTF-8.
    public let text: ByteSnapshot
    /// The character set that the bytes are read in.
    public let charset: Charset
    /// What the body is taken for.
    public let kind: ContentKind
    /// How the bytes ended, when they have.
    public let ending: ByteSource.Ending?
    /// The first thing that breaks the rules of the kind, as far as has been looked.
    public let problem: DocumentProblem?
    /// Whether everything was checked against the rules of the kind.
    let isChecked: Bool
    /// Where the text comes from, with what may still arrive of it.
    let source: ByteSource
    /// Lines of the bytes.
    let lines: LineIndex
    /// Lines of the pretty form, where the kind has one.
    let pretty: LineIndex?

    /// Whether all bytes are here and all lines are known.
    public var isIndexed: Bool { ending != nil && lines.isComplete && pretty?.isComplete ?? true }

    /// Whether nothing more will be known: all lines are, and all rules were checked.
    public var isComplete: Bool { isIndexed && isChecked }

    /// How many bytes have been looked at.
    public var indexedByteCount: Int { min(lines.end, pretty?.end ?? lines.end) }

    /// A small body that is there as a whole, indexed at once. What may be long is read through ``DocumentUpdates``.
    /// - Parameters:
    ///   - bytes: the body.
    ///   - mediaType: a `Content-Type` value.
    ///   - kind: what to take it for, whatever the type and the bytes say.
    public init(_ bytes: [UInt8], mediaType: String? = nil, kind: ContentKind? = nil) {
        var builder = DocumentBuilder(ByteSource(bytes), reading: Interpretation(mediaType: mediaType, kind: kind))
        while !builder.isFinal { builder.advance(by: .max) }
        self = builder.document
    }

    init(
        _ state: ByteSource.State, _ text: ByteSnapshot, _ feed: TextFeed, kind: ContentKind, lines: LineIndex, pretty: LineIndex?,
        check: DocumentCheck
    ) {
        bytes = state.snapshot
        ending = state.ending
        self.text = text
        charset = feed.charset
        source = feed.text
        self.kind = kind
        self.lines = lines
        self.pretty = pretty
        problem = check.problem
        isChecked = check.isComplete
    }
}
