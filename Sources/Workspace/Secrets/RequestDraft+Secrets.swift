import JSON

extension AuthDraft {
    /// The secret fields of all kinds.
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

    /// True if one of the secrets is masked.
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
        draft.url = TypedCredential.masked(inQueryOf: URLPassword.masked(in: url))
        draft.headers = TypedCredential.masked(headers)
        draft.query = TypedCredential.masked(query)
        if options != RequestOptions() { draft.options = options.withoutSecrets() }
        return draft
    }

    /// True if secrets are masked.
    public var lacksSecrets: Bool {
        auth.lacksSecrets || SecretMask.isSeen(in: url) || TypedCredential.isMissing(in: headers) || TypedCredential.isMissing(in: query)
            || !options.labelsOfMissingSecrets.isEmpty
    }

    /// Replaces masked secrets by the values of another draft, if it has them.
    public func restoringSecrets(from other: RequestDraft) -> RequestDraft {
        var draft = self
        draft.auth = auth.restoringSecrets(from: other.auth)
        draft.url = other.withoutSecrets().url == url ? other.url : URLPassword.restored(in: url, from: other.url)
        draft.headers = TypedCredential.restored(headers, from: other.headers)
        draft.query = TypedCredential.restored(query, from: other.query)
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
        return try? RequestOptions(fileValue: options.fileValue.masked(by: mask))
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

extension JSONValue {
    /// Masks secrets in every string.
    fileprivate func masked(by mask: SecretMask) -> JSONValue {
        if let text = string { return .string(mask.masked(text)) }
        if let array { return .array(array.map { $0.masked(by: mask) }) }
        if let object { return .object(JSONObject(object.map { JSONMember($0.name, $0.value.masked(by: mask)) })) }
        return self
    }
}
