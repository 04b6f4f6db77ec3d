import JSON
import Platform

/// Unsaved edits of one workspace, kept in the user's state folder so that they outlive a crash.
///
/// Each process writes a file of its own and holds a lock beside it; what a process without a lock left behind is taken over by the next.
/// Files have mode 0600, as the edits may hold what their files will.
public actor DraftJournal {
    private static let limit = 64 << 20
    private static let version = 1
    private let folder: String
    private let prefix: String
    private let stem: String
    private var lock: Int32?
    private var written: [KeptDraft] = []
    private var writtenWindows: [KeptWindow] = []

    /// A journal in `folder`, an absolute path that need not be there yet, for the workspace of the absolute path `workspace`.
    public init(folder: String, workspace: String) {
        self.folder = folder
        prefix = Self.name(of: workspace)
        stem = prefix + "-" + String(UInt64.random(in: .min ... .max), radix: 36)
    }

    deinit {
        if let lock { close(lock) }
    }

    /// A short name for a path, the same in every process.
    public static func name(of path: String) -> String {
        // FNV-1a; Swift's own hashes differ between processes.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }

    /// The edits that processes without an orderly end left behind. They are in this process's own file from now on, beside what it kept already.
    ///
    /// A file of which not everything can be read is set aside as `….damaged` instead of being removed, beside what could be read of it.
    public func takeOver() throws(WorkspaceError) -> AbandonedDrafts {
        var found = AbandonedDrafts()
        var (whole, damaged) = ([String](), [String]())
        for left in others {
            guard let abandoned = Self.tryLock(left + ".lock") else { continue }
            defer { close(abandoned) }
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

    /// How many bytes ``takeOver()`` would read: so long it takes.
    public func abandonedByteCount() -> Int {
        others.reduce(0) { count, left in
            guard let abandoned = Self.tryLock(left + ".lock") else { return count }
            defer { close(abandoned) }
            return count + (Disk.byteCount(of: left + ".json") ?? 0)
        }
    }

    /// The files of other processes for the same workspace, without their endings.
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
            throw WorkspaceError(.unwritable, path: "", message: "Unsaved edits that cannot be read cannot be set aside: \(error).")
        }
        try? Disk.remove(left + ".lock")
        return place
    }

    /// Keeps these edits in the place of those before; none leaves no file.
    public func keep(_ drafts: [KeptDraft], windows: [KeptWindow] = []) throws(WorkspaceError) {
        guard drafts != written || windows != writtenWindows else { return }
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
            throw WorkspaceError(.unwritable, path: "", message: "Unsaved edits cannot be kept: \(error).")
        }
        (written, writtenWindows) = (drafts, windows)
    }

    /// Keeps these edits beside those that are kept.
    public func add(_ drafts: [KeptDraft], windows: [KeptWindow] = []) throws(WorkspaceError) {
        try keep(written + drafts, windows: writtenWindows + windows)
    }

    /// Keeps these edits in the place of those that are kept, beside what saved requests hold besides their files.
    public func replaceEdits(by drafts: [KeptDraft], windows: [KeptWindow] = []) throws(WorkspaceError) {
        try keep(written.filter(\.isAside) + drafts, windows: windows)
    }

    private func begin() throws(DiskError) {
        guard lock == nil else { return }
        try Disk.makeFolders(folder, mode: 0o700)
        lock = Self.tryLock("\(folder)/\(stem).lock")
    }

    private func release() {
        guard let held = lock else { return }
        close(held)
        lock = nil
        try? Disk.remove("\(folder)/\(stem).lock")
    }

    /// Takes what can be read; gives whether that is all there is.
    private func read(_ path: String, into found: inout AbandonedDrafts) -> Bool {
        guard let bytes = try? Disk.read(path, limit: Self.limit), let value = try? JSONValue(parsing: bytes),
            let values = value["drafts"]?.array
        else { return false }
        let (drafts, windows) = (values.compactMap(KeptDraft.init), value["windows"]?.array ?? [])
        let read = windows.compactMap(KeptWindow.init)
        found.drafts += drafts
        found.windows += read
        return drafts.count == values.count && read.count == windows.count && value["version"]?.integer == Self.version
    }

    /// The descriptor of a lock file that nobody holds, now held; it ends with the process.
    private static func tryLock(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}

/// What processes without an orderly end left in the journal.
public struct AbandonedDrafts: Hashable, Sendable {
    /// The edits that could be read.
    public var drafts: [KeptDraft] = []
    /// What was typed in windows.
    public var windows: [KeptWindow] = []
    /// Where the files of which not everything could be read were put, as absolute paths.
    public var damaged: [String] = []

    /// Nothing was left.
    public init() {}
}
