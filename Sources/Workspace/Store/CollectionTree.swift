public import JSON
import Platform

/// A whole collection in memory, created by an import or read for an export.
public struct CollectionTree: Hashable, Sendable {
    /// A folder with its items, in order. The root is the collection itself.
    public struct Folder: Hashable, Sendable {
        /// The settings. `order` is ignored: the order of ``items`` counts.
        public var draft: FolderDraft
        /// Requests and folders, in order.
        public var items: [Item]
        /// Members of the file whose names begin with `x-`: details of another program's format that drafts have no field for.
        public var extensions: JSONObject

        /// Creates a folder; empty by default.
        public init(_ draft: FolderDraft = FolderDraft(), items: [Item] = [], extensions: JSONObject = JSONObject()) {
            self.draft = draft
            self.items = items
            self.extensions = extensions
        }
    }

    /// A request with its stored responses.
    public struct Request: Hashable, Sendable {
        /// The request.
        public var draft: RequestDraft
        /// Example responses.
        public var examples: [SavedResponse]
        /// Members of the file whose names begin with `x-`, see ``Folder/extensions``.
        public var extensions: JSONObject
        /// The id or name by which other requests of an imported file refer to this one; nil if it has none. It is never written.
        public var sourceID: String?
        /// The line of the imported file where it begins. It is never written.
        public var sourceLine = SourceLine()

        /// Creates a request; without examples by default.
        public init(_ draft: RequestDraft = RequestDraft(), examples: [SavedResponse] = [], extensions: JSONObject = JSONObject()) {
            self.draft = draft
            self.examples = examples
            self.extensions = extensions
        }
    }

    /// A line of an imported file, from 1; nil if it is not known. All are equal: a request is the same wherever it stands.
    public struct SourceLine: Hashable, Sendable {
        /// The number of the line.
        public var number: Int?

        /// Creates a line that is not known.
        public init() {}

        /// Compares nothing.
        public static func == (_: SourceLine, _: SourceLine) -> Bool { true }

        /// Hashes nothing.
        public func hash(into hasher: inout Hasher) {}
    }

    /// An item of a folder.
    public indirect enum Item: Hashable, Sendable {
        case folder(Folder)
        case request(Request)
    }

    /// An environment with the values of its secrets.
    public struct Environment: Hashable, Sendable {
        /// The environment.
        public var draft: EnvironmentDraft
        /// Secret values by name; they are written to the local secrets file, which is not shared.
        public var secretValues: [String: String]

        /// Creates an environment; without secret values by default.
        public init(_ draft: EnvironmentDraft = EnvironmentDraft(), secretValues: [String: String] = [:]) {
            self.draft = draft
            self.secretValues = secretValues
        }
    }

    /// The collection's settings and items.
    public var root: Folder
    /// The collection's environments.
    public var environments: [Environment]
    /// Secret values of the collection by name; they are written to the local secrets file, which is not shared.
    public var secretValues: [String: String] = [:]

    /// Creates a collection; empty by default.
    public init(_ root: Folder = Folder(), environments: [Environment] = []) {
        self.root = root
        self.environments = environments
    }

    /// All requests in order, each with the folders around it, the root first.
    public var requests: [(request: Request, folders: [Folder])] {
        var result: [(request: Request, folders: [Folder])] = []
        func visit(_ folder: Folder, _ path: [Folder]) {
            for item in folder.items {
                switch item {
                case .request(let request): result.append((request, path))
                case .folder(let child): visit(child, path + [child])
                }
            }
        }
        visit(root, [root])
        return result
    }

    /// The path of a request with a name: the names of the folders around it, without the root, and its own.
    public static func path(of name: String, in folders: [Folder]) -> String {
        (folders.dropFirst().map(\.draft.name) + [name]).joined(separator: "/")
    }

    /// The number of folders, without the root.
    public var folderCount: Int {
        func count(_ folder: Folder) -> Int {
            folder.items.reduce(0) { sum, item in if case .folder(let child) = item { sum + 1 + count(child) } else { sum } }
        }
        return count(root)
    }
}

