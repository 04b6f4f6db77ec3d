/// Why something could not be looked for in an answer.
public struct CheckFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence's end, without its full stop.
    public let message: String

    /// Takes what is wrong.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
