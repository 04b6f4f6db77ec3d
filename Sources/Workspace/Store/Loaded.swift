/// A file as it was read: what it says, and its bytes, to write back what did not change and to notice what changed outside.
public struct Loaded<Content: Hashable & Sendable>: Hashable, Sendable {
    /// The file, relative to the workspace.
    public var path: String
    /// What it says.
    public var content: Content
    /// The file as it was; nil where there was none, which says nothing.
    public var bytes: [UInt8]?

    /// A file of these parts.
    public init(path: String, content: Content, bytes: [UInt8]? = nil) {
        self.path = path
        self.content = content
        self.bytes = bytes
    }
}

/// A request as it was loaded.
public struct LoadedRequest: Hashable, Sendable {
    /// Its file.
    public var file: Loaded<RequestDraft>
    /// What the collection and the folders around it say, outermost first.
    public var inherited: [Loaded<FolderDraft>]
    /// Settings of folders that could not be read, and so are not in `inherited`.
    public var problems: [WorkspaceProblem]

    /// A request of these parts.
    public init(file: Loaded<RequestDraft>, inherited: [Loaded<FolderDraft>] = [], problems: [WorkspaceProblem] = []) {
        self.file = file
        self.inherited = inherited
        self.problems = problems
    }

    /// The file, relative to the workspace.
    public var path: String { file.path }
    /// The request as it is saved.
    public var draft: RequestDraft { file.content }
}
