public import HTTP
public import JSON

/// A request with its variables resolved, and the origin of each value.
public struct ResolvedRequest: Sendable {
    /// A value and its place.
    public struct Value: Hashable, Sendable {
        /// The place that has it.
        public var place: ResolutionPlace
        /// The value in pieces, each with its origin.
        public var text: ResolvedText
        /// The folder or collection that the whole row is inherited from; nil for the request's own.
        public var inheritedFrom: VariableOrigin?
    }

    /// The request for the loaders, which apply its `serverEnvironment`.
    public let request: HTTPRequest
    /// The effective options with their variables resolved; they are applied to the request already.
    public let options: RequestOptions
    /// All values in the order of the request's parts.
    public let values: [Value]
    /// The authentication, and the folder that it is inherited from; nil if it is the request's own.
    public let auth: (kind: AuthDraft.Kind, inheritedFrom: VariableOrigin?)
    /// Masks every secret in the request.
    public let mask: SecretMask
    /// The expected values of the assertions with their variables replaced; empty if none has variables.
    public let expected: [JSONValue]
    /// Warnings for the user, as sentences.
    public let warnings: [String]
    /// The permissions that the request needs.
    public let permissions: [Permission]
}

/// A preview of a request: missing values are marked. It must not be sent.
public struct RequestOutline: Sendable {
    /// The request, with marks for missing values.
    public let resolved: ResolvedRequest
    /// The reasons why it cannot be sent. Those of kind `prompt` will be asked for.
    public let problems: [ResolutionIssue]
    /// The variables of the marks.
    public let placeholders: MissingPlaceholders
    /// The permissions that have not been given.
    public let missingPermissions: [Permission]
}

extension RequestResolver {
    /// Reads the secrets that the request needs, and creates the preview.
    ///
    /// - Parameter gate: secrets that it refuses are not read.
    public static func outline(
        _ input: ResolutionInput, asking reader: SecretReader, permitting gate: TrustGate
    ) async -> RequestOutline {
        let complete = await input.gettingSecrets(from: reader, permitting: gate).input
        var resolver = RequestResolver(complete, functions: DynamicValues(now: complete.now))
        resolver.variables.insertsPlaceholders = true
        let resolved = resolver.assemble()
        return RequestOutline(
            resolved: resolved, problems: resolver.allProblems, placeholders: resolver.variables.placeholders,
            missingPermissions: gate.missing(resolved.permissions))
    }
}

/// A part of a request, of its options or of its environment that has a value.
public enum ResolutionPlace: Hashable, Sendable {
    case url
    /// The value of the segment `/:name` of the URL.
    case pathParameter(String)
    case query(String), header(String)
    /// A field of the authentication, by its name in files.
    case auth(String)
    /// The body as one text.
    case body
    case bodyFile, bodyContentType
    case graphQL(GraphQLField)
    case formField(String)
    case part(String, PartField)
    case assertion(String)
    /// An option, by its name in files.
    case option(String)
    /// The environment as a whole.
    case environment
    case baseURL(ServerPart)
    case environmentHeader(String), environmentQuery(String)
    /// A secret of the environment.
    case secret(String)

    /// A field of a GraphQL body.
    public enum GraphQLField: String, Sendable { case query, operation, variables }

    /// A field of a part of a multipart body, as the end of its place.
    public enum PartField: String, Sendable {
        case content = ""
        case contentType = " content type"
        case fileName = " file name"
        case headers = " headers"
    }

    /// A part of the server of an environment; the user edits the parts as one URL.
    public enum ServerPart: String, Sendable { case scheme, host, port, path }

    /// The option at the place; nil for other places.
    public var option: RequestOption? { if case .option(let name) = self { RequestOption.named(name) } else { nil } }

    /// True for a field of the authentication.
    public var isOfAuth: Bool { if case .auth = self { true } else { false } }

    var isHeader: Bool { if case .header = self { true } else { false } }

    /// True for a part of the environment's server or one of its rows.
    var isOfEnvironment: Bool {
        switch self {
        case .baseURL, .environmentHeader, .environmentQuery: true
        case .url, .pathParameter, .query, .header, .auth, .body, .bodyFile, .bodyContentType, .graphQL, .formField, .part, .assertion,
            .option, .environment, .secret:
            false
        }
    }

    /// True for a part of the body.
    var isOfBody: Bool {
        switch self {
        case .body, .bodyFile, .bodyContentType, .graphQL, .formField, .part: true
        case .url, .pathParameter, .query, .header, .auth, .assertion, .option, .environment, .baseURL, .environmentHeader,
            .environmentQuery, .secret:
            false
        }
    }
}

extension ResolutionPlace: CustomStringConvertible {
    /// The place in the words of files: `URL`, `header Authorization`, `auth token`, `body`.
    public var description: String {
        switch self {
        case .url: "URL"
        case .pathParameter(let name): "path parameter \(name)"
        case .query(let name): "query \(name)"
        case .header(let name): "header \(name)"
        case .auth(let field): "auth \(field)"
        case .body: "body"
        case .bodyFile: "body file"
        case .bodyContentType: "body content type"
        case .graphQL(let field): "GraphQL \(field.rawValue)"
        case .formField(let name): "form field \(name)"
        case .part(let name, let field): "part \(name)\(field.rawValue)"
        case .assertion(let subject): "assertion \(subject)"
        case .option(let name): "option \(option?.label ?? name)"
        case .environment: "environment"
        case .baseURL(let part): "environment base URL \(part.rawValue)"
        case .environmentHeader(let name): "environment header \(name)"
        case .environmentQuery(let name): "environment query \(name)"
        case .secret(let name): "secret \(name)"
        }
    }
}

