public import JSON
public import Workspace

/// The result of an import, before anything is written.
public struct ImportResult: Sendable {
    /// Collections to write, in order. Environments of the same import are among each.
    public var collections: [CollectionTree] = []
    /// Environments without a collection: files of environments were imported alone.
    public var environments: [CollectionTree.Environment] = []
    /// Variables of the whole workspace.
    public var globals: [Row] = []
    /// Titles of the formats that were read, without duplicates.
    public var formats: [String] = []
    /// Differences between the files and the result, in the order of the files.
    public var issues: [ImportIssue] = []
    /// Issues beyond the report's limit.
    public var droppedIssueCount = 0

    /// The most severe issue.
    public var severity: ImportIssue.Severity? { issues.map(\.severity).max() }

    /// The number of requests in all collections.
    public var requestCount: Int { collections.reduce(0) { $0 + $1.requests.count } }
}

/// Reads files of other programs.
public struct Importer: Sendable {
    private let limits: ImportLimits

    /// An importer with these limits.
    public init(limits: ImportLimits = ImportLimits()) { self.limits = limits }

    /// Reads one file.
    ///
    /// - Parameter folder: the folder around the file, where the file may refer to others in it.
    /// - Throws: an error that says why the file cannot be read at all.
    public func read(name: String, bytes: [UInt8], in folder: ImportFolder? = nil) throws(ImportError) -> ImportResult {
        var result = ImportResult()
        try add(name: name, bytes: bytes, in: folder, to: &result)
        result.joinEnvironments()
        return result
    }

    /// Reads every file of a folder that has a known format. A file that cannot be read becomes an issue.
    ///
    /// - Throws: an error for a folder without any such file.
    public func read(_ folder: ImportFolder) throws(ImportError) -> ImportResult {
        var result = ImportResult()
        var room = limits.totalByteCount
        var unknownCount = 0
        for file in try folder.files() {
            do throws(ImportError) {
                let bytes = try folder.read(file)
                room -= bytes.count
                guard room >= 0 else { throw ImportError("All files together have more than \(limits.totalByteCount >> 20) MB.") }
                try add(name: file, bytes: bytes, in: folder, to: &result)
            } catch {
                guard room >= 0 else { throw error }
                guard error.isUnknownFormat else {
                    result.issues.append(
                        ImportIssue(
                            severity: .failed, file: file, place: error.place, what: "file", why: error.message, instead: "left out"))
                    continue
                }
                unknownCount += 1
            }
        }
        guard !result.formats.isEmpty else { throw ImportError("None of the folder's files has a known format.") }
        if unknownCount > 0 {
            result.issues.append(
                ImportIssue(
                    severity: .note, file: folder.path, place: .file, what: "\(unknownCount) files", why: "they have no known format",
                    instead: "left out"))
        }
        result.joinEnvironments()
        return result
    }

    /// The facts about one file, see ``ImportFormat``.
    public func facts(name: String, bytes: [UInt8], in folder: ImportFolder? = nil) throws(ImportError) -> JSONObject {
        let source = try ImportSource(name: name, bytes: bytes, limits: limits)
        let format = try format(of: source)
        var context = ImportContext(file: name, limits: limits, folder: folder)
        let content = try format.read(source, &context)
        return JSONObject([JSONMember("file", .string(name))] + format.facts(content).members)
    }

    private func add(name: String, bytes: [UInt8], in folder: ImportFolder?, to result: inout ImportResult) throws(ImportError) {
        let source = try ImportSource(name: name, bytes: bytes, limits: limits)
        let format = try format(of: source)
        var context = ImportContext(file: name, limits: limits, folder: folder)
        let content = try format.read(source, &context)
        result.collections += content.collections
        result.environments += content.environments
        result.globals += content.globals
        if !result.formats.contains(format.title) { result.formats.append(format.title) }
        result.issues += context.issues
        result.droppedIssueCount += context.droppedIssueCount
    }

    private func format(of source: ImportSource) throws(ImportError) -> ImportFormat {
        if let format = ImportFormat.format(of: source) { return format }
        if let error = source.documentError { throw error }
        let titles = ImportFormat.all.map(\.title).joined(separator: ", ")
        throw ImportError("The format is not known. Files of these formats can be imported: \(titles).", isUnknownFormat: true)
    }
}

extension ImportResult {
    /// Gives the environments to every collection; they stay apart only where there is none.
    fileprivate mutating func joinEnvironments() {
        guard !collections.isEmpty else { return }
        for index in collections.indices { collections[index].environments += environments }
        environments = []
    }
}
