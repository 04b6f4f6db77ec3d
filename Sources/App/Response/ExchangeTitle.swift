import Screen
import Workspace

/// The title of an exchange in a list: its name or path, then the path or host if there is room.
struct ExchangeTitle {
    /// The minimum width of the host; less would be useless.
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

    // Compares bytes for speed: this runs for every row of every frame.
    private static func afterScheme(_ url: String) -> Substring {
        let colon = prefix(of: url[...], to: ":/?#").endIndex
        guard url.utf8[colon...].starts(with: "://".utf8) else { return url[...] }
        return url[url.utf8.index(colon, offsetBy: 3)...]
    }

    private static func prefix(of text: Substring, to ends: StaticString) -> Substring {
        let end = text.utf8.firstIndex { byte in ends.withUTF8Buffer { $0.contains(byte) } }
        return text[..<(end ?? text.endIndex)]
    }

    /// The request's name, or else the path, with the query if it fits. A long path is cut at its start.
    func text(columns: Int) -> String {
        if !name.isEmpty { return TextWidth.fitted(name, columns: columns) }
        if path.isEmpty, query.isEmpty { return TextWidth.fitted(host, columns: columns) }
        return TextWidth.fits(path, columns: columns)
            ? TextWidth.fitted(path + query, columns: columns) : TextWidth.fitted(path, columns: columns, cut: .start)
    }

    /// The width of the name; nil for a row without one, whose title is the path.
    var nameColumns: Int? { name.isEmpty ? nil : TextWidth.columns(of: name) }

    /// The path behind a name, with the query and then the host where all of it fits, else the host; nil if there is too little room or
    /// nothing to add.
    func place(columns: Int) -> String? {
        let places =
            name.isEmpty ? (path.isEmpty && query.isEmpty ? [] : [host]) : [host + path + query, path + query, path].filter { !$0.isEmpty }
        guard let least = places.last, columns > 0, columns >= Self.leastPlace || TextWidth.fits(least, columns: columns) else {
            return nil
        }
        let place = places.first { TextWidth.fits($0, columns: columns) } ?? least
        return TextWidth.fitted(place, columns: columns, cut: name.isEmpty ? .end : .start)
    }
}

/// The actions on a request's examples.
public enum ExampleUse: Sendable, Equatable {
    /// Saves the current response as an example.
    case save
    /// Shows an example in place of the current response.
    case show
    /// Compares an example with the current response.
    case compare
    /// Renames an example.
    case rename
    /// Removes an example.
    case delete
}
