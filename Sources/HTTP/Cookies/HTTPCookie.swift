#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A cookie in a jar (RFC 6265bis section 5.7, "storage model").
public struct HTTPCookie: Hashable, Sendable, Codable {
    /// When a cookie goes along with requests that another site started.
    public enum SameSite: String, Hashable, Sendable, CaseIterable, Codable {
        /// Always; the cookie must be secure.
        case none = "None"
        /// On navigation by a safe method.
        case lax = "Lax"
        /// Never.
        case strict = "Strict"
    }

    /// Never empty where a server set it: RFC 6265 has no cookie without a name, though browsers have.
    public var name: String
    /// As sent, quotes included.
    public var value: String
    /// In lower case, ASCII, without a leading dot.
    public var domain: String
    /// Begins with `/`.
    public var path: String
    /// Nil for as long as the jar's session lasts.
    public var expires: Date?
    /// Only over https, and to this machine.
    public var isSecure: Bool
    /// Not for scripts.
    public var isHTTPOnly: Bool
    /// For exactly ``domain``, not for names below it.
    public var isHostOnly: Bool
    /// Nil where the server did not say.
    public var sameSite: SameSite?
    /// When the jar first got it; older ones go first.
    public var creation: Date

    /// A cookie of these parts.
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

    /// What makes it the same cookie as another: the newer one takes its place.
    public struct Key: Hashable, Sendable {
        let name: String
        let domain: String
        let path: String
        let isHostOnly: Bool
    }

    /// What makes it the same cookie as another.
    public var key: Key { Key(name: name, domain: domain, path: path, isHostOnly: isHostOnly) }

    func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

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
