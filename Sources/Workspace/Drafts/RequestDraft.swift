public import JSON

// What a user saves, and what becomes of it when it is sent.
//
//   files ──WorkspaceStore──► WorkspaceTree, RequestDraft, FolderDraft, EnvironmentDraft
//                                       │
//                  variables, secrets ──┴──► RequestResolver ──► ResolvedRequest ──loader──► Exchange ──► HistoryStore

/// A request as a user writes it: variables unresolved, rows switched on and off, nothing checked yet.
///
/// ```
/// RequestDraft ──RequestResolver──► ResolvedRequest (HTTPRequest, origins) ──loader──► Exchange
/// ```
public struct RequestDraft: Hashable, Sendable {
    /// What the tree shows.
    public var name: String
    /// A method token, or what a user typed for one.
    public var method: String
    /// Absolute, relative to the environment, or beginning with a variable; without the query.
    public var url: String
    /// The values of `:name` parts of the URL's path.
    public var pathParameters: [Row]
    /// The query, in order.
    public var query: [Row]
    /// The headers that the user sets, in order.
    public var headers: [Row]
    /// Values by name, nearer than those of the folder.
    public var variables: [Row]
    /// How the request proves who sends it.
    public var auth: AuthDraft
    /// What is sent after the headers.
    public var body: BodyDraft
    /// How the request is sent.
    public var options: RequestOptions
    /// Values that are taken out of the answer for later requests.
    public var captures: [Capture]
    /// What must hold of the answer.
    public var assertions: [Assertion]
    /// Scripts, kept and not run.
    public var scripts: Scripts
    /// Words to find requests by.
    public var tags: [String]
    /// Markdown.
    public var docs: String

    /// A GET request with nothing in it.
    public init(
        name: String = "", method: String = "GET", url: String = "", pathParameters: [Row] = [], query: [Row] = [], headers: [Row] = [],
        variables: [Row] = [], auth: AuthDraft = AuthDraft(), body: BodyDraft = BodyDraft(), options: RequestOptions = RequestOptions(),
        captures: [Capture] = [],
        assertions: [Assertion] = [], scripts: Scripts = Scripts(), tags: [String] = [], docs: String = ""
    ) {
        self.name = name
        self.method = method
        self.url = url
        self.pathParameters = pathParameters
        self.query = query
        self.headers = headers
        self.variables = variables
        self.auth = auth
        self.body = body
        self.options = options
        self.captures = captures
        self.assertions = assertions
        self.scripts = scripts
        self.tags = tags
        self.docs = docs
    }

    /// The draft as its file holds it, without `$schema`: only what differs from the default.
    public var document: JSONValue { json }

    /// Reads what ``document`` wrote; members that this version does not know are passed over.
    public init(document: JSONValue) throws(FormatError) { try self.init(json: document) }
}

/// Scripts of a request, a folder or a collection: kept and exported, not run.
public struct Scripts: Hashable, Sendable {
    /// Run before sending.
    public var before: String
    /// Run after the answer.
    public var after: String

    /// None unless said otherwise.
    public init(before: String = "", after: String = "") {
        self.before = before
        self.after = after
    }
}

extension RequestDraft: Formatted {
    static let fields: [Field<RequestDraft>] = [
        Field("name", \.name, .string),
        Field("method", \.method, .string),
        Field("url", \.url, .string),
        Field("pathParameters", \.pathParameters, .rows),
        Field("query", \.query, .rows),
        Field("headers", \.headers, .rows),
        Field("variables", \.variables, .rows),
        Field("auth", \.auth, .auth),
        Field("body", \.body, .body),
        Field("options", \.options, .object),
        Field("captures", \.captures, Coder<Capture>.object.list),
        Field("assertions", \.assertions, Coder<Assertion>.object.list),
        Field("scripts", \.scripts, .object),
        Field("tags", \.tags, Coder<String>.string.list),
        Field("docs", \.docs, .lines),
    ]

    static let blank = Self()
}

extension Capture: Formatted {
    static let fields: [Field<Capture>] = [
        Field("variable", \.variable, .string),
        Field("from", \.from, .string),
        Field("query", \.query, .string),
        Field("secret", \.isSecret, Coder<Bool>.flag.optional),
        Field("enabled", \.isEnabled, .flag),
    ]

    static let blank = Self()
}

extension Assertion: Formatted {
    static let fields: [Field<Assertion>] = [
        Field("subject", \.subject, .string),
        Field("predicate", \.predicate, .string),
        Field("value", \.value, .any),
        Field("enabled", \.isEnabled, .flag),
    ]

    static let blank = Self()
}

extension Scripts: Formatted {
    static let fields: [Field<Scripts>] = [
        Field("before", \.before, .lines),
        Field("after", \.after, .lines),
    ]

    static let blank = Self()
}

extension Coder where Value == [Row] {
    /// The rows of a table.
    static let rows = Coder<Row>.object.list
}
