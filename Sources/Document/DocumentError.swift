/// An error in storing, reading or searching a document.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error; more may be added.
    public struct Code: Hashable, Sendable {
        let name: String
        /// A file could not be created, grown, written or mapped.
        public static let storage = Code(name: "storage")
        /// Bytes were appended after the end.
        public static let alreadyFinished = Code(name: "alreadyFinished")
        /// A pattern or a query does not compile.
        public static let invalidPattern = Code(name: "invalidPattern")
        /// A library of the system that the operation needs is not installed.
        public static let unavailable = Code(name: "unavailable")
        /// A limit on work or memory was reached.
        public static let limitReached = Code(name: "limitReached")
    }

    /// The kind of the error.
    public let code: Code
    /// A message for the user: what happened and what to do.
    public let message: String
    /// The `errno` of the system call that failed, if one did.
    public let systemError: Int32?

    /// The position of the mistake in a pattern or query, in characters from one.
    public let place: Int?

    /// Creates an error.
    public init(_ code: Code, _ message: String, systemError: Int32? = nil, place: Int? = nil) {
        self.code = code
        self.message = message
        self.systemError = systemError
        self.place = place
    }

    /// The message.
    public var description: String { message }
}
