import Screen
public import Widgets

/// A list to choose from by typing part of a name.
public struct Picker<Message: Sendable & Equatable>: Sendable, Equatable {
    /// A line of the list.
    public struct Item: Sendable, Equatable {
        /// The text that is shown and searched.
        public let title: String
        /// Shown at the right end: a key, a folder, a mark.
        public let detail: String
        /// The message that choosing the item sends.
        public let message: Message
        /// Why it cannot be chosen now.
        public let disabledReason: String?
        /// The URL that it is found by, besides its title.
        public let url: String
        /// True for the present choice; it has a check mark.
        public let isCurrent: Bool
        /// Other words that it is found by: synonyms and the id of a command.
        let keywords: [String]
        /// The name of the command in vim; typed whole, it comes first.
        let word: String?

        init(
            _ title: String, detail: String = "", url: String = "", disabledReason: String? = nil, isCurrent: Bool = false,
            keywords: [String] = [], word: String? = nil, sends message: Message
        ) {
            self.title = title
            self.keywords = keywords
            self.url = url
            self.isCurrent = isCurrent
            self.word = word
            self.detail = detail
            self.disabledReason = disabledReason
            self.message = message
        }
    }

    /// The window's title.
    public let title: String
    /// Everything that can be chosen.
    public let items: [Item]
    /// The filter as typed.
    public internal(set) var field = TextFieldState()
    /// The indices of the items that match.
    public private(set) var matches: [Int]
    /// The cursor and the view.
    public internal(set) var list: ListState
    /// Makes a message of a text that matches no item; nil if only items can be chosen.
    let other: (@Sendable (String) -> Message)?
    /// Why it cannot be taken for that; nil where it can be.
    let otherFault: (@Sendable (String) -> String?)?
    /// The message that closing without a choice sends.
    let cancelMessage: Message?

    /// A list with the cursor on what is chosen already, or on the first line.
    init(
        _ title: String, _ items: [Item], selected: Int? = nil, cancelMessage: Message? = nil,
        other: (@Sendable (String) -> Message)? = nil, otherFault: (@Sendable (String) -> String?)? = nil
    ) {
        self.title = title
        self.items = items
        self.cancelMessage = cancelMessage
        self.other = other
        self.otherFault = otherFault
        matches = Array(items.indices)
        list = ListState(selected: selected ?? items.firstIndex(where: \.isCurrent) ?? 0)
    }

    /// Finds the items that match what is typed: by their titles first, then by their keywords and URLs.
    mutating func filter() {
        matches = FuzzyMatcher.matches(of: field.text, in: items.map(\.title))
        let words = field.text.lowercased().split(separator: " ")
        if field.text.utf8.count > 1 {
            let found = Set(matches)
            matches += items.indices.filter { !found.contains($0) && items[$0].answers(to: words) }
        }
        if let named = items.firstIndex(where: { $0.word == field.text }) { matches = [named] + matches.filter { $0 != named } }
        list = ListState()
    }

    /// The cell below which the list opens; nil for the middle of the screen.
    var anchor: Point?
    /// True if moving the cursor applies the item under it, as themes do.
    var previews = false

    /// The text shown when nothing matches.
    var note: String {
        guard other != nil else { return "Nothing matches." }
        return otherFault?(field.text.trimmed).map { "✗ \($0)" } ?? "Enter takes what is typed."
    }

    /// The item under the cursor.
    var current: Item? { matches.indices.contains(list.selected) ? items[matches[list.selected]] : nil }

    /// The same list with other messages in it.
    func map<Other: Sendable & Equatable>(_ change: @escaping @Sendable (Message) -> Other) -> Picker<Other> {
        let items = items.map { item in
            Picker<Other>.Item(
                item.title, detail: item.detail, url: item.url, disabledReason: item.disabledReason, isCurrent: item.isCurrent,
                keywords: item.keywords, word: item.word, sends: change(item.message))
        }
        var changedOther: (@Sendable (String) -> Other)?
        if let other { changedOther = { change(other($0)) } }
        var picker = Picker<Other>(
            title, items, cancelMessage: cancelMessage.map(change), other: changedOther, otherFault: otherFault)
        (picker.field, picker.previews, picker.anchor) = (field, previews, anchor)
        if !field.text.isEmpty { picker.filter() }
        picker.list = list
        return picker
    }

    /// Two lists are the same when they show the same; what they match follows from that.
    public static func == (left: Picker, right: Picker) -> Bool {
        left.title == right.title && left.items == right.items && left.field == right.field && left.list == right.list
    }
}

extension Picker.Item {
    /// True if each word occurs in the title, the keywords or the URL.
    fileprivate func answers(to words: [Substring]) -> Bool {
        let texts = ([title, url] + keywords).map { $0.lowercased() }
        return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
}
