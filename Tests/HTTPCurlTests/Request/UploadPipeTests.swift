import HTTP
import Synchronization
import Testing

@testable import HTTPCurl

@Suite(.timeLimit(.minutes(5))) struct UploadPipeTests {
    private let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 / 251) }

    /// Reads to the end, waiting where the pipe is starved.
    private func readAll(_ pipe: UploadPipe, _ ready: AsyncStream<Void>, upTo limit: Int = .max) async -> (bytes: [UInt8], ending: String) {
        var all: [UInt8] = []
        while all.count < limit {
            var buffer = [UInt8](repeating: 0, count: 50_000)
            switch buffer.withUnsafeMutableBytes({ pipe.read(into: $0) }) {
            case .bytes(let count): all += buffer.prefix(count)
            case .starved: for await _ in ready { break }
            case .end: return (all, "end")
            case .failed(let error): return (all, "\(error)")
            }
        }
        return (all, "limit")
    }

    private func pipe(_ body: any HTTPBody, length: Int64?) -> (UploadPipe, AsyncStream<Void>) {
        let (ready, continuation) = AsyncStream.makeStream(of: Void.self)
        let pipe = UploadPipe(body, length: length)
        pipe.onReady { continuation.yield() }
        return (pipe, ready)
    }

    @Test func givesAllBytesInOrder() async {
        let (pipe, ready) = pipe(DataBody(bytes), length: Int64(bytes.count))
        let read = await readAll(pipe, ready)
        #expect(read.bytes == bytes)
        #expect(read.ending == "end")
    }

    @Test(arguments: [0, 1, 200_000, 700_000]) func restartsFromTheBeginning(after count: Int) async {
        let (pipe, ready) = pipe(DataBody(bytes), length: Int64(bytes.count))
        _ = await readAll(pipe, ready, upTo: count)
        #expect(pipe.rewind())
        let read = await readAll(pipe, ready)
        #expect(read.bytes == bytes)
        #expect(read.ending == "end")
    }

    @Test func doesNotRestartABodyThatCanBeReadOnce() {
        let body = StreamBody(replay: .once) { DataBody([1]).makeBytes() }
        #expect(!UploadPipe(body, length: nil).rewind())
    }

    @Test func saysThatABodyIsShorterThanAnnounced() async {
        let (pipe, ready) = pipe(DataBody(bytes), length: Int64(bytes.count) + 5)
        let read = await readAll(pipe, ready)
        #expect(read.bytes == bytes)
        #expect(read.ending.contains("5 bytes before"))
    }

    /// An endless stream of pieces that counts its reads.
    private final class Counted: HTTPByteStream {
        private let count = Mutex(0)
        private let fourth: AsyncStream<Void>.Continuation
        private let gone: AsyncStream<Int>.Continuation

        init(fourth: AsyncStream<Void>.Continuation, gone: AsyncStream<Int>.Continuation) { (self.fourth, self.gone) = (fourth, gone) }

        deinit { gone.yield(count.withLock { $0 }) }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 4 { fourth.yield() }
            return number > 100 ? 0 : buffer.count
        }
    }

    /// However large a file is, only its next pieces are in memory.
    @Test func readsAtMostFourPiecesAhead() async {
        let (fourth, fourthContinuation) = AsyncStream.makeStream(of: Void.self)
        let (gone, goneContinuation) = AsyncStream.makeStream(of: Int.self)
        var pipe: UploadPipe? = UploadPipe(
            StreamBody(replay: .once) { Counted(fourth: fourthContinuation, gone: goneContinuation) }, length: nil)
        pipe?.onReady {}
        for await _ in fourth { break }
        // The reader holds the file, which is closed when reading ends.
        pipe = nil
        for await count in gone {
            #expect(count == 4)
            break
        }
    }

    @Test func sendsNoMoreBytesThanAnnounced() async {
        let (pipe, ready) = pipe(DataBody(bytes), length: 300_000)
        let read = await readAll(pipe, ready, upTo: 300_000)
        #expect(read.bytes == Array(bytes.prefix(300_000)))
    }
}
