import Platform
public import Workspace

/// The source of an import, and its target collection.
public struct ImportOrigin: Hashable, Sendable {
    /// The file, folder or URL, as given; empty for text without a file.
    public var source: String
    /// The path of the collection to merge with; nil for the one that was imported from the source before, if there is one.
    public var collection: String?
    /// True to create a new collection even if the source was imported before.
    public var isNew: Bool

    /// True to keep credentials as secrets on this machine instead of writing them into the files.
    public var separatesSecrets: Bool

    /// An import from a source.
    public init(_ source: String, into collection: String? = nil, isNew: Bool = false, separatesSecrets: Bool = false) {
        self.separatesSecrets = separatesSecrets
        self.source = source
        self.collection = collection
        self.isNew = isNew
    }

    /// The source in the form for records: a URL without credentials and query, a path relative to the workspace or the home folder.
    func recorded(in workspace: String) -> String {
        if ImportDownload.isAddress(source) {
            let address = source.prefix { $0 != "?" && $0 != "#" }
            guard let host = address.firstRange(of: "://")?.upperBound else { return String(address) }
            let authority = address[host...].prefix { $0 != "/" }
            guard let at = authority.lastIndex(of: "@") else { return String(address) }
            return String(address[..<host] + address[address.index(after: at)...])
        }
        guard !source.isEmpty, let path = resolvedPath(source) else { return source }
        let home = homeFolder.flatMap { resolvedPath($0) }
        for (folder, sign) in [(resolvedPath(workspace), ""), (home, "~/")] {
            if let folder, path.hasPrefix(folder + "/") { return sign + path.dropFirst(folder.count + 1) }
        }
        return path
    }
}

/// The files that an import will write: new collections, and changes of collections that were imported from the same source before.
public struct ImportPlan: Hashable, Sendable {
    /// A collection to create.
    struct NewCollection: Hashable, Sendable {
        let tree: CollectionTree
        let record: ImportRecord
    }

    /// The content of the files, with the issues of the plan after the issues of the files.
    public private(set) var result: ImportResult
    /// The changes of existing collections.
    public private(set) var updates: [CollectionUpdate] = []
    /// The places of credentials: those in plain text in the files, and those that are kept as secrets on this machine.
    public private(set) var credentials: [CollectionCredentials.Place] = []
    /// True if credentials are kept as secrets, as chosen now or at the last import of the source.
    public private(set) var separatesSecrets = false
    private var new: [NewCollection] = []
    private let isNew: Bool
    /// The environments and variables without a collection, as they are written.
    private var environments: [CollectionTree.Environment] = []
    private var globals: [Row] = []
    private var globalSecrets: [String: String] = [:]

    /// Compares an import with the collections of a workspace. Writes nothing.
    ///
    /// - Throws: an error for a collection that cannot be merged with.
    public init(_ result: ImportResult, from origin: ImportOrigin, in store: WorkspaceStore) throws(WorkspaceError) {
        (self.result, isNew) = (result.linked(to: origin.source, in: store.root).locatingFiles(of: origin, in: store.root), origin.isNew)
        let source = origin.recorded(in: store.root)
        var known = try knownCollections(origin, source, in: store)
        // Credentials that are kept out of the files stay out of them.
        separatesSecrets = origin.separatesSecrets || known.contains { $0.record.separatesSecrets }
        addGlobals()
        addEnvironments()
        if origin.collection != nil, result.collections.count > 1 {
            throw WorkspaceError(
                .invalidPath, path: origin.collection ?? "",
                message: "The file has \(result.collections.count) collections; only one can be merged.")
        }
        for tree in self.result.collections {
            let record = ImportRecord(
                source: source, formats: result.formats, name: tree.root.draft.name, separatesSecrets: separatesSecrets)
            if let collection = origin.collection {
                updates.append(try update(of: collection, to: tree, since: known.first?.record, record, in: store))
                continue
            }
            let index = known.firstIndex { $0.record.name == record.name } ?? (result.collections.count == 1 ? known.indices.first : nil)
            if let index {
                let (collection, base) = known.remove(at: index)
                let places = credentials
                let update = try update(of: collection, to: tree, since: base, record, in: store)
                // A collection of the same name without common requests is not a newer version.
                if update.isNewerVersion {
                    updates.append(update)
                    continue
                }
                credentials = places
            }
            new.append(NewCollection(tree: separated(tree, mergedWith: nil, in: store), record: record))
        }
    }

