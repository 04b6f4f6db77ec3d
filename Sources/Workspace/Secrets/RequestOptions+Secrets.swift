import JSON

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
