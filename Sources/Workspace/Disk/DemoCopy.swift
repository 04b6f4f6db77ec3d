import Platform

/// The user's copy of the shipped collections, so that trying things out does not change the installation.
public struct DemoCopy: Sendable, Equatable {
    /// The reason why there is no copy, as a sentence without its full stop.
    public struct CopyError: Error, CustomStringConvertible {
        /// The sentence.
        public let description: String
    }

    /// The absolute path of the workspace to open.
    public let folder: String
    /// A warning for the user; usually nil.
    public let warning: String?

    /// Creates the copy in `data`, or adds files that are new in the installation. If `data` is not writable, the copy is created in
    /// `temporary`.
    ///
    /// Copied files are remembered: a deleted request stays deleted, and a renamed one is not copied again.
    ///
    /// - Parameters:
    ///   - shared: the folder that holds the shipped `collections`; nil if it was not found.
    ///   - data: the user's data folder.
    ///   - temporary: the folder of temporary files.
    public static func prepare(shared: String?, data: String, temporary: String) throws(CopyError) -> DemoCopy {
        guard let shared else {
            throw CopyError(
                description: "the shipped collections are not beside the program; reinstall it, or name their folder in APUS_SHARE")
        }
        let source = "\(shared)/collections"
        let files: [String]
        do throws(DiskError) { files = try paths(in: source, "") } catch { throw CopyError(description: error.description) }
        do throws(DiskError) {
            let folder = "\(data)/demo"
            try add(files, from: source, to: folder)
            return DemoCopy(folder: folder, warning: nil)
        } catch {
            return try makeTemporary(files, source, temporary, because: error)
        }
    }

    private static func makeTemporary(
        _ files: [String], _ source: String, _ temporary: String, because reason: DiskError
    ) throws(CopyError) -> DemoCopy {
        guard let folder = try? makeTemporaryFolder(in: temporary) else {
            throw CopyError(description: "\(reason), and neither can \(temporary)")
        }
        do throws(DiskError) { try add(files, from: source, to: folder) } catch { throw CopyError(description: error.description) }
        return DemoCopy(folder: folder, warning: "\(reason). Changes to the demo are written to \(folder) and lost at the next start.")
    }

    /// The paths that were copied, one per line. The dot hides the file from the tree.
    private static let list = ".shipped"
    private static let limit = 64 << 20

    private static func add(_ files: [String], from source: String, to folder: String) throws(DiskError) {
        let target = "\(folder)/collections"
        try Disk.makePrivateFolders(target)
        let lock = try Disk.lock(folder: folder)
        defer { withExtendedLifetime(lock) {} }
        let known = try? Disk.read("\(folder)/\(list)", limit: limit)
        let copied = Set(String(decoding: known ?? [], as: UTF8.self).split(separator: "\n").map(String.init))
        let new = files.filter { !copied.contains($0) }
        guard !new.isEmpty else { return }
        for file in new where !Disk.exists("\(target)/\(file)") { try copy(file, from: source, to: target) }
        let all = copied.union(new).sorted().joined(separator: "\n") + "\n"
        try Disk.write(Array(all.utf8), to: "\(folder)/\(list)")
    }

    private static func copy(_ file: String, from source: String, to target: String) throws(DiskError) {
        if let end = file.lastIndex(of: "/") { try Disk.makePrivateFolders("\(target)/\(file[..<end])") }
        try Disk.write(try Disk.read("\(source)/\(file)", limit: limit), to: "\(target)/\(file)", mode: 0o644)
    }

    /// All files in a folder, relative to it. Links are followed, since an installation may consist of them.
    private static func paths(in root: String, _ folder: String) throws(DiskError) -> [String] {
        var result: [String] = []
        for entry in try Disk.entries(of: "\(root)/\(folder)") {
            if FileStatus.isFolder("\(root)/\(folder)\(entry.name)") {
                result += try paths(in: root, "\(folder)\(entry.name)/")
            } else {
                result.append(folder + entry.name)
            }
        }
        return result.sorted()
    }
}

extension Disk {
    /// The longest wait for another program that changes the same files. A change takes less time, and a longer wait would look like a hang.
    private static let longestWait = Duration.seconds(5)

    /// Locks a folder against other programs that change its content; nil on a file system without locks.
    static func lock(folder path: String) throws(DiskError) -> FileLock? {
        do throws(SystemError) { return try FileLock(folder: path, within: longestWait) } catch { return try withoutLock(path, error) }
    }

    /// Locks a file that stands for others; nil on a file system without locks.
    static func lock(file path: String) throws(DiskError) -> FileLock? {
        do throws(SystemError) { return try FileLock(file: path, within: longestWait) } catch { return try withoutLock(path, error) }
    }

    /// A lock that another program holds is an error: a change without it could undo the other one.
    private static func withoutLock(_ path: String, _ error: SystemError) throws(DiskError) -> FileLock? {
        guard error.meansNoLocks else { throw DiskError(error, operation: "locked", path: path) }
        return nil
    }
}
