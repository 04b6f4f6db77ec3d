#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A row of the history.
public struct ExchangeSummary: Hashable, Sendable, Identifiable {
    /// The exchange's id.
    public var id: String
    /// When it was sent.
    public var startedAt: Date
    /// Seconds until the body had ended, or the error came.
    public var duration: Double
    /// What it was sent from.
    public var origin: Exchange.Origin
    /// The method's token.
    public var method: String
    /// Absolute.
    public var url: String
    /// Nil when there was no answer.
    public var status: Int?
    /// Nil when there was no error.
    public var errorCode: String?
    /// The length of the answer's body.
    public var byteCount: Int64
    /// Whether it stays when old exchanges are removed.
    public var isPinned: Bool

    /// A row of these parts.
    public init(
        id: String, startedAt: Date, duration: Double = 0, origin: Exchange.Origin = .init(), method: String, url: String,
        status: Int? = nil, errorCode: String? = nil, byteCount: Int64 = 0, isPinned: Bool = false
    ) {
        self.id = id
        self.startedAt = startedAt
        self.duration = duration
        self.origin = origin
        self.method = method
        self.url = url
        self.status = status
        self.errorCode = errorCode
        self.byteCount = byteCount
        self.isPinned = isPinned
    }

    /// The place of this row in the list, to go on from.
    public var cursor: HistoryCursor { HistoryCursor(startedAt: startedAt, id: id) }
}

/// A place in the list, which is ordered by time and then by id, newest first.
public struct HistoryCursor: Hashable, Sendable {
    /// When the exchange at that place was sent.
    public var startedAt: Date
    /// The id of the exchange at that place.
    public var id: String

    /// The place of an exchange.
    public init(startedAt: Date, id: String) {
        self.startedAt = startedAt
        self.id = id
    }

    /// Whether the other place comes after this one in the list, being older.
    public func isBefore(_ other: HistoryCursor) -> Bool { (startedAt, id) > (other.startedAt, other.id) }
}
