import Platform

/// Finds files that the tree can show but that cannot be read completely. Each version of a file is read once.
///
/// An actor of its own, so that nothing else waits while thousands of files are read.
public actor FileInspection {
    /// The files read so far. For valid ones, which may be thousands, only a hash is kept.
    private struct Seen {
        /// Hashes of path and stamp of the valid files.
        var whole: Set<Int> = []
        /// The problems of the other files, with their stamps.
        var faulty: [String: (stamp: FileStatus, problem: WorkspaceIssue)] = [:]
        var count: Int { whole.count + faulty.count }
    }

    private let store: WorkspaceStore
    private var seen = Seen()
    private static let filesAtOnce = 32

    /// Inspects the files of a workspace.
    public init(_ store: WorkspaceStore) { self.store = store }

    /// The problems of requests, settings and environments, by their paths in the tree. Ends early if its task is cancelled.
    public func problems(in tree: WorkspaceTree) async -> [String: WorkspaceIssue] {
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
        guard let stamp = FileStatus(of: "\(store.root)/\(WorkspaceStore.file(of: path))") else { return }
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
    /// The file of an item in the tree: the folder's settings, or the request or environment itself.
    static func file(of path: String) -> String {
        path.hasSuffix(WorkspacePath.environmentEnding) ? path : WorkspacePath.settings(of: path)
    }

    /// The reason why an item of the tree cannot be read completely; nil if it can be, or does not exist.
    public func problem(at path: String) -> WorkspaceIssue? {
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
