import Engine
import HTTP
import Interchange
import Synchronization
import Workspace

/// Resolves and sends requests.
struct SendEffects: Sendable {
    private let environment: AppEnvironment
    private let history: HistoryEffects
    private let sender: Sender
    private let post: @Sendable (SendingMessage) -> Void
    private let loader: LazyLoader
    private let typed = LastSentDrafts()
    /// Replays many entries through the same loader.
    let replays: ReplayEffects

    init(environment: AppEnvironment, history: HistoryEffects, post: @escaping @Sendable (SendingMessage) -> Void) {
        self.environment = environment
        self.history = history
        self.post = post
        let waiting = WaitingExchanges()
        let recorder = ExchangeRecorder(makeBodyPath: environment.makeBodyPath) { exchange, arrived in
            if waiting.finish(exchange, arrived) { return }
            // It is shown first and then stored.
            post(.flight(.finished(HeldBody.hold(exchange), arrived)))
            history.record(exchange, hiding: arrived.mask)
        } arriving: {
            if !waiting.expects($0.id) { post(.flight(.arriving($0))) }
        }
        loader = LazyLoader { environment.makeLoader(recorder) }
        sender = Sender(loader: loader, uptime: environment.uptime, post: post)
        replays = ReplayEffects(
            environment: environment, history: history, typed: typed, sender: LiveSender(loader, waiting), post: post)
    }

    /// Resets a part of the loaders, and reports it.
    func reset(_ part: ChainPart) async {
        await loader.reset(part)
        post(.chain(.wasReset(part)))
    }

    /// Changes the pace of all requests.
    func setPace(_ pace: RequestPace) { loader.setPace(pace) }

    /// Resolves a draft and sends it; reports all reasons if it cannot be resolved.
    func send(_ job: SendJob, as id: Exchange.ID) async {
        let wait = SecretWait()
        guard let resolved = await resolve(job, as: id, wait) else { return }
        if let question = SendConfirmation(resolved), job.needs(question) {
            if wait.hasBegun { post(.secret(.notSent(id))) }
            return post(.question(.confirmation(job, question)))
        }
        await start(resolved, draft: job.draft, as: id, for: job.owner, repeats: job.replay?.id, faults: job.faults)
    }

    /// The resolved request; nil if it cannot be resolved, which is reported. A wait for a secret is shown and can be cancelled.
    private func resolve(_ job: SendJob, as id: Exchange.ID, _ wait: SecretWait) async -> ResolvedSend? {
        do throws(SendError) {
            return try await environment.workspace.resolve(job) { [post] entry in
                wait.begin()
                post(.secret(.awaited(InFlightRequest(id, waitingFor: entry, of: job))))
            }
        } catch {
            if wait.hasBegun { post(.secret(.notSent(id))) }
            // No report after a cancellation: the user knows why.
            if !Task.isCancelled { refuse(error, job, .send) }
            return nil
        }
    }

    /// Shows the request that a draft would send, even with problems, or copies it as a curl command.
    func preview(_ job: SendJob, _ purpose: SendPurpose) async {
        let wait = SecretWait()
        do throws(SendError) {
            let resolved = try await resolveForPreview(job, for: purpose, waiting(purpose, wait))
            guard end(wait) else { return }
            let showsSecrets = purpose.showsSecrets
            var builder = PreviewBuilder(
                makeLoader: environment.makePreviewLoader, transportHeaders: environment.transportHeaders, resolved: resolved,
                faults: job.faults, showsSecrets: showsSecrets)
            if showsSecrets, let configuration = resolved.request.oauthConfiguration {
                builder.loginValue = await environment.loginCredentials(configuration)?.headerValue
            }
            if case .code(let id, _) = purpose, let target = CodeTarget.named(id) {
                return show(await builder.code(for: target), target, showsSecrets: showsSecrets)
            }
            let preview = await builder.preview()
            if case .copy = purpose {
                let open = Set(resolved.problems.map(\.name)).sorted().map { "{{\($0)}}" }.joined(separator: ", ")
                let plain = "the request as curl"
                let masked = CopiedText(masked: preview.curl ?? "", name: plain).name
                let name = preview.hasSecrets ? plain + ", with its secrets" : showsSecrets ? plain : masked
                let note = open.isEmpty ? "" : ", with \(open) unresolved"
                // Only the server can issue it.
                let isMissing = resolved.request.authenticationMethod == .oauth && builder.loginValue == nil
                let token = isMissing ? ", without its login token" + (showsSecrets ? ": send the request to get one" : "") : ""
                copy(preview.curl, name + note + token, or: preview.curlProblem)
            } else {
                post(.previewed(preview))
            }
        } catch {
            if end(wait) { refuse(error, job, purpose) }
        }
    }

