/// Why a text is no request, and where.
public struct HTTPTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public let line: Int
    /// The mistake and what was expected.
    public let message: String

    /// The place and the message.
    public var description: String { "line \(line): \(message)" }
}
