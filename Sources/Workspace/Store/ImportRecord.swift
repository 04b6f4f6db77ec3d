import HTTP
import Hashing
import JSON
import Platform

/// The record of an imported collection, `.import.json`: its source, and its files as they were in the source. The next import of the same
/// source compares with it, to tell local changes from changes of the source.
public struct ImportRecord: Hashable, Sendable {
    /// A file as it was in the source.
    struct Entry: Hashable, Sendable {
        /// The path as in ``CollectionItem/path``.
        var path = ""
        /// The members of the file, see ``CollectionItem/recorded``.
        var content: JSONValue = [:]
        /// The digest of the saved responses; empty for none.
        var examples = ""
    }

    /// The file, folder or URL; empty for text without a file.
    public var source: String
    /// The names of the formats.
    public var formats: [String]
    /// The collection's name in the source, which may have several collections.
    public var name: String
    /// True if credentials are kept as secrets on this machine, so that a later import does not write them into files.
    public var separatesSecrets: Bool
    /// All files of the collection.
    var entries: [Entry] = []

    /// Creates a record without files, which are added when they are written.
    public init(source: String = "", formats: [String] = [], name: String = "", separatesSecrets: Bool = false) {
        self.separatesSecrets = separatesSecrets
        self.source = source
        self.formats = formats
        self.name = name
    }
}

extension ImportRecord: Formatted {
    static let fields: [Field<ImportRecord>] = [
        Field("source", \.source, .string),
        Field("formats", \.formats, Coder<String>.string.list),
        Field("name", \.name, .string),
        Field("separatesSecrets", \.separatesSecrets, .flag),
        Field("entries", \.entries, Coder<Entry>.object.list),
    ]

    static let blank = Self()
}

extension ImportRecord.Entry: Formatted {
    static let fields: [Field<Self>] = [
        Field("path", \.path, .string),
        Field("content", \.content, .any),
        Field("examples", \.examples, .string),
    ]

    static let blank = Self()
}

extension WorkspaceStore {
    /// The name of the record's file. It is hidden, so that it is not part of the collection.
    package static let importFile = ".import.json"
    /// The maximum size of a record in bytes. It is about as large as its collection, which has many files.
    private static let recordLimit = 256 << 20

    /// The records of all collections by path, and the reasons why the others cannot be read.
    public func importRecords() throws(WorkspaceError) -> (
        records: [(collection: String, record: ImportRecord)], problems: [WorkspaceIssue]
    ) {
        var records: [(collection: String, record: ImportRecord)] = []
        var problems: [WorkspaceIssue] = []
        for node in try topLevel().nodes {
            do throws(WorkspaceError) {
                if let record = try importRecord(of: node.path) { records.append((node.path, record)) }
            } catch {
                problems.append(error.issue(at: "\(node.path)/\(Self.importFile)"))
            }
        }
        return (records, problems)
    }

    private func importRecord(of collection: String) throws(WorkspaceError) -> ImportRecord? {
        let path = "\(collection)/\(Self.importFile)"
        guard !isMissing(path) else { return nil }
        let bytes = try reading(path) { absolute throws(DiskError) in try Disk.read(absolute, limit: Self.recordLimit) }
        return try Self.parse(ImportRecord.self, bytes, path)
    }

    /// Refuses an import whose record cannot be read, for example because of a merge conflict: local changes could not be told from those of
    /// the source, and the collection would be there twice.
    ///
    /// - Parameters:
    ///   - collection: the path of the collection to merge with; nil for the one whose record names the source.
    ///   - problems: the reasons why records cannot be read.
    package func refuseImport(
        from source: String, into collection: String?, without problems: [WorkspaceIssue]
    ) throws(WorkspaceError) {
        let name = JSONValue.string(source).compactText
        for problem in problems {
            guard
                collection.map({ WorkspacePath.parent(of: problem.file) == $0 })
                    ?? (!source.isEmpty && recordText(problem.file).contains(name))
            else { continue }
            let message = "\(problem) It is the record of the last import: restore it, or delete it to import without."
            throw WorkspaceError(.broken, path: problem.file, message: message, problem: problem)
        }
    }