    /// Shows the code of a request, or copies it with its secrets.
    private func show(_ code: WrittenCode, _ target: CodeTarget, showsSecrets: Bool) {
        guard showsSecrets, case .made(let text, let hasSecrets) = code else { return post(.coded(code, target: target.id)) }
        post(.made(text.text, name: "the request as \(target.title)" + (hasSecrets ? ", with its secrets" : "")))
    }

    /// Shows a window while waiting for a secret; closing it cancels.
    private func waiting(_ purpose: SendPurpose, _ wait: SecretWait) -> SecretReader.Waiting {
        { [post] entry in
            wait.begin()
            post(.secret(.awaitedFor(purpose, entry.waitingText)))
        }
    }

    /// Closes the waiting window; false if the user has closed it, so that the result is no longer wanted.
    private func end(_ wait: SecretWait) -> Bool {
        guard !Task.isCancelled else { return false }
        if wait.hasBegun { post(.secret(.waitEnded)) }
        return true
    }

    /// Resolves without asking. A preview shows missing values. A copy without secrets has masks instead of secrets and other values
    /// unresolved.
    private func resolveForPreview(
        _ job: SendJob, for purpose: SendPurpose, _ waiting: @escaping SecretReader.Waiting
    ) async throws(SendError) -> ResolvedSend {
        let workspace = environment.workspace
        if purpose == .preview { return try await workspace.outline(job, waiting: waiting) }
        do throws(SendError) {
            return try await workspace.resolve(job, waiting: waiting)
        } catch {
            guard purpose.isMasked else { throw error }
            switch error {
            case .issues, .failed: throw error
            case .permissions: return try await workspace.outline(job, waiting: waiting)
            case .asks(let values):
                // Masked like a typed secret, in every encoding in which it is sent.
                let secrets = values.filter(\.isSecret).map { ($0.name, "not-asked-for") }
                return try await workspace.outline(job.answering(Dictionary(secrets) { $1 }), waiting: waiting)
            }
        }
    }

    /// Forgets the tokens of a draft's login; needs only the values in its authentication.
    func logOut(_ job: SendJob) async {
        let wait = SecretWait()
        do throws(SendError) {
            let outline = try await environment.workspace.outline(job, waiting: waiting(.logOut, wait))
            guard end(wait) else { return }
            let problems = outline.problems.filter { $0.place.isOfAuth }
            guard problems.isEmpty else {
                return post(.loginRefusal(of: job, problems))
            }
            guard let configuration = outline.request.oauthConfiguration else {
                return post(.failed("The request does not use OAuth 2.0: there are no tokens to forget"))
            }
            let server = configuration.endpoints.token ?? configuration.issuer ?? configuration.endpoints.authorization ?? ""
            let client = outline.mask.masked("\(configuration.clientID) at \(WebURL(server)?.host ?? server)")
            post(.login(.loggedOut(client, hadTokens: await environment.forgetLogin(configuration))))
        } catch {
            if end(wait) { refuse(error, job, .logOut) }
        }
    }

