extension WorkspaceStore {
    /// One element for any number of changes in the workspace since the last one was taken, told by the system's own notifications:
    /// nothing runs in between. Ends when the task that reads it is cancelled or the stream is let go of.
    ///
    /// Own changes are reported like those of others. What changed is not said: read the tree again, and ask ``hasChanged(_:)`` for files
    /// that are open.
    /// - Throws: `unreadable` where the system gives no more notifications; the workspace works without them.
    public func changes() throws(WorkspaceError) -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let folders = [root] + Disk.folders(within: "\(root)/\(WorkspacePath.collections)")
        do throws(DiskError) {
            let watch = try FolderWatch(folders) { continuation.yield() }
            continuation.onTermination = { _ in watch.cancel() }
        } catch {
            let message = "Changes by other programs will not be noticed: \(error.reason)."
            throw WorkspaceError(.unreadable, path: "", message: message)
        }
        return changes
    }
}
