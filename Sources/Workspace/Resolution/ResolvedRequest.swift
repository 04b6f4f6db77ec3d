public import HTTP

/// A request with its variables replaced: what will be sent, and where each value of it came from.
public struct ResolvedRequest: Sendable {
    /// A value with its place.
    public struct Value: Hashable, Sendable {
        /// What the user calls the place: `URL`, `header Accept`, `auth token`, `body`.
        public var place: String
        /// The value in pieces, each with its origin.
        public var text: ResolvedText
        /// The folder or collection that the whole row is inherited from; nil for the request's own.
        public var inheritedFrom: VariableOrigin?
    }

    /// For the loaders; its `serverEnvironment` completes it on the way.
    public let request: HTTPRequest
    /// What is said of how it is sent, with all that is inherited and variables replaced: the request has it as options of its own.
    public let options: RequestOptions
    /// Every value that has been put together, in the order of the request's parts.
    public let values: [Value]
    /// The authentication that is used, and from which folder it is inherited; nil for the request's own.
    public let auth: (kind: AuthDraft.Kind, inheritedFrom: VariableOrigin?)
    /// Hides every secret that is in the request.
    public let mask: SecretMask
    /// What a person should know before sending, as sentences.
    public let warnings: [String]
}
