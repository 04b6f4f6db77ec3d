package import HTTP
import Synchronization
package import Workspace

/// Sends resolved requests, one by one or concurrently, and returns their exchanges.
package final class LiveSender: Sendable {
    /// An ended exchange with its response. A class, so that passing it on is cheap.
    package final class Result: Sendable {
        /// The exchange, secrets masked.
        package let exchange: Exchange
        /// The response with its secrets.
        package let arrived: ArrivedResponse

        fileprivate init(exchange: Exchange, arrived: ArrivedResponse) {
            self.exchange = exchange
            self.arrived = arrived
        }

        /// The secrets in the request, which must still be masked in a body file.
        package var mask: SecretMask { arrived.mask }

        /// The parts of the response for its checks, as they arrived. Reads files.
        package func facts(bodyLimit: Int) -> ResponseFacts? { arrived.facts(of: exchange, bodyLimit: bodyLimit) }
    }

    private let loader: any HTTPLoader
    private let waiting: WaitingExchanges

    /// Creates a sender from the function for the path of a large body (nil to store only its beginning) and the function that makes the
    /// chain in front of a recorder.
    package convenience init(
        _ content: ExchangeRecorder.Content = .all, storing largeBodies: ExchangeRecorder.LargeBodies = .all,
        makeBodyPath: @escaping @Sendable () -> String? = { nil },
        makeLoader: (any HTTPRecorder) -> any HTTPLoader
    ) {
        let waiting = WaitingExchanges()
        let recorder = ExchangeRecorder(content, storing: largeBodies, makeBodyPath: makeBodyPath) { _ = waiting.finish($0, $1) }
        self.init(makeLoader(recorder), waiting)
    }

    /// Creates a sender from a loader that others use too, whose recorder passes each exchange to `waiting` first.
    package init(_ loader: any HTTPLoader, _ waiting: WaitingExchanges) {
        self.loader = loader
        self.waiting = waiting
    }

    /// Sends a request; returns when its response has been read or it has failed. Cancelling the calling task cancels it.
    ///
    /// - Parameters:
    ///   - original: the exchange that this one repeats; nil for none.
    ///   - task: the handle to follow its progress.
    ///   - read: reads the body; by default all of it, only for the recorder. The rest is discarded.
    /// - Throws: errors of `read` other than `HTTPError`; they end the transfer.
    package func send(
        _ resolved: ResolvedSend, draft: RequestDraft?, as id: Exchange.ID = Exchange.makeID(), repeats original: Exchange.ID? = nil,
        task: HTTPTask = HTTPTask(recordsEvents: false),
        reading read: (HTTPResponse) async throws -> Void = { for try await _ in $0.body {} }
    ) async throws -> Result {
        var request = resolved.request
        request.exchangeContext = ExchangeContext(
            id: id, origin: resolved.origin, draft: draft, repeats: original, options: resolved.options, mask: resolved.mask)
        let result = waiting.begin(id)
        return try await withTaskCancellationHandler {
            do {
                let response = try await loader.load(request, task: task)
                do {
                    try await read(response)
                } catch  where !(error is HTTPError) {
                    response.body.cancel()
                    await result.value.exchange.removeBodyFile()
                    throw error
                }
            } catch is HTTPError {
                // The exchange contains the error.
            }
            return await result.value
        } onCancel: {
            task.cancel()
        }
    }
}

/// The exchanges that callers wait for, by id.
package final class WaitingExchanges: Sendable {
    // Guards the waiting callers: exchanges end on the thread that drives the transfer.
    private let waiting = Mutex<[Exchange.ID: OneShot<LiveSender.Result>]>([:])

    /// No exchanges.
    package init() {}

    fileprivate func begin(_ id: Exchange.ID) -> OneShot<LiveSender.Result> {
        let result = OneShot<LiveSender.Result>()
        waiting.withLock { $0[id] = result }
        return result
    }

    /// True if a caller waits for the exchange with this id.
    package func expects(_ id: Exchange.ID) -> Bool { waiting.withLock { $0[id] != nil } }

    /// Passes an ended exchange to the caller that waits for it; false if none does.
    package func finish(_ exchange: Exchange, _ arrived: ArrivedResponse) -> Bool {
        guard let caller = waiting.withLock({ $0.removeValue(forKey: exchange.id) }) else { return false }
        caller.give(LiveSender.Result(exchange: exchange, arrived: arrived))
        return true
    }
}