    /// The collections that were imported from the source before, or the one to merge with.
    private mutating func knownCollections(
        _ origin: ImportOrigin, _ source: String, in store: WorkspaceStore
    ) throws(WorkspaceError) -> [(collection: String, record: ImportRecord)] {
        guard !origin.isNew, !result.collections.isEmpty else { return [] }
        let (records, problems) = try store.importRecords()
        try store.refuseImport(from: source, into: origin.collection, without: problems)
        let known = result
        result.issues += problems.map(ImportIssue.init).filter { !known.issues.contains($0) }
        let found = records.filter { entry in
            guard origin.collection == nil else { return entry.collection == origin.collection }
            return !source.isEmpty && entry.record.source == source && entry.record.formats == known.formats
        }
        if found.isEmpty, origin.collection == nil {
            for name in result.collections.map(\.root.draft.name) {
                guard let other = records.first(where: { $0.record.name == name }) else { continue }
                result.issues.append(
                    ImportIssue(other.collection, from: other.record.source, named: name, in: origin.source.lastPathComponent))
            }
        }
        return found
    }

    private mutating func update(
        of collection: String, to tree: CollectionTree, since base: ImportRecord?, _ record: ImportRecord, in store: WorkspaceStore
    ) throws(WorkspaceError) -> CollectionUpdate {
        try store.update(of: collection, to: separated(tree, mergedWith: collection, in: store), since: base, record: record)
    }

    // MARK: Credentials

    /// The collection as it is written: with variables instead of credentials, if they are kept as secrets.
    private mutating func separated(_ tree: CollectionTree, mergedWith collection: String?, in store: WorkspaceStore) -> CollectionTree {
        guard separatesSecrets else {
            credentials += CollectionCredentials.places(in: tree)
            return tree
        }
        var tree = tree
        let variableNames = Set(tree.root.draft.variables.map(\.name))
        tree.secretValues.merge(globalSecrets.filter { !variableNames.contains($0.key) }) { $1 }
        let separated = store.credentials(of: tree, mergedWith: collection)
        credentials += separated.places
        return separated.tree
    }

    /// Takes the variables of the workspace. A workspace has no secrets: each new collection gets them.
    private mutating func addGlobals() {
        let tree = CollectionTree(CollectionTree.Folder(FolderDraft(variables: result.globals)))
        guard separatesSecrets, !result.collections.isEmpty else {
            credentials += CollectionCredentials.places(in: tree)
            return globals = result.globals
        }
        let separated = CollectionCredentials(of: tree)
        credentials += separated.places
        globals = separated.tree.root.draft.variables
        globalSecrets = separated.tree.secretValues
    }

    /// Takes the environments without a collection.
    private mutating func addEnvironments() {
        let tree = CollectionTree(environments: result.environments)
        guard separatesSecrets else {
            credentials += CollectionCredentials.places(in: tree)
            return environments = result.environments
        }
        let separated = CollectionCredentials(of: tree)
        credentials += separated.places
        environments = separated.tree.environments
    }

    /// Writes the files. Local changes are not overwritten, and variables of the workspace keep their values.
    ///
    /// - Parameter collection: the path of the collection for environments without one; nil for the workspace itself.
    /// - Returns: the paths of the written files.
    public func write(into store: WorkspaceStore, environmentsOf collection: String?) throws(WorkspaceError) -> [String] {
        var paths: [String] = []
        try write(into: store, environmentsOf: collection, adding: &paths)
        return paths
    }

    /// Writes the files likewise, and adds their paths as soon as each is written, also before a failure.
    public func write(into store: WorkspaceStore, environmentsOf collection: String?, adding paths: inout [String]) throws(WorkspaceError) {
        for collection in new { paths.append(try store.createCollection(collection.tree, record: collection.record)) }
        for update in updates {
            try store.apply(update)
            paths.append(update.collection)
        }
        try writeEnvironments(into: store, collection ?? "", adding: &paths)
        if !globals.isEmpty { paths.append(try writeGlobals(into: store)) }
        // Environments alone make a workspace too.
        if !paths.isEmpty { try store.makeCollectionsFolder() }
    }

