/// A preview of the request that would be sent, secrets masked.
public struct SendPreview: Sendable, Equatable {
    /// The report's lines.
    public let lines: [Report.Line]
    /// The request as a curl command; nil where none can say it.
    public let curl: String?
    /// Why none can, as a sentence.
    public var curlProblem: String?
}
