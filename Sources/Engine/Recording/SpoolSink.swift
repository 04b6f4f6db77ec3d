import Document
import HTTP
import Hashing
import Platform
import Synchronization
package import Workspace

/// Keeps a copy of a response body for the history: in memory while it is small, then in a private file, up to a limit. Whoever shows the body reads
/// that file too, and its SHA-256 is computed while it is written.
final class SpoolSink: HTTPBodySink, SharedSpool {
    private static let memoryLimit = 65_536
    private static let fileLimit = 256 << 20

    private struct State: ~Copyable {
        var memory: [UInt8] = []
        var file: Descriptor?
        var path: String?
        var digest = MessageDigest(.sha256)
        var byteCount: Int64 = 0
        var keptCount = 0
    }

    private let makePath: @Sendable () -> String?
    /// Guards the kept bytes; the transport writes, the recorder finishes and a viewer looks on different threads.
    private let state = Mutex(State())

    /// - Parameter makePath: the path for the file of a large body; nil to keep only the part that fits into memory.
    init(makePath: @escaping @Sendable () -> String?) { self.makePath = makePath }

    func write(_ chunk: [UInt8]) {
        state.withLock { state in
            state.byteCount += Int64(chunk.count)
            if state.path == nil, state.memory.count + chunk.count <= Self.memoryLimit {
                state.memory += chunk
                state.keptCount = state.memory.count
            } else {
                spill(chunk, &state)
            }
        }
    }

    /// Seals the copy: it does not change any more.
    func finish() -> HTTPRecordedBody {
        state.withLock { state in
            state.file = nil
            let isComplete = Int64(state.keptCount) == state.byteCount
            guard let path = state.path else {
                return HTTPRecordedBody(storage: .memory(state.memory), byteCount: state.byteCount, isComplete: isComplete)
            }
            let sha256 = state.digest.finish().hexadecimal
            return HTTPRecordedBody(storage: .file(path: path), byteCount: state.byteCount, isComplete: isComplete, sha256: sha256)
        }
    }

    // MARK: Shared with a viewer

    func holds(_ count: Int) -> Bool { state.withLock { $0.path != nil && $0.keptCount >= count } }

    func descriptor(holding count: Int) -> Descriptor? {
        state.withLock { state in
            guard state.keptCount >= count, let number = state.file?.number else { return nil }
            return try? Descriptor(duplicating: number)
        }
    }

    // MARK: The file

    /// Appends to the file. After the first chunk that cannot be kept, nothing is kept: the copy has no holes.
    private func spill(_ chunk: [UInt8], _ state: inout State) {
        guard Int64(state.keptCount + chunk.count) == state.byteCount, state.keptCount + chunk.count <= Self.fileLimit else { return }
        if state.path == nil { makeFile(&state) }
        do throws(SystemError) {
            guard try state.file?.write(chunk) != nil else { return }
            state.digest.update(chunk)
            state.keptCount += chunk.count
        } catch {
            // A part of the chunk may have been written.
            if let number = state.file?.number { ftruncate(number, off_t(state.keptCount)) }
        }
    }

    /// Moves the bytes from memory to a new file that nobody else can read; they stay in memory if it has no room for them.
    private func makeFile(_ state: inout State) {
        guard let path = makePath(), let file = try? Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW) else { return }
        guard (try? file.write(state.memory)) != nil else {
            unlink(path)
            return
        }
        state.digest.update(state.memory)
        (state.path, state.memory) = (path, [])
        state.file = consume file
    }
}

/// A second name for the file of a large answer, for those who look into it while the history takes the first one over.
package enum HeldBody {
    private static let suffix = ".held"

    /// The exchange with the second name, where its request says something of its answer and the answer is in a file.
    package static func hold(_ exchange: Exchange) -> Exchange {
        guard let draft = exchange.draft, !(draft.captures.isEmpty && draft.assertions.isEmpty),
            case .file(let path)? = exchange.response?.body.storage, link(path, path + suffix) == 0
        else { return exchange }
        var held = exchange
        held.response?.body.storage = .file(path + suffix)
        return held
    }

    /// Removes the second name, where it has one.
    package static func release(_ exchange: Exchange) {
        if case .file(let path)? = exchange.response?.body.storage, path.hasSuffix(suffix) { unlink(path) }
    }

    /// True if the body of the response is no longer readable at its place.
    package static func isGone(_ exchange: Exchange) -> Bool {
        if case .file(let path)? = exchange.response?.body.storage { access(path, R_OK) != 0 } else { false }
    }
}
