import JSON
import Platform

/// A server environment as edited, with unresolved variables.
public struct EnvironmentDraft: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The server and the base of relative URLs; without a host for an environment that only has variables.
    public var baseURL = BaseURL()
    /// Headers that are sent with every request that does not set them.
    public var headers: [Row]
    /// Query items that are sent with every request that does not set them.
    public var query: [Row]
    /// Variables.
    public var variables: [Row]
    /// The sources of secret values, by name.
    public var secrets: [SecretEntry]
    /// True if methods other than GET, HEAD, OPTIONS and TRACE ask for confirmation.
    public var isProtected: Bool
    /// Markdown documentation.
    public var docs: String

    /// The variables of the process environment that are sources of secrets.
    public var processSecrets: Set<String> {
        Set(secrets.compactMap { entry in if case .environment(let name) = entry.source { name } else { nil } })
    }

    /// An empty environment.
    public init(
        name: String = "", scheme: String = "", host: String = "", port: String = "", pathPrefix: String = "", headers: [Row] = [],
        query: [Row] = [], variables: [Row] = [], secrets: [SecretEntry] = [], isProtected: Bool = false, docs: String = ""
    ) {
        self.name = name
        (baseURL.scheme, baseURL.host, baseURL.port, baseURL.pathPrefix) = (scheme, host, port, pathPrefix)
        self.headers = headers
        self.query = query
        self.variables = variables
        self.secrets = secrets
        self.isProtected = isProtected
        self.docs = docs
    }

    /// The fields of the server, in the order of the form; fields in tables are not included.
    public static let formFields = [
        FormField("name", "Name", help: "The name of the environment.", isRequired: true),
        FormField(
            "baseURL", "Base URL", help: "The server and the base of relative URLs; empty for an environment with variables only.",
            placeholder: "https://api.example.com/v1", expected: BaseURL.expected),
        FormField(
            "protected", "Protected", help: "Asks for a confirmation before methods other than GET, HEAD, OPTIONS and TRACE.",
            choices: ["no", "yes"]),
    ]
}

/// The source of a secret. The secret itself is never in a shared file.
public enum SecretSource: Hashable, Sendable {
    /// A variable of the process environment.
    case environment(String)
    /// The output of a command, without the newline at its end: the program and its arguments, run without a shell.
    case command([String])
    /// The desktop's secret service, found by these attributes.
    case secretService(attributes: [Row])
    /// Asked for on first use, and kept until the program ends.
    case prompt
    /// `<environment>.secrets.json` beside the environment, mode 0600, left out of version control.
    case file

    /// The program that provides the secret, which may be slow or ask the user; nil for other sources.
    public var program: String? {
        switch self {
        case .command(let command): command.first
        case .secretService: "the keyring"
        case .environment, .prompt, .file: nil
        }
    }
}

/// A secret's name and source.
public struct SecretEntry: Hashable, Sendable {
    /// The variable's name.
    public var name: String
    /// The source of its value.
    public var source: SecretSource

    /// A secret.
    public init(_ name: String, _ source: SecretSource) {
        self.name = name
        self.source = source
    }

    /// The place of the secret in its environment, as permissions name it.
    var place: ResolutionPlace { .secret(name) }
}

extension EnvironmentDraft: Formatted {
    static let fields: [Field<EnvironmentDraft>] = [
        Field("name", \.name, .string),
        Field("scheme", \.baseURL.scheme, .string),
        Field("host", \.baseURL.host, .string),
        Field("port", \.baseURL.port, .port),
        Field("pathPrefix", \.baseURL.pathPrefix, .string),
        Field("headers", \.headers, .rows),
        Field("query", \.query, .rows),
        Field("variables", \.variables, .rows),
        Field("secrets", \.secrets, Coder<SecretEntry>.secret.list),
        Field("protected", \.isProtected, .flag),
        Field("docs", \.docs, .lines),
    ]

    static let blank = Self()
}

extension Coder where Value == String {
    /// A port: a number, or a string that may hold a variable.
    static let port = Coder(
        "a number or a string", { $0.string ?? $0.integer.map(String.init) }, { text in Int(text).map(JSONValue.number) ?? .string(text) })
}

