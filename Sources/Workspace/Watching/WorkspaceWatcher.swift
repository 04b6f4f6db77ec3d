/// Says when something in a workspace changed, by the system's own notifications: nothing runs in between.
///
/// Own changes are reported like those of others. What changed is not said: read the tree again, and ask
/// ``WorkspaceStore/hasChanged(_:)`` for files that are open.
public final class WorkspaceWatcher: Sendable {
    /// One element for any number of changes since the last one was taken. Ends when the watcher is cancelled or let go of.
    public let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let watch: FolderWatch

    /// Watches the collections with every folder in them, those that are added later included.
    ///
    /// - Throws: `unreadable` where the system gives no more notifications; the workspace works without them.
    public init(_ store: WorkspaceStore) throws(WorkspaceError) {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        (self.changes, self.continuation) = (changes, continuation)
        let folders = [store.root] + Disk.folders(within: "\(store.root)/\(WorkspacePath.collections)")
        do throws(DiskError) {
            watch = try FolderWatch(folders) { continuation.yield() }
        } catch {
            let message = "Changes by other programs will not be noticed: \(error.reason)."
            throw WorkspaceError(.unreadable, path: "", message: message)
        }
    }

    deinit { cancel() }

    /// Ends the stream.
    public func cancel() { continuation.finish() }
}
