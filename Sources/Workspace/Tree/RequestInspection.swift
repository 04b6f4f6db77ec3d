/// Looks which requests of a workspace cannot be read whole, though the tree can say their names: each file once as it is.
///
/// An actor of its own, so that nothing that a person asks for waits until thousands of files are read.
public actor RequestInspection {
    private struct Seen {
        var stamp: Disk.Stamp
        var problem: WorkspaceProblem?
    }

    private let store: WorkspaceStore
    private var seen: [String: Seen] = [:]
    private static let filesAtOnce = 32

    /// Looks at the files of a workspace.
    public init(_ store: WorkspaceStore) { self.store = store }

    /// Why requests of the tree cannot be opened, by their paths. Ends early when its task is cancelled.
    public func problems(in tree: WorkspaceTree) async -> [String: WorkspaceProblem] {
        var now: [String: Seen] = [:]
        var waiting = tree.nodes
        while let node = waiting.popLast(), !Task.isCancelled {
            waiting += node.children
            guard node.method != nil, let stamp = Disk.stamp(of: "\(store.root)/\(node.path)") else { continue }
            now[node.path] = seen[node.path].flatMap { $0.stamp == stamp ? $0 : nil } ?? look(at: node.path, stamp)
            if now.count.isMultiple(of: Self.filesAtOnce) { await Task.yield() }
        }
        seen = now
        return now.compactMapValues(\.problem)
    }

    private func look(at path: String, _ stamp: Disk.Stamp) -> Seen {
        do throws(WorkspaceError) {
            _ = try store.load(RequestDraft.self, path)
            return Seen(stamp: stamp)
        } catch {
            return Seen(stamp: stamp, problem: error.problem)
        }
    }
}
