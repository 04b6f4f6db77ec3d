import Document
import HTTP
import Hashing
import Platform
import Synchronization
package import Workspace

/// A copy of a response body for the history: in memory while it is small, then in a private file, up to a limit. The body view reads the
/// same file, and its SHA-256 is computed while it is written.
final class SpoolSink: HTTPBodySink, SharedSpool {
    static let memoryLimit = 65_536
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
    /// Guards the stored bytes: the reader of the body writes, the recorder finishes and a view reads, on different threads.
    private let state = Mutex(State())

    /// - Parameter makePath: the path for the file of a large body; nil to store only the part that fits into memory.
    init(makePath: @escaping @Sendable () -> String?) { self.makePath = makePath }

    func write(_ chunk: [UInt8]) {
        state.withLock { state in
            // After the first chunk that cannot be stored, nothing more is stored, so that the copy has no holes.
            let isWhole = Int64(state.keptCount) == state.byteCount
            state.byteCount += Int64(chunk.count)
            guard isWhole else { return }
            if state.path == nil, state.memory.count + chunk.count <= Self.memoryLimit {
                // The only chunk is shared with the reader instead of copied.
                if state.memory.isEmpty { state.memory = chunk } else { state.memory += chunk }
                state.keptCount = state.memory.count
            } else {
                spill(chunk, &state)
            }
        }
    }

    /// Seals the copy; it does not change afterwards.
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

    /// Appends to the file, if there is one and the chunk fits.
    private func spill(_ chunk: [UInt8], _ state: inout State) {
        guard state.keptCount + chunk.count <= Self.fileLimit else { return }
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

    /// Moves the bytes from memory to a new private file; they stay in memory if the disk is full.
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

extension Exchange {
    /// The exchange with only the beginning of a response that is in a file, as of a large response without a file.
    package func withoutBodyFile() -> Exchange {
        guard let body = response?.body, case .file = body.storage else { return self }
        var exchange = self
        exchange.response?.body = ExchangeBody(
            storage: .bytes(body.beginning(SpoolSink.memoryLimit)), byteCount: body.byteCount, isComplete: false)
        return exchange
    }

    /// Removes the file of the response, if it is in one.
    package func removeBodyFile() {
        if case .file(let path)? = response?.body.storage { unlink(path) }
    }
}

/// A hard link to the file of a large response, for readers that use it while the history takes over the original.
package enum HeldBody {
    private static let suffix = ".held"

    /// The exchange with the link, if its request has captures or assertions and the response is in a file.
    package static func hold(_ exchange: Exchange) -> Exchange {
        guard let draft = exchange.draft, !(draft.captures.isEmpty && draft.assertions.isEmpty),
            case .file(let path)? = exchange.response?.body.storage, link(path, path + suffix) == 0
        else { return exchange }
        var held = exchange
        held.response?.body.storage = .file(path + suffix)
        return held
    }

    /// Removes the link, if there is one.
    package static func release(_ exchange: Exchange) {
        if case .file(let path)? = exchange.response?.body.storage, path.hasSuffix(suffix) { unlink(path) }
    }

    /// True if the body of the response can no longer be read at its path.
    package static func isGone(_ exchange: Exchange) -> Bool {
        if case .file(let path)? = exchange.response?.body.storage { access(path, R_OK) != 0 } else { false }
    }
}
