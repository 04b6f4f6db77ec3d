import Platform

/// The content of a folder, for completing a path.
public struct FolderListing: Hashable, Sendable {
    /// The maximum number of names.
    private static let maxCount = 1_000

    /// The folder as it was typed, up to the last slash.
    public let folder: String
    /// The sorted names, with a slash after those of folders.
    public let names: [String]

    /// A listing of the folder as it was typed.
    public init(folder: String, names: [String]) {
        self.folder = folder
        self.names = names
    }

    /// Reads a folder; empty if it cannot be read.
    ///
    /// - Parameters:
    ///   - folder: the folder as it was typed.
    ///   - path: its path.
    public init(reading folder: String, at path: String) {
        let entries = (try? Disk.entries(of: path, includingHidden: true)) ?? []
        let names = entries.map { $0.name + ($0.isFolder || FileStatus.isFolder("\(path)/\($0.name)") ? "/" : "") }
        self.init(folder: folder, names: Array(names.sorted().prefix(Self.maxCount)))
    }
}
