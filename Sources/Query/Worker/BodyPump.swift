import Dispatch
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes a body into a pipe on a thread of its own, and closes both; ends early when nobody reads any more.
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
