import JSON

/// One of the versions of an item, in the form of the record.
struct ItemVersion {
    let path: String
    let folders: [String]
    let content: JSONObject
    let examples: String

    init(_ item: CollectionItem) {
        path = item.path
        folders = item.folders
        content = item.recorded
        examples = item.examplesDigest
    }

    init(_ entry: ImportRecord.Entry, folders: [String]) {
        path = entry.path
        self.folders = folders
        content = entry.content.object ?? JSONObject()
        examples = entry.examples
    }

    init(unreadable path: String) {
        self.path = path
        folders = []
        content = JSONObject()
        examples = ""
    }

    enum Kind: String { case collection, folder, request, environment }

    var kind: Kind {
        if path.isEmpty { return .collection }
        if WorkspacePath.isRequest(path) { return .request }
        return path.hasSuffix(WorkspacePath.environmentEnding) ? .environment : .folder
    }

    /// The name for the user.
    var title: String {
        let name = content["name"]?.string ?? WorkspacePath.stem(of: path)
        return switch kind {
        case .collection: "the collection"
        case .environment: "the environment \(name)"
        case .folder, .request: (folders + [name]).joined(separator: " / ")
        }
    }

    /// A text that is equal for versions of the same item, as far as these properties tell.
    func key(isInFolder: Bool = false, isNamed: Bool = false, hasMethod: Bool = false, hasURL: Bool = false) -> String? {
        if kind == .collection { return "" }
        guard kind == .request || isInFolder && isNamed && !hasMethod else { return nil }
        var parts = [kind.rawValue]
        if isInFolder { parts += folders }
        if isNamed { parts.append(content["name"]?.string ?? "") }
        if hasMethod { parts.append(content["method"]?.string ?? "GET") }
        if hasURL { parts.append(content["url"]?.string ?? "") }
        return parts.joined(separator: "\0")
    }

    /// The keys of an item, the most reliable first.
    static var keys: [(ItemVersion) -> String?] {
        [
            { $0.key(isInFolder: true, isNamed: true, hasMethod: true, hasURL: true) },
            { $0.key(isInFolder: true, isNamed: true, hasMethod: true) },
            { $0.key(isInFolder: true, isNamed: true) },
            { $0.key(isNamed: true, hasMethod: true, hasURL: true) },
            { $0.key(hasMethod: true, hasURL: true) },
        ]
    }

    /// A text that is equal for versions of an environment that was renamed and not changed otherwise. Environments have the same names of
    /// variables and secrets, which say nothing, and masked values may be others.
    private var renamedKey: String? {
        guard kind == .environment, content.contains(where: { $0.name != "name" && $0.name != "secrets" }) else { return nil }
        let key = JSONValue.object(JSONObject(content.filter { $0.name != "name" })).compactText
        return key.contains(SecretMask.sign) ? nil : key
    }

    /// The keys of an item that the last import knows.
    static var keysOfKnown: [(ItemVersion) -> String?] { keys + [{ $0.renamedKey }] }

    /// The index of the same item in another list, for each version; nil for none.
    static func pairs(_ versions: [ItemVersion], with others: [ItemVersion], by keys: [(ItemVersion) -> String?]) -> [Int?] {
        var pairs: [Int?] = versions.map { _ in nil }
        var free = Set(others.indices)
        for key in keys {
            var known: [String: [Int]] = [:]
            for index in others.indices.reversed() where free.contains(index) {
                if let key = key(others[index]) { known[key, default: []].append(index) }
            }
            for index in versions.indices where pairs[index] == nil {
                guard let key = key(versions[index]), let other = known[key]?.popLast() else { continue }
                pairs[index] = other
                free.remove(other)
            }
        }
        return pairs
    }
}

/// Merges an import into a collection, for ``WorkspaceStore/update(of:to:since:record:)``.
struct CollectionMerge {
    let store: WorkspaceStore
    let base: [ItemVersion]
    let here: [LocalItem]
    let hereVersions: [ItemVersion]
    let source: [CollectionItem]
    let sourceVersions: [ItemVersion]
    /// The local item for each item of the base.
    let hereOfBase: [Int?]
    /// The base item for each item of the source.
    let baseOfSource: [Int?]
    /// The local item for each item of the source.
    let hereOfSource: [Int?]
    var update: CollectionUpdate

