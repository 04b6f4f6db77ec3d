internal import CCurl
internal import Dispatch
internal import HTTP
internal import Synchronization

/// Reads a request body ahead of libcurl, a few pieces at a time, on a queue of its own because reading may block.
final class UploadPipe: Sendable {
    /// The result of a read by the engine.
    enum Reading {
        case bytes(Int)
        /// No bytes yet: `onReady` will be called.
        case starved
        case end
        case failed(any Error)
    }

    /// Bytes that were read ahead, in a buffer that is used again after they were sent.
    private struct Piece {
        var buffer: [UInt8]
        var unsent: Range<Int>
    }

    private struct State {
        var stream: (any HTTPByteStream)?
        var ready: [Piece] = []
        /// Buffers of pieces that were sent. New ones for each piece would make the system clear as much memory as is sent.
        var spare: [[UInt8]] = []
        var byteCount: Int64 = 0
        var isReading = false
        var isStarved = false
        var end: Result<Void, any Error>?
        /// Counts rewinds: pieces of an earlier pass are dropped.
        var pass = 0
        var notify: (@Sendable () -> Void)?
    }

    static let pieceSize = 131_072
    static let piecesAhead = 4

    private let body: any HTTPBody
    private let length: Int64?
    private let queue = DispatchQueue(label: "apus.upload")
    /// Guards the pieces, shared by the queue that reads and the thread that sends.
    private let state = Mutex(State())

    init(_ body: any HTTPBody, length: Int64?) {
        self.body = body
        self.length = length
    }

    /// Sets the callback for when a starved pipe has bytes again, and reads the first piece.
    func onReady(_ notify: @escaping @Sendable () -> Void) {
        state.withLock { $0.notify = notify }
        readAhead()
    }

    /// Drops the stream and the callback. Called when the transfer is over.
    func close() {
        state.withLock { state in
            state.end = .success(())
            state.pass += 1
            (state.stream, state.notify, state.ready, state.spare) = (nil, nil, [], [])
        }
    }

    /// Fills the buffer from the pieces that were read ahead.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        let reading = state.withLock { state -> Reading in
            guard let unsent = state.ready.first?.unsent else {
                switch state.end {
                case .success?: return .end
                case .failure(let error)?: return .failed(error)
                case nil:
                    state.isStarved = true
                    return .starved
                }
            }
            let part = unsent.prefix(buffer.count)
            state.ready[0].buffer.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[part])) }
            state.ready[0].unsent = part.endIndex..<unsent.endIndex
            if part.endIndex == unsent.endIndex { state.spare.append(state.ready.removeFirst().buffer) }
            return .bytes(part.count)
        }
        if case .bytes = reading { readAhead() }
        return reading
    }

    /// Starts again from the first byte.
    ///
    /// - Returns: false if the body can be read only once.
    func rewind() -> Bool {
        guard body.replay == .restartable else { return false }
        state.withLock { state in
            state.pass += 1
            (state.stream, state.ready, state.byteCount, state.end, state.isReading) = (nil, [], 0, nil, false)
        }
        readAhead()
        return true
    }

    private func readAhead() {
        let pass = state.withLock { state -> Int? in
            // Several chunks in a row need fewer thread switches than one at a time.
            guard !state.isReading, state.end == nil, state.ready.count <= Self.piecesAhead / 2 else { return nil }
            state.isReading = true
            return state.pass
        }
        guard let pass else { return }
        queue.async { while self.readPiece(pass: pass) {} }
    }

    /// Reads one piece; returns true if there is room for another.
    private func readPiece(pass: Int) -> Bool {
        // A pass that is over must not open the body again: it may be readable only once.
        guard let (known, spare) = state.withLock({ $0.pass == pass ? ($0.stream.take(), $0.spare.popLast()) : nil }) else { return false }
        let result = Result { () throws -> (any HTTPByteStream, Piece) in
            var stream = try known ?? body.makeBytes()
            var buffer = spare ?? [UInt8](repeating: 0, count: length.map { max(1, Int(min($0, Int64(Self.pieceSize)))) } ?? Self.pieceSize)
            let count = try buffer.withUnsafeMutableBytes { try stream.read(into: $0) }
            return (stream, Piece(buffer: buffer, unsent: 0..<count))
        }
        let (notify, goesOn) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
            guard state.pass == pass else { return (nil, false) }
            store(result, into: &state)
            state.isReading = state.end == nil && state.ready.count < Self.piecesAhead
            defer { state.isStarved = false }
            return (state.isStarved ? state.notify : nil, state.isReading)
        }
        notify?()
        return goesOn
    }

    private func store(_ result: Result<(any HTTPByteStream, Piece), any Error>, into state: inout State) {
        switch result {
        case .failure(let error): state.end = .failure(error)
        case .success((let stream, var piece)) where !piece.unsent.isEmpty:
            state.stream = stream
            let count = piece.unsent.count
            // A file may have grown since its length was announced: the rest is not sent.
            let room = length.map { max(0, $0 - state.byteCount) } ?? .max
            piece.unsent = piece.unsent.prefix(Int(clamping: room))
            if !piece.unsent.isEmpty { state.ready.append(piece) }
            state.byteCount += Int64(count)
            if Int64(count) >= room { state.end = .success(()) }
        case .success:
            let missing = length.map { $0 - state.byteCount } ?? 0
            state.end = missing > 0 ? .failure(UploadTooShortError(announced: length ?? 0, missing: missing)) : .success(())
        }
    }
}

/// The error for a body with fewer bytes than it announced, such as a file that was truncated while it was sent.
struct UploadTooShortError: Error, CustomStringConvertible {
    let announced: Int64
    let missing: Int64

    var description: String { "It ended \(missing) bytes before its announced length of \(announced)." }
}

extension ActiveTransfer {
    /// Writes bytes of the request body to libcurl's buffer.
    ///
    /// - Returns: the value for libcurl's read callback: the count, 0 at the end, "pause" or "abort".
    func fillUpload(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let upload = transfer.upload else { return 0 }
        switch upload.read(into: buffer) {
        case .bytes(let count):
            progress.sentBodyByteCount += Int64(count)
            markChanged()
            return count
        case .starved: return CCURL_READFUNC_PAUSE
        case .end: return 0
        case .failed(let error):
            progress.failure = .bodyUnreadable(error)
            return CCURL_READFUNC_ABORT
        }
    }

    /// Goes back to the beginning of the request body, which libcurl has to send again.
    func rewindUpload(to offset: Int64, from origin: Int32) -> Int32 {
        guard offset == 0, origin == 0, let upload = transfer.upload, upload.rewind() else { return CURL_SEEKFUNC_CANTSEEK }
        progress.sentBodyByteCount = 0
        return CURL_SEEKFUNC_OK
    }
}
