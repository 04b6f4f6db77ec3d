/// Why a secret could not be got from its source.
public struct SecretFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened and what to do, as the end of a sentence that begins with the secret's name.
    public let message: String

    /// Takes what happened.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
