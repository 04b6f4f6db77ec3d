import Screen

/// What a text area looks for: the fields in which it is typed, and how many there are.
struct FindState: Equatable, Sendable {
    /// What to look for.
    var pattern: TextFieldState
    /// What to put in its place; nil while nothing is to be replaced.
    var replacement: TextFieldState?
    /// Whether keys go to the field of the replacement.
    var isInReplacement = false
    /// Whether to look towards the start.
    var isBackward: Bool
    /// Whether Enter closes the bar, as in vim.
    var closesOnEnter: Bool
    /// Where looking began.
    let origin: TextPosition
    /// How many matches there are, at most ``countLimit``.
    private(set) var count = 0
    /// Which of them is selected, from 1; nil when none is.
    private(set) var current: Int?

    /// How many matches were just replaced at once; nil once something else was done.
    var replacedCount: Int?

    /// More matches are not counted.
    static let countLimit = 9_999

    init(pattern: String, replacing: Bool, isBackward: Bool, closesOnEnter: Bool, origin: TextPosition) {
        self.pattern = TextFieldState(text: pattern)
        self.pattern.selectAll()
        replacement = replacing ? TextFieldState() : nil
        self.isBackward = isBackward
        self.closesOnEnter = closesOnEnter
        self.origin = origin
    }

    /// Rows that the bar takes.
    var rows: Int { replacement == nil ? 1 : 2 }

    /// Counts the matches of `search`, and which of them `selected` is.
    mutating func count(_ search: TextSearch, in lines: [TextLine], selected: Range<TextPosition>?) {
        count = 0
        current = nil
        replacedCount = nil
        for (number, line) in lines.enumerated() {
            for match in search.matches(in: line) {
                count += 1
                if let selected, selected.lowerBound == TextPosition(line: number, offset: match.lowerBound) { current = count }
                if count >= Self.countLimit { return }
            }
        }
    }

    /// `3 of 17`, or why there is nothing to go to.
    var summary: String {
        if pattern.text.isEmpty { return "" }
        if let replacedCount { return "\(replacedCount) replaced" }
        if count == 0 { return "not found" }
        let total = count >= Self.countLimit ? "\(count)+" : "\(count)"
        return current.map { "\($0) of \(total)" } ?? total
    }
}
