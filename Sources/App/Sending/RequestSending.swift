import Engine
import HTTP
import Widgets
import Workspace

extension SendJob {
    /// The effect that replays the exchange; nil if the draft is sent.
    var replay: Effect? {
        repeats.map { .replay($0, captured: captured, owner: owner, isConfirmed: isConfirmed, prompted: prompted, permitted: permitted) }
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

    /// The effect that sends an exchange of the history again once that was confirmed.
    static func replayConfirmed(_ state: AppState, _ summary: ExchangeSummary) -> Effect {
        let captured = state.workspace.captured(for: summary.origin.requestPath)
        return .replay(summary.id, captured: captured, owner: state.response.owner, isConfirmed: true)
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
