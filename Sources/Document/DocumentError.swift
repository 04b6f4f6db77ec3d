/// Why a document could not be kept or read.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure; more may come.
    public struct Code: Hashable, Sendable {
        let name: String
        /// A file could not be created, grown, written or mapped.
        public static let storage = Code(name: "storage")
        /// Bytes came after the end was announced.
        public static let alreadyFinished = Code(name: "alreadyFinished")
        /// A pattern or a query does not compile.
        public static let invalidPattern = Code(name: "invalidPattern")
        /// A library of the system that the operation needs is not installed.
        public static let unavailable = Code(name: "unavailable")
        /// A bound on work or memory was reached.
        public static let limitReached = Code(name: "limitReached")
    }

    /// What kind of failure it is.
    public let code: Code
    /// A sentence for a person: what happened, and what to do about it.
    public let message: String
    /// The `errno` of the system call that failed, where one did.
    public let systemError: Int32?

    /// Where in a pattern or a query the mistake is, in characters from one.
    public let place: Int?

    /// A failure in one sentence.
    public init(_ code: Code, _ message: String, systemError: Int32? = nil, place: Int? = nil) {
        self.code = code
        self.message = message
        self.systemError = systemError
        self.place = place
    }

    /// The sentence for a person.
    public var description: String { message }
}
