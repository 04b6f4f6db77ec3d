package import HTTP
import JSON
import Platform

/// Credentials that are typed into headers, the query and fields of a body, recognized by the name.
package enum TypedCredential {
    /// Shorter values that a server chose are masked together with their names, since they would match everywhere.
    private static let minServedByteCount = 8
    /// The length from which a cookie is a credential whatever its characters.
    private static let longByteCount = 20

    /// The value with its typed credentials masked; variables stay, since they refer to a secret and contain none.
    static func masked(_ value: String, of name: String, at place: SecretName.Place = .item) -> String {
        guard SecretName.isCredential(name, at: place) else { return value }
        var masked = value
        for range in ranges(in: value, of: name).reversed() where isTyped(String(value[range])) {
            masked = masked[..<range.lowerBound] + SecretMask.sign + masked[range.upperBound...]
        }
        return masked
    }

    /// True if a value has letters or digits beside its variables, as `{{key}}:{{secret}}` has not, and is neither a frame (`<token>`) nor the
    /// word with which a client asks for a token.
    private static func isTyped(_ value: String) -> Bool {
        guard AuthDraft.isTypedOut(value), value.lowercased() != "fetch", !isFramed(value) else { return false }
        return Template(value).parts.contains { part in
            if case .text(let text) = part { text.contains { $0.isLetter || $0.isNumber } || value == text } else { false }
        }
    }

    /// True for `<token>` and `==token==`.
    private static func isFramed(_ value: String) -> Bool {
        [("<", ">"), ("==", "==")].contains { value.hasPrefix($0.0) && value.hasSuffix($0.1) }
    }

    /// True if the value contains a masked credential.
    static func isMissing(in value: String, of name: String, at place: SecretName.Place = .item) -> Bool {
        SecretMask.isSeen(in: value) && SecretName.isCredential(name, at: place)
    }

    /// The parts of a sent value to mask.
    package static func secrets(in value: String, of name: String, at place: SecretName.Place = .item) -> Set<String> {
        guard SecretName.isCredential(name, at: place) else { return [] }
        var secrets: Set<String> = []
        for range in ranges(in: value, of: name) {
            let text = String(value[range])
            let isShortCookie = isCookie(name) && text.utf8.count < minServedByteCount
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
    static func range(in value: String, of name: String, at place: SecretName.Place = .item) -> Range<String.Index>? {
        guard SecretName.isCredential(name, at: place) else { return nil }
        return isCookie(name) ? value.startIndex..<value.endIndex : ranges(in: value, of: name).first
    }

    /// True if the whole value is a typed credential, judging by its name, and not a placeholder.
    static func isCredential(_ value: String, of name: String, at place: SecretName.Place = .item) -> Bool {
        SecretName.isCredential(name, at: place) && AuthDraft.isTypedOut(value) && !value.contains("{{") && value != SecretMask.sign
            && !isPlaceholder(value, of: name)
    }

    /// Words in documentation and examples instead of a credential, and those of settings that say where a credential is sent.
    private static let placeholders: Set<String> = [
        "string", "text", "value", "example", "sample", "placeholder", "changeme", "todo", "password", "secret", "token", "null", "none",
        "true", "false", "header", "query", "body", "cookie", "bearer", "basic", "fetch",
    ]

    /// True if the value of a field is obviously not a credential: `<token>`, `==token==`, `***`, `xxx`, `your-token`, `changeme`, the field's own
    /// name, a date.
    static func isPlaceholder(_ value: String, of name: String) -> Bool {
        func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
        let (plain, name) = (letters(value), letters(name))
        if plain.allSatisfy({ $0 == "x" }) || placeholders.contains(plain) || plain == name || plain.hasPrefix("your") { return true }
        return isFramed(value) || isDate(value) && !name.contains("pass") && !name.contains("pwd")
    }

    /// True for a date with or without a time: `2024-05-02`, `2024-05-02T08:00:00Z`. Somebody may have chosen one as a password.
    private static func isDate(_ value: String) -> Bool {
        value.utf8.count < 40 && value.wholeMatch(of: /\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+\-][\d:]+)?)?/) != nil
    }

    private static func isCookie(_ name: String) -> Bool { name.lowercased() == "cookie" }

    private static func pair(endingWith range: Range<String.Index>, of value: String) -> String {
        let before = value[..<range.lowerBound]
        let start = before.lastIndex(of: ";").map { value.index(after: $0) } ?? value.startIndex
        return String(value[start..<range.upperBound].drop { $0 == " " })
    }

    /// The rows with typed credentials masked.
    static func masked(_ rows: [Row], at place: SecretName.Place = .item) -> [Row] {
        rows.map { row in
            var row = row
            row.value = masked(row.value, of: row.name, at: place)
            return row
        }
    }

    /// True if one of the rows contains a masked credential.
    static func isMissing(in rows: [Row], at place: SecretName.Place = .item) -> Bool {
        rows.contains { isMissing(in: $0.value, of: $0.name, at: place) }
    }

    /// Replaces masked credentials by the values of other rows with the same names, if there are any.
    static func restored(_ rows: [Row], from others: [Row], at place: SecretName.Place = .item) -> [Row] {
        var seen: [String: Int] = [:]
        return rows.map { row in
            let name = row.name.lowercased()
            let index = seen[name, default: 0]
            seen[name] = index + 1
            let same = others.filter { $0.name.lowercased() == name }
            guard isMissing(in: row.value, of: row.name, at: place), index < same.count else { return row }
            var row = row
            row.value = same[index].value
            return row
        }
    }

    /// The URL with typed credentials masked: the password before its host, and those in its query.
    package static func masked(url: String) -> String { masked(inQueryOf: URLPassword.masked(in: url)) }

    /// The texts to mask of a URL that a server chose, as for a redirect: the password before its host, and the credentials in its query and
    /// its fragment.
    package static func secrets(inURL url: String) -> Set<String> {
        let secrets = URLPassword.secrets(in: url)
        guard let mark = url.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return secrets }
        let items = url[mark...].split { "?#&".contains($0) }
        let place = place(ofItems: items)
        return items.reduce(into: secrets) { secrets, item in
            guard let sign = item.firstIndex(of: "=") else { return }
            let (name, value) = (item[..<sign].percentDecoded(), item[sign...].dropFirst())
            guard SecretName.isCredential(name, at: place), !value.isEmpty, !isPlaceholder(String(value), of: name) else { return }
            secrets.formUnion(value.utf8.count < minServedByteCount ? [String(item)] : [String(value), value.percentDecoded()])
        }
    }

    /// The texts to mask of the cookies in the headers of a request or a response, wherever the exchange repeats them.
    ///
    /// Words are no credentials: `dark`, `Europe/Berlin`. The name tells, or a digit, or the length.
    package static func secrets(inCookiesOf headers: HTTPHeaders) -> Set<String> {
        headers.fields.reduce(into: []) { secrets, field in
            let isSet = field.isNamed("Set-Cookie")
            guard isSet || field.isNamed("Cookie") else { return }
            for pair in field.value.split(separator: ";").prefix(isSet ? 1 : .max) {
                let (name, text) = pair.trimmingSpacesAndTabs.splitOnce(at: "=")
                guard let text, !SecretMask.isSeen(in: text) else { continue }
                let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
                let value = isQuoted ? String(text.dropFirst().dropLast()) : text
                // The digits of percent codes tell nothing: `Europe%2FBerlin`.
                let plain = value.percentDecoded()
                guard !isPlaceholder(plain, of: name) else { continue }
                let (count, isNamed) = (plain.utf8.count, SecretName.isCredential(name))
                if count < minServedByteCount {
                    if isNamed, count > 0 { secrets.insert("\(name)=\(text)") }
                } else if isNamed || count >= longByteCount || plain.utf8.contains(where: { (0x30...0x39).contains($0) }) {
                    secrets.formUnion([value, plain])
                }
            }
        }
    }

    private static func masked(inQueryOf url: String) -> String {
        guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return url }
        let query = url[url.utf8.index(after: mark)...]
        let items = query.split(separator: "&", omittingEmptySubsequences: false)
        let place = place(ofItems: items)
        let masked = items.map { item -> String in
            guard let equals = item.firstIndex(of: "=") else { return String(item) }
            return item[...equals] + Self.masked(String(item[item.index(after: equals)...]), of: String(item[..<equals]), at: place)
        }
        return url[..<query.startIndex] + masked.joined(separator: "&")
    }

    /// The place of the names of `name=value` items.
    private static func place(ofItems items: [Substring]) -> SecretName.Place {
        SecretName.Place(inQueryWith: items.map { item in item.prefix { $0 != "=" }.percentDecoded() })
    }
}

