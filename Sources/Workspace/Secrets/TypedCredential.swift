import Platform

/// Credentials that are typed into headers, the query and fields of a body, recognized by the name.
package enum TypedCredential {
    /// Shorter values of cookies are masked together with their names, since they would match everywhere.
    private static let minCookieByteCount = 8
    /// Names in addition to those of ``SecretName`` (RFC 9110, section 11; signed URLs).
    private static let names = ["authorization", "proxyauthorization", "auth", "sig"].map { Array($0.utf8) }
    private static let ending = Array("signature".utf8)

    /// True if a header, a query item or a field of that name is a credential.
    package static func isNamed(_ name: String) -> Bool {
        let letters = SecretName.letters(of: name)
        return names.contains(letters) || letters.ends(with: ending) || SecretName.soundsSecret(name, letters)
    }

    /// The value with its typed credentials masked; variables stay, since they refer to a secret and contain none.
    static func masked(_ value: String, of name: String) -> String {
        guard isNamed(name) else { return value }
        var masked = value
        for range in ranges(in: value, of: name).reversed() where AuthDraft.isTypedOut(String(value[range])) {
            masked = masked[..<range.lowerBound] + SecretMask.sign + masked[range.upperBound...]
        }
        return masked
    }

    /// True if the value contains a masked credential.
    static func isMissing(in value: String, of name: String) -> Bool { SecretMask.isSeen(in: value) && isNamed(name) }

    /// The parts of a sent value to mask.
    static func secrets(in value: String, of name: String) -> Set<String> {
        guard isNamed(name) else { return [] }
        var secrets: Set<String> = []
        for range in ranges(in: value, of: name) {
            let text = String(value[range])
            let isShortCookie = isCookie(name) && text.utf8.count < minCookieByteCount
            secrets.insert(isShortCookie ? pair(endingWith: range, of: value) : text)
            if let decoded = Data(base64Encoded: text), value.lowercased().hasPrefix("basic ") {
                secrets.formUnion(String(decoding: decoded, as: UTF8.self).split(separator: ":", maxSplits: 1).dropFirst().map(String.init))
            }
        }
        return secrets
    }

    /// The ranges of credentials: after the scheme, after the name of each cookie, or everything.
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

    /// The range of the credential in a value: after the scheme, or all of it; nil if the name is not that of a credential.
    static func range(in value: String, of name: String) -> Range<String.Index>? {
        guard isNamed(name) else { return nil }
        return isCookie(name) ? value.startIndex..<value.endIndex : ranges(in: value, of: name).first
    }

    /// True if the whole value is a typed credential, judging by its name, and not a placeholder.
    static func isCredential(_ value: String, of name: String) -> Bool {
        isNamed(name) && AuthDraft.isTypedOut(value) && !value.contains("{{") && value != SecretMask.sign && !isPlaceholder(value, of: name)
    }

    /// Words in documentation and examples instead of a credential.
    private static let placeholders: Set<String> = [
        "string", "text", "value", "example", "sample", "placeholder", "changeme", "todo", "password", "secret", "token", "null", "none",
        "true", "false",
    ]

    /// True if the value of a field is obviously not a credential: `<token>`, `***`, `xxx`, `your-token`, `changeme`, the field's own name.
    static func isPlaceholder(_ value: String, of name: String) -> Bool {
        func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
        let plain = letters(value)
        return plain.allSatisfy { $0 == "x" } || placeholders.contains(plain) || plain == letters(name)
            || (value.hasPrefix("<") && value.hasSuffix(">")) || plain.hasPrefix("your")
    }

    private static func isCookie(_ name: String) -> Bool { name.lowercased() == "cookie" }

    private static func pair(endingWith range: Range<String.Index>, of value: String) -> String {
        let before = value[..<range.lowerBound]
        let start = before.lastIndex(of: ";").map { value.index(after: $0) } ?? value.startIndex
        return String(value[start..<range.upperBound].drop { $0 == " " })
    }

    /// The rows with typed credentials masked.
    static func masked(_ rows: [Row]) -> [Row] {
        rows.map { row in
            var row = row
            row.value = masked(row.value, of: row.name)
            return row
        }
    }

    /// True if one of the rows contains a masked credential.
    static func isMissing(in rows: [Row]) -> Bool { rows.contains { isMissing(in: $0.value, of: $0.name) } }

    /// Replaces masked credentials by the values of other rows with the same names, if there are any.
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

    /// The URL with typed credentials masked: the password before its host, and those in its query.
    package static func masked(url: String) -> String { masked(inQueryOf: URLPassword.masked(in: url)) }

    private static func masked(inQueryOf url: String) -> String {
        guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return url }
        let query = url[url.utf8.index(after: mark)...]
        let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
            guard let equals = item.firstIndex(of: "=") else { return String(item) }
            return item[...equals] + masked(String(item[item.index(after: equals)...]), of: String(item[..<equals]))
        }
        return url[..<query.startIndex] + items.joined(separator: "&")
    }
}