    /// The text of a record; empty if it cannot be read.
    private func recordText(_ path: String) -> String {
        let bytes = try? reading(path) { absolute throws(DiskError) in try Disk.read(absolute, limit: Self.recordLimit) }
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    /// The environment at a path as it was in the last import without a collection, with masked credentials; nil if that is not known.
    func importedEnvironment(at path: String) -> EnvironmentDraft? {
        let entries = (try? importRecord(of: WorkspacePath.parent(of: path)))?.entries ?? []
        return entries.first { $0.path == path.lastPathComponent }.flatMap { try? EnvironmentDraft(json: $0.content) }
    }

    /// Records an environment of an import without a collection, beside the file at a path.
    public func recordImport(of environment: EnvironmentDraft, at path: String) throws(WorkspaceError) {
        let folder = WorkspacePath.parent(of: path)
        let old = (try? importRecord(of: folder)) ?? ImportRecord()
        var record = old
        record.entries.removeAll { $0.path == path.lastPathComponent }
        let content = CollectionItem.Content.environment(environment).masked.json
        record.entries.append(ImportRecord.Entry(path: path.lastPathComponent, content: content, examples: ""))
        record.entries.sort { $0.path < $1.path }
        if record != old { try write(record, of: folder) }
    }

    /// Writes the record of a collection.
    func write(_ record: ImportRecord, of collection: String) throws(WorkspaceError) {
        try write(Self.fileBytes(of: record.json), to: "\(collection)/\(Self.importFile)")
    }
}

/// A file of a collection in memory: the settings of the collection or of a folder, a request with its saved responses, or an
/// environment.
struct CollectionItem: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case folder(FolderDraft)
        case request(RequestDraft)
        case environment(EnvironmentDraft)
    }

    /// The path within the collection: of a folder, or of the file of a request or an environment; empty for the collection itself.
    let path: String
    /// The names of the folders around it, outermost first, without the collection's.
    let folders: [String]
    /// The index of the folder around it in the same list; nil for the collection itself.
    let parent: Int?
    var content: Content
    /// Members whose names begin with `x-`.
    let extensions: JSONObject
    var examples: [SavedResponse] = []
    /// Values of secrets, which are never recorded.
    var secretValues: [String: String] = [:]

    /// The file, within the collection.
    var file: String { file(at: path) }

    /// The file of the item at another path.
    func file(at path: String) -> String {
        guard case .folder = content else { return path }
        return path.isEmpty ? WorkspacePath.collectionFile : "\(path)/\(WorkspacePath.folderFile)"
    }

    /// The members of the file without the order of a folder.
    var json: JSONObject { json(of: content, extensions) }

    /// The members of the file for the record: typed credentials are masked, and members of other programs, which may contain some, are
    /// replaced by digests.
    var recorded: JSONObject {
        let digests = extensions.map { JSONMember($0.name, .string(HashAlgorithm.sha256.hexDigest(of: $0.value.compactText))) }
        return json(of: content.masked, JSONObject(digests))
    }

    /// The digest of the saved responses; empty for none.
    var examplesDigest: String {
        examples.isEmpty ? "" : HashAlgorithm.sha256.hexDigest(of: SavedResponses(examples).json.compactText)
    }

    /// The record's entry for the file at this path.
    func entry(at path: String) -> ImportRecord.Entry {
        ImportRecord.Entry(path: path, content: .object(recorded), examples: examplesDigest)
    }

    /// The members of the file after a merge of records.
    ///
    /// - Parameter other: the item with the members that this one does not have.
    /// - Returns: nil if a credential is missing in both, or if the members are not a valid draft.
    func json(merged: JSONObject, with other: CollectionItem) -> JSONObject? {
        guard let draft = content.reading(.object(merged))?.restored(from: content).restored(from: other.content), !draft.lacksSecrets
        else { return nil }
        let (mine, theirs) = (recorded, other.recorded)
        let kept = merged.compactMap { member -> JSONMember? in
            guard member.name.hasPrefix("x-") else { return nil }
            let value = mine[member.name] == member.value ? extensions[member.name] : other.extensions[member.name]
            return value.flatMap {
                mine[member.name] == member.value || theirs[member.name] == member.value ? JSONMember(member.name, $0) : nil
            }
        }
        return json(of: draft, JSONObject(kept))
    }

    private func json(of content: Content, _ extensions: JSONObject) -> JSONObject {
        let members = content.json.object?.members ?? []
        return JSONObject(members.filter { $0.name != "order" } + extensions.filter { $0.name.hasPrefix("x-") })
    }
}

extension CollectionItem {
    /// All files of a new collection, each folder before its content, with their paths.
    static func list(of tree: CollectionTree) -> [CollectionItem] {
        var items: [CollectionItem] = []
        add(tree.root, at: "", [], parent: nil, to: &items)
        items[0].secretValues = tree.secretValues
        var names = FileNames()
        for environment in tree.environments {
            items.append(
                CollectionItem(
                    path: "\(WorkspacePath.environments)/\(names.next(for: environment.draft.name))\(WorkspacePath.environmentEnding)",
                    folders: [], parent: 0, content: .environment(environment.draft), extensions: JSONObject(),
                    secretValues: environment.secretValues))
        }
        return items
    }

