#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Credentials that are typed into headers and into the query, where only the name says what they are.
enum TypedCredential {
    /// Shorter values of cookies are looked for with their names, since they would turn up in everything.
    private static let leastCookieByteCount = 8
    /// Names beside those that sound like a token, a key, a password or a session (RFC 9110, section 11; signed URLs).
    private static let names: Set<String> = ["authorization", "proxyauthorization", "auth", "sig"]

    /// Whether a header or a query item of that name carries one.
    static func isNamed(_ name: String) -> Bool {
        let letters = name.lowercased().filter(\.isLetter)
        return names.contains(letters) || letters.hasSuffix("signature") || SecretName.soundsSecret(name)
    }

    /// A value with signs in the place of what is typed out of it; variables stay, since they name where one comes from.
    static func masked(_ value: String, of name: String) -> String {
        guard isNamed(name) else { return value }
        var masked = value
        for range in ranges(in: value, of: name).reversed() where AuthDraft.isTypedOut(String(value[range])) {
            masked = masked[..<range.lowerBound] + SecretMask.sign + masked[range.upperBound...]
        }
        return masked
    }

    /// Whether a sign stands in the place of one.
    static func isMissing(in value: String, of name: String) -> Bool { value.contains(SecretMask.sign) && isNamed(name) }

    /// What must not be seen of a value that is sent.
    static func secrets(in value: String, of name: String) -> Set<String> {
        guard isNamed(name) else { return [] }
        var secrets: Set<String> = []
        for range in ranges(in: value, of: name) {
            let text = String(value[range])
            let isShortCookie = isCookie(name) && text.utf8.count < leastCookieByteCount
            secrets.insert(isShortCookie ? pair(endingWith: range, of: value) : text)
            if let decoded = Data(base64Encoded: text), value.lowercased().hasPrefix("basic ") {
                secrets.formUnion(String(decoding: decoded, as: UTF8.self).split(separator: ":", maxSplits: 1).dropFirst().map(String.init))
            }
        }
        return secrets
    }

    /// Where they stand: behind the scheme, behind the name of each cookie, or everywhere.
    private static func ranges(in value: String, of name: String) -> [Range<String.Index>] {
        if isCookie(name) {
            return value.split(separator: ";").compactMap { pair in
                pair.firstIndex(of: "=").map { value.index(after: $0)..<pair.endIndex }.flatMap { $0.isEmpty ? nil : $0 }
            }
        }
        let isField = name.lowercased().hasSuffix("authorization")
        let start = isField ? value.firstIndex(of: " ").map { value.index(after: $0) } ?? value.startIndex : value.startIndex
        return start < value.endIndex ? [start..<value.endIndex] : []
    }

    private static func isCookie(_ name: String) -> Bool { name.lowercased() == "cookie" }

    private static func pair(endingWith range: Range<String.Index>, of value: String) -> String {
        let before = value[..<range.lowerBound]
        let start = before.lastIndex(of: ";").map { value.index(after: $0) } ?? value.startIndex
        return String(value[start..<range.upperBound].drop { $0 == " " })
    }

    /// The rows with signs in the place of what is typed out.
    static func masked(_ rows: [Row]) -> [Row] {
        rows.map { row in
            var row = row
            row.value = masked(row.value, of: row.name)
            return row
        }
    }

    /// Whether signs stand in the place of credentials.
    static func isMissing(in rows: [Row]) -> Bool { rows.contains { isMissing(in: $0.value, of: $0.name) } }

    /// The rows with the values of others of the same names in the place of such signs; those stay that they cannot replace.
    static func restored(_ rows: [Row], from others: [Row]) -> [Row] {
        var seen: [String: Int] = [:]
        return rows.map { row in
            let name = row.name.lowercased()
            let place = seen[name, default: 0]
            seen[name] = place + 1
            let same = others.filter { $0.name.lowercased() == name }
            guard isMissing(in: row.value, of: row.name), place < same.count else { return row }
            var row = row
            row.value = same[place].value
            return row
        }
    }

    /// A URL with signs in the place of credentials that are typed out in its query.
    static func masked(inQueryOf url: String) -> String {
        guard let mark = url.firstIndex(of: "?") else { return url }
        let query = url[url.index(after: mark)...]
        let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
            guard let equals = item.firstIndex(of: "=") else { return String(item) }
            return item[...equals] + masked(String(item[item.index(after: equals)...]), of: String(item[..<equals]))
        }
        return url[...mark] + items.joined(separator: "&")
    }
}

/// What a value's name says of whether nobody may see it.
enum SecretName {
    /// Words that are found within a name.
    private static let parts = [
        "token", "secret", "password", "passwd", "passphrase", "passcode", "apikey", "accesskey", "privatekey", "credential", "session",
        "jwt", "bearer", "csrf", "xsrf", "cookie",
    ]
    /// Words that stand alone, since others hold them too.
    private static let words: Set<String> = ["pass", "pin", "pwd", "otp", "totp"]
    /// What is said of a token and is none.
    private static let openEndings = ["type", "count", "expiry", "expiresin", "expires", "name"]

    /// Whether it is called like a token, a key, a password or a session.
    static func soundsSecret(_ name: String) -> Bool {
        let letters = name.lowercased().filter(\.isLetter)
        if openEndings.contains(where: letters.hasSuffix) { return false }
        return parts.contains(where: letters.contains)
            || name.lowercased().split { !$0.isLetter }.contains { words.contains(String($0)) }
    }

    /// Whether what is asked for under this name is a secret; names of other variables are none.
    static func isSecretPrompt(_ name: String) -> Bool {
        name.hasPrefix(VariableResolver.promptPrefix) && soundsSecret(String(name.dropFirst(VariableResolver.promptPrefix.count)))
    }
}
