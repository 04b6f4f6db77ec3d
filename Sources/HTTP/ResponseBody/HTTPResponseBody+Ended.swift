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
    /// The same body, which looks at each chunk and at the end (exactly once) as they pass. Who was there first is told first.
    func observed(
        chunk onChunk: (@Sendable ([UInt8]) -> Void)? = nil, end onEnd: @escaping @Sendable (HTTPBodyEnding) -> Void
    ) -> HTTPResponseBody {
        let observer = ObservedSource.Observer(onChunk: onChunk, onEnd: onEnd)
        // Each link looks at the body: one stage for them all.
        if let known = source as? ObservedSource, known.add(observer) { return self }
        var copy = HTTPResponseBody(ObservedSource(source, observer), expectedByteCount: expectedByteCount, for: request)
        copy.head = head
        return copy
    }

    /// Calls a function once, when this body has ended one way or another.
    func whenEnded(_ action: @escaping @Sendable (HTTPBodyEnding) -> Void) -> HTTPResponseBody {
        observed(end: action)
    }
}

/// Passes chunks on and tells what passed.
final class ObservedSource: HTTPResponseBodySource {
    struct Observer: Sendable {
        let onChunk: (@Sendable ([UInt8]) -> Void)?
        let onEnd: @Sendable (HTTPBodyEnding) -> Void
    }

    private let base: any HTTPResponseBodySource
    /// Guards who is to be told; nil once the end was.
    private let observers: Mutex<[Observer]?>

    init(_ base: any HTTPResponseBodySource, _ observer: Observer) {
        self.base = base
        observers = Mutex([observer])
    }

    deinit { end(.abandoned) }

    /// Tells one more.
    /// - Returns: false when the end is over.
    func add(_ observer: Observer) -> Bool {
        observers.withLock { observers in
            observers?.append(observer)
            return observers != nil
        }
    }

    func next() async throws(HTTPError) -> [UInt8]? {
        do throws(HTTPError) {
            guard let chunk = try await base.next() else {
                end(.complete)
                return nil
            }
            for observer in observers.withLock({ $0 }) ?? [] { observer.onChunk?(chunk) }
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
        for observer in observers.withLock({ $0.take() }) ?? [] { observer.onEnd(ending) }
    }
}
