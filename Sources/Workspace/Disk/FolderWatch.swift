#if os(Linux)
    import Dispatch
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif
    import Synchronization

    /// Watches folders through inotify(7). Folders that appear in a watched one are watched as well.
    final class FolderWatch: Sendable {
        private let descriptor: Int32
        /// Set once; a dispatch source may be used from any thread (dispatch_source_create(3)), which its Swift type does not say.
        private nonisolated(unsafe) let source: any DispatchSourceRead
        /// Guards which folders are watched and which should be.
        private let watched = Mutex(Watched())
        private let expected: String?
        private let addWatch: @Sendable (Int32, String, UInt32) -> Int32

        private struct Watched {
            /// The paths of the folders by the numbers that the system gave them.
            var folders: [Int32: String] = [:]
            /// Folders that the system would not watch when they appeared: it has a limit that others use as well.
            var missed: Set<String> = []
        }

        /// Content, names, and folders that come and go.
        private static let mask = UInt32(
            IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF | IN_CREATE | IN_DELETE | IN_ONLYDIR | IN_DONT_FOLLOW)

        /// - Parameters:
        ///   - expected: the only name in the folders that counts, where that is so; nothing that appears is watched as well then.
        ///   - addWatch: inotify_add_watch(2), or a double of it.
        init(
            _ folders: [String], expecting expected: String? = nil,
            addWatch: @escaping @Sendable (Int32, String, UInt32) -> Int32 = { inotify_add_watch($0, $1, $2) },
            onChange: @escaping @Sendable () -> Void
        ) throws(DiskError) {
            self.expected = expected
            self.addWatch = addWatch
            descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
            guard descriptor >= 0 else { throw .last("watched", folders.first ?? "") }
            source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "workspace.watch"))
            source.setCancelHandler { [descriptor] in close(descriptor) }
            source.setEventHandler { [weak self] in if self?.takeEvents() == true { onChange() } }
            source.activate()
            for folder in folders { try add(folder) }
        }

        deinit { cancel() }

        /// Ends the watching; more than once is as good as once.
        func cancel() { source.cancel() }

        private func add(_ folder: String) throws(DiskError) {
            let number = addWatch(descriptor, folder, Self.mask)
            guard number >= 0 else { throw .last("watched", folder) }
            watched.withLock { $0.folders[number] = folder }
        }

        /// Watches a folder and those within; what the system refuses is tried again with the next events.
        private func follow(_ path: String) {
            for folder in Disk.folders(within: path) {
                guard (try? add(folder)) == nil else { continue }
                watched.withLock { _ = $0.missed.insert(folder) }
            }
        }

        private func retry() {
            let missed = watched.withLock { state in
                defer { state.missed = [] }
                return state.missed
            }
            for folder in missed where Disk.isFolder(folder) { follow(folder) }
        }

        /// Reads what the system has to tell; whether something visible changed.
        private func takeEvents() -> Bool {
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            var hasChanged = false
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else {
                    if hasChanged { retry() }
                    return hasChanged
                }
                for event in InotifyEvent.all(in: buffer.prefix(count)) where take(event) { hasChanged = true }
            }
        }

        private func take(_ event: InotifyEvent) -> Bool {
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                // Folders may have appeared unheard. Watching one again that is watched changes nothing.
                for folder in watched.withLock({ Array($0.folders.values) }).sorted().dropFirst() { follow(folder) }
                return true
            }
            if event.mask & UInt32(IN_IGNORED) != 0 { watched.withLock { _ = $0.folders.removeValue(forKey: event.folder) } }
            // An event without a name is of the folder itself.
            if let expected { return event.name == expected || event.name.isEmpty }
            guard !event.name.hasPrefix(".") else { return false }
            if event.mask & UInt32(IN_ISDIR) != 0, event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0,
                let parent = watched.withLock({ $0.folders[event.folder] })
            {
                follow("\(parent)/\(event.name)")
            }
            return true
        }
    }

    /// One notification; see inotify(7) for its layout.
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
    import Darwin
    import Dispatch
    import Synchronization

    /// Watches folders through kqueue(2): names that come, go and change, which is what every atomic write does. A file that is written
    /// in place is not noticed before it is opened or saved.
    final class FolderWatch: Sendable {
        /// Guards the sources of the folders by their paths.
        private let sources = Mutex<[String: any DispatchSourceFileSystemObject]>([:])
        private let queue = DispatchQueue(label: "workspace.watch")
        private let followsNew: Bool

        /// - Parameter expected: the only name in the folders that counts, where that is so: nothing that appears is watched as well then.
        ///   kqueue(2) tells no names, so that changes of others are told too.
        init(_ folders: [String], expecting expected: String? = nil, onChange: @escaping @Sendable () -> Void) throws(DiskError) {
            followsNew = expected == nil
            for folder in folders { try add(folder, onChange) }
        }

        deinit { cancel() }

        /// Ends the watching; more than once is as good as once.
        func cancel() { sources.withLock { $0.values.forEach { $0.cancel() } } }

        private func add(_ folder: String, _ onChange: @escaping @Sendable () -> Void) throws(DiskError) {
            let descriptor = open(folder, O_EVTONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .last("watched", folder) }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor, eventMask: [.write, .delete, .rename], queue: queue)
            source.setCancelHandler { close(descriptor) }
            source.setEventHandler { [weak self] in
                self?.follow(folder, onChange)
                onChange()
            }
            source.activate()
            sources.withLock { $0[folder] = source }
        }

        /// Watches the folders that have appeared, and lets go of the folder when it is gone.
        private func follow(_ folder: String, _ onChange: @escaping @Sendable () -> Void) {
            guard Disk.isFolder(folder) else { return sources.withLock { $0.removeValue(forKey: folder)?.cancel() } ?? () }
            guard followsNew else { return }
            for path in Disk.folders(within: folder) where sources.withLock({ $0[path] == nil }) { try? add(path, onChange) }
        }
    }
#endif
