public import HTTP
public import Workspace

/// A request that is ready to be sent.
public struct ResolvedSend: Sendable {
    /// The request to send.
    public internal(set) var request: HTTPRequest
    /// Puts signs in the place of the secrets in it.
    public let mask: SecretMask
    /// The place that it is sent from.
    public let origin: Exchange.Origin
    /// Every value with where it came from.
    public let values: [ResolvedRequest.Value]
    /// How it is sent, with all that is inherited and variables replaced.
    public let options: RequestOptions
    /// Warnings for the user before sending.
    public let warnings: [String]
    /// The environment that asks before anything is changed there; nil for none.
    public var protectedEnvironment: String?
    /// True if it holds a secret that a person typed.
    public var hasTypedSecrets = false
    /// Why it cannot be sent, in an outline.
    public var problems: [ResolutionIssue] = []
    /// The placeholders of variables without a value, in an outline.
    public var marks = MissingMarks()
    /// The uses of this machine that it makes.
    public var permissions: [Permission] = []
    /// Those of them that have not been allowed, in an outline.
    public var missingPermissions: [Permission] = []

    /// Takes the request, its secrets and its origin.
    public init(
        request: HTTPRequest, mask: SecretMask, origin: Exchange.Origin, values: [ResolvedRequest.Value] = [],
        options: RequestOptions = RequestOptions(), warnings: [String] = []
    ) {
        self.options = options
        self.values = values
        self.warnings = warnings
        self.request = request
        self.mask = mask
        self.origin = origin
    }

    /// The same with another request, such as one for the rest of a download.
    package func replacing(_ request: HTTPRequest) -> ResolvedSend {
        var send = self
        send.request = request
        return send
    }
}
