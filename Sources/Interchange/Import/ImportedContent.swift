import JSON
public import Workspace

/// The content of an imported file.
public struct ImportedContent: Sendable {
    /// The format's id, as in ``ImportFormat/id``.
    public var format: String
    /// The format's version, as the file says it; empty where it says none.
    public var version: String
    /// Collections, in order.
    public var collections: [CollectionTree]
    /// Environments that belong to no collection of the file.
    public var environments: [CollectionTree.Environment]
    /// Variables of the whole workspace.
    public var globals: [Row]
    /// True for a format that spreads a collection over files: those of one folder become one collection.
    var isPart = false
    /// Facts about the file that the collections do not hold, for ``ImportFormat/facts``.
    var details: JSONObject

    /// Content of a format; empty unless said otherwise.
    init(
        format: String, version: String = "", collections: [CollectionTree] = [], environments: [CollectionTree.Environment] = [],
        globals: [Row] = [], details: JSONObject = JSONObject()
    ) {
        self.format = format
        self.version = version
        self.collections = collections
        self.environments = environments
        self.globals = globals
        self.details = details
    }
}
