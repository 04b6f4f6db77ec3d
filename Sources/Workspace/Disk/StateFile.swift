public import JSON

/// A small JSON file in the user's state folder: what a program wants to find again, and can do without.
public actor StateFile {
    private static let limit = 4 << 20
    private let folder: String
    private let name: String
    private var written: JSONValue?

    /// A file of that name in `folder`, an absolute path that need not be there yet.
    public init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// What the file says; nil where there is none, or none that can be read.
    public nonisolated static func read(folder: String, name: String) -> JSONValue? {
        (try? Disk.read("\(folder)/\(name)", limit: limit)).flatMap { try? JSONValue(parsing: $0) }
    }

    /// Writes the file whole, mode 0600, unless it says that already.
    /// - Returns: why it could not be written, as a sentence; nil when it was.
    @discardableResult public func write(_ value: JSONValue) -> String? {
        guard value != written else { return nil }
        do throws(DiskError) {
            try Disk.makeFolders(folder, mode: 0o700)
            try Disk.write(value.prettyBytes, to: "\(folder)/\(name)", mode: 0o600)
        } catch {
            return "\(error)."
        }
        written = value
        return nil
    }
}
