import Platform

/// The user's copy of the shipped collections, so that trying things out changes nothing that was installed.
public struct DemoCopy: Sendable, Equatable {
    /// Why there is no copy, as a sentence without its full stop.
    public struct Problem: Error, CustomStringConvertible {
        /// The sentence.
        public let description: String
    }

    /// The workspace to open, an absolute path.
    public let folder: String
    /// What a person is to know of it; nil as a rule.
    public let warning: String?

    /// Makes the copy in `data`, or adds to it what was never in it. Where that cannot be written it is made in `temporary`.
    ///
    /// What was copied once is remembered: a request that was deleted stays deleted, and one that was renamed is not doubled.
    ///
    /// - Parameters:
    ///   - shared: the folder that holds the shipped `collections`; nil where it was not found.
    ///   - data: the user's data folder.
    ///   - temporary: the folder of temporary files.
    public static func prepare(shared: String?, data: String, temporary: String) throws(Problem) -> DemoCopy {
        guard let shared else {
            throw Problem(
                description: "the shipped collections are not beside the program; reinstall it, or name their folder in APUS_SHARE")
        }
        let source = "\(shared)/collections"
        let files: [String]
        do throws(DiskError) { files = try paths(in: source, "") } catch { throw Problem(description: error.description) }
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
    ) throws(Problem) -> DemoCopy {
        var template = Array("\(temporary)/apus-demo.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Problem(description: "\(reason), and neither can \(temporary)") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do throws(DiskError) { try add(files, from: source, to: folder) } catch { throw Problem(description: error.description) }
        return DemoCopy(folder: folder, warning: "\(reason). What you change in the demo is in \(folder) and not there at the next start.")
    }

    /// The paths that were copied, one a line; its dot hides it from the tree.
    private static let list = ".shipped"
    private static let limit = 64 << 20

    private static func add(_ files: [String], from source: String, to folder: String) throws(DiskError) {
        let target = "\(folder)/collections"
        try Disk.makeFolders(target, mode: 0o755)
        let turn = Disk.takeTurn(in: folder)
        defer { turn.map { _ = close($0) } }
        let known = try? Disk.read("\(folder)/\(list)", limit: limit)
        let copied = Set(String(decoding: known ?? [], as: UTF8.self).split(separator: "\n").map(String.init))
        let new = files.filter { !copied.contains($0) }
        guard !new.isEmpty else { return }
        for file in new where !Disk.exists("\(target)/\(file)") { try copy(file, from: source, to: target) }
        let all = copied.union(new).sorted().joined(separator: "\n") + "\n"
        try Disk.write(Array(all.utf8), to: "\(folder)/\(list)")
    }

    private static func copy(_ file: String, from source: String, to target: String) throws(DiskError) {
        if let end = file.lastIndex(of: "/") { try Disk.makeFolders("\(target)/\(file[..<end])", mode: 0o755) }
        try Disk.write(try Disk.read("\(source)/\(file)", limit: limit), to: "\(target)/\(file)", mode: 0o644)
    }

    /// All files below a folder, relative to it. Links are followed, since an installation may consist of them.
    private static func paths(in root: String, _ folder: String) throws(DiskError) -> [String] {
        var result: [String] = []
        for entry in try Disk.entries(of: "\(root)/\(folder)") {
            if Disk.isFolder("\(root)/\(folder)\(entry.name)") {
                result += try paths(in: root, "\(folder)\(entry.name)/")
            } else {
                result.append(folder + entry.name)
            }
        }
        return result.sorted()
    }
}
