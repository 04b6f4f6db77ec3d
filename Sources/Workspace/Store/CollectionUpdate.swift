public import JSON
import Platform

/// The changes that a new import of a source makes to its collection: a three-way merge of the last import, the current files of the
/// collection, and the source. No local change is lost.
public struct CollectionUpdate: Hashable, Sendable {
    /// A change of one item, or a change that was not made.
    public struct Change: Hashable, Sendable {
        /// The kind of change.
        public enum Kind: String, CaseIterable, Sendable {
            /// New in the source.
            case added
            /// Changed in the source, and not here.
            case changed
            /// Moved to another folder in the source, and not moved here.
            case moved
            /// Removed in the source, and not changed here.
            case removed
            /// Kept as it is here although it changed in the source, because it was changed here too.
            case conflict
        }

        /// The kind of change.
        public let kind: Kind
        /// The names of the item and the folders around it: `Users / List`.
        public let item: String
        /// The changed members, or the reason why the item is kept.
        public let details: [String]

        /// The item with the details: `Users / List: url, headers`.
        public var detail: String { item + (details.isEmpty ? "" : ": " + details.joined(separator: ", ")) }

        /// One line: `changed: Users / List: url, headers`.
        public var text: String { "\(kind.rawValue): \(detail)" }

        /// A JSON object with the properties.
        public var json: JSONValue {
            ["kind": .string(kind.rawValue), "item": .string(item), "details": .array(details.map(JSONValue.string))]
        }
    }

    /// A change of files; paths are those of items within the collection.
    enum Step: Hashable, Sendable {
        case add(CollectionItem, path: String)
        case write([UInt8], over: [UInt8]?, file: String)
        case saveExamples([SavedResponse], over: [SavedResponse], path: String)
        /// Stores secrets of an environment, or of the collection with its settings.
        case setSecrets([String: String], file: String)
        case move(String, to: String)
        case remove(String, over: [UInt8]?)
        /// Removes a folder if it is empty.
        case removeFolder(String)
    }

    /// A child of a folder with a new place.
    struct Placement: Hashable, Sendable {
        let path: String
        /// The sibling that it follows; nil for the first.
        let sibling: String?
    }

    /// The path of the collection, or of an environment that is imported without one.
    public let collection: String
    /// The changes, in the order of the source.
    public internal(set) var changes: [Change] = []
    var steps: [Step] = []
    /// Children with a new place by their folders, in the order of the source.
    var placed: [String: [Placement]] = [:]
    /// True if the last import contained one of the source's requests, or neither has any.
    public internal(set) var isNewerVersion = false
    var record: ImportRecord
    /// The environment of the source, if it is imported without a collection.
    var environment: EnvironmentDraft?
}

extension WorkspaceStore {
    /// Compares a collection with a tree to import into it. Writes nothing.
    ///
    /// - Parameters:
    ///   - collection: the path of the collection.
    ///   - base: the record of the last import; nil if there is none: then the local version of differing members stays.
    ///   - record: the source of the tree.
    /// - Throws: `broken` if the settings of the collection cannot be read.
    public func update(
        of collection: String, to tree: CollectionTree, since base: ImportRecord?, record: ImportRecord
    ) throws(WorkspaceError) -> CollectionUpdate {
        var merge = CollectionMerge(
            store: self, base: base?.entries ?? [], here: try localItems(of: collection), source: CollectionItem.list(of: tree),
            update: CollectionUpdate(collection: collection, record: record))
        merge.run()
        return merge.update
    }

    /// Applies the changes. The record is written last, so that the same import can continue after a failure.
    ///
    /// - Throws: `changedOutside` if a file has changed since it was compared.
    public func apply(_ update: CollectionUpdate) throws(WorkspaceError) {
        func whole(_ path: String) -> String { path.isEmpty ? update.collection : "\(update.collection)/\(path)" }
        // Nothing is written if a changed file would be too large.
        for case .write(let bytes, let known, let file) in update.steps { try checkSize(of: bytes, over: known, whole(file)) }
        for step in update.steps {
            switch step {
            case .add(let item, let path): try write(item, at: path, in: update.collection)
            case .write(let bytes, let known, let file):
                try checkUnchanged(whole(file), known)
                try write(bytes, to: whole(file))
            case .saveExamples(let examples, let known, let path):
                let loaded = try savedResponses(of: whole(path))
                guard loaded.content.examples == known else { throw .changedOutside(loaded.path) }
                _ = try save(SavedResponses(examples), over: loaded)
            case .setSecrets(let values, let file): try setSecrets(values, ofEnvironmentAt: whole(file))
            case .move(let path, let target):
                try moveFiles(whole(path), to: whole(target))
                try removeChild(whole(path), ofOrderOf: WorkspacePath.parent(of: whole(path)), knowing: [])
            case .remove(let path, let known):
                try checkUnchanged(whole(path), known)
                _ = try delete(whole(path))
            case .removeFolder(let path):
                let entries = try reading(whole(path)) { path throws(DiskError) in try Disk.entries(of: path, includingHidden: true) }
                if entries.allSatisfy({ $0.name == WorkspacePath.folderFile }) { _ = try delete(whole(path)) }
            }
        }
        for (folder, children) in update.placed.sorted(by: { $0.key < $1.key }) {
            try place(children.map { CollectionUpdate.Placement(path: whole($0.path), sibling: $0.sibling.map(whole)) }, in: whole(folder))
        }
        if WorkspacePath.isCollection(update.collection) { try write(update.record, of: update.collection) }
        if let imported = update.environment { try recordImport(of: imported, at: update.collection) }
    }

