public import Workspace

/// The settings of one collection or folder for everything in it.
public struct InheritedLayer: Sendable, Equatable {
    /// The collection's or folder's path.
    public let path: String
    /// The settings; nil if the file cannot be read.
    public let settings: FolderDraft?
    /// Why it cannot be read.
    public let problem: String?

    /// A layer that was read, or not.
    public init(path: String, settings: FolderDraft?, problem: String? = nil) {
        self.path = path
        self.settings = settings
        self.problem = problem
    }

    /// For a person: `collection “Star Wars”`.
    public var origin: String {
        let parts = path.split(separator: "/")
        let name = settings?.name ?? ""
        return "\(parts.count == 2 ? "collection" : "folder") “\(name.isEmpty ? parts.last.map(String.init) ?? "" : name)”"
    }
}
