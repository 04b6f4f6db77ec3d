/// A short word on something that happened.
public struct Toast: Sendable, Equatable, Identifiable {
    /// How much it matters.
    public enum Kind: Sendable, Equatable {
        /// Something was done; it goes by itself.
        case done
        /// Something deserves a look; it goes by itself.
        case warning
        /// Something failed; it stays until it is dismissed.
        case error
    }

    /// What it is about, where the next word on that takes its place, and success takes it away.
    public enum Topic: Sendable, Equatable {
        /// Why a request is not sent.
        case sending
        /// Why something is not saved.
        case saving
        /// What is wrong with the text of the request in the pane.
        case draft
        /// What went to the clipboard last.
        case clipboard
        /// What was done to the tree last: only that can be undone, so that only one message offers it.
        case tree
        /// What the user's own files say.
        case configuration
        /// Keys that mean nothing.
        case keys
        /// A login that waits for a person.
        case login(Int)
    }

    /// What can be done about it at once.
    public struct Action: Sendable, Equatable {
        /// What it does, in a word.
        public let label: String
        /// What it sends.
        public let message: Message
    }

    /// Its number in this session.
    public let id: Int
    /// How much it matters.
    public let kind: Kind
    /// The text: one sentence, or a few for an error.
    public let text: String
    /// What it is about; nil for something that stands for itself.
    public let topic: Topic?
    /// What a click on it does beside dismissing it.
    public let action: Action?
    /// Whether it stays until it is dismissed or settled: an error, and what waits for a person.
    public let stays: Bool
}
