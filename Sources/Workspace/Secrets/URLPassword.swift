import HTTP
import Platform

/// The password in a URL before its host: `https://user:password@host/`. A long user name without a password is a token:
/// `https://token@host/`.
enum URLPassword {
    private static let minTokenSize = 16

    /// The range of the password; nil if there is none.
    static func range(in url: String) -> Range<String.Index>? {
        // A fast path: almost no URL has a password, and this runs for each request.
        guard url.utf8.contains(UInt8(ascii: "@")) else { return nil }
        guard let info = userInfo(in: url), !info.isEmpty else { return nil }
        let name = info.prefix { $0 != ":" }
        let password = info[name.endIndex...].dropFirst()
        if !password.isEmpty { return password.startIndex..<password.endIndex }
        return name.utf8.count < minTokenSize ? nil : name.startIndex..<name.endIndex
    }

    /// The part of the URL before the `@` of its host.
    private static func userInfo(in url: String) -> Substring? {
        let scheme = url.prefix { !"/?#@".contains($0) }
        let isAfterScheme = (scheme.isEmpty || scheme.hasSuffix(":")) && url[scheme.endIndex...].hasPrefix("//")
        let authority = (isAfterScheme ? url[scheme.endIndex...].dropFirst(2) : url[...]).prefix { !"/?#".contains($0) }
        return authority.lastIndex(of: "@").map { authority[..<$0] }
    }

    /// The texts to mask: the password as written and decoded, and its form in the `Authorization` header (RFC 7617). The URL may be invalid.
    static func secrets(in url: String) -> Set<String> {
        guard let range = range(in: url), let info = userInfo(in: url) else { return [] }
        let (name, password) = info.splitOnce(at: ":")
        let encoded = Data("\(name.percentDecoded()):\((password ?? "").percentDecoded())".utf8).base64EncodedString()
        return [String(url[range]), url[range].percentDecoded(), encoded]
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
    /// The text with another one in the place of a part.
    func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