/// Recognizes names of secrets. Works on bytes: an import, a list of rows and the masking of what is sent ask for every name.
package enum SecretName {
    /// Words that match within a name.
    private static let parts = [
        "token", "secret", "password", "passwd", "passphrase", "passcode", "apikey", "accesskey", "privatekey", "credential", "session",
        "jwt", "bearer", "csrf", "xsrf", "cookie",
    ].map { Array($0.utf8) }
    /// Words that match only as a whole name, since other words contain them.
    private static let words = ["pass", "pin", "pwd", "otp", "totp"]
    private static let wordParts = words.map { Array($0.utf8) }
    /// Endings of names that describe a token and are not secret.
    private static let openEndings = [
        "type", "count", "expiry", "expiresin", "expires", "name", "age", "ttl", "timeout", "duration", "lifetime", "length", "limit",
        "url", "uri", "endpoint", "method", "format", "algorithm", "policy", "status", "version", "enabled", "required",
    ].map { Array($0.utf8) }
    /// First words of names of settings about tokens, which are not secret: `use_token`.
    private static let openBeginnings: Set<String> = [
        "include", "exclude", "has", "is", "use", "enable", "disable", "allow", "require", "show", "hide", "skip", "no", "max", "min",
    ]

    /// True for names of tokens, keys, passwords and sessions.
    package static func soundsSecret(_ name: String) -> Bool { soundsSecret(name, letters(of: name)) }

    /// - Parameter letters: the name's ``letters(of:)``.
    static func soundsSecret(_ name: String, _ letters: [UInt8]) -> Bool {
        if openEndings.contains(where: letters.ends) { return false }
        if parts.contains(where: letters.holds) { return !openBeginnings.contains(firstWord(of: name)) }
        return wordParts.contains(where: letters.holds) && name.lowercased().split { !$0.isLetter }.contains { words.contains(String($0)) }
    }

    /// The first word in lower case: `use` in `use_token`, `useToken` and `Use-Token`.
    private static func firstWord(of name: String) -> String {
        let start = name.drop { !$0.isLetter }
        let tail = start.dropFirst().prefix { $0.isLowercase }
        return start[..<tail.endIndex].lowercased()
    }

    /// The letters of a name in lower case, without anything between them.
    static func letters(of name: String) -> [UInt8] {
        var letters: [UInt8] = []
        letters.reserveCapacity(name.utf8.count)
        for byte in name.utf8 {
            guard byte < 0x80 else { return Array(name.lowercased().filter(\.isLetter).utf8) }
            let small = byte | 0x20
            if (0x61...0x7A).contains(small) { letters.append(small) }
        }
        return letters
    }

    /// True if the name is a prompt for a secret; false for other variables.
    static func isSecretPrompt(_ name: String) -> Bool {
        name.hasPrefix(VariableResolver.promptPrefix) && soundsSecret(String(name.dropFirst(VariableResolver.promptPrefix.count)))
    }
}

extension [UInt8] {
    fileprivate func ends(with ending: [UInt8]) -> Bool { count >= ending.count && suffix(ending.count).elementsEqual(ending) }

    /// True if the bytes occur in this order, one directly after the other.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard count >= part.count else { return false }
        return withUnsafeBufferPointer { bytes in
            part.withUnsafeBufferPointer { part in
                (0...bytes.count - part.count).contains { start in part.indices.allSatisfy { bytes[start + $0] == part[$0] } }
            }
        }
    }
}
