import JSON
import Platform

/// The members of a file that the tree shows.
struct FileHead: Formatted {
    static let fields: [Field<FileHead>] = [
        field("name", Coder<String>.string.optional) { $0.name = $1 },
        field("method", Coder<String>.string.optional) { $0.method = $1 },
        field("url", .string) { $0.url = $1 },
        field("host", .string) { $0.host = $1 },
        field("port", .port) { $0.port = $1 },
        field("order", Coder<String>.string.list) { $0.order = $1 },
        field("protected", .flag) { $0.isProtected = $1 },
    ]

    /// A member that is only read. A key path would delay the first frame, which needs the tree.
    private static func field<Value>(
        _ name: String, _ coder: Coder<Value>, _ set: @escaping @Sendable (inout FileHead, Value) -> Void
    ) -> Field<FileHead> {
        Field(
            name, read: { value, pointer, head throws(FormatError) in set(&head, try coder.decode(value, pointer)) },
            write: { _ in nil })
    }

    static let blank = FileHead()
    var name: String?
    var method: String?
    var url = ""
    /// The host of an environment.
    var host = ""
    var port = ""
    var order: [String] = []
    var isProtected = false

    private static let names = Set(fields.map(\.name))

    /// Reads a file's text. Of members that the tree does not show, only brackets and quotes are checked; ``FileInspection`` reads the whole file.
    ///
    /// - Throws: `broken` with the position of the error.
    static func read(_ bytes: [UInt8], _ path: String) throws(WorkspaceError) -> FileHead {
        if let value = try? JSONValue(parsing: bytes, keeping: names), let head = try? FileHead(json: value) { return head }
        // Finds the first error of the whole file, or its merge conflict.
        return try WorkspaceStore.parse(FileHead.self, bytes, path)
    }

    /// The children in the folder's order; others follow, by name.
    func sort(_ children: [WorkspaceNode]) -> [WorkspaceNode] {
        let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let keys = children.indices.map { index in
            let node = children[index]
            let place = places.isEmpty ? nil : places[WorkspacePath.stem(of: node.path)] ?? places[node.path.lastPathComponent]
            return (place: place ?? .max, name: NaturalOrder(of: node.name), index: index)
        }
        let sorted = keys.sorted { left, right in
            if left.place != right.place { return left.place < right.place }
            if left.name != right.name { return left.name < right.name }
            return children[left.index].path < children[right.index].path
        }
        return sorted.map { children[$0.index] }
    }
}

/// Finds files in the tree that are not completely valid. Each version of a file is read once.
///
/// An actor of its own, so that nothing else waits while thousands of files are read.
public actor FileInspection {
    /// The files read so far. For valid ones, which may be thousands, only a hash is stored.
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

    /// The reason why an item of the tree is not completely valid; nil if it is valid, or does not exist.
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
