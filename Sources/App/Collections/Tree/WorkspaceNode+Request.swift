import Workspace

extension WorkspaceNode {
    /// True if the node is a request.
    var isRequest: Bool { method != nil }
}
