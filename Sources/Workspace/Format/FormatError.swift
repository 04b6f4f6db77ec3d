public import JSON

/// A value in a file that is not what the format says.
public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the document.
    public var pointer: JSONPointer
    /// What was expected there and what was found, as a sentence.
    public var message: String

    /// A fault at a place.
    public init(at pointer: JSONPointer, _ message: String) {
        self.pointer = pointer
        self.message = message
    }

    /// Another kind of value than the format says.
    static func expected(_ expected: String, found value: JSONValue, at pointer: JSONPointer) -> FormatError {
        FormatError(at: pointer, "Expected \(expected), found \(value.kindDescription).")
    }

    /// The pointer and the message.
    public var description: String { "\(pointer): \(message)" }
}
