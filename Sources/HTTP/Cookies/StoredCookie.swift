#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A cookie in a jar (RFC 6265bis section 5.7, "storage model").
public struct StoredCookie: Hashable, Sendable, Codable {
    /// The rule for sending a cookie with requests that another site caused.
    public enum SameSite: String, Hashable, Sendable, CaseIterable, Codable {
        /// Sent always; the cookie must be secure.
        case none = "None"
        /// Sent with safe methods.
        case lax = "Lax"
        /// Never sent.
        case strict = "Strict"
    }

    /// The name, which is not empty for a cookie from a server: RFC 6265 has no nameless cookies, although browsers do.
    public var name: String
    /// The value as sent, including quotes.
    public var value: String
    /// The domain in lower case ASCII, without a leading dot.
    public var domain: String
    /// The path, which begins with `/`.
    public var path: String
    /// The expiry date; nil for a session cookie.
    public var expires: Date?
    /// True if the cookie is sent over https and to this machine only.
    public var isSecure: Bool
    /// True if the cookie is hidden from scripts.
    public var isHTTPOnly: Bool
    /// True if the cookie is for exactly ``domain`` and not for names below it.
    public var isHostOnly: Bool
    /// The rule for requests from other sites; nil if the server did not set one.
    public var sameSite: SameSite?
    /// The time at which the jar first stored the cookie; older cookies are sent first.
    public var creation: Date

    /// Creates a cookie.
    public init(
        name: String, value: String, domain: String, path: String = "/", expires: Date? = nil, isSecure: Bool = false,
        isHTTPOnly: Bool = false, isHostOnly: Bool = true, sameSite: SameSite? = nil, creation: Date
    ) {
        self.name = name
        self.value = value
        self.domain = domain
        self.path = path
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.isHostOnly = isHostOnly
        self.sameSite = sameSite
        self.creation = creation
    }

    /// The properties that identify a cookie in its jar; a newer cookie with the same key replaces it.
    public struct Key: Hashable, Sendable {
        let name: String
        let domain: String
        let path: String
        let isHostOnly: Bool
    }

    /// The key that identifies the cookie in its jar.
    public var key: Key { Key(name: name, domain: domain, path: path, isHostOnly: isHostOnly) }

    func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    /// The reason why no server could have set this cookie (RFC 6265bis sections 4.1 and 5.7), as a sentence for a user; nil if one could.
    ///
    /// Does not check for public suffixes; ``CookieJar/apply(_:to:)`` does.
    public var fault: String? { nameFault ?? placeFault ?? promiseFault }

    /// The problem of a name or value that a header field could not carry or would split.
    private var nameFault: String? {
        if name.isEmpty { return "It needs a name." }
        if Self.isUnfit(name) || name.contains("=") { return "Its name contains a control character, = or ;." }
        if Self.isUnfit(value) { return "Its value contains a control character or ;." }
        if [name, value].contains(where: { ASCII.trimmed($0) != $0 }) { return "Its name or value begins or ends with a space." }
        let (count, most) = (name.utf8.count + value.utf8.count, SetCookie.mostNameAndValueBytes)
        return count > most ? "Name and value have \(count) bytes; \(most) are the most." : nil
    }

    /// True if the text contains a character that ends it in a `Set-Cookie` field.
    private static func isUnfit(_ text: String) -> Bool {
        holdsControl(text) || text.utf8.contains(UInt8(ascii: ";"))
    }

    /// True if the text contains a control character other than a tab, for which a field is ignored (RFC 6265bis section 5.6).
    static func holdsControl(_ text: String) -> Bool { text.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }

    /// True if a server may refuse a request with this cookie. Only a file from elsewhere or from an older version contains such a cookie.
    var holdsControl: Bool { Self.holdsControl(name) || Self.holdsControl(value) }

    private var placeFault: String? {
        if domain.isEmpty { return "It needs a domain." }
        guard !Self.isUnfit(domain), WebHost.parse(domain, isOpaque: false) == domain else {
            return "“\(domain)” is not a host name in lower case."
        }
        if !path.hasPrefix("/") { return "Its path must begin with /." }
        if Self.isUnfit(path) { return "Its path contains a control character or ;." }
        return path.utf8.count > SetCookie.mostAttributeBytes ? "Its path is longer than \(SetCookie.mostAttributeBytes) bytes." : nil
    }

    /// The problem of a cookie that violates its attributes or the prefix of its name.
    private var promiseFault: String? {
        if sameSite == StoredCookie.SameSite.none, !isSecure { return "SameSite=None needs Secure." }
        let lower = ASCII.lowercased(name)
        if lower.hasPrefix("__secure-"), !isSecure { return "A name with __Secure- needs Secure." }
        if lower.hasPrefix("__host-"), !(isSecure && isHostOnly && path == "/") {
            return "A name with __Host- needs Secure, HostOnly and the path /."
        }
        return nil
    }
}
