/// Why a query gave no answer, or only a part of one.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure; more may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's own name, as it is written between processes.
        public let name: String
        /// A code of that name.
        public init(_ name: String) { self.name = name }
        /// The code's own name.
        public var description: String { name }

        /// The query is not written as its language wants it.
        public static let syntax = Code("syntax")
        /// The query fails on this body: jq's `error`, a function on a value that it does not take.
        public static let evaluation = Code("evaluation")
        /// The body is not what the query works on.
        public static let input = Code("input")
        /// A bound on time, memory or output was reached.
        public static let limit = Code("limit")
        /// A library or a program that the query needs is not installed.
        public static let unavailable = Code("unavailable")
        /// A person ended it.
        public static let cancelled = Code("cancelled")
        /// The process that worked on it could not be started, or crashed.
        public static let process = Code("process")
    }

    /// What kind of failure it is.
    public let code: Code
    /// A sentence for a person: what is wrong, what was expected, what to do.
    public let message: String
    /// Where in the query the mistake is, in characters from one; nil where it is not in one place.
    public let place: Int?

    /// A failure in one sentence.
    public init(_ code: Code, _ message: String, place: Int? = nil) {
        self.code = code
        self.message = message
        self.place = place
    }

    /// The sentence with its place.
    public var description: String { place.map { "character \($0): \(message)" } ?? message }
}