/// A reason why a request cannot be sent, with its place.
public struct ResolutionIssue: Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem.
    public enum Kind: Hashable, Sendable {
        /// The variable is not defined.
        case undefined
        /// The value refers to itself.
        case circle
        /// The value is too long.
        case tooLong
        /// The user must be asked for the value: set it in `prompted` and resolve again.
        case prompt
        /// The source of a secret failed.
        case secret
        /// The value is invalid.
        case invalid
    }

    /// The place of the problem.
    public let place: ResolutionPlace
    /// The kind of problem.
    public let kind: Kind
    /// The variable's name; empty if the problem concerns none.
    public let name: String
    /// The problem, without the place, the remedy and the full stop.
    public let message: String
    /// The way to the value of a secret, if only that is missing.
    public internal(set) var remedy: SecretRemedy?
    /// The folder or collection that the value comes from; nil if the request has it itself.
    public internal(set) var inheritedFrom: VariableOrigin?

    /// A problem with its place.
    public init(place: ResolutionPlace, kind: Kind, name: String = "", message: String) {
        self.place = place
        self.kind = kind
        self.name = name
        self.message = message
    }

    /// True if an environment may define the variable that is missing.
    public var lacksVariable: Bool { kind == .undefined && !name.hasPrefix("$") && VariableResolver.processVariable(name) == nil }

    /// `header Authorization: {{token}} is not defined`.
    public var description: String { description(naming: "\(place)", remedy?.description) }

    /// The description for the workbench.
    public var labelled: String { description(naming: place.label, remedy?.description) }

    /// The description with another way to give a secret its value.
    public func description(entering advice: String) -> String { description(naming: "\(place)", remedy?.text(advice)) }

    private func description(naming place: String, _ remedy: String?) -> String {
        "\(place)\(inheritedFrom.map { ", inherited from \($0)" } ?? ""): \(message)\(remedy.map { ": \($0)" } ?? "")"
    }
}

/// All reasons why a request cannot be sent.
public struct ResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems in the order of the request's parts; empty if only permissions are missing.
    public let problems: [ResolutionIssue]
    /// The permissions that have not been given.
    public let permissions: [Permission]

    /// An error with these problems.
    public init(_ problems: [ResolutionIssue], permissions: [Permission] = []) {
        self.problems = problems
        self.permissions = permissions
    }

    /// The names of the values to ask the user for; empty if there are other problems.
    public var prompts: [String] {
        guard problems.allSatisfy({ $0.kind == .prompt }) else { return [] }
        var seen: Set<String> = []
        return problems.map(\.name).filter { seen.insert($0).inserted }
    }

    /// The problems as a refusal lists them: values to ask for come last, since they are not errors.
    public var reasons: [ResolutionIssue] {
        let asked = problems.filter { $0.kind == .prompt }
        guard asked.count < problems.count else { return problems }
        return problems.filter { $0.kind != .prompt }
            + asked.map { problem in
                let message = "{{\(problem.name)}} will be asked for when everything else is resolved"
                return ResolutionIssue(place: problem.place, kind: .prompt, name: problem.name, message: message)
            }
    }

    /// One line for each problem.
    public var description: String { (problems.map(\.description) + permissions.map(\.description)).joined(separator: "\n") }
}

/// Adds the headers `User-Agent` and `Accept` to requests that do not set them.
///
/// Some large public servers refuse requests without them. The link comes right before the transport, so that logins and redirects have
/// them too.
public struct AutomaticHeaders: HTTPLoaderLink {
    /// The default headers.
    public static let fields: HTTPHeaders = ["User-Agent": "apus/\(Version.number)", "Accept": "*/*"]

    /// Creates the link.
    public init() {}

    /// Passes on the request with the missing headers.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        var complete = request
        for field in Self.fields.fields where !request.omittedAutomaticHeaders.contains(field.name.lowercased()) {
            complete.headers.appendIfAbsent(field.name, field.value)
        }
        task.reportChange(by: self, from: request, to: complete)
        return try await nextLoader.load(complete, task: task)
    }
}

// A set would look up at run time that its elements are hashable, once per process.
private enum OmittedAutomaticHeaders: HTTPRequestOption { static let defaultOptionValue: [String] = [] }

extension HTTPRequest {
    /// The names, in lower case, of automatic headers that are not added.
    public var omittedAutomaticHeaders: [String] {
        get { self[option: OmittedAutomaticHeaders.self] }
        set { self[option: OmittedAutomaticHeaders.self] = newValue }
    }

    /// Sends the request without automatic headers.
    public mutating func omitAutomaticHeaders() { omittedAutomaticHeaders = AutomaticHeaders.fields.map { $0.name.lowercased() } }

    /// The request without the automatic headers that it was sent with, which other programs replace by their own.
    public var withoutAutomaticHeaders: HTTPRequest {
        var request = self
        for field in AutomaticHeaders.fields.fields where request.headers.fields.filter({ $0.isNamed(field.name) }) == [field] {
            request.headers.remove(field.name)
            request.omittedAutomaticHeaders.removeAll { $0 == field.name.lowercased() }
        }
        return request
    }
}

/// The program's version.
public enum Version {
    /// Major, minor and patch number.
    public static let number = "0.1.0"
}
