/// Changes in a folder that is no workspace, such as that of the user's themes.
public enum FolderChanges {
    /// Yields whenever something in the folder changed, or the folder came or went, told by the system's own notifications: nothing runs in
    /// between.
    /// - Throws: `unreadable` where the system gives no more notifications.
    public static func stream(of folder: String) throws(WorkspaceError) -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        do throws(DiskError) {
            let watch = try ComingFolderWatch(folder) { continuation.yield() }
            continuation.onTermination = { _ in watch.cancel() }
        } catch {
            let message = "Changes in \(folder) will not be noticed: \(error.reason)."
            throw WorkspaceError(.unreadable, path: "", message: message)
        }
        return changes
    }
}