    /// Copies a sent request as a curl command with its options, with masks instead of secrets. Uses the draft only if the exchange was
    /// not stored whole.
    func copy(_ exchange: Exchange) async {
        let wait = SecretWait()
        let purpose = SendPurpose.copy(withSecrets: false)
        var now: ResolvedSend?
        let replay = Replay(exchange)
        if exchange.options == nil, environment.workspace.owns(exchange.origin), let job = replay.optionsJob {
            do throws(SendError) {
                now = try await environment.workspace.outline(job, waiting: waiting(purpose, wait))
            } catch {
                if end(wait) { refuse(error, job, purpose) }
                return
            }
            guard end(wait) else { return }
        }
        let again = replay.asSent(with: now)
        do throws(ImportError) {
            let command = try CurlWriter.write(again.request.withoutAutomaticHeaders, options: again.options, mask: again.mask.masked)
            copy(command, CopiedText(masked: command, name: "the request as curl").name, or: nil)
        } catch {
            copy(nil, "", or: error.message)
        }
    }

    private func copy(_ command: String?, _ name: String, or problem: String?) {
        if let command { return post(.made(command, name: name)) }
        post(.failed("Not copied as curl. " + (problem ?? "")))
    }

    private func refuse(_ refusal: SendError, _ job: SendJob, _ purpose: SendPurpose) {
        switch refusal {
        case .issues(let issues): post(.unresolved(SendProblems(issues, of: job), purpose, owner: job.owner))
        case .failed(let error): post(.refused([error.message], purpose, owner: job.owner))
        case .permissions(let permissions, let problem): post(.question(.permissions(job, purpose, permissions, problem: problem)))
        case .asks(let values): post(.question(.values(job, purpose, values)))
        }
    }

    /// Sends the request of an exchange again, unchanged and with the same options; values for options that must be asked for come as
    /// `prompted`. If the request is not stored whole, because of secrets or a long body, its draft is resolved again with the same
    /// options; it may then go to another server than the allowed one.
    func replay(_ job: ReplayJob, as id: Exchange.ID) async {
        do throws(HistoryError) {
            guard let exchange = try await history.exchange(job.original) else { return }
            let replay = replays.replay(of: exchange, job.way, job.captured)
            if let reason = replays.problem(of: replay) { return refuse(reason) }
            switch replay.way {
            case nil: refuse(replay.problem(of: nil))
            case .resolved(let anew)?: await send(job.completing(anew, of: exchange), as: id)
            case .asSent(nil)?: await sendAgain(replay, with: nil, for: job.owner, as: id)
            case .asSent(let options?)?:
                let wait = SecretWait()
                guard let now = await resolve(job.completing(options), as: id, wait) else { return }
                if wait.hasBegun, replay.problem(of: replay.asSent(with: now)) != nil { post(.secret(.notSent(id))) }
                await sendAgain(replay, with: now, for: job.owner, as: id)
            }
        } catch {
            post(.failed(error.description))
        }
    }

    private func sendAgain(_ replay: Replay, with now: ResolvedSend?, for owner: TabID, as id: Exchange.ID) async {
        let again = replay.asSent(with: now)
        if let problem = replay.problem(of: again) { return refuse(problem) }
        await start(again, draft: replay.exchange.draft, as: id, for: owner, repeats: replay.exchange.id)
    }

    private func refuse(_ reason: String?) { post(.refused([reason].compactMap(\.self))) }

    /// Sends a request, and reports its start.
    private func start(
        _ resolved: ResolvedSend, draft: RequestDraft?, as id: Exchange.ID, for owner: TabID, repeats original: Exchange.ID? = nil,
        faults: [String] = []
    ) async {
        var request = resolved.request
        request.exchangeContext = ExchangeContext(
            id: id, origin: resolved.origin, draft: draft, repeats: original, options: resolved.options, mask: resolved.mask)
        if let draft { typed.remember(draft, as: id) }
        let url = resolved.mask.masked(request.url)
        var sent = InFlightRequest(id: id, owner: owner, method: request.method.rawValue, url: url)
        sent.hasTypedSecrets = resolved.hasTypedSecrets
        (sent.faults, sent.repeats) = (faults, original)
        post(.flight(.started(sent)))
        await LoginDesk.$asker.withValue(id) { await sender.send(request, as: id, for: owner) }
    }
}

