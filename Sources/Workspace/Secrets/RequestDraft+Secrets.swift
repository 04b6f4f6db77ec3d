import JSON

extension AuthDraft {
    /// The fields of any scheme that hold what nobody else may see.
    private static let secretNames = Kind.allCases.reduce(into: Set<String>()) { $0.formUnion($1.secretFieldNames) }

    /// The same with signs in the place of secrets that are typed out. A field of variables alone holds none: it names where one comes from.
    func withoutSecrets() -> AuthDraft {
        AuthDraft(
            kind,
            fields: Dictionary(
                uniqueKeysWithValues: fields.map { name, text in
                    (name, Self.secretNames.contains(name) && Self.isTypedOut(text) ? SecretMask.sign : text)
                }))
    }

    /// Whether such a sign stands in the place of one of its secrets.
    var lacksSecrets: Bool { fields.contains { Self.secretNames.contains($0.key) && $0.value == SecretMask.sign } }

    /// The same with what another one says in the place of such signs; those stay that it cannot replace.
    func restoringSecrets(from other: AuthDraft) -> AuthDraft {
        var restored = self
        for (name, text) in fields where text == SecretMask.sign && !other[name].isEmpty { restored[name] = other[name] }
        return restored
    }

    /// Whether there is more than variables and space.
    static func isTypedOut(_ text: String) -> Bool {
        Template(text).parts.contains { if case .text(let text) = $0 { !text.allSatisfy(\.isWhitespace) } else { false } }
    }
}

extension RequestDraft {
    /// The draft as the history keeps it: a password, a token or a key that stands in it is not for there.
    public func withoutSecrets() -> RequestDraft {
        var draft = self
        draft.auth = auth.withoutSecrets()
        draft.url = TypedCredential.masked(inQueryOf: URLPassword.masked(in: url))
        draft.headers = TypedCredential.masked(headers)
        draft.query = TypedCredential.masked(query)
        if options != RequestOptions() { draft.options = options.withoutSecrets() }
        return draft
    }

    /// Whether signs stand in the place of secrets.
    public var lacksSecrets: Bool {
        auth.lacksSecrets || url.contains(SecretMask.sign) || TypedCredential.isMissing(in: headers) || TypedCredential.isMissing(in: query)
            || !options.labelsOfMissingSecrets.isEmpty
    }

    /// The draft with what another one says in the place of such signs; those stay that it cannot replace.
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
    /// The same with signs in the place of secrets that are typed out: the password of a proxy, and the passphrase of a key.
    func withoutSecrets() -> RequestOptions {
        var options = self
        options.proxy = proxy.map(URLPassword.masked)
        options.tls.passphrase = tls.passphrase.map { AuthDraft.isTypedOut($0) ? SecretMask.sign : $0 }
        return options
    }

    /// Options whose variables are replaced, as the history keeps them; nil where signs would make something else of them.
    public func masked(by mask: SecretMask) -> RequestOptions? {
        let options = withoutSecrets()
        guard !mask.isEmpty else { return options }
        return try? RequestOptions(fileValue: options.fileValue.masked(by: mask))
    }

    /// What the screen calls the options in which signs stand in the place of secrets.
    public var labelsOfMissingSecrets: [String] { RequestOption.all.filter { $0.lacksSecret(in: self) }.map(\.label) }

    /// The same with what other options say in the place of such signs; those stay that they cannot replace.
    public func restoringSecrets(from other: RequestOptions) -> RequestOptions {
        var options = self
        for option in RequestOption.all where option.lacksSecret(in: self) && option.isSet(in: other) {
            option.access.copy(other, &options)
        }
        return options
    }
}

extension RequestOption {
    /// Whether a sign stands in the place of a secret.
    func lacksSecret(in options: RequestOptions) -> Bool { isSet(in: options) && text(in: options).contains(SecretMask.sign) }
}

extension JSONValue {
    /// The same with signs in the place of secrets in every text.
    fileprivate func masked(by mask: SecretMask) -> JSONValue {
        if let text = string { return .string(mask.masked(text)) }
        if let array { return .array(array.map { $0.masked(by: mask) }) }
        if let object { return .object(JSONObject(object.map { JSONMember($0.name, $0.value.masked(by: mask)) })) }
        return self
    }
}
