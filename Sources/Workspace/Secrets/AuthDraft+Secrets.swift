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
