/// The content of a file with its bytes, which are needed to preserve unchanged parts and to notice changes by other programs.
public struct Loaded<Content: Hashable & Sendable>: Hashable, Sendable {
    /// The file, relative to the workspace.
    public var path: String
    /// The content.
    public var content: Content
    /// The bytes of the file; nil if it does not exist.
    public var bytes: [UInt8]?

    /// A loaded file.
    public init(path: String, content: Content, bytes: [UInt8]? = nil) {
        self.path = path
        self.content = content
        self.bytes = bytes
    }
}

/// A loaded request with the settings it inherits.
public struct LoadedRequest: Hashable, Sendable {
    /// Its file.
    public var file: Loaded<RequestDraft>
    /// The settings of the collection and the folders around it, outermost first.
    public var inherited: [Loaded<FolderDraft>]
    /// The settings that could not be read, and so are not in `inherited`.
    public var problems: [WorkspaceIssue]

    /// A loaded request.
    public init(file: Loaded<RequestDraft>, inherited: [Loaded<FolderDraft>] = [], problems: [WorkspaceIssue] = []) {
        self.file = file
        self.inherited = inherited
        self.problems = problems
    }

    /// The file, relative to the workspace.
    public var path: String { file.path }
    /// The saved request.
    public var draft: RequestDraft { file.content }
}
