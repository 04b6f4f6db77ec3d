import HTTP
public import Platform

/// A row in the list of the history.
public struct ExchangeSummary: Hashable, Sendable, Identifiable {
    /// The exchange's id.
    public var id: String
    /// The time of sending.
    public var startedAt: Date
    /// Seconds until the end of the body, or the error.
    public var duration: Double
    /// The workspace, request and environment that it was sent from.
    public var origin: Exchange.Origin
    /// The method's token.
    public var method: String
    /// The absolute URL.
    public var url: String
    /// The status; nil if there was no response.
    public var status: Int?
    /// The error code; nil if there was no error.
    public var errorCode: String?
    /// The length of the response's body.
    public var byteCount: Int64
    /// True if limits never remove it.
    public var isPinned: Bool
    /// The user's note and tags.
    public var notes: Exchange.Notes
    /// The exchange that this one replays; nil for others.
    public var repeats: Exchange.ID?

    /// A row.
    public init(
        id: String, startedAt: Date, duration: Double = 0, origin: Exchange.Origin = .init(), method: String, url: String,
        status: Int? = nil, errorCode: String? = nil, byteCount: Int64 = 0, isPinned: Bool = false,
        notes: Exchange.Notes = .init(), repeats: Exchange.ID? = nil
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
        self.notes = notes
        self.repeats = repeats
    }

    /// The host of the URL, with its port if it has one.
    public var host: String {
        let authority = url.withoutScheme.prefix { !"/?#".contains($0) }
        return String(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
    }

    /// The status, or the failure's title if there was no response.
    package var outcome: String { status.map(String.init) ?? failure ?? "No response" }

    /// The failure's title; nil if there was a response.
    package var failure: String? { status == nil ? errorCode.map(FailureHeadline.text) : nil }

    /// True if the user ended the request, which is no error.
    package var isCancelled: Bool { errorCode == HTTPError.Code.cancelled.name }

    /// The position of this row in the list.
    public var cursor: HistoryCursor { HistoryCursor(startedAt: startedAt, id: id) }
}

/// A position in the list, which is ordered by time and then by id, newest first.
public struct HistoryCursor: Hashable, Sendable {
    /// The time of the exchange at that position.
    public var startedAt: Date
    /// The id of the exchange at that position.
    public var id: String

    /// A position, whether there is an exchange or not.
    package init(startedAt: Date, id: String) { (self.startedAt, self.id) = (startedAt, id) }

    /// True if the other position is older and therefore later in the list.
    public func isBefore(_ other: HistoryCursor) -> Bool { (startedAt, id) > (other.startedAt, other.id) }
}

/// A short title for each kind of failure.
package enum FailureHeadline {
    /// The title for a code, by the names of `HTTPError.Code`; an unknown code is its own title.
    package static func text(of code: String) -> String { headlines[code] ?? code }

    /// The title for a response that ended before its body was complete.
    package static func afterHead(_ code: String) -> String {
        let isOwn = [HTTPError.Code.cancelled, .timedOut].map(\.name).contains(code)
        return isOwn ? text(of: code) : "Incomplete"
    }

    private static let headlines = [
        "invalidRequest": "Cannot be sent", "cannotResolveHost": "Host not found", "cannotConnect": "Could not connect",
        "cancelled": "Cancelled", "timedOut": "Timed out", "insecureConnection": "No secure connection",
        "invalidResponse": "Invalid response", "tooManyRedirects": "Too many redirects",
        "cannotAuthenticate": "Could not authenticate", "bodyNotReplayable": "The body could not be sent again",
        "responseTooLarge": "Response too large", "resetInProgress": "Not sent: reset in progress",
        "noStoredResponse": "No stored response",
        "unknown": "Request failed",
    ]
}

/// A stored body: in memory if it is small, otherwise in a file.
public struct ExchangeBody: Hashable, Sendable {
    /// The place of the bytes.
    public enum Storage: Hashable, Sendable {
        /// A body in memory.
        case bytes([UInt8])
        /// A body in the file at this absolute path.
        case file(String)
    }

    /// The place of the bytes.
    public var storage: Storage
    /// The length of the body; more than is stored if it was cut.
    public var byteCount: Int64
    /// True if the whole body is stored.
    public var isComplete: Bool
    /// The SHA-256 of the stored bytes in hexadecimal, if it was computed during writing; nil if unknown.
    public var sha256: String?

    /// A body.
    public init(storage: Storage, byteCount: Int64, isComplete: Bool = true, sha256: String? = nil) {
        self.storage = storage
        self.byteCount = byteCount
        self.isComplete = isComplete
        self.sha256 = sha256
    }

    /// A whole body in memory; empty by default.
    public init(_ bytes: [UInt8] = []) { self.init(storage: .bytes(bytes), byteCount: Int64(bytes.count)) }

    /// True if the body has no bytes.
    public var isEmpty: Bool { byteCount == 0 }

    /// The first bytes, at most `count`; fewer if the body is shorter or the file cannot be read. Reads files, so do not call it on the
    /// main actor.
    public func beginning(_ count: Int) -> [UInt8] {
        switch storage {
        case .bytes(let bytes): Array(bytes.prefix(max(0, count)))
        case .file(let path): Self.beginning(max(0, count), ofFileAt: path)
        }
    }

    /// The first bytes as text, without an incomplete scalar at the end; nil if they are not UTF-8 or contain a NUL.
    package func beginningOfText(_ count: Int) -> String? {
        var bytes = beginning(count)
        guard !bytes.contains(0) else { return nil }
        if bytes.count < byteCount, let lead = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[lead] >= 0xC0 {
            bytes.removeSubrange(lead...)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func beginning(_ count: Int, ofFileAt path: String) -> [UInt8] {
        guard let file = try? Descriptor(opening: path, O_RDONLY), let status = try? FileStatus(of: file) else { return [] }
        return (try? file.read(min(count, Int(status.byteCount)))) ?? []
    }
}
