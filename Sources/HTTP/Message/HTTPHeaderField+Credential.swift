extension HTTPHeaderField {
    /// Words that are found within a name, its signs left out: `X-Api-Key` and `X-APIKey` are called the same.
    private static let parts = ["apikey", "token", "secret", "password", "passwd", "credential"]
    /// Words that stand alone, since others hold them too.
    private static let words: Set<String> = ["authorization", "authentication", "auth", "cookie", "key", "session", "signature", "jwt"]
    /// What is called a key and opens nothing.
    private static let openNames: Set<String> = ["idempotency-key", "sec-websocket-key"]

    /// True for what proves who asks, by its name: `Authorization`, `Cookie`, `Proxy-Authorization`, and what APIs have for it, such as `X-API-Key`
    /// and `PRIVATE-TOKEN`. Such a field stays at its origin, and an answer to it is nobody else's.
    var isCredential: Bool {
        let name = ASCII.lowercased(name)
        if Self.openNames.contains(name) { return false }
        let pieces = name.split { !$0.isLetter }
        return pieces.contains { Self.words.contains(String($0)) } || Self.parts.contains { pieces.joined().contains($0) }
    }
}
