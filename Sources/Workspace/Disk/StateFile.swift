public import JSON

/// A small JSON file in the user's state folder, whose loss does no harm.
public actor StateFile {
    private static let limit = 4 << 20
    private let folder: String
    private let name: String
    private var written: JSONValue?

    /// A file in `folder`, an absolute path that need not exist yet.
    public init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// The content of the file; nil if it does not exist or is invalid.
    public nonisolated static func read(folder: String, name: String) -> JSONValue? {
        (try? Disk.read("\(folder)/\(name)", limit: limit)).flatMap { try? JSONValue(parsing: $0) }
    }

    /// Writes the whole file with mode 0600 if its content changes.
    /// - Returns: an error message; nil on success.
    @discardableResult public func write(_ value: JSONValue) -> String? {
        guard value != written else { return nil }
        do throws(DiskError) {
            try Disk.makePrivateFolders(folder)
            try Disk.write(value.prettyBytes, to: "\(folder)/\(name)", mode: 0o600)
        } catch {
            return "\(error)."
        }
        written = value
        return nil
    }
}
