import Screen
import Workspace

/// What a row of the history is called: first what tells it from other rows, then, where there is room, where it went.
struct HistoryTitle {
    /// Fewer columns of a place tell nothing.
    private static let leastPlace = 12

    private let name: String
    private let host: Substring
    private let path: Substring
    private let query: Substring

    init(_ row: ExchangeSummary) {
        name = row.origin.name
        let rest = row.url.firstRange(of: "://").map { row.url[$0.upperBound...] } ?? row.url[...]
        host = rest.prefix { !"/?#".contains($0) }
        path = rest.dropFirst(host.count).prefix { !"?#".contains($0) }
        query = rest.dropFirst(host.count + path.count)
    }

    /// The request's name, or else the path: its end where it is too long, and the query as far as it fits.
    func text(columns: Int) -> String {
        if !name.isEmpty { return TextWidth.fitted(name, columns: columns) }
        if path.isEmpty, query.isEmpty { return TextWidth.fitted(host, columns: columns) }
        return TextWidth.fits(path, columns: columns)
            ? TextWidth.fitted(path + query, columns: columns) : TextWidth.fitted(path, columns: columns, cut: .start)
    }

    /// The host, and behind it the path where that is not the title; nil where there is too little room, or nothing more to say.
    func place(columns: Int) -> String? {
        let place = name.isEmpty ? (path.isEmpty && query.isEmpty ? "" : String(host)) : String(host + path + query)
        guard !place.isEmpty, columns > 0, columns >= Self.leastPlace || TextWidth.fits(place, columns: columns) else { return nil }
        return TextWidth.fitted(place, columns: columns, cut: name.isEmpty ? .end : .middle)
    }
}
