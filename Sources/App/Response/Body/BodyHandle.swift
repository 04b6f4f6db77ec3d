import Document
import Workspace

/// A body as far as it has arrived, as an immutable document.
struct BodyHandle: Sendable, Equatable {
    /// The exchange that the body belongs to.
    let exchange: Exchange.ID
    /// The open request that the response belongs to.
    let owner: TabID
    /// Increases with each document of the same layer.
    let revision: Int
    /// The bytes and the index of their lines.
    let document: Document
    /// Zero for the body in the form that the response declares; other numbers for other forms and for query results.
    var layer = 0
    /// The bytes as they arrive, to be read in another form.
    var source: ByteSource?

    /// Compares identity: two handles are equal if they are the same step of the same body. The bytes are not compared.
    static func == (left: BodyHandle, right: BodyHandle) -> Bool {
        left.isSameBody(as: right) && left.revision == right.revision
    }

    /// True if both are steps of the same body in the same form.
    func isSameBody(as other: BodyHandle) -> Bool { exchange == other.exchange && owner == other.owner && layer == other.layer }

    /// A handle for another document of the same response: a further step, another form or a query result.
    func showing(_ document: Document, revision: Int, layer: Int, source: ByteSource) -> BodyHandle {
        BodyHandle(exchange: exchange, owner: owner, revision: revision, document: document, layer: layer, source: source)
    }
}

/// A body with the level at which its containers are folded.
struct FoldedBody: Sendable, Equatable {
    /// The body that was counted.
    let body: BodyHandle
    let level: FoldLevel

    /// Compares the body and the level.
    static func == (left: FoldedBody, right: FoldedBody) -> Bool {
        left.body == right.body && left.level.level == right.level.level
    }
}

/// The rest of a body that a saved file lacks.
struct MissingRest: Sendable, Equatable {
    /// True if it may still arrive.
    let isArriving: Bool
    /// The size of the whole body, if it is known.
    let wholeByteCount: Int64?
}

/// The kinds of parts that a body can have.
enum BodyPartition: Sendable, Equatable {
    /// The parts between boundaries (RFC 2046, section 5.1).
    case multipart(boundary: String)
    /// One JSON value per line.
    case lines
}

/// A body, or a part of it, to write to a file.
struct BodyPiece: Sendable, Equatable {
    let body: BodyHandle
    /// The range of its text; nil for all bytes as they arrived.
    var range: Range<Int>?
    /// The size of the whole body, if it is known; nil for a value, and for a part or a result.
    var wholeByteCount: Int64?

    var byteCount: Int { range?.count ?? body.document.bytes.count }

    /// The rest of the body that it lacks; nil if it is whole.
    var missing: MissingRest? {
        let document = body.document
        guard document.ending != .complete else { return nil }
        // A value that ends before the last byte is whole.
        if let range, range.upperBound < document.text.count { return nil }
        let isArriving = document.ending == nil
        // All bytes are there, and only their end has not been seen.
        if isArriving, range == nil, wholeByteCount == Int64(byteCount) { return nil }
        return MissingRest(isArriving: isArriving, wholeByteCount: wholeByteCount.flatMap { $0 > byteCount ? $0 : nil })
    }

    /// Calls the function with the bytes.
    func withUnsafeBytes<Result, Failure>(_ work: (UnsafeRawBufferPointer) throws(Failure) -> Result) throws(Failure) -> Result {
        guard let range else { return try body.document.bytes.withUnsafeBytes(work) }
        return try body.document.text.withUnsafeBytes { bytes throws(Failure) in
            try work(UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)]))
        }
    }
}
