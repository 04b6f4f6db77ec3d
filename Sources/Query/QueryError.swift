/// An error of a query, which gave no results or only some.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, as sent between processes.
        public let name: String
        /// Creates a code with a name.
        public init(_ name: String) { self.name = name }
        /// The name of the code.
        public var description: String { name }

        /// The query has a syntax error.
        public static let syntax = Code("syntax")
        /// The query failed on this body: jq's `error`, or a function on a value of the wrong type.
        public static let evaluation = Code("evaluation")
        /// The body has the wrong format for the query.
        public static let input = Code("input")
        /// A limit on time, memory or output was reached.
        public static let limit = Code("limit")
        /// A library or a program that the query needs is not installed.
        public static let unavailable = Code("unavailable")
        /// The user cancelled the query.
        public static let cancelled = Code("cancelled")
        /// The worker process could not be started, or crashed.
        public static let process = Code("process")
    }

    /// The kind of the error.
    public let code: Code
    /// A message for the user: what is wrong, what was expected, what to do.
    public let message: String
    /// The position of the mistake in the query, in characters from one; nil if it has no single position.
    public let place: Int?

    /// Creates an error.
    public init(_ code: Code, _ message: String, place: Int? = nil) {
        self.code = code
        self.message = message
        self.place = place
    }

    /// The message with the position.
    public var description: String { place.map { "character \($0): \(message)" } ?? message }
}
