import Engine
import Screen
import HTTP
import Workspace

/// Follows what is sent.
enum ExchangeUpdate {
    static func update(_ state: inout AppState, _ message: ExchangeMessage) -> [Effect] {
        switch message {
        case .resolving(let sending): return ResolvingUpdate.wait(&state, sending)
        case .unresolved(let id): return ResolvingUpdate.drop(&state, id)
        case .workingOut(let purpose, let text): ResolvingUpdate.show(&state, text, purpose)
        case .workedOut: ResolvingUpdate.close(&state)
        case .started(let sending): return start(&state, sending)
        case .waited(let id): return wait(&state, id)
        case .lingered(let id): return linger(&state, id)
        case .refused(let reasons, let purpose): return refuse(&state, reasons, purpose)
        case .guarded(var job, let question):
            job.isConfirmed = true
            question.ask(&state, before: .send(job))
        case .permissionsMissing(let job, let purpose, let permissions):
            let question = PermissionQuestion(permissions, name: job.draft.name)
            state.ask(question) { .perform(purpose.effect(job.permitting(permissions, forGood: $0))) }
        case .asked(let job, let purpose, let values): ask(&state, job, purpose, values)
        case .progressed(let id, let progress): forEach(showing: id, &state) { $0.sending?.progress = progress }
        case .answered(let id, let answer): forEach(showing: id, &state) { $0.show(answer) }
        case .grew(let body): return grow(&state, body)
        case .finished(let exchange): return finish(&state, exchange)
        case .checked(let id, let report, let collection, let environment):
            state.workspace.captured[collection, default: CapturedValues()].merge(report.values, of: environment)
            return CheckUpdate.show(&state, id, report)
        case .loginBegan(let login, let isOpened): return LoginUpdate.begin(&state, login, isOpened: isOpened)
        case .showLogin: return LoginUpdate.show(&state)
        case .loginEnded(let id): LoginUpdate.end(&state, id)
        case .loggedOut(let whose, let wereThere):
            return state.say(.done, wereThere ? "Logged out: the tokens of \(whose) are forgotten" : "No tokens of \(whose) were kept")
        case .settled(let owner): if state.justEnded == owner { state.justEnded = nil }
        case .cancel(let id): return cancel(&state, id)
        }
        return []
    }

    /// Changes the responses that show an exchange, in all tabs.
    private static func forEach(showing id: Exchange.ID, _ state: inout AppState, _ change: (inout ResponseState) -> Void) {
        state.forEachResponse { if $0.shownID == id { change(&$0) } }
    }

    /// So long the earlier answer stays on the screen: less than what is felt as waiting.
    private static let patience = Duration.milliseconds(100)

    private static func start(_ state: inout AppState, _ sending: Sending) -> [Effect] {
        let waited = ResolvingUpdate.end(&state, sending.id)
        var sending = sending
        sending.seconds = waited?.seconds ?? 0
        state.settle(.sending)
        _ = state.with(sending.owner) { $0.response.begin(sending) }
        state.inFlight.append(sending)
        showAnswer(&state, of: sending)
        // The seconds are being counted already, and no answer is looked at any more.
        if let waited, waited.isSeen {
            reveal(&state, sending.id)
            return []
        }
        let isEarlier = state.tabs.all.contains { $0.id == sending.owner && $0.response.isEarlier }
        return isEarlier ? [lingering(sending.id)] : linger(&state, sending.id)
    }

    /// A timer that shows the request as in flight a moment later.
    static func lingering(_ id: Exchange.ID) -> Effect { .after(patience, .linger(id), .exchange(.lingered(id))) }

    /// Shows the response pane if only one pane is visible; a refused request stays in front.
    static func showAnswer(_ state: inout AppState, of sending: Sending) {
        guard state.screenLayout.panes.count == 1, state.layer == .nav, state.focus != .history,
            sending.owner == state.response.owner
        else { return }
        _ = ApplicationUpdate.update(&state, .focus(.response))
    }

    /// Shows that it is on its way, and begins to count the seconds.
    static func linger(_ state: inout AppState, _ id: Exchange.ID) -> [Effect] {
        guard state.inFlight.contains(where: { $0.id == id }) else { return [] }
        reveal(&state, id)
        return tick(state, id)
    }

    private static func reveal(_ state: inout AppState, _ id: Exchange.ID) {
        for index in state.inFlight.indices where state.inFlight[index].id == id { state.inFlight[index].isSeen = true }
        state.forEachResponse { if $0.resolving?.id == id { $0.resolving?.isSeen = true } }
        forEach(showing: id, &state) { $0.forgetEarlier() }
    }

    /// Counts the seconds while it is on its way.
    private static func wait(_ state: inout AppState, _ id: Exchange.ID) -> [Effect] {
        guard let index = state.inFlight.firstIndex(where: { $0.id == id }) else { return [] }
        state.inFlight[index].seconds += 1
        state.forEachResponse { if $0.resolving?.id == id { $0.resolving?.seconds += 1 } }
        forEach(showing: id, &state) { $0.sending?.seconds += 1 }
        return tick(state, id)
    }

    private static func tick(_ state: AppState, _ id: Exchange.ID) -> [Effect] {
        state.reducesMotion ? [] : [.after(.seconds(1), .waiting(id), .exchange(.waited(id)))]
    }

    /// True if the message changes the screen.
    static func shows(_ message: ExchangeMessage, _ state: AppState) -> Bool {
        switch message {
        case .started(let sending), .resolving(let sending): state.inFlight.contains { $0.id == sending.id && $0.isSeen }
        case .settled: false
        // The head of an answer is shown with what comes of the body, or when it has taken its time.
        case .progressed(let id, _), .answered(let id, _): state.inFlight.contains { $0.id == id && $0.isSeen }
        default: true
        }
    }