extension SecretName {
    /// True if the name is a prompt for a secret; false for other variables.
    static func isSecretPrompt(_ name: String) -> Bool {
        name.hasPrefix(Template.promptPrefix) && soundsSecret(String(name.dropFirst(Template.promptPrefix.count)))
    }
}

extension RequestDraft {
    /// The place of the names in the query, which make it the answer to a login or not.
    var queryPlace: SecretName.Place { SecretName.Place(inQueryWith: query.map(\.name)) }
}

extension AuthDraft {
    private static let secretNames = Kind.allCases.reduce(into: Set<String>()) { $0.formUnion($1.secretFieldNames) }

    /// Masks typed secrets. A field with nothing but variables is kept, since it refers to a secret and contains none.
    func withoutSecrets() -> AuthDraft {
        AuthDraft(
            kind,
            fields: Dictionary(
                uniqueKeysWithValues: fields.map { name, text in
                    (name, Self.secretNames.contains(name) && Self.isTypedOut(text) ? SecretMask.sign : text)
                }))
    }

    var lacksSecrets: Bool { fields.contains { Self.secretNames.contains($0.key) && $0.value == SecretMask.sign } }

    /// Replaces masked secrets by the values of another draft, if it has them.
    func restoringSecrets(from other: AuthDraft) -> AuthDraft {
        var restored = self
        for (name, text) in fields where text == SecretMask.sign && !other[name].isEmpty { restored[name] = other[name] }
        return restored
    }

