/// A password, token or passphrase: text that no description, mirror or interpolation shows.
public struct HTTPSecret: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The text itself; the only way to it.
    public let value: String

    /// Keeps the text from view.
    public init(_ value: String) { self.value = value }

    /// A secret written in source, for tests.
    public init(stringLiteral value: String) { self.value = value }

    /// Dots, whatever the length.
    public var description: String { "••••" }
    /// Dots, whatever the length.
    public var debugDescription: String { description }
    /// Without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

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
