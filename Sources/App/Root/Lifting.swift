import Widgets

extension AppState {
    /// Carries out the steps of a feature's outcome: lifts its messages and effects, and maps its outputs to other features.
    ///
    /// - Parameters:
    ///   - message: a message of the feature as one of the program.
    ///   - effect: an effect of the feature as one of the program.
    ///   - output: answers a request to other features, mostly by a message to one of them.
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
            case .notify(let toast): return say(toast.map(message))
            case .settle(let topic):
                settle(topic)
                return []
            case .show(let window):
                // Asked once, however often the key was pressed.
                let window = window.map(message)
                if windows.last != window { windows.append(window) }
                return []
            case .output(let request): return output(&self, request)
            }
        }
    }
}

extension TextInputOutcome {
    /// The clipboard effects of a text field's outcome.
    var effects: [Effect] {
        switch self {
        case .copied(let text), .cut(let text): [.copy(text, name: "the selection")]
        case .wantsPaste: [.paste]
        case .submitted, .cancelled, .changed, .pasted, .moved: []
        }
    }
}
