public import Workspace

/// What is known of the workspace's files.
public struct WorkspaceState: Sendable, Equatable {
    /// The workspace's name: its folder's.
    public internal(set) var name: String
    /// The tree as it was last read.
    public internal(set) var tree = WorkspaceTree()
    /// Whether it is being read for the first time.
    public internal(set) var isLoading = true
    /// The environment that requests are sent to; nil for none.
    public internal(set) var environment: EnvironmentSummary?
    /// The names of the variables that the environment and the folders define.
    public internal(set) var variableNames: Set<String> = []

    /// A workspace that was not read yet.
    public init(name: String) { self.name = name }

    /// The environments of all collections, those of the same name once.
    var environments: [EnvironmentSummary] {
        tree.nodes.flatMap { tree.environments[$0.path] ?? [] }
    }
}
