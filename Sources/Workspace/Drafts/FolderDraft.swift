/// What a collection or a folder says for everything in it: `collection.json`, `folder.json`.
public struct FolderDraft: Hashable, Sendable {
    /// What the tree shows.
    public var name: String
    /// File and folder names in the order that they are shown in; what is missing comes after, by name.
    public var order: [String]
    /// Sent with every request that does not set them.
    public var headers: [Row]
    /// Values by name.
    public var variables: [Row]
    /// How requests prove who sends them, where they do not say.
    public var auth: AuthDraft
    /// How requests are sent, where they do not say.
    public var options: RequestOptions
    /// Scripts, kept and not run.
    public var scripts: Scripts
    /// Words to find it by.
    public var tags: [String]
    /// Markdown.
    public var docs: String

    /// A folder that says nothing.
    public init(
        name: String = "", order: [String] = [], headers: [Row] = [], variables: [Row] = [], auth: AuthDraft = AuthDraft(),
        options: RequestOptions = RequestOptions(), scripts: Scripts = Scripts(), tags: [String] = [], docs: String = ""
    ) {
        self.name = name
        self.order = order
        self.headers = headers
        self.variables = variables
        self.auth = auth
        self.options = options
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
        Field("docs", \.docs, .lines),
    ]

    static let blank = Self()
}
