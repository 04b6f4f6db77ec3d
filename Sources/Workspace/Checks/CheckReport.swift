/// The results of the captures and assertions of a request.
public struct CheckReport: Hashable, Sendable {
    /// The result of a capture.
    public struct Captured: Hashable, Sendable {
        /// The variable that is set.
        public let variable: String
        /// The source and the query.
        public let place: String
        /// The first value found; nil if there was none.
        public let value: CapturedValue?
        /// The reason why there is no value.
        public let problem: String?
    }

    /// The result of an assertion.
    public struct Checked: Hashable, Sendable {
        /// The assertion as a sentence.
        public let sentence: String
        /// The reason why it failed; nil if it passed.
        public let problem: String?
    }

    /// In the order of the request.
    public let captures: [Captured]
    /// In the order of the request.
    public let assertions: [Checked]

    /// True if the request has no captures and assertions.
    public var isEmpty: Bool { captures.isEmpty && assertions.isEmpty }
    /// The number of failed assertions and of captures without a value.
    public var failureCount: Int { missingCount + brokenCount }
    /// The number of captures without a value.
    public var missingCount: Int { captures.count { $0.problem != nil } }
    /// The number of failed assertions.
    public var brokenCount: Int { assertions.count { $0.problem != nil } }
    /// The captured values by variable.
    public var values: [String: CapturedValue] {
        Dictionary(captures.compactMap { capture in capture.value.map { (capture.variable, $0) } }) { $1 }
    }
}

/// The reason why a capture or assertion could not be evaluated.
public struct CheckError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The end of a sentence, without its full stop.
    public let message: String

    /// An error with this message.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
