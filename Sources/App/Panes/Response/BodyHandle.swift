public import Document
public import Workspace

/// A body as far as it has come: a document that asks nothing of whoever holds it.
public struct BodyHandle: Sendable, Equatable {
    /// The exchange whose body it is.
    public let exchange: Exchange.ID
    /// Grows with each document of the same body.
    public let revision: Int
    /// The bytes and what is known of their lines.
    public let document: Document

    /// Takes a document of an exchange's body.
    public init(exchange: Exchange.ID, revision: Int, document: Document) {
        self.exchange = exchange
        self.revision = revision
        self.document = document
    }

    /// Two handles are the same when they are the same step of the same body; the bytes are not compared.
    public static func == (left: BodyHandle, right: BodyHandle) -> Bool {
        left.exchange == right.exchange && left.revision == right.revision
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