    /// True if the text contains more than variables and spaces.
    static func isTypedOut(_ text: String) -> Bool {
        Template(text).parts.contains { if case .text(let text) = $0 { !text.allSatisfy(\.isWhitespace) } else { false } }
    }
}

extension RequestDraft {
    /// The draft without typed passwords, tokens and keys, for the history.
    public func withoutSecrets() -> RequestDraft {
        var draft = self
        draft.auth = auth.withoutSecrets()
        draft.url = TypedCredential.masked(url: url)
        draft.headers = TypedCredential.masked(headers, at: .header)
        draft.query = TypedCredential.masked(query, at: queryPlace)
        if options != RequestOptions() { draft.options = options.withoutSecrets() }
        return draft
    }

    /// True if secrets are masked.
    public var lacksSecrets: Bool {
        auth.lacksSecrets || SecretMask.isSeen(in: url) || TypedCredential.isMissing(in: headers, at: .header)
            || TypedCredential.isMissing(in: query, at: queryPlace) || !options.labelsOfMissingSecrets.isEmpty
    }

    /// Replaces masked secrets by the values of another draft, if it has them.
    public func restoringSecrets(from other: RequestDraft) -> RequestDraft {
        var draft = self
        draft.auth = auth.restoringSecrets(from: other.auth)
        draft.url = other.withoutSecrets().url == url ? other.url : URLPassword.restored(in: url, from: other.url)
        draft.headers = TypedCredential.restored(headers, from: other.headers, at: .header)
        draft.query = TypedCredential.restored(query, from: other.query, at: queryPlace)
        draft.options = options.restoringSecrets(from: other.options)
        return draft
    }
}

extension RequestOptions {
    /// Masks typed secrets: the password of a proxy, and the passphrase of a key.
    func withoutSecrets() -> RequestOptions {
        var options = self
        options.proxy = proxy.map(URLPassword.masked)
        options.tls.passphrase = tls.passphrase.map { AuthDraft.isTypedOut($0) ? SecretMask.sign : $0 }
        return options
    }

    /// Resolved options for the history; nil if masking would change their meaning.
    public func masked(by mask: SecretMask) -> RequestOptions? {
        let options = withoutSecrets()
        guard !mask.isEmpty else { return options }
        return try? RequestOptions(fileValue: options.fileValue.mappingTexts { mask.masked($0) })
    }

    /// The labels of options with masked secrets.
    public var labelsOfMissingSecrets: [String] {
        // A fast path: almost no request has options, and this runs for each.
        self == .blank ? [] : RequestOption.all.filter { $0.lacksSecret(in: self) }.map(\.label)
    }

    /// Replaces masked secrets by the values of other options, if they have them.
    public func restoringSecrets(from other: RequestOptions) -> RequestOptions {
        guard self != .blank else { return self }
        var options = self
        for option in RequestOption.all where option.lacksSecret(in: self) && option.isSet(in: other) {
            option.access.copy(other, &options)
        }
        return options
    }
}

extension RequestOption {
    /// True if the option holds a masked secret.
    func lacksSecret(in options: RequestOptions) -> Bool { isSet(in: options) && SecretMask.isSeen(in: text(in: options)) }
}
