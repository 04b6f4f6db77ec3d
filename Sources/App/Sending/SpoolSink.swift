#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import HTTP
import Synchronization

/// Keeps a copy of an answer's body for the history: in memory while it is small, then in a private file, up to a limit.
final class SpoolSink: HTTPBodySink {
    private static let memoryLimit = 65_536
    private static let fileLimit = 256 << 20

    private struct State {
        var memory: [UInt8] = []
        var file: (descriptor: Int32, path: String)?
        var byteCount: Int64 = 0
        var keptCount = 0
    }

    private let makePath: @Sendable () -> String?
    // Guards what was kept so far; the transport writes and the recorder finishes on different threads.
    private let state = Mutex(State())

    /// Takes what gives a path for the file of a large body; nil to keep only what fits into memory.
    init(makePath: @escaping @Sendable () -> String?) { self.makePath = makePath }

    func write(_ chunk: [UInt8]) {
        state.withLock { state in
            state.byteCount += Int64(chunk.count)
            if state.file == nil, state.memory.count + chunk.count <= Self.memoryLimit {
                state.memory += chunk
                state.keptCount = state.memory.count
            } else {
                spill(chunk, &state)
            }
        }
    }

    func finish() -> HTTPRecordedBody {
        state.withLock { state in
            let isComplete = Int64(state.keptCount) == state.byteCount
            guard let file = state.file else {
                return HTTPRecordedBody(storage: .memory(state.memory), byteCount: state.byteCount, isComplete: isComplete)
            }
            close(file.descriptor)
            return HTTPRecordedBody(storage: .file(path: file.path), byteCount: state.byteCount, isComplete: isComplete)
        }
    }

    /// What cannot be kept ends what is kept: nothing is kept behind a hole.
    private func spill(_ chunk: [UInt8], _ state: inout State) {
        guard Int64(state.keptCount + chunk.count) == state.byteCount, state.keptCount + chunk.count <= Self.fileLimit else { return }
        if state.file == nil {
            state.file = makeFile(holding: state.memory)
            if state.file != nil { state.memory = [] }
        }
        guard let file = state.file else { return }
        if Self.write(chunk, to: file.descriptor) {
            state.keptCount += chunk.count
        } else {
            // A part of the chunk may have been written.
            ftruncate(file.descriptor, off_t(state.keptCount))
        }
    }

    /// A file that nobody else can read and that was not there before, with these bytes; nil, and no file, where they have no room.
    private func makeFile(holding bytes: [UInt8]) -> (descriptor: Int32, path: String)? {
        guard let path = makePath() else { return nil }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        guard Self.write(bytes, to: descriptor) else {
            close(descriptor)
            unlink(path)
            return nil
        }
        return (descriptor, path)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                #if canImport(Glibc)
                    let count = Glibc.write(descriptor, rest.base.baseAddress.map { $0 + rest.startIndex }, rest.count)
                #elseif canImport(Musl)
                    let count = Musl.write(descriptor, rest.base.baseAddress.map { $0 + rest.startIndex }, rest.count)
                #else
                    let count = Darwin.write(descriptor, rest.base.baseAddress.map { $0 + rest.startIndex }, rest.count)
                #endif
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
