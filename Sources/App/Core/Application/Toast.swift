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
    /// What a click on it does beside dismissing it.
    public let action: Action?
}
