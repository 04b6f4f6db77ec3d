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
}
