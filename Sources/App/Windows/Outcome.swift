import Screen
import Widgets

/// The result of a feature's reducer: the steps to take next, in order.
///
/// A feature knows only its own messages, effects and outputs. The root wraps its windows, notifications and messages in those of the whole
/// program, passes its effects to the runner, and passes its outputs to other features.
struct Outcome<Sent: Sendable & Equatable, Work, Output>: ExpressibleByArrayLiteral {
    /// One step after a change of the feature's state.
    enum Step {
        /// Runs an effect.
        case effect(Work)
        /// Reduces a message of the feature next, before other waiting messages and before the next frame.
        case next(Sent)
        /// Reduces a message of the feature after a delay; the same id restarts the delay.
        case after(Duration, EffectID, Sent)
        /// Cancels a running effect or a delay.
        case cancel(EffectID)
        /// Copies text to the clipboard; the name describes it in messages.
        case copy(String, name: String)
        /// Pastes the text of the clipboard, as the terminal would.
        case paste
        /// Shows a notification.
        case notify(Toast<Sent>)
        /// Removes the notifications about a topic.
        case dismissToasts(about: ToastTopic)
        /// Opens a window on top.
        case show(Window<Sent>)
        /// Sends a request to another feature.
        case output(Output)
    }

    /// The steps, in order.
    var steps: [Step]

    /// Creates an outcome from a literal, in order.
    init(arrayLiteral steps: Step...) { self.steps = steps }

    init(_ steps: [Step] = []) { self.steps = steps }

    /// The steps of both, the left ones first.
    static func + (left: Outcome, right: Outcome) -> Outcome { Outcome(left.steps + right.steps) }

    /// Appends steps.
    static func += (left: inout Outcome, right: Outcome) { left.steps += right.steps }
}

extension Outcome {
    /// The clipboard steps of a text field's outcome: a copy of the selection, or a paste.
    init(clipboard outcome: TextInputOutcome) {
        switch outcome {
        case .copied(let text), .cut(let text): self = [.copy(text, name: "the selection")]
        case .wantsPaste: self = [.paste]
        case .submitted, .cancelled, .changed, .pasted, .moved: self = []
        }
    }

    /// Shows a notification. It stays until it is dismissed if it is an error, or if `stays` is set because something waits for the user.
    static func notify(
        _ kind: ToastKind, _ text: String, about topic: ToastTopic? = nil, action: Toast<Sent>.Action? = nil, stays: Bool = false
    ) -> Outcome {
        [.notify(Toast(kind: kind, text: text, about: topic, action: action, stays: stays))]
    }

    /// True if the feature begins work.
    var hasEffect: Bool { steps.contains { if case .effect = $0 { true } else { false } } }

    /// One effect of the feature.
    static func effect(_ effect: Work) -> Outcome { [.effect(effect)] }

    /// One request to another feature.
    static func output(_ output: Output) -> Outcome { [.output(output)] }
}

extension FilterBar {
    /// Handles a mouse event over the filter, as an outcome of a feature; nil if the event is not for it.
    static func handle<Sent, Work, Output>(
        _ filter: inout TextFieldState?, isTyping: inout Bool, _ event: MouseEvent, in row: Rect
    ) -> Outcome<Sent, Work, Output>? {
        outcome(&filter, isTyping: &isTyping, event, in: row).map { Outcome(clipboard: $0) }
    }
}
