import Platform
public import JSON

/// The files of a workspace. Every function accesses the disk, so do not call them on the main actor.
///
/// The store keeps no state: it returns values and writes the values it is given. Therefore several processes and editors can work in the
/// same folder.
///
/// ```
/// environments/<environment>.json
/// collections/<collection>/collection.json
///                         /environments/<environment>.json
///                         /<folder>/folder.json
///                         /<folder>/<request>.request.json
/// ```
public struct WorkspaceStore: Hashable, Sendable {
    /// The absolute path of the workspace's folder.
    public let root: String
    /// The maximum size of a file that is read, in bytes: that of a JSON text. A larger one is shown as broken.
    package static let fileLimit = 64 << 20
    /// The maximum size of a file that is written, in bytes: what is saved can be read again, also after a program has formatted it.
    package static let writtenLimit = 32 << 20
    /// The maximum nesting depth of folders.
    static let depthLimit = 64

    /// Opens a folder that contains a workspace, or is empty.
    ///
    /// - Throws: `notFound` if the folder does not exist, `unreadable` if it cannot be read.
    public init(opening folder: String) throws(WorkspaceError) {
        let path = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        guard FileStatus.isFolder(path) || !Disk.exists(path) else {
            throw WorkspaceError(
                .invalidPath, path: "", message: "\(path) is not a folder. A workspace is a folder that contains “collections”.")
        }
        do throws(DiskError) {
            _ = try Disk.entries(of: path)
        } catch {
            let hint = error.isMissing ? " Create it first, or use another path." : ""
            let code = error.isMissing ? WorkspaceError.Code.notFound : .unreadable
            throw WorkspaceError(code, path: "", message: "The workspace \(path) cannot be opened: \(error.reason).\(hint)")
        }
        root = path
    }

    /// The last part of the folder's path.
    public var name: String { root.lastPathComponent }

    /// The absolute path of something in the workspace.
    ///
    /// - Throws: `invalidPath` for a path outside the workspace.
    func absolute(_ path: String) throws(WorkspaceError) -> String {
        guard Self.isWithin(path) else {
            throw WorkspaceError(.invalidPath, path: path, message: "\(path) is not a path within the workspace.")
        }
        return "\(root)/\(path)"
    }

    /// True for a path without empty parts, `.`, `..` and NUL. Reads bytes: a large tree has many paths.
    private static func isWithin(_ path: String) -> Bool {
        var (length, dotCount) = (0, 0)
        var isPart: Bool { length > 0 && (dotCount < length || length > 2) }
        for byte in path.utf8 {
            switch byte {
            case 0: return false
            case UInt8(ascii: "/"):
                guard isPart else { return false }
                (length, dotCount) = (0, 0)
            default:
                length += 1
                if byte == UInt8(ascii: ".") { dotCount += 1 }
            }
        }
        return isPart
    }

    /// Reads from the disk at the absolute path of `path`.
    func reading<Result>(_ path: String, _ body: (String) throws(DiskError) -> Result) throws(WorkspaceError) -> Result {
        let absolute = try absolute(path)
        do throws(DiskError) { return try body(absolute) } catch { throw .reading(error, path) }
    }

    /// Changes the disk at the absolute path of `path`.
    func changing(_ path: String, _ body: (String) throws(DiskError) -> Void) throws(WorkspaceError) {
        let absolute = try absolute(path)
        try checkBoundary(path)
        do throws(DiskError) {
            try body(absolute)
        } catch {
            guard FileStatus.isFolder(root) else { throw .gone(root) }
            throw .writing(error, path)
        }
    }

    /// Throws if a folder on the way to `path` is a link to a place outside the workspace: nothing is written through it.
    func checkBoundary(_ path: String) throws(WorkspaceError) {
        guard !WorkspaceBoundary(root).contains(parentFolder(of: try absolute(path))) else { return }
        guard FileStatus.isFolder(root) else { throw .gone(root) }
        let message = "\(path) is outside the workspace through a link. Nothing was written."
        throw WorkspaceError(.unwritable, path: path, message: message)
    }