    private static func grow(_ state: inout AppState, _ body: BodyHandle) -> [Effect] {
        state.with(body.owner) { state in
            let isFollowed = state.response.followsEnd
            state.response.grow(body)
            if isFollowed {
                let isScrolled = state.response.isScrolled
                _ = state.reduceResponse(.move(.bottom))
                state.response.isScrolled = isScrolled
            }
            return BodyReading.decode(state.response, state.responseContext).effects(Effect.body)
        } ?? []
    }

    /// Cancels it, and what the same open request had sent before, which nothing shows any more. Says what it was when that is not what is
    /// looked at.
    private static func cancel(_ state: inout AppState, _ id: Exchange.ID) -> [Effect] {
        guard let sending = state.inFlight.first(where: { $0.id == id }) else { return [.cancel(.send(id))] }
        let all = state.inFlight.filter { $0.owner == sending.owner }.map { Effect.cancel(.send($0.id)) }
        if sending.owner == state.response.owner {
            return state.response.resolving == nil ? all : all + state.say(.done, "Cancelled: nothing was sent", about: .sending)
        }
        return all + state.say(.done, "Cancelled: \(state.title(of: sending))")
    }

    private static func refuse(_ state: inout AppState, _ reasons: [String], _ purpose: SendPurpose) -> [Effect] {
        let reasons = reasons.map(AuthFields.naming)
        let list = reasons.count == 1 ? reasons[0] : reasons.map { "• " + $0 }.joined(separator: "\n")
        let way = RequestIssues.way(state.request, state.requestContext).map { "\n" + $0 } ?? ""
        return state.say(.error, "\(purpose.refusal): \(list)\(way)", about: .sending)
    }

    private static func ask(_ state: inout AppState, _ job: SendJob, _ purpose: SendPurpose, _ values: [AskedValue]) {
        let name = job.draft.name.isEmpty ? "The request" : "“\(job.draft.name)”"
        state.windows.append(
            .form(
                FormState(
                    purpose: .send(job, purpose), title: "Values to send with",
                    text: "\(name) asks for \(values.count == 1 ? "a value" : "values").",
                    fields: values.map { FormState.Field($0.name, note: $0.note, isSecret: $0.isSecret) })))
    }

    private static func finish(_ state: inout AppState, _ exchange: Exchange) -> [Effect] {
        let sending = state.inFlight.first { $0.id == exchange.id }
        state.inFlight.removeAll { $0.id == exchange.id }
        if let owner = sending?.owner, let mark = state.sentMarks.removeValue(forKey: owner) {
            _ = state.with(owner) { $0.request.sentMark = mark }
        }
        if (state.lastSent?.startedAt ?? exchange.startedAt) <= exchange.startedAt { state.lastSent = exchange.summary }
        _ = state.reduceHistory(.ended(exchange.summary))
        var effects = CheckUpdate.run(state, after: exchange)
        for open in state.tabs.all where open.response.shownID == exchange.id {
            let isInFront = open.id == state.response.owner
            effects +=
                state.with(open.id) { state in
                    state.response.finish(exchange)
                    state.response.hasNews = !isInFront
                    return BodyReading.finish(state.response, exchange).effects(Effect.body)
                } ?? []
        }
        if let sending {
            effects.insert(.cancel(sending.isSeen ? .waiting(sending.id) : .linger(sending.id)), at: 0)
            if sending.isSeen { effects.append(noteEnd(&state, of: sending.owner)) }
        }
        return effects + report(&state, exchange, sending) + offerToAskAgain(&state, exchange, sending)
    }

    /// Offers to ask again for a typed secret that may be wrong.
    private static func offerToAskAgain(_ state: inout AppState, _ exchange: Exchange, _ sending: Sending?) -> [Effect] {
        let isRefused = exchange.response?.status == 401 || exchange.error?.code == "\(HTTPError.Code.cannotAuthenticate)"
        guard let sending, sending.hasTypedSecrets, isRefused else { return [] }
        let command = CommandTable.command("request.forgetAnswers")?.title ?? ""
        return state.say(
            .warning, "A secret that was typed in may be wrong, and is sent again until “\(command)” is chosen", about: .sending,
            action: Toast<Message>.Action(label: "ask again", message: .request(.forgetAnswers)))
    }

    /// For a moment a click on the button that said how to cancel is still meant for that.
    static func noteEnd(_ state: inout AppState, of owner: Tab.ID) -> Effect {
        state.justEnded = owner
        return .after(.milliseconds(500), .settling, .exchange(.settled(owner)))
    }

    /// Says how something ended that is not looked at: that it failed, or that only the history has it.
    private static func report(_ state: inout AppState, _ exchange: Exchange, _ sending: Sending?) -> [Effect] {
        guard exchange.error?.code != "\(HTTPError.Code.cancelled)" else { return [] }
        if exchange.response != nil, let error = exchange.error { state.note(.error, error.message) }
        guard let sending, sending.owner != state.response.owner else { return [] }
        let title = state.title(of: sending)
        if let error = exchange.error { return state.say(.warning, "\(title): \(error.message)") }
        guard !state.tabs.all.contains(where: { $0.id == sending.owner }), let answer = exchange.response else { return [] }
        return state.say(.done, "\(title): \(answer.status) \(answer.reason). Its tab is closed; the history has it")
    }
}
