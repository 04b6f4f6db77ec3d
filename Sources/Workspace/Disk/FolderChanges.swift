import Platform
import Synchronization

/// Changes in a folder outside the workspace, such as the folder of the user's themes.
public enum FolderChanges {
    /// Yields when something in the folder changes, or the folder is created or removed. Uses the system's notifications, no polling.
    /// - Throws: `unreadable` if the system has no more notifications to give.
    public static func stream(of folder: String) throws(WorkspaceError) -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        do throws(DiskError) {
            let watch = try OptionalFolderWatch(folder) { continuation.yield() }
            continuation.onTermination = { _ in watch.cancel() }
        } catch {
            let message = "Changes in \(folder) will not be noticed: \(error.watchReason)."
            throw WorkspaceError(.unreadable, path: "", message: message)
        }
        return changes
    }
}

extension DiskError {
    /// The reason why folders cannot be watched; a limit of the system with its name, and how to raise it.
    var watchReason: String {
        #if os(Linux)
            // inotify(7) reports them as too many open files, and as a full disk.
            let limits: [Int32: (name: String, value: Int)] = [
                EMFILE: ("max_user_instances", 1024), ENOSPC: ("max_user_watches", 1_048_576),
            ]
            if operation == "watched", let limit = limits[cause.number] {
                let name = "fs.inotify.\(limit.name)"
                return "the limit \(name) is reached; close programs that watch files, or raise it (sudo sysctl \(name)=\(limit.value))"
            }
        #endif
        return reason
    }
}

/// The pauses between the readings of a folder: none after a quiet moment, and longer ones while its files keep changing, as during a
/// checkout, so that thousands of changes do not cause hundreds of readings.
public struct ReadingPace: Sendable {
    private static let quietTime = Duration.milliseconds(100)
    private static let shortest = Duration.milliseconds(50)
    private static let longest = Duration.seconds(1)
    private var last = Duration.zero
    private var read: ContinuousClock.Instant?

    /// The pace of a folder that has not been read.
    public init() {}

    /// The pause before the folder is read because of a change that was seen at this time.
    public mutating func pause(at now: ContinuousClock.Instant) -> Duration {
        let goesOn = read.map { now - $0 < Self.quietTime } ?? false
        last = goesOn ? min(max(last * 2, Self.shortest), Self.longest) : .zero
        return last
    }

    /// Notes the end of a reading.
    public mutating func noteReading(at now: ContinuousClock.Instant) { read = now }
}

/// Watches a folder and its subfolders, and again after it was replaced by another one, such as a restored backup.
final class ReplaceableFolderWatch: Sendable {
    private let folder: String
    private let onChange: @Sendable () -> Void
    private let makeWatch: @Sendable () throws(DiskError) -> FolderWatch
    /// Guards the watch of the folder and that of the one around it.
    private let watches = Mutex<(inside: FolderWatch?, around: FolderWatch?)>((nil, nil))

    /// - Parameter makeWatch: makes the watch of the folder.
    init(
        _ folder: String, onChange: @escaping @Sendable () -> Void, makeWatch: @escaping @Sendable () throws(DiskError) -> FolderWatch
    ) throws(DiskError) {
        (self.folder, self.onChange, self.makeWatch) = (folder, onChange, makeWatch)
        let inside = try makeWatch()
        let name = folder.split(separator: "/").last.map(String.init)
        // If the folder around cannot be watched, only a replacement is not noticed.
        let around = try? FolderWatch([parentFolder(of: folder)], expecting: name) { [weak self] in self?.renew() }
        watches.withLock { $0 = (inside, around) }
    }

    /// Ends the watch; may be called more than once.
    func cancel() {
        let (inside, around) = watches.withLock { watches in
            defer { watches = (nil, nil) }
            return watches
        }
        inside?.cancel()
        around?.cancel()
    }

    private func renew() {
        if FileStatus.isFolder(folder), let new = try? makeWatch() {
            let old = watches.withLock { watches -> FolderWatch? in
                guard watches.around != nil else { return new }
                defer { watches.inside = new }
                return watches.inside
            }
            old?.cancel()
        }
        onChange()
    }
}

/// Watches a folder that may not exist: until it does, the nearest existing folder around it is watched.
final class OptionalFolderWatch: Sendable {
    private struct State {
        var watch: FolderWatch?
        /// True if the folder itself is watched.
        var isThere = false
        var isCancelled = false
    }

    private let folder: String
    private let onChange: @Sendable () -> Void
    /// Guards the current watch.
    private let state = Mutex(State())

    /// - Parameter folder: an absolute path; a link in it is followed.
    init(_ folder: String, onChange: @escaping @Sendable () -> Void) throws(DiskError) {
        self.folder = folder
        self.onChange = onChange
        try renew()
    }

    /// Ends the watch; may be called more than once.
    func cancel() {
        let watch = state.withLock { state in
            state.isCancelled = true
            return state.watch.take()
        }
        watch?.cancel()
    }

    /// Replaces the watch by one on the existing part of the path. A folder that was created again needs a new watch.
    private func renew() throws(DiskError) {
        try state.withLock { state throws(DiskError) in
            guard !state.isCancelled else { return }
            var place: String
            // A folder created before the watch was set causes no notification.
            repeat {
                place = existing
                let next = folder.dropFirst(place.count).split(separator: "/").first.map(String.init)
                let watch = try FolderWatch([resolvedPath(place) ?? place], expecting: next) { [weak self] in self?.renewAndReport() }
                state.watch?.cancel()
                (state.watch, state.isThere) = (watch, next == nil)
            } while place != existing
        }
    }

    private func renewAndReport() {
        let wasThere = state.withLock(\.isThere)
        // If the system grants no other watch, the previous one continues.
        try? renew()
        if wasThere || state.withLock(\.isThere) { onChange() }
    }

    /// The folder, or the nearest existing one around it.
    private var existing: String {
        var place = folder
        while !FileStatus.isFolder(place), let end = place.lastIndex(of: "/") { place = String(place[..<end]) }
        return place.isEmpty ? "/" : place
    }
}

/// The content of a folder, for completing a path.
public struct FolderListing: Hashable, Sendable {
    /// The maximum number of names.
    private static let maxCount = 1_000

    /// The folder as it was typed, up to the last slash.
    public let folder: String
    /// The sorted names, with a slash after each folder's.
    public let names: [String]

    /// A listing of the folder as it was typed.
    public init(folder: String, names: [String]) {
        self.folder = folder
        self.names = names
    }

    /// Reads the folder at a path, given also as it was typed; empty if it cannot be read.
    public init(reading folder: String, at path: String) {
        let entries = (try? Disk.entries(of: path, includingHidden: true)) ?? []
        let names = entries.map { $0.name + ($0.isFolder || FileStatus.isFolder("\(path)/\($0.name)") ? "/" : "") }
        self.init(folder: folder, names: Array(names.sorted().prefix(Self.maxCount)))
    }
}
