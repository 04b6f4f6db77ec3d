/// A user and a password.
public struct BasicCredentials: Hashable, Sendable {
    /// Without a colon for Basic authentication (RFC 7617 section 2).
    public var user: String
    /// Any text.
    public var password: HTTPSecret

    /// Who asks.
    public init(user: String, password: HTTPSecret) {
        self.user = user
        self.password = password
    }
}
