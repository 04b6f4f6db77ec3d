public import HTTP
public import Workspace

/// A request to send, with its place and options.
public struct SendJob: Sendable, Equatable {
    /// The draft to send.
    public let draft: RequestDraft
    /// The request's file, from whose folders settings are inherited; nil if it was never saved.
    public let path: String?
    /// The environment's file; nil for none.
    public let environmentPath: String?
    /// The path where a request without a file would be saved, from whose folders settings are inherited; nil for none.
    public var place: String?
    /// The name of the environment, if its file is not known.
    public var environmentName: String?
    /// The environment of a file outside the workspace; nil for none.
    public var environment: EnvironmentDraft?
    /// Typed values, by name.
    public var prompted: [String: String] = [:]
    /// The names of typed values that must be masked.
    public var promptedSecrets: Set<String> = []
    /// Values captured from responses of the collection in this session.
    public var captured = CapturedValues()
    /// The options of the first send, for a replay with the same options; nil for those of the draft and its folders.
    public var optionsAsSent: RequestOptions?
    /// The request of the first send, whose parts without secrets are sent again as they were; nil to send what the draft is now.
    public var requestAsSent: Exchange.Request?
    /// The id of the tab for the response; 0 without tabs.
    public var owner = 0
    /// True to resolve only the expected values of the assertions; nothing is sent.
    public var isForTests = false
    /// The name of the environment that the user confirmed, even if it is protected; nil for none.
    public var confirmedEnvironment: String?
    /// The host that the user confirmed; nil if no confirmation was asked for.
    public var confirmedHost: String?
    /// The permissions that the user gave for this job.
    public var permitted = GivenPermissions()
    /// False for a draft of the history, whose settings the user did not type now.
    public var isTyped = true
    /// The request or the options in the words of a command line. Their sensitive settings need no permission, whatever files contain them too.
    public var ownWords: RequestDraft?
    /// The sensitive settings of ``ownWords``; most requests have none, and need no list of them.
    var ownSettings: Set<WrittenPermission> { ownWords?.writtenPermissions ?? [] }
    /// True for the draft of a file outside the workspace: every file that it names needs permission.
    public var isForeign = false
    /// The history entry that is replayed; nil for none.
    public var replay: ReplayedEntry?
    /// Problems in the editors: for a preview all, each with its place; for a send the short names of those that do not prevent it.
    public var faults: [String] = []

    /// A history entry with the way in which it is replayed. The new exchange refers to it.
    public enum ReplayedEntry: Sendable, Equatable {
        /// An entry whose request is sent unchanged; only the options of the draft are resolved.
        case asSent(Exchange.ID)
        /// An entry whose draft is resolved again.
        case resolved(Exchange.ID)

        /// The entry.
        public var id: Exchange.ID {
            switch self {
            case .asSent(let id), .resolved(let id): id
            }
        }
    }

    /// True if only the options of the draft are resolved.
    public var isForOptions: Bool { if case .asSent? = replay { true } else { false } }

    /// Creates a job from a draft and its place.
    public init(draft: RequestDraft, path: String?, environmentPath: String?, environmentName: String? = nil) {
        self.draft = draft
        self.path = path
        self.environmentPath = environmentPath
        self.environmentName = environmentName
    }

    /// True if the confirmation is still missing: a request or its folder can choose another environment than the confirmed one.
    public func needs(_ question: SendConfirmation) -> Bool {
        guard question.environment != confirmedEnvironment else { return false }
        return question.host == nil || question.host != confirmedHost
    }

    /// A copy of the job with permissions that the user gave.
    public func permitting(_ permissions: [Permission], forGood: Bool) -> SendJob {
        var job = self
        job.permitted.permissions += permissions
        job.permitted.arePermanent = forGood
        return job
    }

    /// A copy of the job with typed values.
    public func answering(_ values: [String: String]) -> SendJob {
        var job = self
        job.prompted.merge(values) { $1 }
        return job
    }
}

/// A request that is ready to be sent.
public struct ResolvedSend: Sendable {
    /// The request to send.
    public internal(set) var request: HTTPRequest
    /// The mask that replaces the secrets in it.
    public let mask: SecretMask
    /// The origin of the request.
    public let origin: Exchange.Origin
    /// All values, each with its origin.
    public let values: [ResolvedRequest.Value]
    /// The options, with inherited ones, and with variables replaced.
    public let options: RequestOptions
    /// Warnings for the user before sending.
    public let warnings: [String]
    /// The protected environment that needs a confirmation; nil for none.
    public var protectedEnvironment: String?
    /// True if it contains a typed secret.
    public var hasTypedSecrets = false
    /// The reasons why it cannot be sent; only in an outline.
    public var problems: [ResolutionIssue] = []
    /// The placeholders of variables without a value, in an outline.
    public var placeholders = MissingPlaceholders()
    /// The permissions that it uses.
    public var permissions: [Permission] = []
    /// The missing permissions among them; only in an outline.
    public var missingPermissions: [Permission] = []

    /// Creates a resolved request from the request, its secrets and its origin.
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

    /// The host with a port that is not the scheme's default; nil if it is not known.
    package var host: String? {
        let complete = request.serverEnvironment?.applied(to: request) ?? request
        return WebURL(complete.url).map { mask.masked($0.host) }
    }

    /// A copy with another request, such as one for the rest of a download.
    package func replacing(_ request: HTTPRequest) -> ResolvedSend {
        var send = self
        send.request = request
        return send
    }
}

/// A request to a protected environment that must be confirmed.
public struct SendConfirmation: Sendable, Equatable {
    /// The environment's name.
    public let environment: String
    /// The method, such as `GET`.
    public let method: String
    /// The host, with a port that is not the scheme's default; nil if it is not known.
    public let host: String?
    /// False if it is not known whether the environment is protected.
    public var isKnown = true

    /// Creates a confirmation.
    public init(environment: String, method: String, host: String?) {
        self.environment = environment
        self.method = method
        self.host = host
    }

    /// The confirmation that a resolved request needs; nil if it needs none.
    public init?(_ resolved: ResolvedSend) {
        let method = resolved.request.method.rawValue
        guard let environment = resolved.protectedEnvironment, !Self.isSafe(method) else { return nil }
        self.init(environment: environment, method: method, host: resolved.host)
    }

    /// True for methods that need no confirmation: the safe ones except QUERY, whose content a server that does not know it may process.
    public static func isSafe(_ method: String) -> Bool {
        let method = HTTPMethod(rawValue: method.uppercased())
        return method.isSafe && method != .query
    }
}
