/// What would be sent, for a person. Secrets are masked.
public struct SendPreview: Sendable, Equatable {
    /// The report's lines.
    public let lines: [ReportState.Line]
    /// The request as a curl command.
    public let curl: String
}
