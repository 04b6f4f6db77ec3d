/// A question with a few answers, each a letter.
public struct ConfirmState: Sendable, Equatable {
    /// An answer.
    public struct Choice: Sendable, Equatable {
        /// The letter that gives it.
        public let key: Character
        /// What it does.
        public let label: String
        /// What it sends.
        public let messages: [Message]

        /// Takes the letter, what it does, and what it sends.
        public init(_ key: Character, _ label: String, _ messages: [Message]) {
            self.key = key
            self.label = label
            self.messages = messages
        }
    }

    /// The question in a few words.
    public let title: String
    /// What follows from the answers.
    public let text: String
    /// What the question is about, a line each below the text; as many are shown as there is room for.
    public let items: [String]
    /// The answers; the first is what Enter gives.
    public let choices: [Choice]
    /// What Escape sends, and a click beside the window.
    public let cancelMessages: [Message]
    /// The answer that the cursor is on.
    public var selected = 0

    /// A question; Escape answers nothing unless said otherwise.
    public init(title: String, text: String, items: [String] = [], choices: [Choice], cancelMessages: [Message] = []) {
        self.title = title
        self.text = text
        self.items = items
        self.choices = choices
        self.cancelMessages = cancelMessages
    }
}
