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
}
