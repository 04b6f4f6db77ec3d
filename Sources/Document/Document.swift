/// A body at one moment: its bytes and their index so far. A document is a value; bytes that arrive later make a new document.
public struct Document: Sendable {
    /// The bytes as received.
    public let bytes: ByteSnapshot
    /// The text in UTF-8, to which all offsets and ranges refer; the same bytes if the body is in UTF-8.
    public let text: ByteSnapshot
    /// The character set of the bytes.
    public let charset: Charset
    /// The kind of content.
    public let kind: ContentKind
    /// The way in which the bytes ended; nil while more may arrive.
    public let ending: ByteSource.Ending?
    /// The first syntax error found so far.
    public let problem: DocumentProblem?
    /// True if the syntax of the whole text was checked.
    let isChecked: Bool
    /// The source of the text, which may still grow.
    let source: ByteSource
    /// The lines of the raw text.
    let lines: LineIndex
    /// The lines of the formatted view, if the kind has one.
    let pretty: LineIndex?

    /// True if all bytes have arrived and all lines are indexed.
    public var isIndexed: Bool { ending != nil && lines.isComplete && pretty?.isComplete ?? true }

    /// True if all lines are indexed and the syntax of the whole text was checked.
    public var isComplete: Bool { isIndexed && isChecked }

    /// The number of indexed bytes.
    public var indexedByteCount: Int { min(lines.end, pretty?.end ?? lines.end) }

    /// Creates a complete document of a small body with this `Content-Type`; a kind overrides it and the bytes. Use ``DocumentUpdates`` for a
    /// body that may be long.
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

/// The settings by which the bytes of a body are interpreted.
public struct Interpretation: Hashable, Sendable {
    /// The `Content-Type` value; the bytes can override it.
    public var mediaType: String?
    /// The kind chosen by the user, which overrides everything else.
    public var kind: ContentKind?

    /// The character set chosen by the user, which overrides everything else.
    public var charset: Charset?

    /// An interpretation by the `Content-Type`; a kind or a character set overrides it and the bytes.
    public init(mediaType: String? = nil, kind: ContentKind? = nil, charset: Charset? = nil) {
        self.mediaType = mediaType
        self.kind = kind
        self.charset = charset
    }
}

/// An error in storing, reading or searching a document.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public enum Code: Sendable {
        /// A file could not be created, grown, written or mapped.
        case storage
        /// Bytes were appended after the end.
        case alreadyFinished
        /// A pattern or a query does not compile.
        case invalidPattern
        /// A library of the system that the operation needs is not installed.
        case unavailable
        /// A limit on work or memory was reached.
        case limitReached
    }

    /// The kind of the error.
    public let code: Code
    /// A message for the user: what happened and what to do.
    public let message: String
    /// The position of the mistake in a pattern or query, in characters from one.
    public let place: Int?

    /// Creates an error.
    public init(_ code: Code, _ message: String, place: Int? = nil) {
        self.code = code
        self.message = message
        self.place = place
    }

    /// The message.
    public var description: String { message }
}
