import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A pair of connected sockets with close-on-exec: another child that inherited them would keep them open.
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

    /// Writes all bytes; returns false if the reader has closed its end.
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
        /// Suppresses SIGPIPE.
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

/// Writes a body to a pipe on a thread of its own, and closes both; ends early if the reader has closed its end.
enum BodyPump {
    static func start(_ pieces: [[UInt8]], file: (descriptor: Int32, byteCount: Int)?, to writer: Int32) {
        DispatchQueue(label: "query.body").async {
            var isRead = true
            for piece in pieces where isRead { isRead = piece.withUnsafeBytes { Channel.write($0, to: writer) } }
            if let file {
                if isRead { copy(file.descriptor, file.byteCount, to: writer) }
                close(file.descriptor)
            }
            close(writer)
        }
    }

    private static func copy(_ descriptor: Int32, _ byteCount: Int, to writer: Int32) {
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        var offset = 0
        while offset < byteCount {
            let count = pread(descriptor, &piece, min(piece.count, byteCount - offset), off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count > 0, piece.withUnsafeBytes({ Channel.write(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: writer) }) else {
                return
            }
            offset += count
        }
    }
}