extension ReplayJob {
    /// The job that resolves the draft again, with the values and confirmations of the user. A replay may go to another server than the
    /// confirmed one; the question before one that is resolved names the servers.
    func completing(_ job: SendJob, of exchange: Exchange) -> SendJob {
        var job = completing(job)
        guard isConfirmed else { return job }
        job.confirmedEnvironment = way == .unchanged ? nil : way.environment?.name ?? exchange.origin.environment
        if way == .unchanged { job.confirmedHost = WebURL(exchange.request.url)?.host }
        return job
    }

    /// The job that resolves the options of a request that is sent unchanged.
    func completing(_ job: SendJob) -> SendJob {
        var job = job
        (job.owner, job.permitted) = (owner, permitted)
        if job.isForOptions { job.prompted = prompted }
        return job
    }
}

/// Records if a program was asked for a secret during resolution, so that the screen can show it.
private final class SecretWait: Sendable {
    // Guards the flag, which is set on the resolving thread and read by the effect.
    private let state = Mutex(false)

    /// True once a secret was asked for.
    var hasBegun: Bool { state.withLock { $0 } }

    /// Records that a secret is asked for.
    func begin() { state.withLock { $0 = true } }
}

/// The drafts of this run that contain secrets in plain text: the history stores masks in their place, but they can be replayed until the
/// program quits.
final class LastSentDrafts: Sendable {
    private static let maxDrafts = 50
    // Guards the drafts, the oldest first; requests are sent from any thread.
    private let drafts = Mutex<[(id: Exchange.ID, draft: RequestDraft)]>([])

    /// Remembers a sent draft if the history does not store it whole.
    func remember(_ draft: RequestDraft, as id: Exchange.ID) {
        guard draft.withoutSecrets() != draft else { return }
        drafts.withLock { drafts in
            drafts.append((id, draft))
            if drafts.count > Self.maxDrafts { drafts.removeFirst() }
        }
    }

    /// The draft of an exchange as typed, if it is still known.
    func draft(of exchange: Exchange) -> RequestDraft? {
        drafts.withLock { drafts in drafts.last { $0.id == exchange.id }?.draft } ?? exchange.draft
    }
}

/// Sends one request through the loaders and reports its progress.
struct Sender: Sendable {
    let loader: any HTTPLoader
    /// A monotonic clock.
    let uptime: @Sendable () -> Duration
    let post: @Sendable (SendingMessage) -> Void

    /// Sends a request for an open one and reads its response to the end; returns when it has ended. Cancelling the calling task cancels
    /// the request.
    func send(_ request: HTTPRequest, as id: Exchange.ID, for owner: TabID) async {
        // Called on the thread of the event: a task that waited for events would be woken for each.
        let task = HTTPTask(recordsEvents: false)
        let progress = ProgressReport(uptime: uptime)
        task.observe { [post] event in
            if let progress = progress.update(with: event) { post(.flight(.progressed(id, progress))) }
        }
        await withTaskCancellationHandler {
            await receive(request, task, id, owner)
        } onCancel: {
            task.cancel()
        }
    }

    /// Reads the body into a document as it arrives. The recorder reports the end, successful or not.
    private func receive(_ request: HTTPRequest, _ task: HTTPTask, _ id: Exchange.ID, _ owner: TabID) async {
        guard let response = try? await loader.load(request, task: task) else { return }
        let head = ResponseHead(status: response.status, reason: response.message, version: response.version, headers: response.headers)
        post(.flight(.responded(id, head)))
        let download = BodyDownload(exchange: id, owner: owner, mediaType: head.headers["Content-Type"]) { [post] in
            post(.flight(.grew($0)))
        }
        await download.read(response.body)
    }
}
