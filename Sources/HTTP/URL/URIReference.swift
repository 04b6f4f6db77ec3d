import Platform

/// A URI or a relative reference in its five parts (RFC 3986 section 3). Nothing is encoded; for URLs that servers write see ``WebURL``.
package struct URIReference: Hashable, Sendable {
    package var scheme: String?
    package var authority: String?
    package var path: String
    package var query: String?
    package var fragment: String?

    /// Splits a text into the parts; every text has them (RFC 3986 appendix B).
    package init(_ text: String) {
        var rest = text[...]
        fragment = Self.cut(&rest, from: "#")
        query = Self.cut(&rest, from: "?")
        if let colon = rest.firstIndex(of: ":"), ASCII.isScheme(rest[..<colon]) {
            scheme = String(rest[..<colon])
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(rest)
    }

    /// Removes and returns the text after the first such character.
    private static func cut(_ rest: inout Substring, from mark: Character) -> String? {
        guard let index = rest.firstIndex(of: mark) else { return nil }
        defer { rest = rest[..<index] }
        return String(rest[rest.index(after: index)...])
    }

    /// The reference resolved against a base (RFC 3986 section 5.2.2).
    package func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme == nil {
            target.scheme = base.scheme
            if authority == nil {
                target.authority = base.authority
                if path.isEmpty {
                    target.path = base.path
                    target.query = query ?? base.query
                    return target
                }
                if !path.hasPrefix("/") { target.path = base.merged(with: path) }
            }
        }
        if target.authority != nil || target.path.hasPrefix("/") { target.path = Self.removingDots(target.path) }
        return target
    }

    private func merged(with relative: String) -> String {
        if authority != nil, path.isEmpty { return "/" + relative }
        guard let slash = path.lastIndex(of: "/") else { return Self.removingDots(relative) }
        return path[...slash] + relative
    }

    /// The path without the segments `.` and `..` (RFC 3986 section 5.2.4).
    package static func removingDots(_ path: String) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                if kept.count > 1 || (kept.first.map { !$0.isEmpty } ?? false) { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return kept.joined(separator: "/")
    }

    /// The reference up to its fragment.
    package var withoutFragment: String {
        var copy = self
        copy.fragment = nil
        return copy.text
    }

    /// The fragment with its percent-escapes decoded; nil if it is absent or empty.
    package var decodedFragment: String? { fragment.flatMap { $0.isEmpty ? nil : $0.percentDecoded() } }

    /// The reassembled parts (RFC 3986 section 5.3).
    package var text: String {
        (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path + (query.map { "?" + $0 } ?? "")
            + (fragment.map { "#" + $0 } ?? "")
    }
}
