import Workspace

/// The paths of a history: a folder of mode 0700 with files of mode 0600.
public struct HistoryLocation: Hashable, Sendable {
    /// The absolute path of the folder.
    public let folder: String

    /// A history in this folder, which is created when it is first needed.
    public init(folder: String) { self.folder = folder }

    /// The database.
    public var database: String { "\(folder)/history.sqlite" }
    /// Large bodies, named by the hexadecimal SHA-256 of their bytes.
    var bodies: String { "\(folder)/history-bodies" }
    /// Bodies that are not yet in their final place.
    var incoming: String { "\(folder)/history-incoming" }

    /// A path for a new body: in the folder whose files ``SQLiteHistoryStore`` takes over without copying them. The folder exists once
    /// the history has been opened.
    public func makeIncomingPath() -> String { "\(incoming)/\(Exchange.makeID())" }

    func path(ofBody hash: String) -> String { "\(bodies)/\(hash)" }
}
