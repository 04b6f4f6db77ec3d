import JSON
import Platform

/// The autosaved edits of one workspace, in the user's state folder, so that they survive a crash.
///
/// Each process writes its own file and holds a lock next to it; the next process takes over files whose lock is free. Files have mode 0600,
/// since the edits may contain secrets. A long text is in a file of its own, written before the journal that refers to it and removed after
/// the first one that does not, so that other changes do not write it again.
public actor DraftJournal {
    /// The maximum size of a file to read; edits take far less.
    private static let limit = 1 << 30
    /// The version of the format; journals without long texts have version 1, as before there were files for them.
    private static let version = 2
    /// The size of a text that gets a file of its own, in bytes.
    private static let minTextSize = 64 << 10
    private let folder: String
    private let prefix: String
    private let stem: String
    private var lock: Shared<FileLock>?
    /// True from when another program has removed the files until the edits are stored again.
    private var isLost = false
    private var written: [AutosavedDraft] = []
    private var writtenWindows: [AutosavedWindow] = []
    /// The long texts that are on the disk.
    private var files: [TextFile] = []
    private var lastNumber = 0

    /// A long text in a file of its own.
    private struct TextFile {
        /// The number of the file, unique in its journal.
        let number: Int
        let text: String
    }
    private var writtenCopies: [AutosavedDraft] = []
    /// The requests with a text that this process has open in an external editor.
    private var copies: [AutosavedDraft] = []

    /// A journal in `folder`, an absolute path that need not exist yet, for the workspace at the absolute path `workspace`.
    public init(folder: String, workspace: String) {
        self.folder = folder
        prefix = Self.name(of: workspace)
        stem = prefix + "-" + String(UInt64.random(in: .min ... .max), radix: 36)
    }

    /// A short name for a path, the same in every process.
    public static func name(of path: String) -> String {
        // FNV-1a; Swift's own hashes differ between processes.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }

    /// Takes over the edits of crashed processes and adds them to this process's own file.
    ///
    /// A file that cannot be read completely is renamed to `….damaged` instead of being removed.
    public func takeOver() throws(WorkspaceError) -> AbandonedDrafts {
        var abandoned = AbandonedDrafts()
        var (whole, damaged) = ([String](), [String]())
        // The locks are held until the edits are in this process's own file, so that no third process takes them over as well.
        var locks: [Shared<FileLock>] = []
        defer { withExtendedLifetime(locks) {} }
        for left in others {
            guard let lock = FileLock(tryingFile: left + ".lock") else { continue }
            locks.append(Shared(lock))
            // Its process may have removed it since it was listed.
            guard Disk.exists(left + ".json") else {
                try? Disk.remove(left + ".lock")
                continue
            }
            if read(left, into: &abandoned) { whole.append(left) } else { damaged.append(left) }
        }
        try write(written + abandoned.drafts, writtenWindows + abandoned.windows, writtenCopies + abandoned.copies)
        for left in whole {
            try? Disk.remove(left + ".json")
            removeTexts(of: left)
            try? Disk.remove(left + ".lock")
        }
        removeLostTexts()
        abandoned.damaged = try damaged.map(setAside)
        return abandoned
    }

    /// The files of other processes for the same workspace, without their extensions.
    private var others: [String] {
        names.filter { $0.hasSuffix(".json") && $0 != stem + ".json" }.map { "\(folder)/\($0.dropLast(".json".count))" }
    }

    /// The names of all files for this workspace.
    private var names: [String] {
        ((try? Disk.entries(of: folder)) ?? []).map(\.name).filter { $0.hasPrefix(prefix + "-") }.sorted()
    }

    private func setAside(_ left: String) throws(WorkspaceError) -> String {
        let place = left + ".damaged"
        do throws(DiskError) {
            try Disk.move(left + ".json", to: place)
        } catch {
            throw WorkspaceError(.unwritable, path: "", message: "Unreadable autosaved edits could not be set aside: \(error).")
        }
        try? Disk.remove(left + ".lock")
        return place
    }

    /// Replaces the autosaved edits, and drops the texts in external editors of other processes, which are among the edits now. Without edits
    /// the file is removed.
    public func store(_ drafts: [AutosavedDraft], windows: [AutosavedWindow] = []) throws(WorkspaceError) {
        try write(drafts, windows, copies)
    }

    /// Adds edits to the autosaved ones.
    public func add(_ drafts: [AutosavedDraft], windows: [AutosavedWindow] = []) throws(WorkspaceError) {
        try write(written + drafts, writtenWindows + windows, writtenCopies)
    }

    /// Notes a request with a text that is open in an external editor, so that the next process finds the text if this one ends before.
    public func noteCopy(_ draft: AutosavedDraft) throws(WorkspaceError) {
        copies.append(draft)
        try write(written, writtenWindows, writtenCopies + [draft])
    }

    /// Notes that the text in the file at this path is no longer open.
    public func closeCopy(_ path: String) throws(WorkspaceError) {
        copies.removeAll { $0.copy?.path == path }
        try write(written, writtenWindows, writtenCopies.filter { $0.copy?.path != path })
    }

    private func write(
        _ drafts: [AutosavedDraft], _ windows: [AutosavedWindow], _ copies: [AutosavedDraft]
    ) throws(WorkspaceError) {
        if let lock, !lock.value.locks("\(folder)/\(stem).lock") { forgetLost() }
        guard
            isLost || !Self.areIdentical(drafts, written) || windows.map(\.json) != writtenWindows.map(\.json)
                || !Self.areIdentical(copies, writtenCopies)
        else { return }
        let (path, textsBefore) = ("\(folder)/\(stem).json", files)
        do throws(DiskError) {
            if drafts.isEmpty, windows.isEmpty, copies.isEmpty {
                if Disk.exists(path) { try Disk.remove(path) }
                removeTexts(except: [])
                release()
            } else {
                try begin()
                var (values, open, used) = ([JSONValue](), [JSONValue](), [TextFile]())
                for kept in drafts { values.append(try json(of: kept, &used)) }
                for copy in copies { open.append(try json(of: copy, &used)) }
                let version = JSONMember("version", .number(JSONNumber(used.isEmpty ? 1 : Self.version)))
                var members = [version, JSONMember("drafts", .array(values))]
                if !open.isEmpty { members.append(JSONMember("copies", .array(open))) }
                if !windows.isEmpty { members.append(JSONMember("windows", .array(windows.map(\.json)))) }
                let value = JSONValue.object(JSONObject(members))
                try Disk.write(value.prettyBytes, to: path, mode: 0o600, removesAbandoned: true)
                removeTexts(except: used)
            }
        } catch {
            // The journal still refers to these. On a full disk, each further attempt would leave more of the others.
            removeTexts(except: textsBefore)
            throw WorkspaceError(.unwritable, path: "", message: "Unsaved edits could not be autosaved: \(error).")
        }
        (written, writtenWindows, writtenCopies) = (drafts, windows, copies)
        isLost = false
    }

    private static func areIdentical(_ drafts: [AutosavedDraft], _ others: [AutosavedDraft]) -> Bool {
        drafts.count == others.count && zip(drafts, others).allSatisfy { $0.isIdentical(to: $1) }
    }

    // MARK: Long texts

    /// The JSON of an edit. One with long texts is a member beside the numbers of their files, so that programs that do not know these set
    /// the journal aside and show no request without its texts.
    private func json(of kept: AutosavedDraft, _ used: inout [TextFile]) throws(DiskError) -> JSONValue {
        var (rest, numbers) = (kept, [JSONMember]())
        for (name, text) in kept.texts where text.utf8.count >= Self.minTextSize {
            let file = try file(of: text)
            used.append(file)
            numbers.append(JSONMember(name, .number(JSONNumber(file.number))))
            rest.setText(name, to: "")
        }
        guard !numbers.isEmpty else { return rest.json }
        return .object(JSONObject([JSONMember("edit", rest.json), JSONMember("texts", .object(JSONObject(numbers)))]))
    }

    /// The file with a text, written if there is none yet.
    private func file(of text: String) throws(DiskError) -> TextFile {
        if let known = files.first(where: { $0.text.hasSameBytes(as: text) }) { return known }
        lastNumber += 1
        let file = TextFile(number: lastNumber, text: text)
        try Disk.write(Array(text.utf8), to: Self.path(ofText: file.number, of: "\(folder)/\(stem)"), mode: 0o600)
        files.append(file)
        return file
    }

    private static func path(ofText number: Int, of journal: String) -> String { "\(journal)-\(number).text" }

    /// Removes the texts of this process that the journal does not need any more.
    private func removeTexts(except used: [TextFile]) {
        let (kept, unused) = (Set(used.map(\.number)), files)
        files = files.filter { kept.contains($0.number) }
        for file in unused where !kept.contains(file.number) {
            try? Disk.remove(Self.path(ofText: file.number, of: "\(folder)/\(stem)"))
        }
    }

    /// Removes all texts of a journal, a path without its extension.
    private func removeTexts(of journal: String) {
        for name in names where name.hasSuffix(".text") && "\(folder)/\(name)".hasPrefix(journal + "-") {
            try? Disk.remove("\(folder)/\(name)")
        }
    }

    /// Removes texts whose journal is gone, as after a crash while it was taken over.
    private func removeLostTexts() {
        let names = names
        let stems = Set(names.filter { $0.hasSuffix(".text") }.compactMap { name in name.lastIndex(of: "-").map { String(name[..<$0]) } })
        for stem in stems where stem != self.stem && !names.contains(stem + ".damaged") {
            let journal = "\(folder)/\(stem)"
            // A process writes texts while it holds its lock.
            guard !names.contains(stem + ".json"), let lock = FileLock(tryingFile: journal + ".lock") else { continue }
            let held = Shared(lock)
            withExtendedLifetime(held) {
                if !Disk.exists(journal + ".json") { removeTexts(of: journal) }
                try? Disk.remove(journal + ".lock")
            }
        }
    }

    /// Reads an edit with its long texts; nil if a part of it is missing.
    private static func draft(_ value: JSONValue, of journal: String) -> AutosavedDraft? {
        // Builds before had the texts among the members of the edit.
        guard var draft = AutosavedDraft(json: value["edit"] ?? value) else { return nil }
        for member in value["texts"]?.object?.members ?? [] {
            guard let number = member.value.integer, let bytes = try? Disk.read(path(ofText: number, of: journal), limit: limit) else {
                return nil
            }
            draft.setText(member.name, to: String(decoding: bytes, as: UTF8.self))
        }
        return draft
    }

    private func begin() throws(DiskError) {
        guard lock == nil else { return }
        try Disk.makePrivateFolders(folder)
        if let new = FileLock(tryingFile: "\(folder)/\(stem).lock") { lock = Shared(new) }
    }

    /// Begins anew after another program has removed the folder or files in it.
    private func forgetLost() {
        (lock, isLost) = (nil, true)
        files.removeAll { !Disk.exists(Self.path(ofText: $0.number, of: "\(folder)/\(stem)")) }
    }

    private func release() {
        guard lock != nil else { return }
        lock = nil
        try? Disk.remove("\(folder)/\(stem).lock")
    }

    /// Reads a journal, a path without its extension; false if parts of it could not be read.
    private func read(_ journal: String, into found: inout AbandonedDrafts) -> Bool {
        guard let bytes = try? Disk.read(journal + ".json", limit: Self.limit),
            let value = try? JSONValue(parsing: bytes, limits: JSONLimits(byteCount: Self.limit)),
            let values = value["drafts"]?.array
        else { return false }
        let (drafts, windows) = (values.compactMap { Self.draft($0, of: journal) }, value["windows"]?.array ?? [])
        found.copies += (value["copies"]?.array ?? []).compactMap { Self.draft($0, of: journal) }.filter { $0.copy != nil }
        let read = windows.compactMap(AutosavedWindow.init)
        found.drafts += drafts
        found.windows += read
        return drafts.count == values.count && read.count == windows.count
            && (1...Self.version).contains(value["version"]?.integer ?? 0)
    }
}

/// The autosaved edits of crashed processes.
public struct AbandonedDrafts: Hashable, Sendable {
    /// The edits that could be read.
    public var drafts: [AutosavedDraft] = []
    /// The edits in windows.
    public var windows: [AutosavedWindow] = []
    /// The requests with a text that was open in an external editor.
    public var copies: [AutosavedDraft] = []
    /// The absolute paths of the files that could not be read completely, under their new names.
    public var damaged: [String] = []

    /// No edits.
    public init() {}
}