    /// The local path of each item of the source; nil for one that does not exist here yet or was removed here.
    private var places: [String?]
    /// The index in the record of each recorded item of the source.
    private var recorded: [Int: Int] = [:]
    /// The names in use in each folder.
    private var names: [String: FileNames] = [:]
    /// The requests and folders in each folder of the source, in order.
    private var children: [Int: [Int]] = [:]
    /// The folders whose order is taken over from the source.
    private var ordered: Set<Int> = []
    /// The last child of each folder in the order of the source.
    private var lastChildren: [String: String] = [:]
    /// The local items that do not stay at their paths.
    private var gone: Set<String> = []

    init(store: WorkspaceStore, base entries: [ImportRecord.Entry], here: [LocalItem], source: [CollectionItem], update: CollectionUpdate) {
        self.store = store
        self.here = here
        self.source = source
        self.update = update
        let names = Dictionary(entries.map { ($0.path, $0.content["name"]?.string ?? "") }) { first, _ in first }
        base = entries.map { entry in
            let parts = entry.path.split(separator: "/").dropLast()
            let isEnvironment = !WorkspacePath.isRequest(entry.path) && WorkspacePath.isEnvironmentFile(entry.path)
            let folders = isEnvironment ? [] : parts.indices.map { names[parts[...$0].joined(separator: "/")] ?? "" }
            return ItemVersion(entry, folders: folders)
        }
        hereVersions = here.map { $0.item.map { ItemVersion($0) } ?? ItemVersion(unreadable: $0.path) }
        sourceVersions = source.map { ItemVersion($0) }
        let hereOfBase = ItemVersion.pairs(base, with: hereVersions, by: [{ $0.path }] + ItemVersion.keysOfKnown)
        let baseOfSource = ItemVersion.pairs(sourceVersions, with: base, by: ItemVersion.keysOfKnown)
        // An item that was not in the source at the last import may have been created here meanwhile.
        let taken = Set(hereOfBase.compactMap { $0 })
        let others = hereVersions.indices.filter { !taken.contains($0) }
        let new = baseOfSource.indices.filter { baseOfSource[$0] == nil }
        let pairs = ItemVersion.pairs(
            new.map { [sourceVersions] in sourceVersions[$0] }, with: others.map { [hereVersions] in hereVersions[$0] },
            by: ItemVersion.keys)
        var hereOfSource = baseOfSource.map { $0.flatMap { hereOfBase[$0] } }
        for (index, other) in zip(new, pairs) { hereOfSource[index] = other.map { others[$0] } }
        self.hereOfSource = hereOfSource
        self.hereOfBase = hereOfBase
        self.baseOfSource = baseOfSource
        places = source.map { _ in nil }
    }

    mutating func run() {
        update.isNewerVersion =
            zip(sourceVersions, baseOfSource).contains { $0.kind == .request && $1 != nil }
            || !(sourceVersions + base).contains { $0.kind == .request }
        let inFolders = source.indices.filter { source[$0].parent != nil && sourceVersions[$0].kind != .environment }
        children = Dictionary(grouping: inFolders) { source[$0].parent ?? 0 }
        for index in source.indices {
            if let local = hereOfSource[index] {
                merge(index, local)
            } else if let old = baseOfSource[index] {
                skip(index, old)
            } else {
                add(index)
            }
        }
        let matched = Set(baseOfSource.compactMap { $0 })
        for index in base.indices.reversed() where !matched.contains(index) { remove(index) }
        placeOthers()
    }

    /// Records the source's version of an item for the next import.
    private mutating func record(_ index: Int, at path: String) {
        let version = sourceVersions[index]
        let entry = ImportRecord.Entry(path: path, content: .object(version.content), examples: version.examples)
        // Creates a folder again that was removed here, for a new item in it.
        if let place = recorded.updateValue(recorded[index] ?? update.record.entries.count, forKey: index) {
            update.record.entries[place] = entry
        } else {
            update.record.entries.append(entry)
        }
    }

    private mutating func addChange(_ kind: CollectionUpdate.Change.Kind, _ version: ItemVersion, _ details: [String] = []) {
        update.changes.append(CollectionUpdate.Change(kind: kind, item: version.title, details: details))
    }

    // MARK: Items of the source

    /// An item that was removed here stays removed.
    private mutating func skip(_ index: Int, _ old: Int) {
        let (version, base) = (sourceVersions[index], base[old])
        record(index, at: base.path)
        if version.content != base.content || version.examples != base.examples {
            addChange(.conflict, version, ["removed here, changed in the source"])
        }
    }

