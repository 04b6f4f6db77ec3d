import Document
import Engine
import HTTP
import Interchange
import Screen
import Workspace

/// Handles requests from the command to send them to their end.
enum SendingReducer {
    static func reduce(_ state: inout SendingState, _ message: SendingMessage, _ context: SendingContext) -> SendingOutcome {
        switch message {
        case .use(let job, let purpose, let snapshot): SendCommands.use(&state, job, purpose, snapshot, context)
        case .perform(let effect): [.effect(effect)]
        case .replay(let entry): SendCommands.replay(entry, context)
        case .replayConfirmed(let entry): [.effect(.replay(SendCommands.job(entry, isConfirmed: true, context)))]
        case .replays(let message): ReplayReducer.reduce(&state, message, context)
        case .compare(let old, let new): .output(.compare(old, new))
        case .runTests(let captures, let assertions, let shows): CheckReducer.run(captures, assertions, shows: shows, state, context)
        case .captured(let message): CheckReducer.reduce(message, context)
        case .login(let message): LoginReducer.reduce(&state, message, context)
        case .cancel(let id): cancel(state, id, context)
        case .forgetTypedSecrets: [.output(.forgetTypedSecrets)] + .notify(.done, "Forgot the typed secrets; they will be asked for again")
        case .toggleOffline: toggleOffline(&state)
        case .chain(let message): ChainReducer.reduce(message)
        case .secret(let message): reduce(&state, message, context)
        case .question(let question): SendCommands.ask(question)
        case .notAnswered(let labels): .notify(.warning, "Not sent: no value for " + labels.joined(separator: ", "), about: .sending)
        case .refused(let reasons, let purpose, let owner): refuse(reasons, purpose, owner ?? context.frontTab, context)
        case .unresolved(let problems, let purpose, let owner):
            refuse(problems.reasons, about: problems, purpose, owner ?? context.frontTab, context)
        case .flight(let message): reduce(&state, message, context)
        case .checked(let id, let report, let collection, let environment):
            [.output(.addCaptured(report.values, collection: collection, environment: environment))]
                + CheckReducer.show(id, report, known: context.captured(collection)[environment], context)
        case .previewed(let preview): [.show(.text(TextWindow(preview, context.keys, spansOfRequest: URLSpans.ofRequest)))]
        case .coded(let code, let target): show(code, target)
        case .made(let text, let name): [.copy(text, name: name)]
        case .failed(let text): .notify(.error, text)
        }
    }

    private static func toggleOffline(_ state: inout SendingState) -> SendingOutcome {
        state.isOffline.toggle()
        let text =
            state.isOffline
            ? "Offline: all requests get stored responses or examples"
            : "Online: requests use the network again"
        return [.effect(.workOffline(state.isOffline))] + .notify(.done, text, about: .sending)
    }

    /// Shows the code of a request, which one key copies.
    private static func show(_ code: WrittenCode, _ target: String) -> SendingOutcome {
        let title = CodeTarget.named(target)?.title ?? target
        switch code {
        case .failed(let reason): return .notify(.error, "Not copied as \(title). \(reason)", about: .sending)
        case .made(let code, _):
            let lines = code.text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { StyledLine(String($0).replacing("\t", with: "    "), .text, syntax: .javascript) }
            let losses = code.losses.map { StyledLine($0, .warning) } + (code.losses.isEmpty ? [] : [StyledLine()])
            let copies = CopiedText(masked: code.text, name: "the request as \(title)")
            return [.show(.text(TextWindow(title, losses + lines, .code(target), copies: copies)))]
        }
    }

    // MARK: Waiting for secrets

    private static func reduce(_ state: inout SendingState, _ message: SecretMessage, _ context: SendingContext) -> SendingOutcome {
        switch message {
        case .awaited(let request): resolve(&state, request, context)
        case .notSent(let id): drop(&state, id)
        case .awaitedFor(let purpose, let text): [.output(.showWait(TextWindow(purpose.title, waitingFor: text)))]
        case .waitEnded: [.output(.showWait(nil))]
        }
    }

    /// Shows that a request waits for a secret; the earlier response stays.
    private static func resolve(_ state: inout SendingState, _ request: InFlightRequest, _ context: SendingContext) -> SendingOutcome {
        if state.request(request.id) != nil { return advance(&state, request.id, request.progress) }
        state.inFlight.append(request)
        let begin: SendingOutcome = [
            .dismissToasts(about: .sending), .output(.flightStep(.resolving(request), request.owner)),
            .output(.showResponse(request.owner)),
        ]
        return begin + showSoon(&state, request, context)
    }

