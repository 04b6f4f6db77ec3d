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
