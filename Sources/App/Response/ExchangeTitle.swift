import Screen
import Workspace

/// The title of an exchange in a list: its name or path first, then, where there is room, the place it was sent to.
struct ExchangeTitle {
    /// Fewer columns of a place tell nothing.
    private static let leastPlace = 12

    private let name: String
    private let host: Substring
    private let path: Substring
    private let query: Substring

    init(_ row: ExchangeSummary) {
        name = row.origin.name
        let rest = Self.afterScheme(row.url)
        host = Self.prefix(of: rest, to: "/?#")
        path = Self.prefix(of: rest[host.endIndex...], to: "?#")
        query = rest[path.endIndex...]
    }

    // By bytes: this is done for every row of every frame.
    private static func afterScheme(_ url: String) -> Substring {
        let colon = prefix(of: url[...], to: ":/?#").endIndex
        guard url.utf8[colon...].starts(with: "://".utf8) else { return url[...] }
        return url[url.utf8.index(colon, offsetBy: 3)...]
    }

    private static func prefix(of text: Substring, to ends: StaticString) -> Substring {
        let end = text.utf8.firstIndex { byte in ends.withUTF8Buffer { $0.contains(byte) } }
        return text[..<(end ?? text.endIndex)]
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

/// The use of a request's examples.
public enum ExampleUse: Sendable, Equatable {
    /// Saves the response in front as one.
    case save
    /// Shows one in place of the response in front.
    case show
    /// Compares one with the response in front.
    case compare
    /// Renames an example.
    case rename
    /// Removes an example.
    case delete
}
