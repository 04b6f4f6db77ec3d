internal import CPlatform

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
