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
    public var options: RequestOptions
    /// Scripts, which are kept but not run.
    public var scripts: Scripts
    /// Tags.
    public var tags: [String]
    /// Markdown documentation.
    public var docs: String

    /// Empty settings.
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
