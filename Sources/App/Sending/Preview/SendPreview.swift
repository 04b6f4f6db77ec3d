/// What would be sent, for a person. Secrets are masked.
public struct SendPreview: Sendable, Equatable {
    /// The report's lines.
    public let lines: [Report.Line]
    /// The request as a curl command; nil where none can say it.
    public let curl: String?
    /// Why none can, as a sentence.
    public var curlProblem: String?
}