    /// Removes a waiting request: it was refused, cancelled, or asks a question.
    private static func drop(_ state: inout SendingState, _ id: Exchange.ID) -> SendingOutcome {
        guard let request = state.remove(id) else { return [] }
        return [.output(.flightStep(.resolved(id), request.owner))] + stopTimer(&state, of: request)
    }

    // MARK: In flight

    private static func reduce(_ state: inout SendingState, _ message: FlightMessage, _ context: SendingContext) -> SendingOutcome {
        switch message {
        case .started(let request): start(&state, request, context)
        case .waited(let id): wait(&state, id, context)
        case .delayed(let id): showDelayed(&state, id, context)
        case .progressed(let id, let progress): advance(&state, id, progress)
        case .responded(let id, let head): state.request(id).map { [.output(.flightStep(.responded(id, head), $0.owner))] } ?? []
        case .arriving(let exchange): state.request(exchange.id).map { [.output(.flightStep(.arriving(exchange), $0.owner))] } ?? []
        case .grew(let body): [.output(.flightStep(.grew(body), body.owner))]
        case .finished(let exchange, let arrived): finish(&state, exchange, arrived, context)
        case .cancelGraceEnded(let owner): endCancelGrace(&state, owner)
        }
    }

    private static func start(_ state: inout SendingState, _ request: InFlightRequest, _ context: SendingContext) -> SendingOutcome {
        var request = request
        let waited = state.remove(request.id)
        request.count(from: waited)
        state.inFlight.append(request)
        var outcome: SendingOutcome = waited == nil ? [] : [.output(.flightStep(.resolved(request.id), request.owner))]
        outcome += [
            .dismissToasts(about: .sending), .output(.flightStep(.began(request), request.owner)), .output(.showResponse(request.owner)),
        ]
        // The time is being counted already, and no earlier response is shown.
        if waited?.isSeen == true { return outcome + reveal(&state, request.id) }
        return outcome + showSoon(&state, request, context)
    }

    /// The time for which the earlier response stays on the screen; too short to be noticed as waiting.
    private static let revealDelay = Duration.milliseconds(100)

    /// Shows a request as in flight, after a moment if there is an earlier response.
    private static func showSoon(_ state: inout SendingState, _ request: InFlightRequest, _ context: SendingContext) -> SendingOutcome {
        guard context.tab(request.owner)?.hasResponse == true else { return showDelayed(&state, request.id, context) }
        return [.after(revealDelay, .revealDelay(request.id), .flight(.delayed(request.id)))]
    }

    /// Shows that a request is in flight, and starts counting the seconds.
    private static func showDelayed(_ state: inout SendingState, _ id: Exchange.ID, _ context: SendingContext) -> SendingOutcome {
        guard state.request(id) != nil else { return [] }
        return reveal(&state, id) + tick(state.request(id), context)
    }

    private static func reveal(_ state: inout SendingState, _ id: Exchange.ID) -> SendingOutcome {
        reportChange(state.change(id) { $0.isSeen = true })
    }

    /// Advances the waiting time.
    private static func wait(_ state: inout SendingState, _ id: Exchange.ID, _ context: SendingContext) -> SendingOutcome {
        guard let request = state.change(id, { $0.count() }) else { return [] }
        return reportChange(request) + tick(request, context)
    }

    private static func tick(_ request: InFlightRequest?, _ context: SendingContext) -> SendingOutcome {
        guard let request, !context.reducesMotion else { return [] }
        return [.after(.milliseconds(request.tenthsToCount * 100), .waiting(request.id), .flight(.waited(request.id)))]
    }

    private static func advance(_ state: inout SendingState, _ id: Exchange.ID, _ progress: SendingProgress) -> SendingOutcome {
        reportChange(state.change(id) { $0.progress = progress })
    }

    private static func reportChange(_ request: InFlightRequest?) -> SendingOutcome {
        request.map { [.output(.flightStep(.changed($0), $0.owner))] } ?? []
    }

    /// Cancels a request, and earlier requests of the same tab, which nothing shows any more. Reports it if the request is not visible.
    private static func cancel(_ state: SendingState, _ id: Exchange.ID, _ context: SendingContext) -> SendingOutcome {
        guard let request = state.request(id) else { return [.cancel(.send(id))] }
        let all = SendingOutcome(state.inFlight.filter { $0.owner == request.owner }.map { .cancel(.send($0.id)) })
        guard request.owner == context.frontTab else { return all + .notify(.done, "Cancelled: \(context.title(of: request))") }
        return request.isResolving ? all + .notify(.done, "Cancelled: nothing was sent", about: .sending) : all
    }

