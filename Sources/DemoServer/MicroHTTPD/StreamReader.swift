import CMicroHTTPD

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Hands the pieces of a body stream to libmicrohttpd, whose buffers have sizes of their own. Only the thread that serves
/// the connection touches it.
final class StreamReader {
    /// What libmicrohttpd understands as the end of a stream and as a failure (`MHD_ContentReaderCallback`).
    static let ended = -1
    static let failed = -2

    private var stream: any BodyStream
    /// Suspends the connection; `false` when the server is stopping.
    private let pause: (Duration) -> Bool
    private var piece: [UInt8] = []
    private var position = 0
    private var step = StreamStep.more

    init(stream: any BodyStream, pause: @escaping (Duration) -> Bool) {
        self.stream = stream
        self.pause = pause
    }

    /// Copies what is next. Gives the byte count, 0 after suspending the connection, or how the stream ended.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while position == piece.count {
            switch step {
            case .end: return Self.ended
            case .pause(let duration):
                step = .more
                return pause(duration) ? 0 : Self.failed
            case .more:
                piece.removeAll(keepingCapacity: true)
                position = 0
                step = stream.next(into: &piece)
            }
        }
        let count = min(buffer.count, piece.count - position)
        piece.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count])) }
        position += count
        return count
    }
}
