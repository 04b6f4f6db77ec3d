/// What came of the captures and assertions of a request.
public struct CheckReport: Hashable, Sendable {
    /// A value that was taken, or why not.
    public struct Captured: Hashable, Sendable {
        /// The variable that gets it.
        public let variable: String
        /// Where it was looked for.
        public let place: String
        /// What was found first; nil when nothing was.
        public let value: CapturedValue?
        /// Why there is no value.
        public let problem: String?
    }

    /// An assertion with what came of it.
    public struct Checked: Hashable, Sendable {
        /// What must hold.
        public let sentence: String
        /// Why it does not; nil when it does.
        public let problem: String?
    }

    /// In the order of the request.
    public let captures: [Captured]
    /// In the order of the request.
    public let assertions: [Checked]

    /// Whether the request says nothing of its answer.
    public var isEmpty: Bool { captures.isEmpty && assertions.isEmpty }
    /// How many assertions do not hold and captures found nothing.
    public var failureCount: Int { missingCount + brokenCount }
    /// How many captures found nothing.
    public var missingCount: Int { captures.count { $0.problem != nil } }
    /// How many assertions do not hold.
    public var brokenCount: Int { assertions.count { $0.problem != nil } }
    /// The values that were taken, by variable.
    public var values: [String: CapturedValue] {
        Dictionary(captures.compactMap { capture in capture.value.map { (capture.variable, $0) } }) { $1 }
    }
}

/// Why something could not be looked for in an answer.
public struct CheckFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence's end, without its full stop.
    public let message: String

    /// Takes what is wrong.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