    private func writeEnvironments(
        into store: WorkspaceStore, _ collection: String, adding paths: inout [String]
    ) throws(WorkspaceError) {
        for (environment, plain) in zip(environments, result.environments) {
            if !isNew, let update = try store.update(of: environment, insteadOf: plain.draft, in: collection) {
                try store.apply(update)
                if update.changes.contains(where: { $0.kind == .changed }) { paths.append(update.collection) }
            } else {
                paths.append(try store.create(environment.draft, in: collection))
                try store.setSecrets(environment.secretValues, ofEnvironmentAt: paths[paths.count - 1])
                try store.recordImport(of: environment.draft, at: paths[paths.count - 1])
            }
        }
    }

    /// The changes of environments without a collection that are there already, in a collection or, for nil, in the workspace itself.
    public func environmentUpdates(in store: WorkspaceStore, of collection: String?) throws(WorkspaceError) -> [CollectionUpdate] {
        var updates: [CollectionUpdate] = []
        for (new, plain) in zip(environments, result.environments) where !isNew {
            if let update = try store.update(of: new, insteadOf: plain.draft, in: collection ?? "") { updates.append(update) }
        }
        return updates
    }

    private func writeGlobals(into store: WorkspaceStore) throws(WorkspaceError) -> String {
        let settings = try store.folder(at: "")
        var draft = settings.content
        let known = Set(draft.variables.map(\.name))
        draft.variables += globals.filter { !known.contains($0.name) }
        return try store.save(draft, over: settings).path
    }
}

extension ImportIssue {
    /// A collection of the same name that was imported from another source, as by somebody else.
    fileprivate init(_ collection: String, from source: String, named name: String, in file: String) {
        let name = name.isEmpty ? "collection" : "“\(name)”"
        self.init(
            severity: .note, file: file, place: .file, what: name,
            why: "\(collection) was imported from \(source.isEmpty ? "text" : source)",
            instead: "this becomes another collection; --collection \(collection.lastPathComponent) merges them")
    }

    /// A record of an import that cannot be read.
    fileprivate init(_ problem: WorkspaceIssue) {
        self.init(
            severity: .note, file: problem.file, place: problem.line.map { .line($0, column: problem.column) } ?? .file,
            what: "record of an earlier import", why: problem.message, instead: "it is ignored")
    }
}

extension ImportResult {
    /// The result with collections linked to the OpenAPI document from which they were read, so that responses are compared with it. A
    /// document outside the workspace is not linked, since others would not have it.
    public func linked(to file: String, in workspace: String) -> ImportResult {
        guard formats == [ImportFormat.openAPI.title], let target = resolvedPath(file), let root = resolvedPath(workspace),
            target.hasPrefix(root + "/"), WorkspaceStore.belongs(target, to: root)
        else { return self }
        var result = self
        for index in result.collections.indices { result.collections[index].root.draft.openAPI = String(target.dropFirst(root.count + 1)) }
        return result
    }
}

extension ImportResult {
    /// This result with new paths for sent files that are beside the source: relative to the workspace, or absolute outside it. Other paths
    /// are kept, and the report names missing files.
    func locatingFiles(of origin: ImportOrigin, in workspace: String) -> ImportResult {
        guard !origin.source.isEmpty, !ImportDownload.isAddress(origin.source), let source = resolvedPath(origin.source) else {
            return self
        }
        let root = resolvedPath(workspace) ?? workspace
        let folder = FileStatus.isFolder(source) ? source : parentFolder(of: source)
        var result = self
        var absent: [String] = []
        for index in collections.indices {
            result.collections[index].root.changeFiles(includingAbsolute: true) { path in
                if path.hasPrefix("/") {
                    if FileStatus(of: path) == nil, !absent.contains(path) { absent.append(path) }
                    return path
                }
                if let file = ImportFolder.file(path, in: folder) {
                    return file.hasPrefix(root + "/") ? String(file.dropFirst(root.count + 1)) : file
                }
                if FileStatus(of: "\(root)/\(path)") == nil, !absent.contains(path) { absent.append(path) }
                return path
            }
        }
        let name = source.lastPathComponent
        result.issues += absent.prefix(100).map { path in
            ImportIssue(
                severity: .changed, file: name, place: .file, what: "file “\(path)”",
                why: path.hasPrefix("/")
                    ? "it does not exist" : path.isWindowsPath ? "it is a path of Windows" : "it is not next to the imported file",
                instead: "choose it before sending")
        }
        return result
    }
}

extension String {
    /// True for an absolute path of Windows: `C:\a.png`, `\\server\a.png`.
    fileprivate var isWindowsPath: Bool {
        hasPrefix("\\\\") || dropFirst().hasPrefix(":\\") && first?.isLetter == true
    }
}
