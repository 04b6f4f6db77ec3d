import CPlatform

/// An open file, closed at the end of its owner's scope.
public struct Descriptor: ~Copyable, Sendable {
    /// The system's number of the file; -1 for none. Valid while the value lives.
    public let number: Int32
    /// True for the writing end of a pipe: the signal for a closed reader is suppressed.
    private let isPipe: Bool
    /// True to wait where another program, with which the file is shared, has set it not to block.
    private let isShared: Bool

    /// Takes over an open descriptor, or -1 for none.
    public init(owning number: Int32) { self.init(owning: number, isPipe: false) }

    init(owning number: Int32, isPipe: Bool = false, isShared: Bool = false) {
        self.number = number
        self.isPipe = isPipe
        self.isShared = isShared
    }

    /// Opens a file, which no child process inherits.
    ///
    /// - Parameters:
    ///   - flags: `O_RDONLY`, `O_CREAT` and so on (open(2)); `O_CLOEXEC` is added.
    ///   - permissions: the permissions of a new file; the process's mask applies.
    public init(opening path: String, _ flags: Int32, permissions: mode_t = 0o600) throws(SystemError) {
        let number = open(path, flags | O_CLOEXEC, permissions)
        guard number >= 0 else { throw SystemError(path: path) }
        self.init(owning: number)
    }

    /// Opens a regular file for reading. Does not wait where a pipe has its name.
    ///
    /// - Throws: `EISDIR` for a folder, ``SystemError/notRegular`` for a pipe or a device.
    public init(openingFile path: String, followsLinks: Bool = true) throws(SystemError) {
        let file = try Descriptor(opening: path, Self.readingFlags(followsLinks))
        try Self.checkRegular(FileStatus(of: file), path)
        self = file
    }

    /// Does not wait for a writer of a pipe.
    private static func readingFlags(_ followsLinks: Bool) -> Int32 { O_RDONLY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW) }

    private static func checkRegular(_ status: FileStatus, _ path: String) throws(SystemError) {
        switch status.kind {
        case .file: return
        case .folder: throw SystemError(EISDIR, path: path)
        case .link, .other: throw SystemError(SystemError.notRegular, path: path)
        }
    }

    /// Opens a device, pipe or socket for writing. Does not wait for the reader of a pipe.
    ///
    /// - Throws: `ENXIO` for a pipe without a reader.
    init(openingDevice path: String) throws(SystemError) {
        self = try Descriptor(opening: path, O_WRONLY | O_NONBLOCK | O_NOCTTY)
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
    }

    /// Creates an empty file without a name, which only this user can read and which is deleted when it is closed.
    public init(temporaryIn folder: String) throws(SystemError) {
        let path = temporaryPath(in: folder)
        self = try Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
        unlink(path)
    }

    /// Opens the same file a second time, with the position shared. Reading and writing wait, whatever other programs that share it need.
    public init(duplicating other: Int32) throws(SystemError) {
        let number = fcntl(other, F_DUPFD_CLOEXEC, 0)
        guard number >= 0 else { throw SystemError() }
        self.init(owning: number, isShared: true)
    }

    deinit { if number >= 0 { close(number) } }
}