    private mutating func add(_ index: Int) {
        let path = newPath(index)
        var item = source[index]
        if case .folder(var draft) = item.content {
            // In the order of their names in the source.
            draft.order = []
            item.content = .folder(draft)
        }
        update.steps.append(.add(item, path: path))
        addChange(.added, sourceVersions[index])
        recordPath(of: index, path, isNew: true)
        record(index, at: path)
    }

    /// A free path for an item of the source; creates folders around it again that were removed here.
    private mutating func newPath(_ index: Int) -> String {
        let item = source[index]
        var folder = WorkspacePath.environments
        if sourceVersions[index].kind != .environment, let parent = item.parent {
            if places[parent] == nil { add(parent) }
            folder = places[parent] ?? ""
        }
        let name = sourceVersions[index].content["name"]?.string ?? ""
        return freePath(for: name.isEmpty ? WorkspacePath.stem(of: item.path) : name, in: folder, WorkspaceStore.ending(of: item.path))
    }

    private mutating func freePath(for name: String, in folder: String, _ ending: String) -> String {
        let whole = folder.isEmpty ? update.collection : "\(update.collection)/\(folder)"
        if names[folder] == nil { names[folder] = FileNames(taken: store.takenStems(in: whole)) }
        let stem = names[folder]?.next(for: name) ?? ""
        return (folder.isEmpty ? "" : folder + "/") + stem + ending
    }

    /// Records the path of an item of the source; a new item, and each one of a folder in the source's order, is placed after its sibling.
    private mutating func recordPath(of index: Int, _ path: String, isNew: Bool) {
        places[index] = path
        guard let parent = source[index].parent, sourceVersions[index].kind != .environment, let folder = places[parent],
            WorkspacePath.parent(of: path) == folder
        else { return }
        if isNew || ordered.contains(parent) {
            update.placed[folder, default: []].append(CollectionUpdate.Placement(path: path, sibling: lastChildren[folder]))
        }
        lastChildren[folder] = path
    }

    // MARK: Items that are here

    /// Takes over the changes of the source that do not conflict with local ones.
    private mutating func merge(_ index: Int, _ local: Int) {
        let (version, old) = (sourceVersions[index], baseOfSource[index].map { base[$0] })
        guard let mine = here[local].item else {
            addChange(.conflict, version, ["its file cannot be read"])
            record(index, at: here[local].path)
            return recordPath(of: index, here[local].path, isNew: false)
        }
        var (taken, kept) = mergeMembers(index, local, mine, old)
        mergeExamples(index, local, old, &taken, &kept)
        mergeOrder(index, local, &taken, &kept)
        kept += storeSecrets(of: source[index], at: mine.file)
        if !taken.isEmpty { addChange(.changed, version, taken) }
        if !kept.isEmpty { addChange(.conflict, version, kept) }
        let path = move(index, mine.path, old)
        recordPath(of: index, path, isNew: path != mine.path)
        record(index, at: path)
    }

    /// Merges the members of a file, and returns the members that were taken over and the members that were kept.
    private mutating func mergeMembers(
        _ index: Int, _ local: Int, _ mine: CollectionItem, _ old: ItemVersion?
    ) -> (taken: [String], kept: [String]) {
        let merge = ObjectMerge(
            of: old?.content ?? JSONObject(), here: hereVersions[local].content, source: sourceVersions[index].content)
        guard !merge.taken.isEmpty else { return ([], merge.disputed) }
        let bytes = here[local].bytes
        guard let json = mine.json(merged: merge.result, with: source[index]),
            let new = Self.bytes(bytes, changedFrom: mine.json, to: json)
        else { return ([], merge.taken + merge.disputed) }
        guard json != mine.json else { return ([], merge.disputed) }
        update.steps.append(.write(new, over: bytes, file: mine.file))
        return (merge.taken, merge.disputed)
    }

    private static func bytes(_ bytes: [UInt8]?, changedFrom old: JSONObject, to new: JSONObject) -> [UInt8]? {
        guard let bytes else { return JSONValue.object(new).prettyBytes }
        guard let file = try? JSONSource(parsing: bytes) else { return nil }
        return file.bytes(changedTo: file.value.applyingChange(from: .object(old), to: .object(new)))
    }

    private mutating func mergeExamples(
        _ index: Int, _ local: Int, _ old: ItemVersion?, _ taken: inout [String], _ kept: inout [String]
    ) {
        let (mine, theirs, base) = (hereVersions[local].examples, sourceVersions[index].examples, old?.examples ?? "")
        guard mine != theirs, theirs != base else { return }
        guard mine == base else { return kept.append("examples") }
        update.steps.append(
            .saveExamples(source[index].examples, over: here[local].item?.examples ?? [], path: here[local].path))
        taken.append("examples")
    }

