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