extension Descriptor {
    /// Occupies the numbers of closed standard streams, so that no other file gets one of them and is read or written in its place. Reading
    /// and writing them still fails, since they are opened in the other direction.
    public static func occupyStandardNumbers() {
        for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
            // The lowest free number is taken, and those below are open.
            if fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", mode) }
        }
    }

    /// Reads the first byte of a pipe or a device that was opened with `O_NONBLOCK`, if it has one yet; later reads wait.
    ///
    /// - Throws: `EPIPE` for a pipe that has neither bytes nor a writer.
    public func firstByteOfPipe() throws(SystemError) -> UInt8? {
        var byte: UInt8 = 0
        let count = withUnsafeMutableBytes(of: &byte) { systemRead(number, $0) }
        guard count >= 0 || errno == EAGAIN else { throw SystemError() }
        var status = stat()
        if count == 0, fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO { throw SystemError(EPIPE) }
        guard fcntl(number, F_SETFL, 0) == 0 else { throw SystemError() }
        return count > 0 ? byte : nil
    }

    /// Reads up to the size of the buffer. Blocks until at least one byte is available.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        while true {
            let count = systemRead(number, buffer)
            if count >= 0 { return count }
            guard mayTryAgain(POLLIN) else { throw SystemError() }
        }
    }

    /// True after an interruption, and once a shared file that must not block is ready.
    private func mayTryAgain(_ events: Int32) -> Bool {
        guard errno == EAGAIN, isShared else { return errno == EINTR }
        var wait = pollfd(fd: number, events: Int16(events), revents: 0)
        return poll(&wait, 1, -1) >= 0 || errno == EINTR
    }

    /// Reads to the end of the file.
    ///
    /// - Parameter limit: the maximum number of bytes; more are an error (`EFBIG`), so that nothing is lost unnoticed.
    public func readWhole(limit: Int) throws(SystemError) -> [UInt8] {
        try readWhole(limit: limit, try FileStatus(of: self))
    }

    /// Reads a whole regular file. Does not wait where a pipe has its name.
    ///
    /// - Throws: `EFBIG` for more bytes, `EISDIR` for a folder, ``SystemError/notRegular`` for a pipe or a device.
    public static func contents(ofFile path: String, limit: Int, followsLinks: Bool = true) throws(SystemError) -> [UInt8] {
        let file = try Descriptor(opening: path, readingFlags(followsLinks))
        let status = try FileStatus(of: file)
        try checkRegular(status, path)
        return try file.readWhole(limit: limit, status)
    }

    private func readWhole(limit: Int, _ status: FileStatus) throws(SystemError) -> [UInt8] {
        let byteCount = status.kind == .file ? Int(status.byteCount) : nil
        guard byteCount ?? 0 <= limit else { throw SystemError(EFBIG) }
        let expected = byteCount ?? 1 << 16
        // Room for one byte more than expected shows that the file has ended.
        var bytes = try read(min(expected, limit) + 1, enough: byteCount)
        var isEnded = bytes.count <= min(expected, limit)
        while !isEnded {
            guard bytes.count <= limit else { throw SystemError(EFBIG) }
            let count = min(1 << 20, limit - bytes.count + 1)
            let more = try read(count)
            bytes += more
            isEnded = more.count < count
        }
        return bytes
    }

    /// Reads `count` bytes, or fewer if the file ends.
    ///
    /// - Parameter enough: a smaller number, after which no further call asks if the file has ended.
    public func read(_ count: Int, enough: Int? = nil) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                do throws(SystemError) {
                    let more = try read(into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
                    guard more > 0 else { return }
                    filled += more
                    if filled == enough { return }
                } catch {
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all bytes. A pipe without a reader throws `EPIPE` and raises no signal.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = isPipe ? writeWithoutSignal(number, rest) : systemWrite(number, rest)
            if count < 0 {
                guard mayTryAgain(POLLOUT) else { throw SystemError() }
                continue
            }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }

    /// Writes all bytes.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Writes all bytes to a descriptor of another owner, such as standard output.
    public static func write(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
        let shared = Descriptor(owning: number, isShared: true)
        do throws(SystemError) { try shared.write(bytes) } catch {
            shared.leaveOpen()
            throw error
        }
        shared.leaveOpen()
    }

    private consuming func leaveOpen() { discard self }

    /// Waits until what was written is on the disk.
    public func synchronize() throws(SystemError) {
        while fsync(number) != 0 {
            guard errno == EINTR else { throw SystemError() }
        }
    }
}

// The system calls, which methods with the same names hide.

/// A write of more than 2^31 - 1 bytes is refused by some systems.
private let writeLimit = 1 << 30

private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int { read(number, buffer.baseAddress, buffer.count) }

private func systemWrite(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(number, bytes.baseAddress, min(bytes.count, writeLimit))
}

/// Writes with `SIGPIPE` blocked on this thread, and discards the signal that the write has caused.
private func writeWithoutSignal(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
        return systemWrite(number, bytes)
    #else
        var pipeSignal = sigset_t()
        sigemptyset(&pipeSignal)
        sigaddset(&pipeSignal, SIGPIPE)
        var pending = sigset_t()
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
        let count = systemWrite(number, bytes)
        let failure = errno
        // A reader that closes during a write raises the signal too, although the write returns the number of bytes taken before.
        if count < bytes.count, !wasPending {
            var now = timespec()
            while sigtimedwait(&pipeSignal, nil, &now) < 0, errno == EINTR {}
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = failure
        return count
    #endif
}

/// The two ends of a pipe, which no child process inherits.
public struct PipeEnds: ~Copyable, Sendable {
    /// The end to read from.
    public let reader: Descriptor
    /// The end to write to.
    public let writer: Descriptor

    /// - Parameter isBlocking: false makes reading an empty pipe, or writing a full one, fail with `EAGAIN`.
    public init(isBlocking: Bool = true) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        #if os(Linux)
            guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError() }
        #else
            // A child that is spawned between the two steps is kept from the ends by POSIX_SPAWN_CLOEXEC_DEFAULT.
            guard pipe(&ends) == 0 else { throw SystemError() }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            _ = fcntl(ends[1], F_SETNOSIGPIPE, 1)
        #endif
        if !isBlocking { for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) } }
        reader = Descriptor(owning: ends[0])
        writer = Descriptor(owning: ends[1], isPipe: true)
    }

    init(reader: consuming Descriptor, writer: consuming Descriptor) {
        self.reader = reader
        self.writer = writer
    }
}
