/// Looks which files of a workspace cannot be read whole, though the tree can say their names: each file once as it is.
///
/// An actor of its own, so that nothing that a person asks for waits until thousands of files are read.
public actor FileInspection {
    /// What was looked at, of thousands of files: of those that can be read whole no more than a number each is kept.
    private struct Seen {
        /// Hashes of the path and stamp of each file that can be read whole.
        var whole: Set<Int> = []
        /// What keeps the others from it, each with its stamp then.
        var faulty: [String: (stamp: Disk.Stamp, problem: WorkspaceProblem)] = [:]
        var count: Int { whole.count + faulty.count }
    }

    private let store: WorkspaceStore
    private var seen = Seen()
    private static let filesAtOnce = 32

    /// Looks at the files of a workspace.
    public init(_ store: WorkspaceStore) { self.store = store }

    /// Why requests, settings and environments of the tree cannot be read, by the paths that they have in it. Ends early when its task is
    /// cancelled.
    public func problems(in tree: WorkspaceTree) async -> [String: WorkspaceProblem] {
        var now = Seen()
        for environment in tree.environments.values.joined() where environment.problem == nil { look(at: environment.path, &now) }
        var waiting = tree.nodes
        while let node = waiting.popLast(), !Task.isCancelled {
            waiting += node.children
            if case .broken = node.kind { continue }
            look(at: node.path, &now)
            if now.count.isMultiple(of: Self.filesAtOnce) { await Task.yield() }
        }
        seen = now
        return now.faulty.mapValues(\.problem)
    }

    private func look(at path: String, _ now: inout Seen) {
        guard let stamp = Disk.stamp(of: "\(store.root)/\(WorkspaceStore.file(of: path))") else { return }
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(stamp)
        let hash = hasher.finalize()
        if seen.whole.contains(hash) {
            now.whole.insert(hash)
        } else if let known = seen.faulty[path], known.stamp == stamp {
            now.faulty[path] = known
        } else if let problem = store.problem(at: path) {
            now.faulty[path] = (stamp, problem)
        } else {
            now.whole.insert(hash)
        }
    }
}

extension WorkspaceStore {
    /// The file that says what stands at a path of the tree: that of a folder's settings, or the request or environment itself.
    static func file(of path: String) -> String {
        path.hasSuffix(WorkspacePath.environmentEnding) ? path : WorkspacePath.settings(of: path)
    }

    /// Why what stands at a path of the tree cannot be read whole; nil where it can be, or is not there.
    public func problem(at path: String) -> WorkspaceProblem? {
        let file = Self.file(of: path)
        do throws(WorkspaceError) {
            if file != path {
                _ = try load(FolderDraft.self, file)
            } else if WorkspacePath.isRequest(path) {
                _ = try load(RequestDraft.self, path)
            } else {
                _ = try load(EnvironmentDraft.self, path)
            }
            return nil
        } catch {
            return error.problem
        }
    }
}
