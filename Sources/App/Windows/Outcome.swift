import Screen
import Widgets

/// The things that a feature's reducer asks for, in order.
///
/// A feature names its own messages, effects and outputs alone. The root lifts its windows, notifications and messages into those of the
/// whole program, hands its effects to the runner, and maps its outputs to other features.
public struct Outcome<Sent: Sendable & Equatable, Work, Output>: ExpressibleByArrayLiteral {
    /// One thing to be done after the feature's state has changed.
    public enum Step {
        /// Does something in the world.
        case effect(Work)
        /// Reduces a message of the feature next, before others that wait and before the next frame.
        case next(Sent)
        /// Reduces a message of the feature after a delay; the same id again starts the delay anew.
        case after(Duration, EffectID, Sent)
        /// Ends a running effect or a delay.
        case cancel(EffectID)
        /// Puts text on the clipboard; the name says what it is.
        case copy(String, name: String)
        /// Pastes what is on the clipboard, as the terminal would.
        case paste
        /// Shows a notification.
        case notify(Toast<Sent>)
        /// Takes back the notifications about a topic.
        case settle(ToastTopic)
        /// Opens a window on top.
        case show(Window<Sent>)
        /// Asks another feature for something.
        case output(Output)
    }

    /// The steps, the first to be done first.
    public var steps: [Step]

    /// The steps of a literal, the first to be done first.
    public init(arrayLiteral steps: Step...) { self.steps = steps }

    init(_ steps: [Step] = []) { self.steps = steps }

    /// The steps of both, those of the left one first.
    public static func + (left: Outcome, right: Outcome) -> Outcome { Outcome(left.steps + right.steps) }

    /// Adds steps behind those there are.
    public static func += (left: inout Outcome, right: Outcome) { left.steps += right.steps }
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

    /// Shows a notification; only an error stays until it is dismissed, and what `stays` because something waits for a person.
    static func say(
        _ kind: ToastKind, _ text: String, about topic: ToastTopic? = nil, action: Toast<Sent>.Action? = nil, stays: Bool = false
    ) -> Outcome {
        [.notify(Toast(kind: kind, text: text, about: topic, action: action, stays: stays))]
    }

    /// The effects among the steps, as those of the program; for callers that need nothing else of them.
    func effects<Outer>(_ lift: (Work) -> Outer) -> [Outer] {
        steps.compactMap { if case .effect(let effect) = $0 { lift(effect) } else { nil } }
    }

    /// One effect of the feature.
    static func effect(_ effect: Work) -> Outcome { [.effect(effect)] }

    /// One request to another feature.
    static func output(_ output: Output) -> Outcome { [.output(output)] }
}

extension FilterBar {
    /// The same for a feature's reducer.
    static func handle<Sent, Work, Output>(
        _ filter: inout TextFieldState?, isTyping: inout Bool, _ event: MouseEvent, in row: Rect
    ) -> Outcome<Sent, Work, Output>? {
        outcome(&filter, isTyping: &isTyping, event, in: row).map { Outcome(clipboard: $0) }
    }
}
