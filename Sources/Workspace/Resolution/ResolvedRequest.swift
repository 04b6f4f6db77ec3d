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

/// A request as far as it can be put together, to be shown: what is missing is marked. Nothing of it may be sent.
public struct RequestOutline: Sendable {
    /// Holds marks in the place of what is missing.
    public let resolved: ResolvedRequest
    /// Why it cannot be sent, each reason with its place; those of the kind `prompt` are only to be asked for.
    public let problems: [ResolutionProblem]
    /// What the marks stand for.
    public let marks: MissingMarks
}

extension RequestResolver {
    /// Gets the secrets that the request needs from their sources, and puts together what can be.
    public static func outline(_ input: ResolutionInput, asking reader: SecretReader) async -> RequestOutline {
        let complete = await input.gettingSecrets(from: reader)
        var resolver = RequestResolver(complete, functions: DynamicValues(now: complete.now))
        resolver.variables.marksMissing = true
        let resolved = resolver.assemble()
        return RequestOutline(resolved: resolved, problems: resolver.allProblems, marks: resolver.variables.marks)
    }
}

/// Something that keeps a request from being sent, with its place.
public struct ResolutionProblem: Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is.
    public enum Kind: Hashable, Sendable {
        /// No variable of that name.
        case undefined
        /// A value that refers to itself.
        case circle
        /// A value that grows without end.
        case tooLong
        /// A value that must be asked for: give it as `prompted` and resolve again.
        case prompt
        /// A secret whose source failed.
        case secret
        /// Something that cannot be sent as it is written.
        case invalid
    }

    /// What the user calls the place: `URL`, `header Authorization`, `body`.
    public let place: String
    /// What kind of fault it is.
    public let kind: Kind
    /// The variable's name; empty where none is to blame.
    public let name: String
    /// What is wrong, without the place and the full stop.
    public let message: String

    /// A fault at a place.
    public init(place: String, kind: Kind, name: String = "", message: String) {
        self.place = place
        self.kind = kind
        self.name = name
        self.message = message
    }

    /// `header Authorization: {{token}} is not defined`.
    public var description: String { "\(place): \(message)" }
}

/// Why a request cannot be sent: every reason.
public struct ResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one, in the order of the request's parts.
    public let problems: [ResolutionProblem]

    /// Takes the reasons.
    public init(_ problems: [ResolutionProblem]) { self.problems = problems }

    /// The names of the values that must be asked for; empty unless that is all there is to do.
    public var prompts: [String] {
        guard problems.allSatisfy({ $0.kind == .prompt }) else { return [] }
        var seen: Set<String> = []
        return problems.map(\.name).filter { seen.insert($0).inserted }
    }

    /// A sentence for each reason; what is only to be asked for stands last, since that is no fault.
    public var reasons: [String] {
        let asked = problems.filter { $0.kind == .prompt }
        guard asked.count < problems.count else { return problems.map(\.description) }
        return problems.filter { $0.kind != .prompt }.map(\.description)
            + asked.map { "\($0.place): {{\($0.name)}} will be asked for when it is sent, once the rest is there" }
    }

    /// A line for each reason.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
