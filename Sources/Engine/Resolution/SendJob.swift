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
        /// Its request is sent unchanged; only the options of the draft are resolved.
        case asSent(Exchange.ID)
        /// Its draft is resolved again.
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

/// The purpose for which a request is resolved.
package enum SendPurpose: Sendable, Equatable {
    /// Send the request.
    case send
    /// Preview the request without sending it.
    case preview
    /// Copy the request as a curl command, with secrets masked unless `withSecrets`.
    case copy(withSecrets: Bool)
    /// Show the request as code of the target with this id, secrets masked, or copy it with them.
    case code(String, withSecrets: Bool)
    /// Forget the tokens of its login.
    case logOut

    /// The failed action, as the beginning of a sentence.
    package var refusal: String {
        switch self {
        case .send: "Not sent"
        case .preview: "Not shown"
        case .copy, .code: "Not copied"
        case .logOut: "Not logged out"
        }
    }

    /// The title of windows for the purpose.
    package var title: String {
        switch self {
        case .send: "Send"
        case .preview: "Request preview (not sent)"
        case .copy: "Copy as curl"
        case .code: "Copy as code"
        case .logOut: "Log out"
        }
    }

    /// True if secrets are masked, so that they need not be known.
    package var isMasked: Bool {
        switch self {
        case .copy(withSecrets: false), .code(_, withSecrets: false): true
        case .send, .preview, .copy, .code, .logOut: false
        }
    }

    /// True if the text is copied with its secrets.
    package var showsSecrets: Bool {
        switch self {
        case .copy(let withSecrets), .code(_, let withSecrets): withSecrets
        case .send, .preview, .logOut: false
        }
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
    /// The missing ones among them; only in an outline.
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
    /// The value as written, with unresolved references; nil for a secret.
    public let value: String?
    /// The place that defines it, as text for the user.
    public let origin: String
    /// The place that defines it, for navigation.
    public let place: Place?
    /// True if references in the value are resolved; false for values from outside, such as captured ones.
    public let isTemplate: Bool
    /// True for a secret whose value must be entered on this machine first.
    public var isUnset = false
    /// True for a secret whose value is in a file of this machine, which a new value can replace.
    public var isStored = false

    /// Creates a variable; the value is nil for a secret.
    public init(name: String, value: String?, origin: String, place: Place? = nil, isTemplate: Bool = true) {
        self.name = name
        self.value = value
        self.origin = origin
        self.place = place
        self.isTemplate = isTemplate
    }

    /// True if the environment defines it, which takes precedence over the request.
    public var isOfEnvironment: Bool { if case .environment = place { true } else { false } }

    /// The value as shown on the screen.
    public var shownValue: String { value ?? (isUnset ? "no value yet" : SecretMask.sign) }
}

extension ResolutionInput {
    /// All definitions of variables in files for a request, the nearest of each name first, in the order of ``scopes``. Of rows with the
    /// same name in one place, the last one counts. Secrets have no values.
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
            let place = KnownVariable.Place.folder(path: WorkspacePath.parent(of: layer.path))
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
    /// The reason why it cannot be read.
    public let problem: String?

    /// Creates a layer with settings or a problem.
    public init(path: String, settings: FolderDraft?, problem: String? = nil) {
        self.path = path
        self.settings = settings
        self.problem = problem
    }

    /// The description for the user: `collection “Star Wars”`.
    public var origin: String {
        let parts = path.split(separator: "/")
        let name = settings?.name ?? ""
        return "\(parts.count == 2 ? "collection" : "folder") “\(name.isEmpty ? parts.last.map(String.init) ?? "" : name)”"
    }
}

/// The reason why a draft cannot be sent.
public enum SendError: Error, Equatable {
    /// The problems of the draft and of what it uses.
    case issues([ResolutionIssue])
    /// A file that it needs cannot be used, or its permissions cannot be stored.
    case failed(WorkspaceError)
    /// Permissions that have not been given; `problem` is the reason why the user's own settings are not recognised as theirs.
    case permissions([Permission], problem: String? = nil)
    /// Values from the user, if nothing else is missing.
    case asks([AskedValue])
}

/// A value that the user must enter.
public struct AskedValue: Sendable, Equatable {
    /// The variable's name.
    public let name: String
    /// The first place that uses it.
    public let note: String
    /// True if the value must not be shown.
    public let isSecret: Bool

    /// Creates a value from its name, the place where it is used, and whether it must be masked.
    public init(_ name: String, note: String = "", isSecret: Bool) {
        self.name = name
        self.note = note
        self.isSecret = isSecret
    }
}
