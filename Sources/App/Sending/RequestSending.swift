public import Workspace

/// What a send needs to know.
public struct SendJob: Sendable, Equatable {
    /// What is sent.
    public let draft: RequestDraft
    /// The request's file, of which the folders' settings are inherited; nil when it was never saved.
    public let path: String?
    /// The environment's file; nil for none.
    public let environmentPath: String?
}

/// Begins to send.
enum RequestSending {
    /// Sends what is in the request pane; a protected environment asks first.
    static func send(_ state: inout AppState) -> [Effect] {
        RequestEditing.finish(&state)
        let draft = state.request.draft
        guard !draft.url.trimmed.isEmpty else {
            return state.say(.warning, "There is no URL yet: ^L edits it") + RequestUpdate.update(&state, .editURL)
        }
        let job = SendJob(draft: draft, path: state.request.path, environmentPath: state.environment?.path)
        if ScreenLayout.showsOnePane(state.size) || state.layout.zoomed != nil {
            _ = ApplicationUpdate.update(&state, .focus(.response))
        }
        return confirming(&state, method: draft.method, [.send(job)])
    }

    /// Sends an exchange of the history again, as it was.
    static func replay(_ state: inout AppState, _ summary: ExchangeSummary) -> [Effect] {
        confirming(&state, method: summary.method, [.replay(summary.id)])
    }

    private static func confirming(_ state: inout AppState, method: String, _ effects: [Effect]) -> [Effect] {
        guard let environment = state.environment, environment.isProtected, !isSafe(method) else { return effects }
        state.overlays.append(
            .confirm(
                ConfirmState(
                    title: "Send to a protected environment?",
                    text: "“\(environment.name)” is protected, and \(method) may change something there.",
                    choices: [
                        ConfirmState.Choice("s", "send", effects.map { .perform($0) }), ConfirmState.Choice("c", "do not send", []),
                    ])))
        return []
    }

    /// Methods that change nothing (RFC 9110, section 9.2.1).
    private static func isSafe(_ method: String) -> Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method.uppercased()) }
}
