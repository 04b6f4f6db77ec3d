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
        /// The place in the imported file where it begins. It is never written.
        public var sourcePlace = SourcePlace()

        /// Creates a request; without examples by default.
        public init(_ draft: RequestDraft = RequestDraft(), examples: [SavedResponse] = [], extensions: JSONObject = JSONObject()) {
            self.draft = draft
            self.examples = examples
            self.extensions = extensions
        }
    }

    /// A place in an imported file. All are equal: a request is the same wherever it stands.
    public struct SourcePlace: Hashable, Sendable {
        /// The file, by its path from the imported folder or the folder of the imported file on; nil if that is the file.
        public var file: String?
        /// The number of the line, from 1; nil if it is not known.
        public var line: Int?

        /// Creates a place that is not known.
        public init() {}

        /// Compares nothing.
        public static func == (_: SourcePlace, _: SourcePlace) -> Bool { true }

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

extension CollectionTree.Folder {
    /// Changes this folder, which is at `path`, and then its items, in order. The closures get the names of the folders around an item, or down
    /// to a folder, without the root; they return true if they changed it, as the whole does. Nothing else is written back.
    @discardableResult
    package mutating func visit(
        at path: [String] = [], folders: (inout Self, [String]) -> Bool = { _, _ in false },
        requests: (inout CollectionTree.Request, [String]) -> Bool
    ) -> Bool {
        var hasChanged = folders(&self, path)
        for index in items.indices {
            switch items[index] {
            case .folder(var folder):
                guard folder.visit(at: path + [folder.draft.name], folders: folders, requests: requests) else { continue }
                (items[index], hasChanged) = (.folder(folder), true)
            case .request(var request):
                if requests(&request, path) { (items[index], hasChanged) = (.request(request), true) }
            }
        }
        return hasChanged
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
        // A process that was killed leaves its folder, but no lock.
        let lock = try lockCollections()
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

    /// Locks the collections for a program that adds one; nil on a file system without locks.
    private func lockCollections() throws(WorkspaceError) -> FileLock? {
        let folder = try absolute(WorkspacePath.collections)
        do throws(DiskError) { return try Disk.lock(folder: folder) } catch {
            throw WorkspaceError(.unwritable, path: WorkspacePath.collections, message: "\(error).")
        }
    }

    /// Writes a new item into a collection, at a path within it: a folder with its settings, a request with its saved responses, an
    /// environment with its secrets.
    ///
    /// - Parameter synchronizes: false to return before the files are on the disk.
    func write(_ item: CollectionItem, at path: String, in collection: String, synchronizes: Bool = true) throws(WorkspaceError) {
        func write(_ bytes: [UInt8], to path: String) throws(WorkspaceError) {
            // A new collection is still in a hidden folder, which nobody knows.
            try checkSize(of: bytes, String(path.dropFirst(collection.count + 1)))
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

/// A text that is searched for in requests, in any case unless it has an upper-case letter.
public struct RequestSearch: Hashable, Sendable {
    /// A line of a request with the text: of a long text, or a row of a table.
    public struct Match: Hashable, Sendable {
        /// The path of the request.
        public let path: String
        /// The name of the request.
        public let name: String
        /// The member of its file: `url`, `headers`, `body.text`.
        public let member: String
        /// The number of the line in the member, or of the row.
        public let line: Int
        /// The line, cut around the text.
        public let excerpt: String
    }

    /// The maximum number of characters of an excerpt.
    private static let longest = 120
    /// The maximum number of characters of an excerpt before the text.
    private static let before = 24

    /// The text; in lower case if that does not matter.
    private let text: String
    private let bytes: [UInt8]
    private let isExact: Bool

    /// A search for this text; nil for an empty one.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        isExact = text.contains { $0.isUppercase }
        self.text = isExact ? text : text.lowercased()
        bytes = Array(self.text.utf8)
    }

    /// The first lines of a request with the text, at most `limit`. The values of typed credentials are neither searched nor part of the
    /// excerpts.
    public func matches(in draft: RequestDraft, at path: String, limit: Int = .max) -> [Match] {
        var isFound = false
        Self.visitLines(of: draft.document) { _, _, line in
            isFound = isFound || index(in: line) != nil
            return !isFound
        }
        guard isFound else { return [] }
        let (document, shown) = draft.hidingCredentials()
        var matches: [Match] = []
        Self.visitLines(of: document) { member, number, line in
            // Masking takes much longer than searching, and can only remove the text.
            guard index(in: line) != nil else { return true }
            let masked = shown(line)
            guard let place = index(in: masked) else { return true }
            matches.append(
                Match(path: path, name: draft.name, member: member, line: number, excerpt: Self.excerpt(of: masked, at: place)))
            return matches.count < limit
        }
        return matches
    }

    private func index(in line: String) -> String.Index? {
        // Bytes are compared where possible: a body can have millions of lines.
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            guard line.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
            let other = isExact ? line : line.lowercased()
            guard let found = other.firstRange(of: text)?.lowerBound else { return nil }
            return line.index(line.startIndex, offsetBy: other.distance(from: other.startIndex, to: found), limitedBy: line.endIndex)
        }
        var line = line
        let offset = line.withUTF8 { self.offset(in: $0) }
        return offset.map { line.utf8.index(line.startIndex, offsetBy: $0) }
    }

    private func offset(in line: UnsafeBufferPointer<UInt8>) -> Int? {
        guard line.count >= bytes.count else { return nil }
        func folded(_ byte: UInt8) -> UInt8 { !isExact && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        return (0...(line.count - bytes.count)).first { start in
            bytes.indices.allSatisfy { folded(line[start + $0]) == bytes[$0] }
        }
    }

    private static func excerpt(of line: String, at index: String.Index) -> String {
        let first = min(line.firstIndex { !$0.isWhitespace } ?? line.startIndex, index)
        let start = max(first, line.index(index, offsetBy: -before, limitedBy: line.startIndex) ?? line.startIndex)
        let end = line.index(start, offsetBy: longest, limitedBy: line.endIndex) ?? line.endIndex
        let text = String(line[start..<end].map { $0.isWhitespace ? " " : $0 })
        return (start > first ? "…" : "") + text + (end < line.endIndex ? "…" : "")
    }

    /// Visits the lines of all texts of a request with their members and numbers, until `visit` returns false.
    private static func visitLines(of document: JSONValue, _ visit: (String, Int, String) -> Bool) {
        func visitAll(_ value: JSONValue, _ member: String, _ line: Int) -> Bool {
            switch value {
            case .string(let text):
                let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                return lines.enumerated().allSatisfy { visit(member, line + $0.offset, String(Substring($0.element))) }
            case .number(let number): return visit(member, line, number.text)
            case .array(let elements):
                return elements.enumerated().allSatisfy { index, element in
                    guard let row = element.object else { return visitAll(element, member, index + 1) }
                    return visit(member, index + 1, written(row, in: member))
                }
            case .object(let object):
                return object.allSatisfy { visitAll($0.value, member.isEmpty ? $0.name : "\(member).\($0.name)", 1) }
            case .null, .bool: return true
            }
        }
        // The usual method is not written.
        guard document["method"] != nil || visit("method", 1, RequestDraft.blank.method) else { return }
        _ = visitAll(document, "", 1)
    }

    /// The text of a row of a table: `Accept: */*` for a header, `page=2` for another row with a name, else its values.
    private static func written(_ row: JSONObject, in member: String) -> String {
        func text(_ value: JSONValue) -> String? {
            if case .bool = value { return nil }
            return value.string ?? value.array.map { $0.compactMap(\.string).joined(separator: " ") } ?? value.compactText
        }
        guard let name = row["name"]?.string else { return row.compactMap { text($0.value) }.joined(separator: " ") }
        let value = row["value"].flatMap(text).map { (member == "headers" ? ": " : "=") + $0 }
        let rest = row.filter { !["name", "value"].contains($0.name) }.compactMap { text($0.value) }
        return ([name + (value ?? "")] + rest).joined(separator: " ")
    }
}

extension RequestDraft {
    /// The document in which variables stand for typed credentials, and a function that masks these and repeated ones in its texts.
    fileprivate func hidingCredentials() -> (document: JSONValue, shown: (String) -> String) {
        // The new variables have names that the request does not use.
        let separated = SeparatedCredentials(of: self, notIn: RequestDraft(), isTaken: variableNames.contains)
        let mask = SecretMask(Set(separated.values.values.filter { $0.utf8.count >= SecretMask.longByteCount }))
        let variables = separated.values.keys.map { "{{\($0)}}" }
        return (
            separated.draft.withoutSecrets().document,
            { text in mask.masked(variables.reduce(text) { $0.replacing($1, with: SecretMask.sign) }) }
        )
    }
}
