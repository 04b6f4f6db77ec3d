/// A preview of the request that would be sent, secrets masked.
public struct SendPreview: Sendable, Equatable {
    /// The report's lines.
    public let lines: [PreviewLine]
    /// The request as a curl command; nil where none can say it.
    public let curl: String?
    /// Why none can, as a sentence.
    public var curlProblem: String?

    /// Takes the lines and the command.
    public init(lines: [PreviewLine], curl: String?, curlProblem: String? = nil) {
        self.lines = lines
        self.curl = curl
        self.curlProblem = curlProblem
    }
}
