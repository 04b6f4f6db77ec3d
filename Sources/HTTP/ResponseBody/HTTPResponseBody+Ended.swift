import Synchronization

/// How a response body ended.
enum HTTPBodyEnding: Sendable {
    /// The last chunk was read.
    case complete
    /// It was cancelled or let go before.
    case abandoned
    /// The transfer failed.
    case failed(HTTPError)
}

extension HTTPResponseBody {
    /// The same body, which looks at each chunk and at the end (exactly once) as they pass.
    func observed(
        chunk onChunk: @escaping @Sendable ([UInt8]) -> Void = { _ in }, end onEnd: @escaping @Sendable (HTTPBodyEnding) -> Void
    ) -> HTTPResponseBody {
        HTTPResponseBody(
            ObservedSource(source, onChunk: onChunk, onEnd: onEnd), expectedByteCount: expectedByteCount, for: request)
    }

    /// Calls a function once, when this body has ended one way or another.
    func whenEnded(_ action: @escaping @Sendable (HTTPBodyEnding) -> Void) -> HTTPResponseBody {
        observed(end: action)
    }
}

/// Passes chunks on and tells what passed.
final class ObservedSource: HTTPResponseBodySource {
    private let base: any HTTPResponseBodySource
    private let onChunk: @Sendable ([UInt8]) -> Void
    /// Guards the function that is to be called once.
    private let onEnd: Mutex<(@Sendable (HTTPBodyEnding) -> Void)?>

    init(
        _ base: any HTTPResponseBodySource, onChunk: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable (HTTPBodyEnding) -> Void
    ) {
        self.base = base
        self.onChunk = onChunk
        self.onEnd = Mutex(onEnd)
    }

    deinit { end(.abandoned) }

    func next() async throws(HTTPError) -> [UInt8]? {
        do throws(HTTPError) {
            guard let chunk = try await base.next() else {
                end(.complete)
                return nil
            }
            onChunk(chunk)
            return chunk
        } catch {
            end(.failed(error))
            throw error
        }
    }

    func cancel() {
        base.cancel()
        end(.abandoned)
    }

    private func end(_ ending: HTTPBodyEnding) {
        onEnd.withLock { $0.take() }?(ending)
    }
}
