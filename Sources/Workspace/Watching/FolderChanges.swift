/// Changes in folders that are no workspace, such as the user's themes.
public enum FolderChanges {
    /// Yields whenever something in these folders changed, told by the system's own notifications: nothing runs in between. Nil where a
    /// folder is not there or cannot be watched.
    public static func stream(of folders: [String]) -> AsyncStream<Void>? {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        guard let watch = try? FolderWatch(folders, onChange: { continuation.yield() }) else { return nil }
        continuation.onTermination = { _ in watch.cancel() }
        return changes
    }
}
