#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Two connected sockets, which no other child gets: one that did would keep them open.
enum Channel {
    static func make() throws(QueryError) -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [0, 0]
        #if os(Linux)
            let result = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
        #else
            let result = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
            for end in ends where result == 0 { prepare(end) }
        #endif
        guard result == 0 else { throw QueryError(.process, "No pipe could be made: \(String(cString: strerror(errno))).") }
        return (ends[0], ends[1])
    }

    /// Writes all bytes; false when nobody reads them any more.
    static func write(_ bytes: UnsafeRawBufferPointer, to end: Int32) -> Bool {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = send(end, base, rest.count, quietly)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        return true
    }

    #if os(Linux)
        /// Without a signal when the reader has gone.
        private static let quietly = Int32(MSG_NOSIGNAL)
    #else
        private static let quietly: Int32 = 0

        private static func prepare(_ end: Int32) {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            var isQuiet: Int32 = 1
            setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
        }
    #endif
}
