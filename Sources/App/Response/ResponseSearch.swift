import Document
import Screen
import Widgets

/// A search in a tab of the response: its text and the matches so far.
struct ResponseSearch: Sendable, Equatable {
    var field = TextFieldState()
    /// True while it is edited.
    var isTyping = true
    var isRegularExpression = false
    /// The matches so far; nil before the first result.
    private(set) var results: SearchResults?
    /// The text and query that the results belong to, for searches in memory.
    private(set) var searched: (text: [UInt8], query: SearchQuery?)?
    /// True once a match has been shown.
    var hasShown = false
    /// The reason why the pattern is invalid.
    var problem: String?
    /// The cursor's byte when the search began; the first match after it is shown.
    let anchor: Int

    /// The step limit for searching text in memory while a key waits: about a twentieth of a second. A harmless pattern needs a hundredth
    /// of it.
    private static let stepLimit = 4_000_000

    /// The match to show first.
    var first: SearchResults.Match? {
        results.flatMap { $0.next(from: anchor) ?? ($0.isComplete ? $0.match(0) : nil) }
    }

    /// The query; nil while the text is empty.
    var query: SearchQuery? {
        field.text.isEmpty ? nil : SearchQuery(field.text, isRegularExpression: isRegularExpression)
    }

    /// Stores the results of a search; false if they are for an older query.
    mutating func store(_ found: SearchResults) -> Bool {
        guard found.pattern.query == query else { return false }
        results = found
        problem = nil
        return true
    }

    /// Searches a short text in memory, unless it was searched already.
    mutating func search(_ text: [UInt8]) {
        let query = query
        guard searched?.text != text || searched?.query != query else { return }
        forgetResults()
        searched = (text, query)
        guard let query else { return }
        do throws(DocumentError) {
            results = SearchResults(try SearchPattern(query, stepLimit: Self.stepLimit), in: text)
        } catch {
            problem = error.message
        }
    }

    /// Discards the results for an earlier text.
    mutating func forgetResults() {
        results = nil
        searched = nil
        hasShown = false
        problem = nil
    }

    /// Compares the progress of the search instead of the results.
    static func == (left: ResponseSearch, right: ResponseSearch) -> Bool {
        left.field == right.field && left.isTyping == right.isTyping && left.isRegularExpression == right.isRegularExpression
            && left.results?.count == right.results?.count && left.results?.end == right.results?.end && left.problem == right.problem
    }
}

/// The matches so far of a search in a body.
struct FoundInBody: Sendable, Equatable {
    let body: BodyHandle
    /// The matches so far.
    let results: SearchResults

    /// Compares the step and the search.
    static func == (left: FoundInBody, right: FoundInBody) -> Bool {
        left.body == right.body && left.results.pattern.query == right.results.pattern.query && left.results.end == right.results.end
    }
}

/// Draws the search bar.
enum ResponseSearchView {
    /// Draws the search bar; `current` is the start of the current match.
    static func draw(_ search: ResponseSearch, current: Int?, in row: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let report = report(search, current)
        let (left, right) = split(row, search, report)
        let (mark, field) = left.splitLeft(2)
        canvas.write(search.isRegularExpression ? "~" : "/", at: mark.origin, style: CellStyle(.footerKey))
        search.field.draw(
            in: field, on: &canvas, isFocused: isFocused && search.isTyping, look: .init(placeholder: "text; Alt+r: regular expression"))
        canvas.fill(right, style: CellStyle(.text))
        canvas.write(
            report, at: Point(x: right.minX + 1, y: right.minY), style: CellStyle(search.problem == nil ? .textMuted : .error),
            columns: right.width - 1)
        canvas.fill(row.splitRight(buttonColumns(in: row)).right, style: CellStyle(.text))
        for button in buttons(in: row) {
            let isToggle = button.message == .toggleRegularExpression
            let isOff = isToggle && !search.isRegularExpression
            let label = isToggle ? toggle(isOn: !isOff) : button.label
            canvas.write(label, in: button.cells, style: CellStyle(isOff ? .textMuted : .footerKey))
        }
    }

    /// The cells of the text.
    static func field(of search: ResponseSearch, current: Int?, in row: Rect) -> Rect {
        split(row, search, report(search, current)).rest.splitLeft(2).rest
    }

    /// The buttons at the right end; none where there is little room.
    static func buttons(in row: Rect) -> [(label: String, message: ResponseSearchMessage, cells: Rect)] {
        var x = row.maxX - buttonColumns(in: row) + 1
        guard x < row.maxX else { return [] }
        return labels.map { label, message in
            defer { x += label.count + 1 }
            return (label, message, Rect(x: x, y: row.minY, width: label.count, height: 1))
        }
    }

    private static let labels: [(String, ResponseSearchMessage)] = [
        (toggle(isOn: false), .toggleRegularExpression), ("↑", .previous), ("↓", .next), ("×", .close),
    ]

    private static func toggle(isOn: Bool) -> String { (isOn ? "[x]" : "[ ]") + " regex" }

    private static func buttonColumns(in row: Rect) -> Int {
        let columns = labels.map { $0.0.count + 1 }.reduce(0, +)
        return row.width > columns * 2 ? columns + 1 : 0
    }

    /// Splits the row into the text and the report, which gets the room that the text leaves.
    private static func split(_ row: Rect, _ search: ResponseSearch, _ report: String) -> (rest: Rect, right: Rect) {
        let row = row.splitRight(buttonColumns(in: row)).rest
        let free = row.width - TextWidth.columns(of: search.field.text) - 4
        return row.splitRight(min(max(row.width / 2, free), TextWidth.columns(of: report) + 1))
    }

    private static func report(_ search: ResponseSearch, _ current: Int?) -> String {
        if let problem = search.problem { return problem }
        guard let results = search.results else { return search.field.text.isEmpty ? "" : "…" }
        let place = current.flatMap { offset in results.next(from: offset).map { "\($0.ordinal + 1) of " } } ?? ""
        let more = !results.isComplete ? "+…" : results.hasGaps ? "+, too many steps" : ""
        return place + "\(results.count)" + more
    }
}
