import JSON

extension WorkspaceStore {
    /// Reads a file of the workspace.
    func load<Content: Formatted>(_ type: Content.Type, _ path: String) throws(WorkspaceError) -> Loaded<Content> {
        let bytes = try read(path)
        return Loaded(path: path, content: try Self.parse(type, bytes, path), bytes: bytes)
    }

    /// Reads a file that need not be there.
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
        try reading(path) { absolute throws(DiskError) in try Disk.read(absolute, limit: Self.fileLimit) }
    }

    /// Writes what changed over what was loaded, and gives the file as it is now.
    ///
    /// - Parameter known: texts that the file had before: one that says what is to be written is written again as it was.
    /// - Throws: `changedOutside` where the file is not any more as it was loaded.
    func save<Content: Formatted>(
        content: Content, over loaded: Loaded<Content>, isWrittenAnyway: Bool = false, knowing known: [[UInt8]] = []
    ) throws(WorkspaceError) -> Loaded<Content> {
        try checkUnchanged(loaded.path, loaded.bytes)
        guard content != loaded.content || isWrittenAnyway else { return loaded }
        var bytes = try bytes(of: content, over: loaded)
        if !known.isEmpty, let value = try? JSONValue(parsing: bytes) {
            bytes = known.first { (try? JSONValue(parsing: $0)) == value } ?? bytes
        }
        if bytes != loaded.bytes { try write(bytes, to: loaded.path) }
        return Loaded(path: loaded.path, content: content, bytes: bytes)
    }

    /// Writes bytes to a file of the workspace.
    func write(_ bytes: [UInt8], to path: String) throws(WorkspaceError) {
        try changing(path) { absolute throws(DiskError) in try Disk.write(bytes, to: absolute) }
    }

    /// The file's text for content that nothing was there for before.
    func newBytes<Content: Formatted>(of content: Content, at path: String) -> [UInt8] {
        var value = content.json
        if let schema = schemaReference(for: path) {
            value = .object(JSONObject([JSONMember("$schema", .string(schema))] + (value.object?.members ?? [])))
        }
        var source = value.bytes(.rows)
        // A whole document is never one line, so that a change to it is a line.
        if !source.contains(UInt8(ascii: "\n")) { source = value.bytes(.pretty) }
        return source + [UInt8(ascii: "\n")]
    }

    /// The file's text with the change made to it.
    func bytes<Content: Formatted>(of content: Content, over loaded: Loaded<Content>) throws(WorkspaceError) -> [UInt8] {
        guard let bytes = loaded.bytes else { return newBytes(of: content, at: loaded.path) }
        let source = try Self.source(bytes, loaded.path)
        return source.bytes(changedTo: source.value.applyingChange(from: loaded.content.json, to: content.json))
    }

    private func checkUnchanged(_ path: String, _ bytes: [UInt8]?) throws(WorkspaceError) {
        var current: [UInt8]?
        do throws(WorkspaceError) {
            current = try read(path)
        } catch {
            guard error.code == .notFound else { throw error }
        }
        guard current == bytes else {
            let message = current == nil ? "\(path) was removed by another program." : "\(path) was changed by another program."
            throw WorkspaceError(.changedOutside, path: path, message: message + " Nothing was written.")
        }
    }
}

extension WorkspaceStore {
    /// What the bytes of the file at `path` say.
    static func parse<Content: Formatted>(_ type: Content.Type, _ bytes: [UInt8], _ path: String) throws(WorkspaceError) -> Content {
        let value = try value(bytes, path)
        do throws(FormatError) {
            return try Content(json: value)
        } catch {
            let position = try source(bytes, path).position(of: error.pointer)
            let name = error.pointer.steps.isEmpty ? "" : " (\(error.pointer))"
            throw .broken(
                WorkspaceProblem(file: path, line: position.line, column: position.column, message: error.message + name))
        }
    }

    private static func value(_ bytes: [UInt8], _ path: String) throws(WorkspaceError) -> JSONValue {
        do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { throw .broken(WorkspaceProblem(error, in: path)) }
    }

    private static func source(_ bytes: [UInt8], _ path: String) throws(WorkspaceError) -> JSONSource {
        do throws(JSONError) { return try JSONSource(parsing: bytes) } catch { throw .broken(WorkspaceProblem(error, in: path)) }
    }
}

extension WorkspaceProblem {
    /// A file that is no JSON.
    init(_ error: JSONError, in file: String) {
        self.init(
            file: file, line: error.position.line, column: error.position.column,
            message: "Expected \(error.expected), found \(error.found).")
    }
}
