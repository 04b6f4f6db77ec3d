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
        /// Guards the paths of the folders by the numbers that the system gave them.
        private let folders = Mutex<[Int32: String]>([:])

        /// Content, names, and folders that come and go.
        private static let mask = UInt32(
            IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_ONLYDIR | IN_DONT_FOLLOW)

        init(_ folders: [String], onChange: @escaping @Sendable () -> Void) throws(DiskError) {
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
            let number = inotify_add_watch(descriptor, folder, Self.mask)
            guard number >= 0 else { throw .last("watched", folder) }
            folders.withLock { $0[number] = folder }
        }

        /// Reads what the system has to tell; whether something visible changed.
        private func takeEvents() -> Bool {
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            var hasChanged = false
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { return hasChanged }
                for event in InotifyEvent.all(in: buffer.prefix(count)) where take(event) { hasChanged = true }
            }
        }

        private func take(_ event: InotifyEvent) -> Bool {
            if event.mask & UInt32(IN_IGNORED) != 0 { folders.withLock { _ = $0.removeValue(forKey: event.folder) } }
            guard !event.name.hasPrefix(".") else { return false }
            if event.mask & UInt32(IN_ISDIR) != 0, event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0,
                let parent = folders.withLock({ $0[event.folder] })
            {
                // A folder that is gone again, or one too many, is a change like any other.
                for folder in Disk.folders(within: "\(parent)/\(event.name)") { try? add(folder) }
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
