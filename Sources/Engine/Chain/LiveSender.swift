package import HTTP
import Synchronization
public import Workspace

/// Sends resolved requests one by one or many at once, and gives the exchange of each.
package final class LiveSender: Sendable {
    /// An exchange that is over, with the secrets that are still to be masked in a body that is a file.
    package struct Result: Sendable {
        /// The exchange, secrets masked.
        package let exchange: Exchange
        /// The secrets that it was sent with.
        package let mask: SecretMask
    }

    private let loader: any HTTPLoader
    private let waiting: WaitingExchanges

    /// Takes where large bodies are kept for the history (nil to keep their beginning only), and what makes the chain before a recorder.
    package init(makeBodyPath: @escaping @Sendable () -> String? = { nil }, makeLoader: (any HTTPRecorder) -> any HTTPLoader) {
        let waiting = WaitingExchanges()
        self.waiting = waiting
        loader = makeLoader(ExchangeRecorder(makeBodyPath: makeBodyPath) { waiting.finish(Result(exchange: $0, mask: $1)) })
    }

    /// Sends a request; returns when its response is read, or when it failed. Cancelling the calling task cancels it.
    ///
    /// - Parameters:
    ///   - original: the exchange that this one repeats; nil for none.
    ///   - task: the handle to follow its progress.
    ///   - read: reads the body; by default all of it, for the recorder alone. What it leaves is discarded.
    /// - Throws: what `read` throws that is no `HTTPError`; the transfer is ended then.
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
                    throw error
                }
            } catch is HTTPError {
                // The exchange tells of it.
            }
            return await result.value
        } onCancel: {
            task.cancel()
        }
    }
}

/// The exchanges that somebody waits for, by their ids.
private final class WaitingExchanges: Sendable {
    // Guards who waits: exchanges end on whichever thread drives the transfer.
    private let waiting = Mutex<[Exchange.ID: OneShot<LiveSender.Result>]>([:])

    func begin(_ id: Exchange.ID) -> OneShot<LiveSender.Result> {
        let result = OneShot<LiveSender.Result>()
        waiting.withLock { $0[id] = result }
        return result
    }

    func finish(_ result: LiveSender.Result) {
        waiting.withLock { $0.removeValue(forKey: result.exchange.id) }?.give(result)
    }
}

/// Why a draft cannot be sent.
public enum SendRefusal: Error, Equatable {
    /// Sentences for a person, each with its place.
    case reasons([String])
    /// It uses things of this machine that nobody has allowed; `problem` says why what a person made here is not known to be theirs.
    case permissions([Permission], problem: String? = nil)
    /// Only values that a person must type are missing.
    case asks([AskedValue])
}

/// A value that only a person knows.
public struct AskedValue: Sendable, Equatable {
    /// The variable's name.
    public let name: String
    /// The first place that uses it.
    public let note: String
    /// True if the value must not be shown.
    public let isSecret: Bool

    /// Takes a name, the place where it is used, and whether nobody may see it.
    public init(_ name: String, note: String = "", isSecret: Bool) {
        self.name = name
        self.note = note
        self.isSecret = isSecret
    }
}
