import Synchronization

/// Keeps the beginning of a body in memory.
public final class MemorySink: HTTPBodySink {
    private struct State {
        var bytes: [UInt8] = []
        var byteCount: Int64 = 0
    }

    private let limit: Int
    /// Guards the bytes, which the reader's thread writes and the ending thread takes.
    private let state = Mutex(State())

    /// - Parameter limit: bytes to keep at most.
    public init(limit: Int) { self.limit = limit }

    /// Keeps what fits.
    public func write(_ chunk: [UInt8]) {
        state.withLock { state in
            if state.bytes.isEmpty, chunk.count <= limit {
                // Shared with the reader instead of copied.
                state.bytes = chunk
            } else {
                state.bytes += chunk.prefix(limit - state.bytes.count)
            }
            state.byteCount += Int64(chunk.count)
        }
    }

    /// The kept bytes.
    public func finish() -> HTTPRecordedBody {
        state.withLock { state in
            HTTPRecordedBody(
                storage: .memory(state.bytes), byteCount: state.byteCount, isComplete: state.byteCount == Int64(state.bytes.count))
        }
    }
}
