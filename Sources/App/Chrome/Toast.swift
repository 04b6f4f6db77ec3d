/// The severity of a toast.
public enum ToastKind: Sendable, Equatable {
    /// Something was done; goes by itself.
    case done
    /// Something deserves a look; goes by itself.
    case warning
    /// Something failed; stays until it is dismissed.
    case error
}

/// The subject of a toast. A newer toast with the same topic replaces the older one, and success removes it.
public enum ToastTopic: Sendable, Equatable {
    /// The reason why a request is not sent.
    case sending
    /// The reason why something is not saved.
    case saving
    /// A mistake in the text of the request in front.
    case draft
    /// The text that was copied last.
    case clipboard
    /// The last change to the tree: only that one can be undone, so only one toast offers it.
    case tree
    /// The user's settings, keymap and themes.
    case configuration
    /// Keys without a command.
    case keys
    /// A login that waits for a person.
    case login(Int)
}

/// A short message over the corner of the screen.
public struct Toast<Sent: Sendable & Equatable>: Sendable, Equatable, Identifiable {
    /// An action that a click on the toast starts.
    public struct Action: Sendable, Equatable {
        /// The action in one word, such as `undo`.
        public let label: String
        /// The message that starts it.
        public let message: Sent
    }

    /// The number of the toast in this run; 0 before it is shown.
    public internal(set) var id = 0
    /// The severity.
    public let kind: ToastKind
    /// The text: one sentence, or a few for an error.
    public let text: String
    /// The subject; nil for a toast that stands for itself.
    public let topic: ToastTopic?
    /// The action of a click, beside dismissing the toast.
    public let action: Action?
    /// Stays until it is dismissed or settled: an error, or something that waits for a person.
    public let stays: Bool

    init(kind: ToastKind, text: String, about topic: ToastTopic? = nil, action: Action? = nil, stays: Bool = false) {
        self.kind = kind
        self.text = text
        self.topic = topic
        self.action = action
        self.stays = stays || kind == .error
    }

    /// The same toast with another message in its action.
    func map<Other: Sendable & Equatable>(_ change: (Sent) -> Other) -> Toast<Other> {
        let action = action.map { Toast<Other>.Action(label: $0.label, message: change($0.message)) }
        return Toast<Other>(kind: kind, text: text, about: topic, action: action, stays: stays)
    }
}
