/// URLs as people type them: `:3000/x` and `localhost:3000/x` without a scheme.
enum URLShorthand {
    /// The URL with the scheme and the host that were left out.
    ///
    /// What names a port, or is `localhost`, is a host always. `example.com/x` is one unless there is an environment to be relative to.
    /// Hosts of this machine, addresses and ports other than 443 are spoken to in plain HTTP, the rest through TLS.
    static func expanded(_ text: String, isRelativeByDefault: Bool) -> String {
        if text.hasPrefix("//") { return "https:" + text }
        guard !text.hasPrefix("/"), !hasScheme(text) else { return text }
        if text.hasPrefix(":"), text.dropFirst().first?.isWholeNumber == true { return "http://localhost" + text }
        let authority = text.prefix { !"/?#".contains($0) }
        let (host, port) = split(authority)
        guard isHost(host, port, isRelativeByDefault: isRelativeByDefault) else { return text }
        let isPlain = port.map { $0 != "443" } ?? isLocalOrAddress(host)
        return (isPlain ? "http://" : "https://") + text
    }

    private static func hasScheme(_ text: String) -> Bool {
        let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return !scheme.isEmpty && text.dropFirst(scheme.count).hasPrefix("://")
    }

    /// The host and the digits of the port; nil without a port.
    private static func split(_ authority: Substring) -> (host: Substring, port: Substring?) {
        guard let colon = authority.lastIndex(of: ":") else { return (authority, nil) }
        let port = authority[authority.index(after: colon)...]
        let isPort = !port.isEmpty && port.allSatisfy { $0.isASCII && $0.isNumber }
        return isPort ? (authority[..<colon], port) : (authority, nil)
    }

    private static func isHost(_ host: Substring, _ port: Substring?, isRelativeByDefault: Bool) -> Bool {
        guard !host.isEmpty else { return false }
        if port != nil || host == "localhost" || host.hasPrefix("[") { return true }
        return !isRelativeByDefault && host.contains(".") && !host.hasPrefix(".") && !host.contains(":")
    }

    private static func isLocalOrAddress(_ host: Substring) -> Bool {
        host == "localhost" || host.hasPrefix("[") || host.hasSuffix(".localhost") || host.allSatisfy { $0.isNumber || $0 == "." }
    }
}
