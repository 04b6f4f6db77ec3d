/// Why the history could not be read or written.
public struct HistoryError: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's own name.
        public let name: String
        /// A code of that name.
        public init(_ name: String) { self.name = name }
        /// The code's own name.
        public var description: String { name }

        /// The store cannot be opened.
        public static let unavailable = Code("unavailable")
        /// What is on disk is not what was written.
        public static let damaged = Code("damaged")
        /// It could not be read.
        public static let unreadable = Code("unreadable")
        /// It could not be written: no space, no permission.
        public static let unwritable = Code("unwritable")
        /// The task that asked was cancelled.
        public static let cancelled = Code("cancelled")
    }

    /// What went wrong.
    public let code: Code
    /// What, where, and what to do, as sentences for a person.
    public let message: String
    /// What the layer below said.
    public let underlyingError: (any Error)?

    /// An error of these parts.
    public init(_ code: Code, message: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlyingError = underlyingError
    }

    /// The message.
    public var description: String { message }
}
