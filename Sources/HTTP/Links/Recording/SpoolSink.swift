import Synchronization

/// Keeps a whole body: in memory while it is small, in a file once it is not.
public final class SpoolSink: HTTPBodySink {
    private struct State {
        var bytes: [UInt8] = []
        var byteCount: Int64 = 0
        var file: OutputFile?
        var hasFailed = false
    }

    private let path: String
    private let threshold: Int
    /// Guards the bytes and the file, which the reader's thread writes and the ending thread takes.
    private let state = Mutex(State())

    /// - Parameters:
    ///   - path: where the body goes once it passes the threshold; its folder must be there.
    ///   - threshold: bytes to keep in memory at most.
    public init(path: String, threshold: Int) {
        self.path = path
        self.threshold = threshold
    }

    /// Keeps the chunk. A file that cannot be written ends the keeping, not the transfer.
    public func write(_ chunk: [UInt8]) {
        state.withLock { state in
            state.byteCount += Int64(chunk.count)
            guard !state.hasFailed else { return }
            do throws(FileBodyError) {
                try keep(chunk, in: &state)
            } catch {
                state.hasFailed = true
                state.file = nil
            }
        }
    }

    /// The bytes, or the file, which has its name from now on.
    public func finish() -> HTTPRecordedBody {
        state.withLock { state in
            guard let file = state.file, (try? file.commit()) != nil else {
                let isComplete = state.byteCount == Int64(state.bytes.count)
                return HTTPRecordedBody(storage: .memory(state.bytes), byteCount: state.byteCount, isComplete: isComplete)
            }
            return HTTPRecordedBody(storage: .file(path: path), byteCount: state.byteCount, isComplete: true)
        }
    }

    private func keep(_ chunk: [UInt8], in state: inout State) throws(FileBodyError) {
        if let file = state.file { return try file.write(chunk) }
        guard state.bytes.count + chunk.count > threshold else { return state.bytes += chunk }
        let file = try OutputFile(replacing: path)
        try file.write(state.bytes)
        try file.write(chunk)
        state.file = file
        state.bytes = []
    }
}
