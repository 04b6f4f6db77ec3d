import Synchronization

/// How a response body ended.
public enum HTTPBodyEnding: Sendable {
    /// The last chunk was read.
    case complete
    /// It was cancelled or let go before.
    case abandoned
    /// The transfer failed.
    case failed(HTTPError)
}

extension HTTPResponseBody {
    /// The same body, which tells of each chunk and of the end as they pass: how a link looks into an answer, copies it, or holds something until
    /// it is over.
    ///
    /// ```swift
    /// var response = try await nextLoader.load(request, task: task)
    /// response.body = response.body.observed { chunk in count(chunk) } end: { ending in report(ending) }
    /// return response
    /// ```
    ///
    /// Of several observers the first, which is the innermost link's, is told first. Nobody but the reader pulls: without one, nothing passes.
    /// - Parameters:
    ///   - onChunk: called with each chunk, in order, before its reader gets it, on the reader's thread: it must be quick.
    ///   - onEnd: called exactly once, before the reader learns of the end; where the body is cancelled or let go, by whoever does that.
    public func observed(
        chunk onChunk: (@Sendable ([UInt8]) -> Void)? = nil, end onEnd: @escaping @Sendable (HTTPBodyEnding) -> Void
    ) -> HTTPResponseBody {
        let observer = ObservedSource.Observer(onChunk: onChunk, onEnd: onEnd)
        // Each link looks at the body: one stage for them all.
        if let known = source as? ObservedSource, known.add(observer) { return self }
        var copy = HTTPResponseBody(ObservedSource(source, observer), expectedByteCount: expectedByteCount, for: request)
        copy.head = head
        return copy
    }

    /// Calls a function once, when this body has ended one way or another: see ``observed(chunk:end:)``.
    public func whenEnded(_ action: @escaping @Sendable (HTTPBodyEnding) -> Void) -> HTTPResponseBody {
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