    /// Reads a file of the workspace.
    func load<Content: Formatted>(_ type: Content.Type, _ path: String) throws(WorkspaceError) -> Loaded<Content> {
        let bytes = try read(path)
        return Loaded(path: path, content: try Self.parse(type, bytes, path), bytes: bytes)
    }

    /// Reads a file that may not exist.
    func loadIfPresent<Content: Formatted>(_ type: Content.Type, _ path: String) throws(WorkspaceError) -> Loaded<Content> {
        do throws(WorkspaceError) {
            return try load(type, path)
        } catch {
            guard error.code == .notFound else { throw error }
            return Loaded(path: path, content: .blank, bytes: nil)
        }
    }

    /// The bytes of a file of the workspace.
    func read(_ path: String) throws(WorkspaceError) -> [UInt8] {
        let absolute = try absolute(path)
        do throws(DiskError) {
            return try Disk.read(absolute, limit: Self.fileLimit)
        } catch {
            guard error.cause.number == EFBIG else { throw .reading(error, path) }
            let message = "\(path) cannot be read: it is larger than \(Self.fileLimit >> 20) MB."
            throw WorkspaceError(.unreadable, path: path, message: message)
        }
    }

    /// Writes the changes to the loaded file, and returns the new file.
    ///
    /// - Parameter known: earlier versions of the file: one with equal content is written again exactly.
    /// - Throws: `changedOutside` if another program has changed the file.
    func save<Content: Formatted>(
        content: Content, over loaded: Loaded<Content>, isWrittenAnyway: Bool = false, knowing known: [[UInt8]] = []
    ) throws(WorkspaceError) -> Loaded<Content> {
        try checkUnchanged(loaded.path, loaded.bytes)
        guard content != loaded.content || isWrittenAnyway else { return loaded }
        var bytes = try bytes(of: content, over: loaded)
        if !known.isEmpty, let value = try? JSONValue(parsing: bytes) {
            bytes = known.first { (try? JSONValue(parsing: $0)) == value } ?? bytes
        }
        if bytes != loaded.bytes {
            try checkSize(of: bytes, over: loaded.bytes, loaded.path)
            try write(bytes, to: loaded.path)
        }
        return Loaded(path: loaded.path, content: content, bytes: bytes)
    }

    /// Writes bytes to a file of the workspace.
    func write(_ bytes: [UInt8], to path: String) throws(WorkspaceError) {
        try changing(path) { absolute throws(DiskError) in try Disk.write(bytes, to: absolute) }
    }

    /// Writes a new file, if it is not larger than a file may be.
    func writeNew(_ content: some Formatted, to path: String) throws(WorkspaceError) {
        let bytes = newBytes(of: content, at: path)
        try checkSize(of: bytes, path)
        try write(bytes, to: path)
    }

    /// Throws if the bytes of new content are more than one file may have, unless they are fewer than before.
    func checkSize(of bytes: [UInt8], over old: [UInt8]? = nil, _ path: String) throws(WorkspaceError) {
        guard bytes.count > max(Self.writtenLimit, old?.count ?? 0) else { return }
        // Rounded up, so that the size is larger than the limit.
        let sizes = "it would have \(((bytes.count - 1) >> 20) + 1) MB, and a file may have \(Self.writtenLimit >> 20) MB"
        let advice = WorkspacePath.isRequest(path) ? " Send a large body from a file (body kind File)." : ""
        throw WorkspaceError(.unwritable, path: path, message: "\(path) was not written: \(sizes).\(advice)")
    }

    /// The text of a new file.
    func newBytes<Content: Formatted>(of content: Content, at path: String) -> [UInt8] {
        var value = content.json
        if let schema = schemaReference(for: path) {
            value = .object(JSONObject([JSONMember("$schema", .string(schema))] + (value.object?.members ?? [])))
        }
        return Self.fileBytes(of: value)
    }

    /// The text of a file of a workspace: a row of a table on one line, and a document always on several lines, so that a change of one value
    /// is a change of one line.
    public static func fileBytes(of value: JSONValue) -> [UInt8] {
        let bytes = value.bytes(.rows)
        return (bytes.contains(UInt8(ascii: "\n")) ? bytes : value.bytes(.pretty)) + [UInt8(ascii: "\n")]
    }

