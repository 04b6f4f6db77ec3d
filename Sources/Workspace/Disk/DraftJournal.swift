import JSON
import Platform

/// The autosaved edits of one workspace, in the user's state folder, so that they survive a crash.
///
/// Each process writes its own file and holds a lock next to it; the next process takes over files whose lock is free. Files have mode 0600,
/// since the edits may contain secrets.
public actor DraftJournal {
    /// The maximum size of a file to read; edits take far less.
    private static let limit = 1 << 30
    private static let version = 1
    private let folder: String
    private let prefix: String
    private let stem: String
    private var lock: FileLock?
    private var written: [AutosavedDraft] = []
    private var writtenWindows: [AutosavedWindow] = []

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
        var found = AbandonedDrafts()
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
            if read(left + ".json", into: &found) { whole.append(left) } else { damaged.append(left) }
        }
        try add(found.drafts, windows: found.windows)
        for left in whole {
            try? Disk.remove(left + ".json")
            try? Disk.remove(left + ".lock")
        }
        found.damaged = try damaged.map(setAside)
        return found
    }

    /// The files of other processes for the same workspace, without their extensions.
    private var others: [String] {
        let names = ((try? Disk.entries(of: folder)) ?? []).map(\.name)
        return names.sorted().filter { $0.hasPrefix(prefix + "-") && $0.hasSuffix(".json") && $0 != stem + ".json" }
            .map { "\(folder)/\($0.dropLast(".json".count))" }
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

    /// Replaces the autosaved edits; without edits the file is removed.
    public func store(_ drafts: [AutosavedDraft], windows: [AutosavedWindow] = []) throws(WorkspaceError) {
        guard drafts.map(\.json) != written.map(\.json) || windows.map(\.json) != writtenWindows.map(\.json) else { return }
        let path = "\(folder)/\(stem).json"
        do throws(DiskError) {
            if drafts.isEmpty, windows.isEmpty {
                if Disk.exists(path) { try Disk.remove(path) }
                release()
            } else {
                try begin()
                let version = JSONMember("version", .number(JSONNumber(Self.version)))
                var members = [version, JSONMember("drafts", .array(drafts.map(\.json)))]
                if !windows.isEmpty { members.append(JSONMember("windows", .array(windows.map(\.json)))) }
                let value = JSONValue.object(JSONObject(members))
                try Disk.write(value.prettyBytes, to: path, mode: 0o600)
            }
        } catch {
            throw WorkspaceError(.unwritable, path: "", message: "Unsaved edits could not be autosaved: \(error).")
        }
        (written, writtenWindows) = (drafts, windows)
    }

    /// Adds edits to the autosaved ones.
    public func add(_ drafts: [AutosavedDraft], windows: [AutosavedWindow] = []) throws(WorkspaceError) {
        try store(written + drafts, windows: writtenWindows + windows)
    }

    private func begin() throws(DiskError) {
        guard lock == nil else { return }
        try Disk.makePrivateFolders(folder)
        lock = FileLock(tryingFile: "\(folder)/\(stem).lock")
    }

    private func release() {
        guard lock != nil else { return }
        lock = nil
        try? Disk.remove("\(folder)/\(stem).lock")
    }

    /// Reads a journal file; false if parts of it could not be read.
    private func read(_ path: String, into found: inout AbandonedDrafts) -> Bool {
        guard let bytes = try? Disk.read(path, limit: Self.limit),
            let value = try? JSONValue(parsing: bytes, limits: JSONLimits(byteCount: Self.limit)),
            let values = value["drafts"]?.array
        else { return false }
        let (drafts, windows) = (values.compactMap(AutosavedDraft.init), value["windows"]?.array ?? [])
        let read = windows.compactMap(AutosavedWindow.init)
        found.drafts += drafts
        found.windows += read
        return drafts.count == values.count && read.count == windows.count && value["version"]?.integer == Self.version
    }
}

/// The autosaved edits of crashed processes.
public struct AbandonedDrafts: Hashable, Sendable {
    /// The edits that could be read.
    public var drafts: [AutosavedDraft] = []
    /// The edits in windows.
    public var windows: [AutosavedWindow] = []
    /// The absolute paths of the files that could not be read completely, under their new names.
    public var damaged: [String] = []

    /// No edits.
    public init() {}
}
