import JSON
import Workspace

/// An exchange in the form in which it is stored; everything that takes time has been done.
struct HistoryEntry: Sendable {
    let summary: ExchangeSummary
    let detail: String
    let searchedText: String
    let bodies: [PreparedBody]

    init(_ exchange: Exchange, bodies: [PreparedBody]) {
        summary = exchange.summary
        detail = ExchangeDetail(exchange).stored.compactText
        searchedText = exchange.searchedText + "\n" + HistoryFacets.text(exchange.summary) + HistoryFacets.text(exchange.notes)
        self.bodies = bodies
    }

    /// The number of bytes that it adds to the database, without the search index.
    var storedByteCount: Int64 {
        Int64(detail.utf8.count + searchedText.utf8.count) + bodies.reduce(0) { $0 + $1.inlineByteCount }
    }
}

/// A body in the form in which it is stored.
struct PreparedBody: Sendable {
    /// The message that the body belongs to. The raw value is stored in the database.
    enum Role: Int64, Sendable {
        case request = 0
        case response = 1
    }

    /// The bytes, or the file that holds them.
    enum Content: Sendable {
        case bytes([UInt8])
        case file(hash: String, byteCount: Int64, incomingPath: String)
    }

    let role: Role
    /// The number of bytes of the body, stored or not.
    let byteCount: Int64
    let isComplete: Bool
    let content: Content

    /// The number of bytes that are stored in the database itself.
    var inlineByteCount: Int64 {
        if case .bytes(let bytes) = content { Int64(bytes.count) } else { 0 }
    }

    /// The temporary file; nil if the bytes are stored in the database.
    var incomingPath: String? {
        if case .file(_, _, let path) = content { path } else { nil }
    }
}
