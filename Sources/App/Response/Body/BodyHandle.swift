public import Document
public import Workspace

/// A body as far as it has come: a document that asks nothing of whoever holds it.
public struct BodyHandle: Sendable, Equatable {
    /// The exchange whose body it is.
    public let exchange: Exchange.ID
    /// The open request whose answer it is.
    public let owner: TabID
    /// Zero for the body as the answer says it is to be read; other numbers for other readings of it, and for the results of queries.
    public let layer: Int
    /// Grows with each document of the same layer.
    public let revision: Int
    /// The bytes and what is known of their lines.
    public let document: Document
    /// The bytes as they arrive, for reading them in another way.
    public let source: ByteSource?

    /// Takes a document of an exchange's body.
    public init(
        exchange: Exchange.ID, owner: TabID, revision: Int, document: Document, layer: Int = 0, source: ByteSource? = nil
    ) {
        self.exchange = exchange
        self.owner = owner
        self.layer = layer
        self.revision = revision
        self.document = document
        self.source = source
    }

    /// Two handles are the same when they are the same step of the same body; the bytes are not compared.
    public static func == (left: BodyHandle, right: BodyHandle) -> Bool {
        left.isSameBody(as: right) && left.revision == right.revision
    }

    /// True if both are versions of the same body, read in the same way.
    func isSameBody(as other: BodyHandle) -> Bool { exchange == other.exchange && owner == other.owner && layer == other.layer }

    /// Another document of the same answer: a further step, another reading, or the result of a query.
    func showing(_ document: Document, revision: Int, layer: Int, source: ByteSource) -> BodyHandle {
        BodyHandle(exchange: exchange, owner: owner, revision: revision, document: document, layer: layer, source: source)
    }
}

/// A body with a level that its containers can be closed at.
public struct FoldedBody: Sendable, Equatable {
    /// The body that was counted.
    public let body: BodyHandle
    /// The level.
    public let level: FoldLevel

    /// The same when they are of the same body and level.
    public static func == (left: FoldedBody, right: FoldedBody) -> Bool {
        left.body == right.body && left.level.level == right.level.level
    }
}

/// The kinds of parts that a body can have.
public enum BodyPartition: Sendable, Equatable {
    /// The parts between boundaries (RFC 2046, section 5.1).
    case multipart(boundary: String)
    /// One value a line.
    case lines
}

/// A body or a part of it that is written to a file.
public struct BodyPiece: Sendable, Equatable {
    /// The body.
    public let body: BodyHandle
    /// Some of its text; nil for all bytes as they arrived.
    public let range: Range<Int>?

    init(body: BodyHandle, range: Range<Int>? = nil) {
        self.body = body
        self.range = range
    }

    /// The number of bytes.
    var byteCount: Int { range?.count ?? body.document.bytes.count }

    /// Calls the function with the bytes.
    func withUnsafeBytes<Result, Failure>(_ work: (UnsafeRawBufferPointer) throws(Failure) -> Result) throws(Failure) -> Result {
        guard let range else { return try body.document.bytes.withUnsafeBytes(work) }
        return try body.document.text.withUnsafeBytes { bytes throws(Failure) in
            try work(UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)]))
        }
    }
}
