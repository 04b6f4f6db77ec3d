/// How exact an answer's header must be.
public enum HTTPResponseParsing: String, Hashable, Sendable, CaseIterable {
    /// What breaks RFC 9112 is an error: a header that is cut off, lengths that contradict each other or chunks, a status that is not of three digits.
    case strict
    /// Whatever the transport's library can make sense of is an answer, to look at servers that are wrong.
    case lenient
}

private enum ResponseParsingOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPResponseParsing = .strict
}

extension HTTPRequest {
    /// What is done about an answer whose header is not sound: refused, with what had arrived in the error, or passed on.
    public var responseParsing: HTTPResponseParsing {
        get { self[option: ResponseParsingOption.self] }
        set { self[option: ResponseParsingOption.self] = newValue }
    }
}
