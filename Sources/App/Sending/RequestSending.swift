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
    /// Uses the request in front, which has no issue that is known; a preview shows those too.
    static func use(_ state: inout AppState, for purpose: SendPurpose) -> [Effect] {
        var job = job(state, state.request.draft)
        switch purpose {
        case .send:
            // Another request that is opened must not take the place of its answer.
            state.request.isKept = true
            state.sentMarks[job.owner] = job.draft.withoutSecrets() == job.draft ? state.request.mark : nil
        case .preview: job.faults = state.request.fieldProblems
        case .copy(let withSecrets): if withSecrets, asks(&state, before: purpose.effect(job)) { return [] }
        case .logOut: break
        }
        return [purpose.effect(job)]
    }

    /// Asks before the secrets of a protected environment are copied; false where nothing is protected.
    private static func asks(_ state: inout AppState, before effect: Effect) -> Bool {
        guard let environment = state.environment, environment.isProtected else { return false }
        state.windows.append(
            .confirm(
                Question(
                    title: "Copy secrets of a protected environment?",
                    text: "The curl command for “\(environment.name)” would hold its secrets as they are.",
                    choices: [
                        Question<Message>.Choice("m", "Copy masked", [.request(.submit(.copy(withSecrets: false)))]),
                        Question<Message>.Choice("s", "Copy with secrets", [.perform(effect)]),
                        Question<Message>.Choice("c", "Cancel", []),
                    ])))
        return true
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
