import Synchronization

/// The end of a response body.
public enum HTTPBodyEnding: Sendable {
    /// The last chunk was read.
    case complete
    /// The body was cancelled or released before its end.
    case abandoned
    /// The transfer failed.
    case failed(HTTPError)
}

extension HTTPResponseBody {
    /// The same body with callbacks for each chunk and for the end. Links use it to observe a response, to copy it, or to release something
    /// at its end.
    ///
    /// ```swift
    /// var response = try await nextLoader.load(request, task: task)
    /// response.body = response.body.observed { chunk in count(chunk) } end: { ending in report(ending) }
    /// return response
    /// ```
    ///
    /// Observers are called in the order in which they were added, starting with the innermost link's. Only the reader pulls: without one,
    /// nothing is transferred.
    /// - Parameters:
    ///   - onChunk: called with each chunk before the reader gets it, in order, on the reader's thread. It must be quick.
    ///   - onEnd: called exactly once, before the reader sees the end; if the body is cancelled or released, on the thread that does so.
    public func observed(
        chunk onChunk: (@Sendable ([UInt8]) -> Void)? = nil, end onEnd: @escaping @Sendable (HTTPBodyEnding) -> Void
    ) -> HTTPResponseBody {
        let observer = ObservedSource.Observer(onChunk: onChunk, onEnd: onEnd)
        // All observers share one stage.
        if let known = source as? ObservedSource, known.add(observer) { return self }
        return replacing(source: ObservedSource(source, observer))
    }

    /// Calls a function once when this body has ended in any way; see ``observed(chunk:end:)``.
    public func whenEnded(_ action: @escaping @Sendable (HTTPBodyEnding) -> Void) -> HTTPResponseBody {
        observed(end: action)
    }
}

/// A source that passes chunks on and calls its observers.
final class ObservedSource: HTTPResponseBodySource {
    struct Observer: Sendable {
        let onChunk: (@Sendable ([UInt8]) -> Void)?
        let onEnd: @Sendable (HTTPBodyEnding) -> Void
    }

    private let base: any HTTPResponseBodySource
    /// Guards the observers; nil after the end.
    private let observers: Mutex<[Observer]?>

    init(_ base: any HTTPResponseBodySource, _ observer: Observer) {
        self.base = base
        observers = Mutex([observer])
    }

    deinit { end(.abandoned) }

    /// Adds an observer.
    /// - Returns: false if the body has already ended.
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