    /// The text of the file with the content changed.
    func bytes<Content: Formatted>(of content: Content, over loaded: Loaded<Content>) throws(WorkspaceError) -> [UInt8] {
        guard let bytes = loaded.bytes else { return newBytes(of: content, at: loaded.path) }
        let source = try Self.source(bytes, loaded.path)
        return source.bytes(changedTo: source.value.applyingChange(from: loaded.content.json, to: content.json))
    }

    /// Throws if another program has changed the file since these bytes were read.
    ///
    /// - Throws: `changedOutside`; `broken` for a merge conflict of git, which nobody may overwrite without seeing both sides.
    func checkUnchanged(_ path: String, _ bytes: [UInt8]?) throws(WorkspaceError) {
        var current: [UInt8]?
        do throws(WorkspaceError) {
            current = try read(path)
        } catch {
            guard error.code == .notFound else { throw error }
        }
        guard current != bytes else { return }
        if let current, var conflict = Self.conflict(in: current, path) {
            conflict.message += " Nothing was written."
            throw .broken(conflict)
        }
        throw .changedOutside(path, isDeleted: current == nil)
    }

    /// Parses the bytes of the file at `path`.
    static func parse<Content: Formatted>(_ type: Content.Type, _ bytes: [UInt8], _ path: String) throws(WorkspaceError) -> Content {
        let value = try value(bytes, path)
        do throws(FormatError) {
            return try Content(json: value)
        } catch {
            let position = try source(bytes, path).position(of: error.pointer)
            let name = error.pointer.steps.isEmpty ? "" : " (\(error.pointer))"
            throw .broken(
                WorkspaceIssue(file: path, line: position.line, column: position.column, message: error.message + name))
        }
    }

    private static func value(_ bytes: [UInt8], _ path: String) throws(WorkspaceError) -> JSONValue {
        do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { throw .broken(issue(error, bytes, path)) }
    }

    /// The syntax error of a file, or the merge conflict of git that causes it.
    private static func issue(_ error: JSONError, _ bytes: [UInt8], _ path: String) -> WorkspaceIssue {
        conflict(in: bytes, path) ?? WorkspaceIssue(error, in: path)
    }

    /// The merge conflict of git in a file; nil for none. No line of JSON begins with its mark.
    private static func conflict(in bytes: [UInt8], _ path: String) -> WorkspaceIssue? {
        let mark = Array("<<<<<<< ".utf8)
        guard
            let line = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).firstIndex(where: {
                $0.starts(with: mark)
            })
        else { return nil }
        let message = "A merge conflict of git is not resolved: choose one side in an editor."
        return WorkspaceIssue(file: path, line: line + 1, message: message)
    }

    private static func source(_ bytes: [UInt8], _ path: String) throws(WorkspaceError) -> JSONSource {
        do throws(JSONError) { return try JSONSource(parsing: bytes) } catch { throw .broken(WorkspaceIssue(error, in: path)) }
    }

    /// The `$schema` of a new file, beside that of its collection; nil if the collection has none.
    func schemaReference(for path: String) -> String? {
        guard let collection = WorkspacePath.collection(of: path),
            let bytes = try? read(WorkspacePath.settings(of: collection)),
            let reference = (try? JSONValue(parsing: bytes))?["$schema"]?.string,
            reference.hasSuffix("collection.schema.json")
        else { return nil }
        let isRelative = !reference.contains("://")
        let depth = path.split(separator: "/").count - collection.split(separator: "/").count - 1
        let up = isRelative ? String(repeating: "../", count: depth) : ""
        return up + reference.dropLast("collection.schema.json".count) + "\(Self.kind(of: path)).schema.json"
    }

    private static func kind(of path: String) -> String {
        if WorkspacePath.isRequest(path) { return "request" }
        if path.hasSuffix(WorkspacePath.examplesEnding) { return "examples" }
        if WorkspacePath.parent(of: path).lastPathComponent == WorkspacePath.environments { return "environment" }
        return path.lastPathComponent == WorkspacePath.collectionFile ? "collection" : "folder"
    }
}

extension WorkspaceIssue {
    init(_ error: JSONError, in file: String) {
        self.init(
            file: file, line: error.position.line, column: error.position.column,
            message: "Expected \(error.expected), found \(error.found).")
    }
}