extension WorkspaceStore {
    /// Writes a new collection, completely or not at all.
    ///
    /// The files are written to a hidden folder, which is renamed to the collection's name at the end.
    ///
    /// - Parameter record: the record of the import that made the collection; nil without an import.
    /// - Returns: the collection's path.
    public func createCollection(_ tree: CollectionTree, record: ImportRecord? = nil) throws(WorkspaceError) -> String {
        if !FileStatus.isFolder("\(root)/\(WorkspacePath.collections)") { try makeFolder(at: WorkspacePath.collections) }
        try protectSecrets()
        // Nil on file systems without locks. A process that was killed leaves its folder, but no lock.
        let lock = try? FileLock(folder: try absolute(WorkspacePath.collections))
        defer { withExtendedLifetime(lock) {} }
        if lock != nil { discardUnfinished() }
        let hidden = "\(WorkspacePath.collections)/.apus-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
        do throws(WorkspaceError) {
            let items = CollectionItem.list(of: tree)
            // Waits for the disk once for all files, not for each one, since they are not visible before.
            for item in items { try write(item, at: item.path, in: hidden, synchronizes: false) }
            if var record {
                record.entries = items.map { $0.entry(at: $0.path) }
                try write(record, of: hidden)
            }
            let slug = Slug.make(of: tree.root.draft.name, avoiding: takenStems(in: WorkspacePath.collections))
            let path = "\(WorkspacePath.collections)/\(slug)"
            let target = try absolute(path)
            try changing(hidden) { absolute throws(DiskError) in
                try Disk.synchronize(absolute)
                try Disk.move(absolute, to: target)
            }
            return path
        } catch {
            discard(hidden)
            throw error
        }
    }

    /// Writes a new item into a collection, at a path within it: a folder with its settings, a request with its saved responses, an
    /// environment with its secrets.
    ///
    /// - Parameter synchronizes: false to return before the files are on the disk.
    func write(_ item: CollectionItem, at path: String, in collection: String, synchronizes: Bool = true) throws(WorkspaceError) {
        func write(_ bytes: [UInt8], to path: String) throws(WorkspaceError) {
            guard !synchronizes else { return try self.write(bytes, to: path) }
            try changing(path) { absolute throws(DiskError) in try Disk.writeWithoutSynchronizing(bytes, to: absolute) }
        }
        let whole = path.isEmpty ? collection : "\(collection)/\(path)"
        switch item.content {
        case .folder(let draft):
            try makeFolder(at: whole)
            try write(bytes(of: draft, item.extensions), to: "\(collection)/\(item.file(at: path))")
            try setSecrets(item.secretValues, ofEnvironmentAt: "\(collection)/\(item.file(at: path))")
        case .request(let draft):
            try write(bytes(of: draft, item.extensions), to: whole)
            guard !item.examples.isEmpty else { return }
            try write(bytes(of: SavedResponses(item.examples), JSONObject()), to: WorkspacePath.examples(of: whole))
        case .environment(let draft):
            let folder = WorkspacePath.parent(of: whole)
            if isMissing(folder) { try makeFolder(at: folder) }
            try write(bytes(of: draft, item.extensions), to: whole)
            try setSecrets(item.secretValues, ofEnvironmentAt: whole)
        }
    }

    private func bytes(of content: some Formatted, _ extensions: JSONObject) -> [UInt8] {
        Self.fileBytes(of: .object(JSONObject((content.json.object?.members ?? []) + extensions.filter { $0.name.hasPrefix("x-") })))
    }

    /// Removes the unfinished folders of imports that were killed.
    private func discardUnfinished() {
        let entries = (try? Disk.entries(of: "\(root)/\(WorkspacePath.collections)", includingHidden: true)) ?? []
        for entry in entries where entry.isFolder && entry.name.hasPrefix(".apus-") && entry.name.hasSuffix(".tmp") {
            discard("\(WorkspacePath.collections)/\(entry.name)")
        }
    }

    /// Removes an unfinished folder, as far as possible.
    func discard(_ path: String) {
        guard let entries = try? Disk.entries(of: "\(root)/\(path)", includingHidden: true) else { return }
        for entry in entries {
            if entry.isFolder { discard("\(path)/\(entry.name)") } else { try? Disk.remove("\(root)/\(path)/\(entry.name)") }
        }
        try? Disk.remove("\(root)/\(path)")
    }
}

/// Unique names for the files of one folder. The time per name does not grow with the number of equal names.
package struct FileNames {
    private var taken: Set<String>
    private var numbers: [String: Int] = [:]
    private let separator: String
    private let stem: @Sendable (String) -> String

    /// Starts with names that must not be used.
    ///
    /// - Parameters:
    ///   - separator: the text between a name and its number.
    ///   - stem: makes the file name, without number and extension.
    package init(
        taken: Set<String> = [], separator: String = "-", stem: @escaping @Sendable (String) -> String = { Slug.make(of: $0) }
    ) {
        self.taken = taken
        self.separator = separator
        self.stem = stem
    }

    /// The stem of a name, with a number after it if it is taken.
    package mutating func next(for name: String) -> String {
        let stem = stem(name)
        var candidate = stem
        while !taken.insert(candidate.lowercased()).inserted {
            let number = (numbers[stem] ?? 1) + 1
            numbers[stem] = number
            candidate = "\(stem)\(separator)\(number)"
        }
        return candidate
    }
}
