import Workspace

extension WorkspaceNode {
    /// Whether a request stands there.
    var isRequest: Bool { method != nil }
}
