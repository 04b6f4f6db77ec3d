/// A password, token or passphrase. Descriptions, mirrors and string interpolation do not show it.
public struct HTTPSecret: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The secret text.
    public let value: String

    /// Creates a secret.
    public init(_ value: String) { self.value = value }

    /// Creates a secret from a string literal, for tests.
    public init(stringLiteral value: String) { self.value = value }

    /// Four dots.
    public var description: String { "••••" }
    /// Four dots.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A user name and a password.
public struct BasicCredentials: Hashable, Sendable {
    /// The user name, without a colon for Basic authentication (RFC 7617 section 2).
    public var username: String
    /// The password.
    public var password: HTTPSecret

    /// Creates credentials.
    public init(username: String, password: HTTPSecret) {
        self.username = username
        self.password = password
    }
}
