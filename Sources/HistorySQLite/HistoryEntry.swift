import JSON
import Workspace

/// An exchange in the form that it is written in: all that takes time has been done.
struct HistoryEntry: Sendable {
    let summary: ExchangeSummary
    let detail: String
    let searchedText: String
    let bodies: [PreparedBody]

    init(_ exchange: Exchange, bodies: [PreparedBody]) {
        summary = exchange.summary
        detail = ExchangeDetail(exchange).stored.compactText
        searchedText = exchange.searchedText
        self.bodies = bodies
    }

    /// What it adds to the database, the index apart.
    var storedByteCount: Int64 {
        Int64(detail.utf8.count + searchedText.utf8.count) + bodies.reduce(0) { $0 + $1.inlineByteCount }
    }
}

/// A body on its way into the history.
struct PreparedBody: Sendable {
    /// Whose body it is; the number stands in the database.
    enum Role: Int64, Sendable {
        case request = 0
        case response = 1
    }

    /// Where the bytes are.
    enum Content: Sendable {
        case bytes([UInt8])
        case file(hash: String, byteCount: Int64, incomingPath: String)
    }

    let role: Role
    /// How many bytes there were, kept or not.
    let byteCount: Int64
    let isComplete: Bool
    let content: Content

    /// How many bytes go into the database itself.
    var inlineByteCount: Int64 {
        if case .bytes(let bytes) = content { Int64(bytes.count) } else { 0 }
    }

    /// The temporary file, where there is one.
    var incomingPath: String? {
        if case .file(_, _, let path) = content { path } else { nil }
    }
}
