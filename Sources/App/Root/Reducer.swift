/// The only place that changes the state.
enum Reducer {
    /// Applies `message` to `state` and returns the effects to run.
    ///
    /// Pure: no clock, file, network, environment or random number; times and ids arrive inside messages.
    static func reduce(_ state: inout AppState, _ message: Message) -> [Effect] {
        var waiting = [message]
        var effects: [Effect] = []
        while let message = waiting.popLast() {
            var followUps: [Message] = []
            for effect in reduceOne(&state, message) {
                if case .next(let message) = effect { followUps.append(message) } else { effects.append(effect) }
            }
            waiting += followUps.reversed()
        }
        return effects
    }

    private static func reduceOne(_ state: inout AppState, _ message: Message) -> [Effect] {
        if !state.toasts.isEmpty { state.withdrawOffers(of: message) }
        let (wasTyping, count) = (state.isTypingNow, state.windows.count)
        var effects = change(&state, message)
        if state.windows.count > count, let question = state.windows.last?.content as? Question<Message>,
            question.opensLate || wasTyping && question.guardsLetters
        {
            effects.append(state.prolongTypingPause())
        }
        state.holdKeys(for: effects)
        state.fitHexView()
        state.refreshResponseSearch()
        state.refreshVariableList()
        if !state.toasts.isEmpty { state.withdrawLateOffers() }
        return effects + state.askOpenQuestions() + state.restoreResponse()
    }

    private static func change(_ state: inout AppState, _ message: Message) -> [Effect] {
        switch message {
        case .input(let event): InputUpdate.update(&state, event)
        case .move(let motion): move(&state, motion)
        case .application(let message): ApplicationUpdate.update(&state, message)
        case .window(let message): state.reduceWindow(message)
        case .tree(let message): state.reduceCollections(.tree(message))
        case .request(let message): state.reduceRequest(message)
        case .requestOf(let tab, let message): state.reduceRequest(message, of: tab)
        case .response(let message): state.reduceResponse(message)
        case .responseOf(let owner, let message): state.reduceResponse(message, of: owner)
        case .history(let message): state.reduceHistory(message)
        case .workspace(let message): state.reduceCollections(.workspace(message))
        case .environments(let message): state.reduceEnvironments(message)
        case .cookies(let message): state.reduceCookies(message)
        case .session(let message): SessionUpdate.update(&state, message)
        case .tabs(let message): TabUpdate.update(&state, message)
        case .sending(let message): state.reduceSending(message)
        case .run(let message): state.reduceRun(message)
        case .transfer(let message): state.reduceTransfer(message)
        case .perform(let effect): [effect]
        }
    }

    /// True if a message can change the screen; some only matter for later messages.
    static func shows(_ message: Message, _ state: AppState) -> Bool {
        switch message {
        case .sending(let message): state.sending.shows(message)
        case .history(let message): message != .store(.recorded)
        case .input, .move, .application, .window, .tree, .request, .requestOf, .response, .responseOf, .workspace, .cookies, .environments,
            .tabs, .session, .run, .transfer, .perform:
            true
        }
    }

    private static func move(_ state: inout AppState, _ motion: Motion) -> [Effect] {
        switch state.focus {
        case .tree: state.reduceCollections(.tree(.move(motion)))
        case .request: state.reduceRequest(.move(motion))
        case .response: state.reduceResponse(.move(motion))
        case .history: state.reduceHistory(.move(motion))
        }
    }
}

extension AppState {
    /// Applies the steps of a feature's outcome: wraps its messages and effects as those of the program, and passes its outputs to other
    /// features, usually by a message to one of them.
    mutating func carryOut<Inner, InnerEffect, Output>(
        _ outcome: Outcome<Inner, InnerEffect, Output>, message: @escaping @Sendable (Inner) -> Message,
        effect: (InnerEffect) -> Effect, output: (inout AppState, Output) -> [Effect]
    ) -> [Effect] {
        outcome.steps.flatMap { step -> [Effect] in
            switch step {
            case .effect(let inner): return [effect(inner)]
            case .next(let inner): return [.next(message(inner))]
            case .after(let delay, let id, let inner): return [.after(delay, id, message(inner))]
            case .cancel(let id): return [.cancel(id)]
            case .copy(let text, let name): return [.copy(text, name: name)]
            case .paste: return [.paste]
            case .notify(let toast): return notify(toast.map(message))
            case .dismissToasts(let topic):
                dismissToasts(about: topic)
                return []
            case .show(let window):
                // Asks only once, however often the key was pressed.
                let window = window.map(message)
                if windows.last != window { windows.append(window) }
                return []
            case .output(let request): return output(&self, request)
            }
        }
    }
}
