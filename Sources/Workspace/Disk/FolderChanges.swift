import Platform
import Synchronization

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

/// Watches a folder that may come and go: while it is not there, the one around it in which the next on the way to it is to appear.
final class ComingFolderWatch: Sendable {
    private struct State {
        var watch: FolderWatch?
        /// Whether the folder itself is watched.
        var isThere = false
        var isCancelled = false
    }

    private let folder: String
    private let onChange: @Sendable () -> Void
    /// Guards what is watched now.
    private let state = Mutex(State())

    /// - Parameter folder: an absolute path; a link in it is followed.
    init(_ folder: String, onChange: @escaping @Sendable () -> Void) throws(DiskError) {
        self.folder = folder
        self.onChange = onChange
        try look()
    }

    /// Ends the watching; more than once is as good as once.
    func cancel() {
        let watch = state.withLock { state in
            state.isCancelled = true
            return state.watch.take()
        }
        watch?.cancel()
    }

    /// Watches what is there of the folder's path, anew: a folder that was made again is another one.
    private func look() throws(DiskError) {
        try state.withLock { state throws(DiskError) in
            guard !state.isCancelled else { return }
            var place: String
            // What appeared before the watch was set is told by nothing else.
            repeat {
                place = existing
                let next = folder.dropFirst(place.count).split(separator: "/").first.map(String.init)
                let watch = try FolderWatch([Self.resolved(place)], expecting: next) { [weak self] in self?.lookAgain() }
                state.watch?.cancel()
                (state.watch, state.isThere) = (watch, next == nil)
            } while place != existing
        }
    }

    private func lookAgain() {
        let wasThere = state.withLock(\.isThere)
        // Where the system has nothing left for another watch, the one before goes on.
        try? look()
        if wasThere || state.withLock(\.isThere) { onChange() }
    }

    /// The folder, or the nearest around it that is there.
    private var existing: String {
        var place = folder
        while !Disk.isFolder(place), let end = place.lastIndex(of: "/") { place = String(place[..<end]) }
        return place.isEmpty ? "/" : place
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