    /// Compares an environment that is imported without a collection with the one of its name. Writes nothing. What was not changed here since
    /// the last import is taken over; without a record of that, and for credentials, which are masked in it, only what is new.
    ///
    /// - Parameters:
    ///   - new: the environment as it is to be written.
    ///   - plain: the same before its credentials became secrets; equal rows here become secrets, too.
    ///   - collection: the path of the collection that gets it; empty for the workspace itself.
    /// - Returns: nil if there is none of that name.
    public func update(
        of new: CollectionTree.Environment, insteadOf plain: EnvironmentDraft, in collection: String
    ) throws(WorkspaceError) -> CollectionUpdate? {
        let known = environments(of: collection).filter { $0.problem == nil && $0.name == new.draft.name }
        guard let path = known.first?.path else { return nil }
        let loaded = try environment(at: path)
        let (mine, stored) = (loaded.content, storedSecrets(ofEnvironmentAt: path))
        let disputed = new.secretValues.filter { name, value in
            (stored[name] ?? value) != value || mine.secrets.contains { $0.name == name && $0.source != .file }
                || mine.variables.contains { $0.name == name && !plain.variables.contains($0) }
        }
        let merge = EnvironmentMerge(
            of: mine, with: new.draft, since: importedEnvironment(at: path), insteadOf: plain, disputed: Set(disputed.keys))
        let merged = merge.draft
        let values = new.secretValues.filter { value in merged.secrets.contains { $0.name == value.key && $0.source == .file } }
        let missing = values.filter { stored[$0.key] == nil }
        let others = values.filter { stored[$0.key] != nil && stored[$0.key] != $0.value }
        func places(_ values: [String: String]) -> [String] { values.keys.sorted().map { "secret “\($0)”" } }
        let (taken, kept) = (merge.taken + places(missing).filter { !merge.taken.contains($0) }, merge.kept + places(others))
        var update = CollectionUpdate(collection: path, record: ImportRecord(), environment: new.draft)
        // Secrets are stored first: a file must never refer to a secret that is stored nowhere.
        if !missing.isEmpty { update.steps.append(.setSecrets(missing, file: "")) }
        if merged != mine { update.steps.append(.write(try bytes(of: merged, over: loaded), over: loaded.bytes, file: "")) }
        let item = "the environment \(merged.name)"
        if !taken.isEmpty { update.changes.append(.init(kind: .changed, item: item, details: taken)) }
        if !kept.isEmpty { update.changes.append(.init(kind: .conflict, item: item, details: kept)) }
        return update
    }

    /// Places children of a folder after their siblings.
    private func place(_ new: [CollectionUpdate.Placement], in folder: String) throws(WorkspaceError) {
        let added = Set(new.map(\.path))
        var paths = children(of: folder).map(\.path).filter { !added.contains($0) }
        for child in new {
            let index = child.sibling.map { sibling in paths.firstIndex(of: sibling).map { $0 + 1 } ?? paths.endIndex } ?? 0
            paths.insert(child.path, at: index)
        }
        try setOrder(paths, of: folder)
    }

    /// The files of a collection with their bytes; nil for those that cannot be read.
    private func localItems(of collection: String) throws(WorkspaceError) -> [LocalItem] {
        var items: [LocalItem] = []
        let name = collection.lastPathComponent
        // Without the settings of the collection, nothing can be compared.
        let settings = try folder(at: collection)
        items.append(LocalItem(settings, CollectionItem.Content.folder, at: "", []))
        func add(_ nodes: [WorkspaceNode], _ folders: [String]) {
            for node in nodes {
                let path = String(node.path.dropFirst(collection.count + 1))
                if WorkspacePath.isRequest(path) {
                    var item = LocalItem(try? load(RequestDraft.self, node.path), CollectionItem.Content.request, at: path, folders)
                    if let saved = try? savedResponses(of: node.path) {
                        item.item?.examples = saved.content.examples
                    } else {
                        item.item = nil
                    }
                    items.append(item)
                } else {
                    items.append(LocalItem(try? folder(at: node.path), CollectionItem.Content.folder, at: path, folders))
                    add(node.children, folders + [node.name])
                }
            }
        }
        add(TreeReader(store: self).collection(name).children, [])
        for environment in environments(of: collection) {
            let path = String(environment.path.dropFirst(collection.count + 1))
            items.append(LocalItem(try? self.environment(at: environment.path), CollectionItem.Content.environment, at: path, []))
        }
        return items
    }
}

