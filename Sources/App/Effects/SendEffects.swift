import HTTP
import Interchange
import Workspace

/// Resolves and sends requests.
struct SendEffects: Sendable {
    private let environment: AppEnvironment
    private let history: HistoryEffects
    private let sender: Sender
    private let post: @Sendable (Message) -> Void
    private static let mostCopiedBytes = 1 << 20

    init(environment: AppEnvironment, history: HistoryEffects, post: @escaping @Sendable (Message) -> Void) {
        self.environment = environment
        self.history = history
        self.post = post
        let recorder = ExchangeRecorder(makeBodyPath: environment.makeBodyPath) { exchange, mask in
            let held = HeldBody.hold(exchange)
            // Shown first, and then kept.
            post(.exchange(.finished(held)))
            history.record(exchange, hiding: mask)
        }
        sender = Sender(loader: LazyLoader { environment.makeLoader(recorder) }, uptime: environment.uptime, post: post)
    }

    /// Resolves a draft and sends it; refuses with every reason when it cannot be resolved.
    func send(_ job: SendJob, as id: Exchange.ID) async {
        do throws(SendRefusal) {
            let resolved = try await environment.workspace.resolve(job)
            await send(resolved, draft: job.draft, as: id, for: job.owner)
        } catch {
            refuse(error, job, .send)
        }
    }

    /// Resolves a draft and shows what would be sent, or puts it on the clipboard as a curl command.
    func preview(_ job: SendJob, _ purpose: SendPurpose) async {
        do throws(SendRefusal) {
            let resolved = try await environment.workspace.resolve(job)
            let showsSecrets = purpose == .copy(withSecrets: true)
            let builder = PreviewBuilder(
                makeLoader: environment.makePreviewLoader, transportHeaders: environment.transportHeaders, resolved: resolved,
                showsSecrets: showsSecrets)
            let preview = await builder.preview()
            if case .copy = purpose {
                post(.perform(.copy(preview.curl, name: showsSecrets ? "the request as curl, with its secrets" : "the request as curl")))
            } else {
                post(.request(.previewed(preview)))
            }
        } catch {
            refuse(error, job, purpose)
        }
    }

    /// Puts what was sent on the clipboard as a curl command, with how its draft says now that it is sent; secrets are signs.
    func copy(_ exchange: Exchange) async {
        let bytes = exchange.request.body.beginning(Self.mostCopiedBytes)
        let body = exchange.request.body.isEmpty ? nil : String(validating: bytes, as: UTF8.self) ?? "(a body that is no text)"
        let again = await again(exchange, [:])
        let command = CurlWriter.write(again.request, options: again.options, body: body, mask: again.mask.masked)
        post(.perform(.copy(command, name: "the request as curl")))
    }

    private func refuse(_ refusal: SendRefusal, _ job: SendJob, _ purpose: SendPurpose) {
        switch refusal {
        case .reasons(let reasons): post(.exchange(.refused(reasons)))
        case .asks(let values): post(.exchange(.asked(job, purpose, values)))
        }
    }

    /// Sends the request of an exchange again, as it was sent, in the way that its draft says now. Where that is not known in whole, since it held secrets or its body was
    /// too long to be kept, the draft is resolved anew.
    func replay(
        _ original: Exchange.ID, captured: [String: CapturedValue], as id: Exchange.ID, for owner: OpenRequest.ID
    ) async {
        do throws(HistoryError) {
            guard let exchange = try await history.exchange(original) else { return }
            guard exchange.isRequestWhole else { return await resolve(exchange, captured, as: id, for: owner) }
            await send(await again(exchange, captured), draft: exchange.draft, as: id, for: owner)
        } catch {
            post(.history(.failed(error.description)))
        }
    }

    /// The request as it was sent. How it is sent is not kept with it; where the draft cannot say it now, it is as always.
    private func again(_ exchange: Exchange, _ captured: [String: CapturedValue]) async -> ResolvedSend {
        var request = exchange.requestAsSent
        let job = exchange.draft.map { self.job($0, exchange, captured) }
        let now = if let job { try? await environment.workspace.resolve(job) } else { nil as ResolvedSend? }
        now?.options.apply(to: &request)
        return ResolvedSend(
            request: request, mask: now?.mask ?? SecretMask(), origin: exchange.origin, options: now?.options ?? RequestOptions())
    }

    private func job(_ draft: RequestDraft, _ exchange: Exchange, _ captured: [String: CapturedValue]) -> SendJob {
        let origin = exchange.origin
        var job = SendJob(draft: draft, path: origin.requestPath, environmentPath: nil, environmentName: origin.environment)
        job.captured = captured
        return job
    }

    private func resolve(
        _ exchange: Exchange, _ captured: [String: CapturedValue], as id: Exchange.ID, for owner: OpenRequest.ID
    ) async {
        guard let draft = exchange.draft else {
            let reason = "the history keeps no secrets and no long bodies, and there is no draft to get them from again"
            return post(.exchange(.refused(["\(exchange.request.method) \(exchange.request.url): \(reason)"])))
        }
        var job = job(draft, exchange, captured)
        job.owner = owner
        await send(job, as: id)
    }

    private func send(_ resolved: ResolvedSend, draft: RequestDraft?, as id: Exchange.ID, for owner: OpenRequest.ID) async {
        var request = resolved.request
        request.exchangeContext = ExchangeContext(id: id, origin: resolved.origin, draft: draft, mask: resolved.mask)
        let url = resolved.mask.masked(request.url)
        post(.exchange(.started(Sending(id: id, owner: owner, method: request.method.rawValue, url: url))))
        await sender.send(request, as: id, for: owner)
    }
}
