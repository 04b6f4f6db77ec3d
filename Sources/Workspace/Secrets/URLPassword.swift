import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The password in a URL before its host: `https://user:password@host/`.
enum URLPassword {
    /// The range of the password; nil if there is none.
    static func range(in url: String) -> Range<String.Index>? {
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let authority = url[start...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") else { return nil }
        let range = url.index(after: colon)..<at
        return range.isEmpty ? nil : range
    }

    /// The texts to mask: the password, and its form in the `Authorization` header (RFC 7617).
    static func secrets(in url: String) -> Set<String> {
        guard range(in: url) != nil, let field = (try? HTTPRequest(url: url).prepared())?.headers["Authorization"] else { return [] }
        let encoded = field.split(separator: " ").last.map(String.init) ?? ""
        let text = Data(base64Encoded: encoded).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return Set([encoded] + text.split(separator: ":", maxSplits: 1).dropFirst().map(String.init))
    }

    /// The URL with a typed password masked.
    static func masked(in url: String) -> String {
        guard let range = range(in: url), AuthDraft.isTypedOut(String(url[range])) else { return url }
        return url.replacingCharacters(in: range, with: SecretMask.sign)
    }

    /// The URL with its masked password replaced by that of another URL.
    static func restored(in url: String, from other: String) -> String {
        guard isMissing(in: url), let range = range(in: url), let known = Self.range(in: other) else { return url }
        return url.replacingCharacters(in: range, with: String(other[known]))
    }

    /// True if the password is masked.
    static func isMissing(in url: String) -> Bool { range(in: url).map { url[$0] == SecretMask.sign } ?? false }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
