/// The files of a workspace. Every function goes to the disk: call them off the main actor.
///
/// The store keeps nothing: what it gives is a value, and what it is given is written. So several processes, and an editor beside
/// them, may work in the same folder.
///
/// ```
/// collections/<collection>/collection.json
///                         /environments/<environment>.json
///                         /<folder>/folder.json
///                         /<folder>/<request>.request.json
/// ```
public struct WorkspaceStore: Hashable, Sendable {
    /// The absolute path of the workspace's folder.
    public let root: String
    /// The most bytes of one file. A larger one is shown as broken.
    static let fileLimit = 32 << 20
    /// The most folders within each other.
    static let depthLimit = 64

    /// Takes a folder that holds a workspace, or is empty and becomes one.
    ///
    /// - Throws: `notFound` where there is no folder, `unreadable` where it cannot be read.
    public init(opening folder: String) throws(WorkspaceError) {
        let path = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        guard Disk.isFolder(path) || !Disk.exists(path) else {
            throw WorkspaceError(.invalidPath, path: "", message: "\(path) is no folder. A workspace is a folder with collections in it.")
        }
        do throws(DiskError) {
            _ = try Disk.entries(of: path)
        } catch {
            let hint = error.isMissing ? " Make it first, or name another." : ""
            let code = error.isMissing ? WorkspaceError.Code.notFound : .unreadable
            throw WorkspaceError(code, path: "", message: "The workspace \(path) cannot be opened: \(error.reason).\(hint)")
        }
        root = path
    }

    /// The last part of the folder's path.
    public var name: String { root.split(separator: "/").last.map(String.init) ?? root }

    /// The absolute path of something in the workspace.
    ///
    /// - Throws: `invalidPath` for what leads out of the workspace.
    func absolute(_ path: String) throws(WorkspaceError) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.contains("\0") }) else {
            throw WorkspaceError(.invalidPath, path: path, message: "\(path) is no path within the workspace.")
        }
        return "\(root)/\(path)"
    }

    /// Reads from the disk at the absolute path of `path`.
    func reading<Result>(_ path: String, _ body: (String) throws(DiskError) -> Result) throws(WorkspaceError) -> Result {
        let absolute = try absolute(path)
        do throws(DiskError) { return try body(absolute) } catch { throw .reading(error, path) }
    }

    /// Changes the disk at the absolute path of `path`.
    func changing(_ path: String, _ body: (String) throws(DiskError) -> Void) throws(WorkspaceError) {
        let absolute = try absolute(path)
        do throws(DiskError) { try body(absolute) } catch { throw .writing(error, path) }
    }
}