/// A file of a collection as it is on disk.
struct LocalItem {
    let path: String
    /// The content; nil if it cannot be read.
    var item: CollectionItem?
    /// The bytes; nil if there is no file.
    let bytes: [UInt8]?

    init<Draft>(_ loaded: Loaded<Draft>?, _ content: (Draft) -> CollectionItem.Content, at path: String, _ folders: [String]) {
        self.path = path
        bytes = loaded?.bytes
        item = loaded.map {
            CollectionItem(
                path: path, folders: folders, parent: nil, content: content($0.content), extensions: WorkspaceStore.extensions($0.bytes))
        }
    }
}

/// Merges an environment with one that is imported: what was changed here since the last import stays.
private struct EnvironmentMerge {
    private(set) var draft: EnvironmentDraft
    /// The parts that were taken from the import.
    private(set) var taken: [String] = []
    /// The parts that have another value in the import.
    private(set) var kept: [String] = []
    /// The secrets of the import that are something else here: what contains their value keeps it.
    private let disputed: Set<String>
    /// The environment of the last import, with masked credentials; empty if that is not known.
    private let base: EnvironmentDraft

    init(
        of mine: EnvironmentDraft, with new: EnvironmentDraft, since base: EnvironmentDraft?, insteadOf plain: EnvironmentDraft,
        disputed: Set<String>
    ) {
        (draft, self.disputed, self.base) = (mine, disputed, base ?? EnvironmentDraft())
        let secrets = Set(mine.secrets.map(\.name))
        merge(\.headers, "header", new, plain, besides: [])
        merge(\.query, "query parameter", new, plain, besides: [])
        merge(\.variables, "variable", new, plain, besides: secrets)
        for secret in new.secrets where !secrets.contains(secret.name) {
            if draft.variables.contains(where: { $0.name == secret.name }) {
                kept.append("variable “\(secret.name)”")
            } else {
                draft.secrets.append(secret)
                taken.append("secret “\(secret.name)”")
            }
        }
        func others(_ draft: EnvironmentDraft?) -> JSONObject {
            let members = draft?.json.object?.members ?? []
            return JSONObject(members.filter { !["headers", "query", "variables", "secrets"].contains($0.name) })
        }
        let members = ObjectMerge(of: others(base), here: draft.json.object ?? JSONObject(), source: others(new))
        kept += members.disputed
        guard !members.taken.isEmpty else { return }
        guard let merged = try? EnvironmentDraft(json: .object(members.result)) else {
            kept += members.taken
            return
        }
        draft = merged
        taken += members.taken
    }

    private mutating func merge(
        _ rows: WritableKeyPath<EnvironmentDraft, [Row]>, _ kind: String, _ new: EnvironmentDraft, _ plain: EnvironmentDraft,
        besides secrets: Set<String>
    ) {
        let source = new[keyPath: rows]
        let users = source.filter { row in disputed.contains { row.value.contains("{{\($0)}}") } }
        let names = disputed.union(users.map(\.name))
        let separated = plain[keyPath: rows].filter { !source.contains($0) && !names.contains($0.name) }
        draft[keyPath: rows].removeAll { separated.contains($0) }
        let (mine, known) = (draft[keyPath: rows], base[keyPath: rows])
        // What is as in the last import was changed here only, or not at all.
        for row in source where !mine.contains(row) && !known.contains(row) && !secrets.contains(row.name) {
            let place = "\(kind) “\(row.name)”"
            let others = mine.filter { $0.name == row.name }
            if others.count == 1, known.contains(others[0]), let index = mine.firstIndex(of: others[0]),
                source.count(where: { $0.name == row.name }) == 1
            {
                draft[keyPath: rows][index] = row
                taken.append(place)
            } else if !others.isEmpty {
                kept.append(place)
            } else {
                draft[keyPath: rows].append(row)
                taken.append(place)
            }
        }
        let present = Set((source + plain[keyPath: rows]).map(\.name))
        for row in known where !present.contains(row.name) && draft[keyPath: rows].contains(row) {
            draft[keyPath: rows].removeAll { $0 == row }
            taken.append("\(kind) “\(row.name)”")
        }
    }
}
