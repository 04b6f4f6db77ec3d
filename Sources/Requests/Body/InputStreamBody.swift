import Foundation
import HTTP
import Synchronization

/// Foundation's stream as a body: read once, to its end.
struct InputStreamBody: HTTPBody {
    private let reader: InputStreamReader

    init(_ stream: InputStream) { reader = InputStreamReader(stream) }

    var length: HTTPBodyLength { .unknown }
    var replay: HTTPBodyReplay { .once }
    func makeBytes() throws -> any HTTPByteStream { reader }
}

/// A stream that only one reader at a time touches.
final class InputStreamReader: HTTPByteStream {
    /// InputStream is not Sendable; the box is only touched within the lock, and whoever made the stream gave it away.
    private struct Box: @unchecked Sendable {
        let stream: InputStream
        var isOpen = false
    }

    /// Guards the stream.
    private let box: Mutex<Box>

    init(_ stream: InputStream) { box = Mutex(Box(stream: stream)) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        // The caller's buffer is never empty, so it has an address, and Int bits carry it into the lock.
        let address = UInt(bitPattern: buffer.baseAddress)
        let capacity = buffer.count
        let (count, problem) = box.withLock { box -> (Int, String) in
            if !box.isOpen {
                box.stream.open()
                box.isOpen = true
            }
            guard let target = UnsafeMutablePointer<UInt8>(bitPattern: address) else { return (0, "") }
            let count = box.stream.read(target, maxLength: capacity)
            return (count, count < 0 ? "\(box.stream.streamError.map { "\($0)" } ?? "unknown")" : "")
        }
        guard count >= 0 else { throw InputStreamFailure(reason: problem) }
        return count
    }
}

/// A stream that broke while it was read.
struct InputStreamFailure: Error, CustomStringConvertible {
    let reason: String
    var description: String { "The stream cannot be read: \(reason)." }
}
