import Platform

/// What is in a folder, for a person who types a path.
public struct FolderListing: Hashable, Sendable {
    /// The most names that are given: more are no help.
    static let most = 1_000

    /// The folder as it was typed, up to the last slash.
    public let folder: String
    /// The names in it, sorted, a slash behind those of folders.
    public let names: [String]

    /// Takes a folder as it was typed and the names in it.
    public init(folder: String, names: [String]) {
        self.folder = folder
        self.names = names
    }

    /// Reads a folder; one that cannot be read has nothing in it.
    ///
    /// - Parameters:
    ///   - folder: as it was typed.
    ///   - path: where that is.
    public init(reading folder: String, at path: String) {
        let entries = (try? Disk.entries(of: path, includingHidden: true)) ?? []
        let names = entries.map { $0.name + ($0.isFolder || Self.leadsToFolder("\(path)/\($0.name)") ? "/" : "") }
        self.init(folder: folder, names: Array(names.sorted().prefix(Self.most)))
    }

    private static func leadsToFolder(_ path: String) -> Bool {
        var status = stat()
        return Disk.isLink(path) && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
