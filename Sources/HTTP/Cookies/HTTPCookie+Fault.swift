extension HTTPCookie {
    /// Why no server could have set it (RFC 6265bis sections 4.1 and 5.7), as a sentence for a person; nil where one could have.
    ///
    /// Whether its domain is a public suffix is not looked at; ``CookieJar/apply(_:to:)`` does.
    public var fault: String? { nameFault ?? placeFault ?? promiseFault }

    /// Name and value: what a header line could not carry, or would take for something else.
    private var nameFault: String? {
        if name.isEmpty { return "It needs a name." }
        if Self.isUnfit(name) || name.contains("=") { return "Its name holds a control, = or ;." }
        if Self.isUnfit(value) { return "Its value holds a control or ;." }
        if [name, value].contains(where: { ASCII.trimmed($0) != $0 }) { return "Its name or value begins or ends with a space." }
        let (count, most) = (name.utf8.count + value.utf8.count, SetCookie.mostNameAndValueBytes)
        return count > most ? "Name and value have \(count) bytes; \(most) are the most." : nil
    }

    /// Whether a text holds what ends it in a `Set-Cookie` field.
    private static func isUnfit(_ text: String) -> Bool {
        holdsControl(text) || text.utf8.contains(UInt8(ascii: ";"))
    }

    /// Whether a text holds a control other than the tab, for which a field is ignored (RFC 6265bis section 5.6).
    static func holdsControl(_ text: String) -> Bool { text.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }

    /// Whether a server may refuse the request for it; only a file that others wrote, or an older version, holds such a one.
    var holdsControl: Bool { Self.holdsControl(name) || Self.holdsControl(value) }

    private var placeFault: String? {
        if domain.isEmpty { return "It needs a domain." }
        guard !Self.isUnfit(domain), WebHost.parse(domain, isOpaque: false) == domain else {
            return "“\(domain)” is no host name in lower case."
        }
        if !path.hasPrefix("/") { return "Its path must begin with /." }
        if Self.isUnfit(path) { return "Its path holds a control or ;." }
        return path.utf8.count > SetCookie.mostAttributeBytes ? "Its path is longer than \(SetCookie.mostAttributeBytes) bytes." : nil
    }

    /// What attributes and the prefixes of names promise.
    private var promiseFault: String? {
        if sameSite == HTTPCookie.SameSite.none, !isSecure { return "SameSite=None needs Secure." }
        let lower = ASCII.lowercased(name)
        if lower.hasPrefix("__secure-"), !isSecure { return "A name with __Secure- needs Secure." }
        if lower.hasPrefix("__host-"), !(isSecure && isHostOnly && path == "/") {
            return "A name with __Host- needs Secure, HostOnly and the path /."
        }
        return nil
    }
}