extension Coder where Value == SecretEntry {
    /// A secret's name and source.
    static let secret = Coder(
        decode: { value, pointer throws(FormatError) in
            let parts = try SecretParts(json: value, at: pointer)
            return SecretEntry(parts.name, try parts.source(at: pointer))
        },
        encode: { SecretParts($0).json })
}

/// All members that a secret can have.
private struct SecretParts: Formatted {
    enum Kind: String, CaseIterable {
        case environment, command, secretService, prompt, file
    }

    static let fields: [Field<SecretParts>] = [
        Field("name", \.name, .string),
        Field("from", \.kind, Coder<Kind>.choice.optional),
        Field("variable", \.variable, .string),
        Field("command", \.command, Coder<String>.string.list),
        Field("attributes", \.attributes, .rows),
    ]

    static let blank = SecretParts()
    var name = ""
    var kind: Kind?
    var variable = ""
    var command: [String] = []
    var attributes: [Row] = []

    init() {}

    init(_ entry: SecretEntry) {
        name = entry.name
        switch entry.source {
        case .environment(let variable): (kind, self.variable) = (.environment, variable)
        case .command(let command): (kind, self.command) = (.command, command)
        case .secretService(let attributes): (kind, self.attributes) = (.secretService, attributes)
        case .prompt: kind = .prompt
        case .file: kind = .file
        }
    }

    func source(at pointer: JSONPointer) throws(FormatError) -> SecretSource {
        switch kind {
        case .environment: return .environment(variable)
        case .command where command.isEmpty:
            throw FormatError(at: pointer.appending(.member("command")), "Expected a program and its arguments, found an empty array.")
        case .command: return .command(command)
        case .secretService: return .secretService(attributes: attributes)
        case .prompt: return .prompt
        case .file: return .file
        case nil: throw FormatError(at: pointer, "Expected “from” with the source of the secret.")
        }
    }
}

/// The settings that a collection or folder gives to everything in it: `collection.json`, `folder.json`.
public struct FolderDraft: Hashable, Sendable {
    /// The name in the tree.
    public var name: String
    /// The names of files and folders in display order; missing ones follow, by name.
    public var order: [String]
    /// Headers that are sent with every request that does not set them.
    public var headers: [Row]
    /// Variables.
    public var variables: [Row]
    /// The authentication of requests that have none of their own.
    public var auth: AuthDraft
    /// The options of requests that do not set them.
    public var options: RequestOptions {
        get { boxedOptions.value }
        set { boxedOptions = newValue.shared }
    }
    private var boxedOptions: Shared<RequestOptions>
    /// Scripts, which are kept but not run.
    public var scripts: Scripts
    /// Tags.
    public var tags: [String]
    /// The path of the OpenAPI document that responses are compared with, relative to the workspace; empty for none.
    public var openAPI: String
    /// Markdown documentation.
    public var docs: String

    /// Empty settings.
    public init(
        name: String = "", order: [String] = [], headers: [Row] = [], variables: [Row] = [], auth: AuthDraft = AuthDraft(),
        options: RequestOptions = RequestOptions(), scripts: Scripts = Scripts(), tags: [String] = [], openAPI: String = "",
        docs: String = ""
    ) {
        self.openAPI = openAPI
        self.name = name
        self.order = order
        self.headers = headers
        self.variables = variables
        self.auth = auth
        boxedOptions = options.shared
        self.scripts = scripts
        self.tags = tags
        self.docs = docs
    }
}

extension FolderDraft: Formatted {
    static let fields: [Field<FolderDraft>] = [
        Field("name", \.name, .string),
        Field("order", \.order, Coder<String>.string.list),
        Field("headers", \.headers, .rows),
        Field("variables", \.variables, .rows),
        Field("auth", \.auth, .auth),
        Field("options", \.options, .object),
        Field("scripts", \.scripts, .object),
        Field("tags", \.tags, Coder<String>.string.list),
        Field("openapi", \.openAPI, .string),
        Field("docs", \.docs, .lines),
    ]

    static let blank = Self()
}