    private static func refuse(
        _ reasons: [String], about problems: SendProblems? = nil, _ purpose: SendPurpose, _ owner: TabID, _ context: SendingContext
    ) -> SendingOutcome {
        let list = reasons.count == 1 ? reasons[0] : reasons.map { "• " + $0 }.joined(separator: "\n")
        let hint = owner == context.frontTab ? context.issueHint : nil
        let environmentKey = problems?.lacksEnvironment == true ? context.keys.shown("environment.pick") : nil
        let hints = [environmentKey.map { "\($0) chooses an environment" }, hint].compactMap(\.self)
        let whole = list + (hints.isEmpty ? "" : "\n\n" + hints.joined(separator: "\n"))
        let marked: SendingOutcome = purpose == .send ? .output(.flightStep(.refused(whole), owner)) : []
        // The response pane and the preview show all reasons.
        let others = reasons.count > 1 ? " (and \(reasons.count - 1) more)" : ""
        let first = "\(purpose.refusal): \(reasons.first ?? "")".replacing("\n", with: " ") + others
        if purpose == .send, owner == context.frontTab, context.showsReasons {
            return marked + [.dismissToasts(about: .sending), .output(.note(first))]
        }
        let problemKey = hint == nil ? nil : context.keys.shown("request.showProblem")
        let keys = [environmentKey.map { "\($0) choose" }, problemKey.map { "\($0) show" }].compactMap(\.self)
        let brief = problems?.brief.map { ([$0] + keys).joined(separator: " · ") }
        return marked + [.notify(Toast(kind: .error, text: first + (hint.map { ". " + $0 } ?? ""), brief: brief, about: .sending))]
    }

    // MARK: The end

    private static func finish(
        _ state: inout SendingState, _ exchange: Exchange, _ arrived: ArrivedResponse?, _ context: SendingContext
    ) -> SendingOutcome {
        let request = state.remove(exchange.id)
        let shown = Set(context.tabs().compactMap(\.shownID))
        state.arrived = state.arrived.filter { shown.contains($0.key) }
        state.arrived[exchange.id] = arrived
        state.noteLast(exchange)
        var outcome: SendingOutcome = request.map { stopTimer(&state, of: $0) } ?? []
        if let owner = request?.owner, let snapshot = state.sentSnapshots.removeValue(forKey: owner) {
            outcome += .output(.noteSent(owner, snapshot))
        }
        outcome +=
            [.output(.ended([exchange.summary]))] + CheckReducer.run(after: exchange, arrived, context)
            + [.output(.flightStep(.ended(exchange), nil))]
        return outcome + report(exchange, request, context) + offerToAskAgain(exchange, request)
    }

    private static func stopTimer(_ state: inout SendingState, of request: InFlightRequest) -> SendingOutcome {
        guard request.isSeen else { return [.cancel(.revealDelay(request.id))] }
        // For a moment, a click on the Cancel button still counts as a click on Cancel.
        state.justEnded = request.owner
        return [.cancel(.waiting(request.id)), .after(.milliseconds(500), .cancelGrace, .flight(.cancelGraceEnded(request.owner)))]
    }

    private static func endCancelGrace(_ state: inout SendingState, _ owner: TabID) -> SendingOutcome {
        if state.justEnded == owner { state.justEnded = nil }
        return []
    }

    /// Offers to ask again for a typed secret that may be wrong.
    private static func offerToAskAgain(_ exchange: Exchange, _ request: InFlightRequest?) -> SendingOutcome {
        let isRefused = exchange.response?.status == 401 || exchange.error?.isOf(.cannotAuthenticate) == true
        guard request?.hasTypedSecrets == true, isRefused else { return [] }
        return .notify(
            .warning, "A typed secret may be wrong. It is used until you forget it.", about: .sending,
            action: Toast<SendingMessage>.Action(label: "ask again", message: .forgetTypedSecrets))
    }

    /// Notes that a response ended too soon.
    static func noteBreak(of exchange: Exchange) -> SendingOutcome {
        guard exchange.response != nil, let error = exchange.error, !error.isCancelled else { return [] }
        return .output(.note(error.message))
    }

    /// Reports the end of a request that is not in front: it failed, or its tab was closed.
    private static func report(_ exchange: Exchange, _ request: InFlightRequest?, _ context: SendingContext) -> SendingOutcome {
        guard exchange.error?.isCancelled != true else { return [] }
        var outcome = noteBreak(of: exchange)
        if let original = exchange.repeats, exchange.response != nil, request?.owner == context.frontTab {
            outcome += .output(.replayed(old: original, new: exchange.id))
        }
        guard let request, request.owner != context.frontTab else { return outcome }
        let title = context.title(of: request)
        if let error = exchange.error { return outcome + .notify(.warning, "\(title): \(error.message)") }
        guard context.tab(request.owner) == nil, let response = exchange.response else { return outcome }
        return outcome + .notify(.done, "\(title): \(response.status) \(response.reason). Its tab is closed; see the history")
    }
}
