/// A question with a few answers, each a letter.
public struct Question<Message: Sendable & Equatable>: Sendable, Equatable {
    /// An answer.
    public struct Choice: Sendable, Equatable {
        /// The letter that gives it.
        public let key: Character
        /// The label of the button.
        public let label: String
        /// The messages that the choice sends.
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
    /// The consequence of each choice.
    public let text: String
    /// Items that the question is about, a line each below the text; as many as fit are shown.
    public let items: [String]
    /// The answers; the first is what Enter gives.
    public let choices: [Choice]
    /// The messages that Escape and a click beside the window send.
    public let cancelMessages: [Message]
    /// True if every item is shown whole, on as many lines as it needs: a choice must not depend on words that are cut off.
    public let showsWholeItems: Bool
    /// The answer that the cursor is on.
    public var selected = 0
    /// The number of lines of the items that are scrolled away.
    public var scrolled = 0

    /// A question; Escape answers nothing unless said otherwise.
    public init(
        title: String, text: String, items: [String] = [], showsWholeItems: Bool = false, choices: [Choice],
        cancelMessages: [Message] = []
    ) {
        self.showsWholeItems = showsWholeItems
        self.title = title
        self.text = text
        self.items = items
        self.choices = choices
        self.cancelMessages = cancelMessages
    }

    /// The same question with other messages in it.
    func map<Other: Sendable & Equatable>(_ change: (Message) -> Other) -> Question<Other> {
        var question = Question<Other>(
            title: title, text: text, items: items, showsWholeItems: showsWholeItems,
            choices: choices.map { Question<Other>.Choice($0.key, $0.label, $0.messages.map(change)) },
            cancelMessages: cancelMessages.map(change))
        question.selected = selected
        question.scrolled = scrolled
        return question
    }
}
