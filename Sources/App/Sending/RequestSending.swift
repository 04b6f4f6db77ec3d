import HTTP
import Widgets
public import Workspace

/// A request to be sent, with its place and options.
public struct SendJob: Sendable, Equatable {
    /// The draft to send.
    public let draft: RequestDraft
    /// The request's file, of which the folders' settings are inherited; nil when it was never saved.
    public let path: String?
    /// The environment's file; nil for none.
    public let environmentPath: String?
    /// The place where a request without a file would be saved, of which the folders' settings are inherited; nil for nowhere.
    public var place: String?
    /// Names the environment where its file is not known.
    public var environmentName: String?
    /// Typed values, by name.
    public var prompted: [String: String] = [:]
    /// Values captured from responses of the collection in this session.
    public var captured = CapturedValues()
    /// How it was sent before, where it is to go the same way; nil for as the draft and its folders say.
    public var optionsAsSent: RequestOptions?
    /// The open request that is answered.
    public var owner: Tab.ID = 0
    /// True if the user confirmed sending to a protected environment.
    public var isConfirmed = false
    /// The server at which that was allowed already; nil where nobody was asked.
    var confirmedHost: String?
    /// The exchange whose request goes as it was sent: the draft says its options, and nothing else is resolved.
    var repeats: Exchange.ID?
    /// Problems in the editors, each with its place; only a preview has any.
    public var faults: [String] = []

    /// A draft with where it belongs.
    public init(draft: RequestDraft, path: String?, environmentPath: String?, environmentName: String? = nil) {
        self.draft = draft
        self.path = path
        self.environmentPath = environmentPath
        self.environmentName = environmentName
    }

    /// The effect that replays the exchange; nil if the draft is sent.
    var replay: Effect? {
        repeats.map { .replay($0, captured: captured, owner: owner, isConfirmed: isConfirmed, prompted: prompted) }
    }

    /// True if the confirmation must still be asked for.
    func needs(_ question: ProtectedSend) -> Bool {
        guard !isConfirmed else { return false }
        return question.host == nil || question.host != confirmedHost
    }

    /// The same with values that were typed in.
    func answering(_ values: [String: String]) -> SendJob {
        var job = self
        job.prompted.merge(values) { $1 }
        return job
    }
}

/// Begins to send.
enum RequestSending {
    /// Sends what is in the request pane.
    static func send(_ state: inout AppState) -> [Effect] {
        if state.opening != nil {
            // What was opened is what is meant, also while it is still being read.
            state.opening?.isSent = true
            return []
        }
        state.settleRequest()
        RequestEditing.finish(&state)
        if let effects = PastedRequest.takeTyped(&state, for: .send) { return effects }
        let draft = state.request.draft
        if let effects = askForURL(&state, for: .send) { return effects }
        let problems = state.request.fieldProblems
        guard problems.isEmpty else { return ExchangeUpdate.update(&state, .refused(problems)) }
        let job = job(state, draft)
        // Another request that is opened must not take the place of its answer.
        state.request.isKept = true
        state.sentMarks[job.owner] = draft.withoutSecrets() == draft ? state.request.mark : nil
        return [.send(job)]
    }

    /// Begins what words in the URL bar were taken for.
    static func begin(_ state: inout AppState, for purpose: SendPurpose) -> [Effect] {
        switch purpose {
        case .send: send(&state)
        case .copy(let withSecrets): copy(&state, withSecrets: withSecrets)
        case .preview, .logOut: resolve(&state, for: purpose)
        }
    }

    /// Without a URL there is nothing to send and nothing to show of it; nil where there is one. It may stand in a text that cannot be
    /// read.
    private static func askForURL(_ state: inout AppState, for purpose: SendPurpose) -> [Effect]? {
        guard state.request.draft.url.trimmed.isEmpty else { return nil }
        if state.request.documentProblem != nil {
            let refused = ExchangeUpdate.update(&state, .refused(state.request.fieldProblems, purpose))
            return refused + RequestFaults.showDocument(&state)
        }
        let key = state.keymap.shownKey(of: "request.editURL").map { ": \($0) edits it" } ?? ""
        return state.say(.warning, "There is no URL yet\(key)", about: .sending) + RequestUpdate.update(&state, .editURL)
    }

    /// Shows what would be sent. Nothing is sent.
    static func preview(_ state: inout AppState) -> [Effect] { resolve(&state, for: .preview) }

    /// Forgets the tokens of the login that the request would use.
    static func logOut(_ state: inout AppState) -> [Effect] { resolve(&state, for: .logOut) }

    /// Copies what would be sent as a curl command. The secrets of a protected environment are not given away unasked.
    static func copy(_ state: inout AppState, withSecrets: Bool) -> [Effect] {
        let effects = resolve(&state, for: .copy(withSecrets: withSecrets))
        guard withSecrets, effects.contains(where: \.isPreview), let environment = state.environment, environment.isProtected else {
            return effects
        }
        state.windows.append(
            .confirm(
                Question(
                    title: "Copy secrets of a protected environment?",
                    text: "The curl command for “\(environment.name)” would hold its secrets as they are.",
                    choices: [
                        Question<Message>.Choice("m", "copy with signs in their place", [.request(.copyAsCurl(withSecrets: false))]),
                        Question<Message>.Choice("s", "copy with secrets", effects.map { .perform($0) }),
                        Question<Message>.Choice("c", "do not copy", []),
                    ])))
        return []
    }

    /// Resolves the request without sending it. A preview also shows a request that cannot be sent, with the reasons.
    private static func resolve(_ state: inout AppState, for purpose: SendPurpose) -> [Effect] {
        RequestEditing.finish(&state)
        if let effects = PastedRequest.takeTyped(&state, for: purpose) { return effects }
        if purpose != .logOut, let effects = askForURL(&state, for: purpose) { return effects }
        let problems = state.request.fieldProblems
        if case .copy = purpose, !problems.isEmpty { return ExchangeUpdate.update(&state, .refused(problems, purpose)) }
        var job = job(state, state.request.draft)
        if purpose == .preview { job.faults = problems }
        return [purpose.effect(job)]
    }

    private static func job(_ state: AppState, _ draft: RequestDraft) -> SendJob {
        var job = SendJob(draft: draft, path: state.request.path, environmentPath: state.environment?.path)
        job.captured = state.workspace.captured(for: state.request.place)
        if state.request.path == nil { job.place = state.request.place }
        job.owner = state.response.owner
        return job
    }

    /// Sends an exchange of the history again, as it was; a protected environment asks first.
    static func replay(_ state: inout AppState, _ summary: ExchangeSummary) -> [Effect] {
        let captured = state.workspace.captured(for: summary.origin.requestPath)
        let question = ProtectedSend(summary, state)
        let replay = Effect.replay(summary.id, captured: captured, owner: state.response.owner, isConfirmed: question != nil)
        question?.ask(&state, before: replay)
        return question == nil ? [replay] : []
    }
}
