#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where the parts of a history lie: a folder of mode 0700 with files of mode 0600.
public struct HistoryLocation: Hashable, Sendable {
    /// The absolute path of the folder.
    public let folder: String

    /// A history in this folder, which is made when it is first needed.
    public init(folder: String) { self.folder = folder }

    /// The database.
    public var database: String { "\(folder)/history.sqlite" }
    /// Large bodies, named by the hexadecimal SHA-256 of their bytes.
    var bodies: String { "\(folder)/history-bodies" }
    /// Bodies on their way.
    var incoming: String { "\(folder)/history-incoming" }

    /// A place for a body that is on its way into this history: in the folder that ``SQLiteHistoryStore`` takes files over from without
    /// copying them. The folder is there once the history has been opened.
    public func makeIncomingPath() -> String { "\(incoming)/\(UUID().uuidString.lowercased())" }

    func path(ofBody hash: String) -> String { "\(bodies)/\(hash)" }
}
