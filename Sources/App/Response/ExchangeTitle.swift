import Platform
import Screen
import Workspace

/// The title of an exchange in a list: its name or path, then the path or host if there is room.
struct ExchangeTitle {
    /// The minimum width of the host; less would be useless.
    private static let minPlace = 6
    /// The minimum width of a host with a path, so that all rows of a list show the host, or none.
    static let minWithHost = 40

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

    /// The request's name, or else the path, with the query if the path fits. The middle of what is too long is left out.
    func text(columns: Int) -> String {
        if !name.isEmpty { return TextWidth.fitted(name, columns: columns) }
        if path.isEmpty, query.isEmpty { return TextWidth.fitted(host, columns: columns) }
        return Self.fitted(ReadableURL.text(path), ReadableURL.text(query), columns: columns)
    }

    /// The path and the query. If both are too long, the path keeps its last segment, and the query its end, as far as there is room.
    private static func fitted(_ path: String, _ query: String, columns: Int) -> String {
        if TextWidth.fits(path + query, columns: columns) { return path + query }
        let end = path.lastIndex(of: "/").map { path[$0...] } ?? path[...]
        let short = (end.count < path.count ? "…" : "") + end + query
        let isUseful = !query.isEmpty && TextWidth.columns(of: short) - TextWidth.columns(of: query) + minQuery <= columns
        if isUseful { return TextWidth.fitted(short, columns: columns, cut: .middle) }
        return TextWidth.fits(path, columns: columns)
            ? TextWidth.fitted(path + query, columns: columns, cut: .middle) : ReadableURL.fitted(path, columns: columns)
    }

    /// The width of a query's part that is worth cutting the path.
    private static let minQuery = 8

    /// The width of the name; nil for a row without one, whose title is the path.
    var nameColumns: Int? { name.isEmpty ? nil : TextWidth.columns(of: name) }

    /// The host, unless it is the title.
    var hostBeside: String { name.isEmpty && path.isEmpty && query.isEmpty ? "" : ReadableURL.text(host) }

    /// The path after a name, with the host where there is much room, and with the query where all of it fits; else the host. Nil if there is too
    /// little room or nothing to add.
    ///
    /// - Parameter hasHost: true or false to show the host whatever the room, or not at all.
    func place(columns: Int, hasHost: Bool? = nil) -> String? {
        let least = name.isEmpty || path.isEmpty ? (hasHost == false ? "" : hostBeside) : ReadableURL.text(path)
        guard !least.isEmpty, columns > 0, columns >= Self.minPlace || TextWidth.fits(least, columns: columns) else { return nil }
        guard !name.isEmpty else { return TextWidth.fitted(least, columns: columns) }
        let start = hasHost ?? (columns >= Self.minWithHost) ? String(host) : ""
        let whole = ReadableURL.text(start + path + query)
        if TextWidth.fits(whole, columns: columns) { return whole }
        return start.isEmpty && least == ReadableURL.text(path)
            ? Self.fitted(least, ReadableURL.text(query), columns: columns)
            : ReadableURL.fitted(start.isEmpty ? least : ReadableURL.text(start + path), columns: columns)
    }
}

/// URLs as text to read.
enum ReadableURL {
    /// The text with the percent-encoded characters decoded that can be shown and have no meaning in a URL.
    static func text(_ url: some StringProtocol) -> String {
        guard url.utf8.contains(UInt8(ascii: "%")) else { return String(url) }
        let bytes = Array(url.utf8)
        var (decoded, index) = ([UInt8](), 0)
        while index < bytes.count {
            let escaped = escapes(bytes[index...])
            decoded += readable(escaped) ?? Array(bytes[index..<index + 3 * escaped.count])
            index += 3 * escaped.count
            guard index < bytes.count else { break }
            decoded.append(bytes[index])
            index += 1
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// The bytes of the escapes at the start.
    private static func escapes(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (escaped, rest) = ([UInt8](), bytes)
        while rest.count > 2, rest.first == UInt8(ascii: "%"), let high = hexadecimalValue(of: rest[rest.startIndex + 1]),
            let low = hexadecimalValue(of: rest[rest.startIndex + 2])
        {
            escaped.append(high << 4 | low)
            rest = rest.dropFirst(3)
        }
        return escaped
    }

    /// The characters of escaped bytes; characters that cannot be shown stay escaped. Nil if the bytes are not text.
    private static func readable(_ escaped: [UInt8]) -> [UInt8]? {
        String(validating: escaped, as: UTF8.self)?.unicodeScalars.flatMap { scalar in
            isReadable(scalar) ? Array(String(scalar).utf8) : Array(String(scalar).percentEncoded(keeping: ASCIISet("")).utf8)
        }
    }

    /// The path, if it is too long with its first segment, `…` and as many of the last ones as fit.
    static func fitted(_ path: String, columns: Int) -> String {
        guard !TextWidth.fits(path, columns: columns) else { return path }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for head in [segments.prefix(path.hasPrefix("/") ? 2 : 1).joined(separator: "/") + "/", ""] {
            var tail = ""
            for segment in segments.dropFirst(2).reversed() {
                let longer = "/" + segment + tail
                guard TextWidth.fits(head + "…" + longer, columns: columns) else { break }
                tail = longer
            }
            if tail.contains(where: { $0 != "/" }) { return head + "…" + tail }
        }
        return TextWidth.fitted(path, columns: columns, cut: .middle)
    }

    private static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .spaceSeparator: scalar == " "
        default: !"%/?#&=+;:@".unicodeScalars.contains(scalar)
        }
    }
}

/// The actions on a request's examples.
enum ExampleUse: Sendable, Equatable {
    /// Saves the current response as an example.
    case save
    /// Shows an example instead of the current response.
    case show
    /// Compares an example with the current response.
    case compare
    case rename
    /// Removes an example.
    case delete
}
