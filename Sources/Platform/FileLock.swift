internal import CPlatform

/// A lock between processes, which lasts as long as the value or the process (flock(2)).
public struct FileLock: ~Copyable, Sendable {
    private let descriptor: Descriptor

    /// Waits until no other process holds the lock on this file, which is created if it does not exist. The holder may remove the
    /// file; the next process then locks a new one.
    ///
    /// - Parameter limit: the longest wait, since a process that was stopped may never continue.
    /// - Throws: `EWOULDBLOCK` at the limit.
    public init(file path: String, within limit: Duration) throws(SystemError) {
        while true {
            let descriptor = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW)
            try Self.lock(descriptor, path, within: limit)
            let locked = try FileStatus(of: descriptor).fileNumber
            guard FileStatus(of: path, followsLinks: false)?.fileNumber == locked else { continue }
            self.descriptor = descriptor
            return
        }
    }

    /// Locks this file, which is created if it does not exist; nil if another process holds the lock, or the file cannot be opened.
    public init?(tryingFile path: String) {
        guard let lock = try? FileLock(file: path, within: .zero) else { return nil }
        self = lock
    }

    /// True if the file at this path is the locked one; another program may have removed it since.
    public func locks(_ path: String) -> Bool {
        guard let locked = try? FileStatus(of: descriptor).fileNumber else { return false }
        return FileStatus(of: path, followsLinks: false)?.fileNumber == locked
    }

    /// Locks this folder; nil if the lock is held, or the folder cannot be opened.
    public init?(tryingFolder path: String) {
        guard let descriptor = try? Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
            flock(descriptor.number, LOCK_EX | LOCK_NB) == 0
        else { return nil }
        self.descriptor = descriptor
    }

    /// Waits until no other process holds the lock on this folder.
    ///
    /// - Parameter limit: the longest wait, since a process that was stopped may never continue.
    /// - Throws: `EWOULDBLOCK` at the limit.
    public init(folder path: String, within limit: Duration) throws(SystemError) {
        let descriptor = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)
        try Self.lock(descriptor, path, within: limit)
        self.descriptor = descriptor
    }

    private static func lock(_ descriptor: borrowing Descriptor, _ path: String, within limit: Duration) throws(SystemError) {
        let start = ContinuousClock.now
        while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
            let failure = errno
            if failure == EINTR { continue }
            guard failure == EWOULDBLOCK, .now - start < limit else { throw SystemError(failure, path: path) }
            // The system has no wait for a lock that ends by itself.
            usleep(2000)
        }
    }
}
