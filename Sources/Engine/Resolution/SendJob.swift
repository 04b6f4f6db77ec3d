public import HTTP
public import Workspace

/// A request to be sent, with its place and options.
public struct SendJob: Sendable, Equatable {
    /// The draft to send.
    public let draft: RequestDraft
    /// The request's file, of which the folders' settings are inherited; nil when it was never saved.
    public let path: String?
    /// The environment's file; nil for none.
    public let environmentPath: String?
    /// The place where a request without a file would be saved, of which the folders' settings are inherited; nil for nowhere.
    public var place: String?
    /// Names the environment where its file is not known.
    public var environmentName: String?
    /// Typed values, by name.
    public var prompted: [String: String] = [:]
    /// The names of typed values that are secrets, whatever they are called.
    public var promptedSecrets: Set<String> = []
    /// Values captured from responses of the collection in this session.
    public var captured = CapturedValues()
    /// How it was sent before, where it is to go the same way; nil for as the draft and its folders say.
    public var optionsAsSent: RequestOptions?
    /// The id of the tab that is answered; 0 where there are no tabs.
    public var owner = 0
    /// True if the user confirmed sending to a protected environment.
    public var isConfirmed = false
    /// The server at which that was allowed already; nil where nobody was asked.
    public var confirmedHost: String?
    /// The permissions that the user gave when asked for this job.
    public var permitted = GivenPermissions()
    /// False for a draft of the history, whose settings were not typed here and now.
    public var isTyped = true
    /// The exchange whose request goes as it was sent: the draft says its options, and nothing else is resolved.
    public var repeats: Exchange.ID?
    /// The exchange that is replayed by resolving its draft anew; the new one is linked to it.
    public var original: Exchange.ID?
    /// Problems in the editors, each with its place; only a preview has any.
    public var faults: [String] = []

    /// A draft with where it belongs.
    public init(draft: RequestDraft, path: String?, environmentPath: String?, environmentName: String? = nil) {
        self.draft = draft
        self.path = path
        self.environmentPath = environmentPath
        self.environmentName = environmentName
    }

    /// True if the confirmation must still be asked for.
    public func needs(_ question: SendConfirmation) -> Bool {
        guard !isConfirmed else { return false }
        return question.host == nil || question.host != confirmedHost
    }

    /// The same with permissions that the user gave when asked.
    public func permitting(_ permissions: [Permission], forGood: Bool) -> SendJob {
        var job = self
        job.permitted.permissions += permissions
        job.permitted.areForGood = forGood
        return job
    }

    /// The same with values that were typed in.
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

    /// The host that it goes to, with a port that is not the scheme's default; nil if it is not known.
    package var host: String? {
        let complete = request.serverEnvironment?.applied(to: request) ?? request
        return WebURL(complete.url).map { mask.masked($0.host) }
    }

    /// The same with another request, such as one for the rest of a download.
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
    /// The method's token.
    public let method: String
    /// The host, with a port that is not the scheme's default; nil if it is not known.
    public let host: String?

    /// Takes the three.
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

    /// Methods that change nothing (RFC 9110, section 9.2.1).
    public static func isSafe(_ method: String) -> Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method.uppercased()) }
}

/// A variable that the request can use.
public struct KnownVariable: Sendable, Equatable {
    /// A kind of place that defines variables, with the path of its file or folder.
    public enum Place: Sendable, Equatable {
        case environment(path: String)
        case folder(path: String)
        case request
        /// Captured from a response.
        case response
        /// `workspace.json`.
        case workspace
        /// The process environment.
        case process
    }

    /// Its name.
    public let name: String
    /// As it is written, references unresolved; nil for a secret.
    public let value: String?
    /// The place that defines it, as text for the user.
    public let origin: String
    /// The place that defines it, for going there.
    public let place: Place?
    /// True if references in the value are resolved; false for values from outside, such as captured ones.
    public let isTemplate: Bool

    /// Takes a name, a value where it is no secret, and where it is defined.
    public init(name: String, value: String?, origin: String, place: Place? = nil, isTemplate: Bool = true) {
        self.name = name
        self.value = value
        self.origin = origin
        self.place = place
        self.isTemplate = isTemplate
    }

    /// True if the environment defines it, which is nearer than the request.
    public var isOfEnvironment: Bool { if case .environment = place { true } else { false } }

    /// The value on the screen.
    public var shownValue: String { value ?? SecretMask.sign }
}

extension ResolutionInput {
    /// The variables that files define for a request, the nearest of each name first, as ``scopes`` has it. Of rows with the same name in one
    /// place the last counts. Secrets have no values.
    package var definitions: [KnownVariable] {
        var found: [KnownVariable] = []
        func add(_ rows: [Row], _ origin: VariableOrigin, _ place: KnownVariable.Place, areSecret: Bool = false) {
            var names: Set<String> = []
            for row in rows.reversed() where row.isEnabled && !row.name.isEmpty && names.insert(row.name).inserted {
                found.append(
                    KnownVariable(name: row.name, value: areSecret ? nil : row.value, origin: origin.description, place: place))
            }
        }
        if let environment, let environmentPath {
            let place = KnownVariable.Place.environment(path: environmentPath)
            add(environment.secrets.map { Row($0.name, "") }, .secret(environment: environment.name), place, areSecret: true)
            add(environment.variables, .environment(environment.name), place)
        }
        for layer in inherited.reversed() {
            let place = KnownVariable.Place.folder(path: WorkspaceTree.folder(of: layer.path))
            if case .collection(let name) = layer.origin {
                add(collectionSecrets.keys.map { Row($0, "") }, .collectionSecret(name), place, areSecret: true)
            }
            add(layer.content.variables, layer.origin, place)
        }
        add(workspaceVariables, .workspace, .workspace)
        return found
    }
}

/// The settings of one collection or folder for everything in it.
public struct InheritedLayer: Sendable, Equatable {
    /// The collection's or folder's path.
    public let path: String
    /// The settings; nil if the file cannot be read.
    public let settings: FolderDraft?
    /// Why it cannot be read.
    public let problem: String?

    /// A layer that was read, or not.
    public init(path: String, settings: FolderDraft?, problem: String? = nil) {
        self.path = path
        self.settings = settings
        self.problem = problem
    }

    /// For a person: `collection “Star Wars”`.
    public var origin: String {
        let parts = path.split(separator: "/")
        let name = settings?.name ?? ""
        return "\(parts.count == 2 ? "collection" : "folder") “\(name.isEmpty ? parts.last.map(String.init) ?? "" : name)”"
    }
}
