/// A server's environment as a user writes it, variables unresolved.
public struct EnvironmentDraft: Hashable, Sendable {
    /// For a person to choose by.
    public var name: String
    /// `https` when empty.
    public var scheme: String
    /// Empty for an environment that only has variables.
    public var host: String
    /// A number or a variable; the scheme's own when empty.
    public var port: String
    /// Before paths that do not begin with `/`.
    public var pathPrefix: String
    /// Sent with every request that does not set them.
    public var headers: [Row]
    /// Sent with every request that does not set them.
    public var query: [Row]
    /// Values by name.
    public var variables: [Row]
    /// Where secret values come from, by name.
    public var secrets: [SecretEntry]
    /// Whether anything but GET, HEAD and OPTIONS asks first.
    public var isProtected: Bool
    /// Markdown.
    public var docs: String

    /// The variables of the process environment that secrets come from.
    public var processSecrets: Set<String> {
        Set(secrets.compactMap { entry in if case .environment(let name) = entry.source { name } else { nil } })
    }

    /// An environment with nothing in it.
    public init(
        name: String = "", scheme: String = "", host: String = "", port: String = "", pathPrefix: String = "", headers: [Row] = [],
        query: [Row] = [], variables: [Row] = [], secrets: [SecretEntry] = [], isProtected: Bool = false, docs: String = ""
    ) {
        self.name = name
        self.scheme = scheme
        self.host = host
        self.port = port
        self.pathPrefix = pathPrefix
        self.headers = headers
        self.query = query
        self.variables = variables
        self.secrets = secrets
        self.isProtected = isProtected
        self.docs = docs
    }
}

extension EnvironmentDraft {
    /// What a port must be instead of this text; nil where it can be one, or holds variables.
    public static func expectedPort(insteadOf text: String) -> String? {
        let isPossible = text.isEmpty || text.contains("{{") || (1...65535).contains(Int(text) ?? 0)
        return isPossible ? nil : "a number from 1 to 65535"
    }

    /// What a host must be instead of this text; nil where it can be one, or holds variables.
    public static func expectedHost(insteadOf text: String) -> String? {
        let isPossible = text.contains("{{") || !text.contains { $0.isWhitespace || "/?#@".contains($0) }
        return isPossible ? nil : "a host alone: scheme and path have their own fields"
    }

    /// What the beginning of paths must be instead of this text; nil where it can be one, or holds variables.
    public static func expectedPathPrefix(insteadOf text: String) -> String? {
        let isPossible = text.contains("{{") || text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#".utf8.contains($0) }
        return isPossible ? nil : "a path alone, as /api/v1: no ?, # or blank, others percent-encoded"
    }
}
