import Dispatch
import Platform
import Synchronization

#if os(Linux)
    /// Watches folders through inotify(7). Folders that are created in a watched one are watched as well.
    final class FolderWatch: Sendable {
        private let descriptor: Int32
        /// Set once; a dispatch source may be used from any thread (dispatch_source_create(3)), although its Swift type is not Sendable.
        private nonisolated(unsafe) let source: any DispatchSourceRead
        /// Guards the watched folders and those that could not be watched.
        private let watched = Mutex(Watched())
        private let expected: String?
        private let followed: [String: Set<String>]
        private let addWatch: @Sendable (Int32, String, UInt32) -> Int32

        private struct Watched {
            /// The paths of the folders by their watch descriptors.
            var folders: [Int32: String] = [:]
            /// New folders that the system refused to watch: its limit is shared with other programs.
            var missed: Set<String> = []
        }

        /// Changes of content and names, and folders that are created or removed.
        private static let mask = UInt32(
            IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF | IN_CREATE | IN_DELETE | IN_ONLYDIR | IN_DONT_FOLLOW)

        /// - Parameters:
        ///   - expected: the only name in the folders that matters, if not nil; then new folders are not watched.
        ///   - followed: the names of the new folders to watch, for folders in which others are not watched, such as the root of a
        ///     repository.
        ///   - addWatch: inotify_add_watch(2), or a test double.
        init(
            _ folders: [String], expecting expected: String? = nil, following followed: [String: Set<String>] = [:],
            addWatch: @escaping @Sendable (Int32, String, UInt32) -> Int32 = { inotify_add_watch($0, $1, $2) },
            onChange: @escaping @Sendable () -> Void
        ) throws(DiskError) {
            self.expected = expected
            self.followed = followed
            self.addWatch = addWatch
            descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
            guard descriptor >= 0 else { throw .last("watched", folders.first ?? "") }
            source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "workspace.watch"))
            source.setCancelHandler { [descriptor] in close(descriptor) }
            source.setEventHandler { [weak self] in if self?.readEvents() == true { onChange() } }
            source.activate()
            for folder in folders { try add(folder) }
        }

        deinit { cancel() }

        /// Ends the watch; may be called more than once.
        func cancel() { source.cancel() }

        private func add(_ folder: String) throws(DiskError) {
            let number = addWatch(descriptor, folder, Self.mask)
            guard number >= 0 else { throw .last("watched", folder) }
            watched.withLock { $0.folders[number] = folder }
        }

        /// Watches a folder and its subfolders; folders that the system refuses are tried again with the next events.
        private func watchFolder(_ path: String) {
            var known: Set<String> = []
            while true {
                // A folder that appeared between the listing and the watch of the one around it is found by the next listing.
                let new = Disk.folders(within: path, following: followed).filter { known.insert($0).inserted }
                if new.isEmpty { return }
                for folder in new where (try? add(folder)) == nil { watched.withLock { _ = $0.missed.insert(folder) } }
            }
        }

        private func retry() {
            let missed = watched.withLock { state in
                defer { state.missed = [] }
                return state.missed
            }
            for folder in missed where FileStatus.isFolder(folder) { watchFolder(folder) }
        }

        /// Reads the pending events; true if something visible changed.
        private func readEvents() -> Bool {
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            var hasChanged = false
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else {
                    if hasChanged { retry() }
                    return hasChanged
                }
                for event in InotifyEvent.all(in: buffer.prefix(count)) where handle(event) { hasChanged = true }
            }
        }

        private func handle(_ event: InotifyEvent) -> Bool {
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                // The creation of folders may have been missed. Watching a folder again changes nothing.
                for folder in watched.withLock({ Array($0.folders.values) }).sorted() { watchFolder(folder) }
                return true
            }
            if event.mask & UInt32(IN_IGNORED) != 0 { watched.withLock { _ = $0.folders.removeValue(forKey: event.folder) } }
            // An event without a name concerns the folder itself.
            if let expected { return event.name == expected || event.name.isEmpty }
            guard !event.name.hasPrefix(".") else { return false }
            if event.mask & UInt32(IN_ISDIR) != 0, event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0,
                let parent = watched.withLock({ $0.folders[event.folder] }), followed[parent]?.contains(event.name) != false
            {
                watchFolder("\(parent)/\(event.name)")
            }
            return true
        }
    }

    /// One event; see inotify(7) for its layout.
    private struct InotifyEvent {
        let folder: Int32
        let mask: UInt32
        let name: String

        static func all(in bytes: ArraySlice<UInt8>) -> [InotifyEvent] {
            var events: [InotifyEvent] = []
            bytes.withUnsafeBytes { buffer in
                var offset = 0
                let size = MemoryLayout<inotify_event>.size
                while offset + size <= buffer.count {
                    let header = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let end = min(offset + size + Int(header.len), buffer.count)
                    let name = buffer[(offset + size)..<end].prefix { $0 != 0 }
                    events.append(InotifyEvent(folder: header.wd, mask: header.mask, name: String(decoding: name, as: UTF8.self)))
                    offset = end
                }
            }
            return events
        }
    }
#endif

#if canImport(Darwin)
    /// Watches folders through kqueue(2), which reports names that are created, removed and changed, as by every atomic write. A file
    /// that is written in place is only noticed when it is opened or saved.
    final class FolderWatch: Sendable {
        /// Guards the dispatch sources of the folders by path.
        private let sources = Mutex<[String: any DispatchSourceFileSystemObject]>([:])
        private let queue = DispatchQueue(label: "workspace.watch")
        private let followsNew: Bool
        private let followed: [String: Set<String>]

        /// - Parameters:
        ///   - expected: the only name in the folders that matters, if not nil; then new folders are not watched. kqueue(2) reports no
        ///     names, so that changes of other names are reported too.
        ///   - followed: the names of the new folders to watch, for folders in which others are not watched.
        init(
            _ folders: [String], expecting expected: String? = nil, following followed: [String: Set<String>] = [:],
            onChange: @escaping @Sendable () -> Void
        ) throws(DiskError) {
            followsNew = expected == nil
            self.followed = followed
            for folder in folders { try add(folder, onChange) }
        }

        deinit { cancel() }

        /// Ends the watch; may be called more than once.
        func cancel() { sources.withLock { $0.values.forEach { $0.cancel() } } }

        private func add(_ folder: String, _ onChange: @escaping @Sendable () -> Void) throws(DiskError) {
            let descriptor = open(folder, O_EVTONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .last("watched", folder) }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor, eventMask: [.write, .delete, .rename], queue: queue)
            source.setCancelHandler { close(descriptor) }
            source.setEventHandler { [weak self] in
                self?.watchFolder(folder, onChange)
                onChange()
            }
            source.activate()
            sources.withLock { $0[folder] = source }
        }

        /// Watches new folders, and stops watching a removed one.
        private func watchFolder(_ folder: String, _ onChange: @escaping @Sendable () -> Void) {
            guard FileStatus.isFolder(folder) else { return sources.withLock { $0.removeValue(forKey: folder)?.cancel() } ?? () }
            guard followsNew else { return }
            for path in Disk.folders(within: folder, following: followed) where sources.withLock({ $0[path] == nil }) {
                try? add(path, onChange)
            }
        }
    }
#endif
