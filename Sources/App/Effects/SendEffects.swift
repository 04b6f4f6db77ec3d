import HTTP
import Workspace

/// Resolves and sends requests.
struct SendEffects: Sendable {
    private let environment: AppEnvironment
    private let history: HistoryEffects
    private let sender: Sender
    private let post: @Sendable (Message) -> Void

    init(environment: AppEnvironment, history: HistoryEffects, post: @escaping @Sendable (Message) -> Void) {
        self.environment = environment
        self.history = history
        self.post = post
        let recorder = ExchangeRecorder(makeBodyPath: environment.makeBodyPath) { exchange in
            history.record(exchange)
            post(.exchange(.finished(exchange)))
        }
        sender = Sender(loader: LazyLoader { environment.makeLoader(recorder) }, post: post)
    }

    /// Resolves a draft and sends it; refuses with every reason when it cannot be resolved.
    func send(_ job: SendJob, as id: Exchange.ID) async {
        do throws(SendRefusal) {
            let resolved = try await environment.workspace.resolve(job)
            await send(resolved, draft: job.draft, as: id)
        } catch {
            post(.exchange(.refused(error.reasons)))
        }
    }

    /// Sends the request of an exchange again, as it was sent.
    func replay(_ original: Exchange.ID, as id: Exchange.ID) async {
        do throws(HistoryError) {
            guard let exchange = try await history.exchange(original) else { return }
            let resolved = ResolvedSend(request: exchange.requestAsSent, mask: SecretMask(), origin: exchange.origin)
            await send(resolved, draft: exchange.draft, as: id)
        } catch {
            post(.history(.failed(error.description)))
        }
    }

    private func send(_ resolved: ResolvedSend, draft: RequestDraft?, as id: Exchange.ID) async {
        var request = resolved.request
        request.exchangeContext = ExchangeContext(id: id, origin: resolved.origin, draft: draft, mask: resolved.mask)
        let url = resolved.mask.masked(request.url)
        post(.exchange(.started(Sending(id: id, method: request.method.rawValue, url: url))))
        await sender.send(request, as: id)
    }
}