    private static func add(
        _ folder: CollectionTree.Folder, at path: String, _ folders: [String], parent: Int?, to items: inout [CollectionItem]
    ) {
        let index = items.count
        items.append(
            CollectionItem(
                path: path, folders: Array(folders.dropLast()), parent: parent, content: .folder(folder.draft),
                extensions: folder.extensions))
        var names = FileNames(taken: path.isEmpty ? [WorkspacePath.environments] : [])
        var draft = folder.draft
        draft.order = []
        for item in folder.items {
            let stem = names.next(for: item.fileTitle)
            let child = path.isEmpty ? stem : "\(path)/\(stem)"
            draft.order.append(stem)
            switch item {
            case .folder(let folder): add(folder, at: child, folders + [folder.draft.name], parent: index, to: &items)
            case .request(let request):
                items.append(
                    CollectionItem(
                        path: child + WorkspacePath.requestEnding, folders: folders, parent: index, content: .request(request.draft),
                        extensions: request.extensions, examples: request.examples))
            }
        }
        if draft.order.count < 2 { draft.order = [] }
        items[index].content = .folder(draft)
    }
}

extension CollectionTree.Item {
    /// The text from which the file's name is made.
    fileprivate var fileTitle: String {
        switch self {
        case .folder(let folder): folder.draft.name
        case .request(let request): request.draft.name.isEmpty ? "\(request.draft.method) request" : request.draft.name
        }
    }
}

extension CollectionItem.Content {
    /// The members of the file.
    var json: JSONValue {
        switch self {
        case .folder(let draft): draft.json
        case .request(let draft): draft.json
        case .environment(let draft): draft.json
        }
    }

    /// Content of the same kind; nil if the members are not valid.
    func reading(_ value: JSONValue) -> Self? {
        switch self {
        case .folder: (try? FolderDraft(json: value)).map(Self.folder)
        case .request: (try? RequestDraft(json: value)).map(Self.request)
        case .environment: (try? EnvironmentDraft(json: value)).map(Self.environment)
        }
    }

    /// The content with typed credentials masked, also those in variables.
    var masked: Self {
        switch self {
        case .folder(var draft):
            draft.auth = draft.auth.withoutSecrets()
            draft.headers = TypedCredential.masked(draft.headers, at: .header)
            draft.variables = TypedCredential.masked(draft.variables)
            draft.options = draft.options.withoutSecrets()
            return .folder(draft)
        case .request(let request):
            var draft = request.withoutSecrets()
            draft.variables = TypedCredential.masked(draft.variables)
            return .request(draft)
        case .environment(var draft):
            draft.headers = TypedCredential.masked(draft.headers, at: .header)
            draft.query = TypedCredential.masked(draft.query)
            draft.variables = TypedCredential.masked(draft.variables)
            return .environment(draft)
        }
    }

    /// The content with masked credentials replaced by those of other content of the same kind.
    func restored(from other: Self) -> Self {
        switch (self, other) {
        case (.folder(var draft), .folder(let other)):
            draft.auth = draft.auth.restoringSecrets(from: other.auth)
            draft.headers = TypedCredential.restored(draft.headers, from: other.headers, at: .header)
            draft.variables = TypedCredential.restored(draft.variables, from: other.variables)
            draft.options = draft.options.restoringSecrets(from: other.options)
            return .folder(draft)
        case (.request(let request), .request(let other)):
            var draft = request.restoringSecrets(from: other)
            draft.variables = TypedCredential.restored(draft.variables, from: other.variables)
            return .request(draft)
        case (.environment(var draft), .environment(let other)):
            draft.headers = TypedCredential.restored(draft.headers, from: other.headers, at: .header)
            draft.query = TypedCredential.restored(draft.query, from: other.query)
            draft.variables = TypedCredential.restored(draft.variables, from: other.variables)
            return .environment(draft)
        default: return self
        }
    }

    /// True if credentials are masked.
    var lacksSecrets: Bool { Self.isMasked(json) }

    private static func isMasked(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): text.contains(SecretMask.sign)
        case .array(let elements): elements.contains(where: isMasked)
        case .object(let object): object.contains { isMasked($0.value) }
        default: false
        }
    }
}
