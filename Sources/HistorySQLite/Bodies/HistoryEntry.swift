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
