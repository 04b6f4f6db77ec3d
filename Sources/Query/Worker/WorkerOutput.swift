#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where a worker's result goes: standard output, in pieces, up to a limit.
public final class WorkerOutput {
    private static let pieceSize = 1 << 16

    private var pending: [UInt8] = []
    private var room: Int
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        room = limit
    }

    /// Adds bytes to the result.
    /// - Throws: ``QueryError/Code/limit`` when there are more than may be.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(QueryError) {
        guard bytes.count <= room else { throw QueryError(.limit, "The result is longer than \(limit >> 20) MB, where it was cut off.") }
        room -= bytes.count
        if bytes.count >= Self.pieceSize {
            try flush()
            Self.send(bytes)
        } else {
            pending.append(contentsOf: bytes)
            if pending.count >= Self.pieceSize { try flush() }
        }
    }

    /// Adds text to the result.
    public func write(_ text: String) throws(QueryError) {
        try Array(text.utf8).withUnsafeBufferPointer { bytes throws(QueryError) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Ends a value of the result.
    public func endLine() throws(QueryError) { try write("\n") }

    /// Hands over what was written so far.
    public func flush() throws(QueryError) {
        pending.withUnsafeBytes { Self.send($0) }
        pending.removeAll(keepingCapacity: true)
    }

    /// Nobody is left to hear of it when the reader has gone: the process ends.
    private static func send(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = writeToOutput(base, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { exit(1) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }
}

/// The system's call, which methods of the same name hide.
private func writeToOutput(_ bytes: UnsafeRawPointer, _ count: Int) -> Int { write(STDOUT_FILENO, bytes, count) }
