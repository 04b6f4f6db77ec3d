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