    /// Takes over the order in which the source has the items of a folder, unless it changed here, too. Only items that were in the folder at
    /// the last import and still are, here and in the source, tell whether an order changed.
    private mutating func mergeOrder(_ index: Int, _ local: Int, _ taken: inout [String], _ kept: inout [String]) {
        guard let old = baseOfSource[index], let children = children[index] else { return }
        let common = children.compactMap { child -> (before: Int, now: Int)? in
            guard let before = baseOfSource[child], let now = hereOfSource[child],
                WorkspacePath.parent(of: base[before].path) == base[old].path,
                WorkspacePath.parent(of: here[now].path) == here[local].path
            else { return nil }
            return (before, now)
        }
        func rises(_ places: [Int]) -> Bool { zip(places, places.dropFirst()).allSatisfy { $0 < $1 } }
        guard !rises(common.map(\.now)), !rises(common.map(\.before)) else { return }
        if rises(common.sorted { $0.before < $1.before }.map(\.now)) {
            ordered.insert(index)
            taken.append("order")
        } else {
            kept.append("order")
        }
    }

    /// Places items that are only here after those that they follow, in folders that get the order of the source.
    private mutating func placeOthers() {
        guard !ordered.isEmpty else { return }
        let paths = here.map(\.path).filter { !$0.isEmpty && !gone.contains($0) }
        let siblings = Dictionary(grouping: paths, by: WorkspacePath.parent(of:))
        for folder in ordered.compactMap({ places[$0] }) {
            let placed = Set((update.placed[folder] ?? []).map(\.path))
            let children = siblings[folder] ?? []
            for (path, before) in zip(children, [nil] + children.map(Optional.some)) where !placed.contains(path) {
                update.placed[folder, default: []].append(CollectionUpdate.Placement(path: path, sibling: before))
            }
        }
    }

    /// Stores the values of secrets that have no local value, and returns those that have another one here.
    private mutating func storeSecrets(of item: CollectionItem, at path: String) -> [String] {
        guard !item.secretValues.isEmpty else { return [] }
        let known = store.storedSecrets(ofEnvironmentAt: "\(update.collection)/\(path)")
        let new = item.secretValues.filter { known[$0.key] == nil }
        if !new.isEmpty { update.steps.append(.setSecrets(new, file: path)) }
        return item.secretValues.filter { known[$0.key] != nil && known[$0.key] != $0.value }.keys.sorted().map { "secret “\($0)”" }
    }

    /// Moves a request as in the source, unless it was moved here, and returns its path.
    private mutating func move(_ index: Int, _ path: String, _ old: ItemVersion?) -> String {
        guard let old, old.kind == .request, old.folders != sourceVersions[index].folders, old.path == path,
            let parent = source[index].parent
        else { return path }
        if places[parent] == nil { add(parent) }
        guard let folder = places[parent], WorkspacePath.parent(of: path) != folder else { return path }
        let new = freePath(for: WorkspacePath.stem(of: path), in: folder, WorkspacePath.requestEnding)
        update.steps.append(.move(path, to: new))
        addChange(
            .moved, old,
            ["to " + (sourceVersions[index].folders.isEmpty ? "the collection" : sourceVersions[index].folders.joined(separator: " / "))])
        gone.insert(path)
        return new
    }

    // MARK: Items that the source no longer has

    /// Removes an item that was not changed here.
    private mutating func remove(_ index: Int) {
        let old = base[index]
        guard let local = hereOfBase[index], old.kind != .collection else { return }
        let mine = hereVersions[local]
        let path = here[local].path
        let hasSecrets = old.kind == .environment && !store.namesOfStoredSecrets(ofEnvironmentAt: "\(update.collection)/\(path)").isEmpty
        if old.kind == .folder {
            let prefix = path + "/"
            let isEmpty = here.allSatisfy { !$0.path.hasPrefix(prefix) || gone.contains($0.path) }
            guard isEmpty, !places.contains(where: { $0?.hasPrefix(prefix) == true }) else { return }
        }
        guard here[local].item != nil, mine.content == old.content, mine.examples == old.examples, !hasSecrets else {
            return addChange(.conflict, old, ["changed here, removed in the source"])
        }
        update.steps.append(old.kind == .folder ? .removeFolder(path) : .remove(path, over: here[local].bytes))
        gone.insert(path)
        addChange(.removed, old)
    }
}
