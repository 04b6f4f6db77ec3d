import Screen
import Widgets

/// The rows of a page that are shown: all, or those that contain the typed text.
///
/// They are chosen when the text changes and not while a row does, so that none vanishes under what is typed into it.
struct SheetFilter: Sendable, Equatable {
    /// The filter text; nil shows all rows.
    private(set) var field: TextFieldState?
    /// True while the filter is typed.
    private(set) var isTyping = false
    /// The rows that are shown, ascending, while something is looked for.
    private var shown: [Int] = []

    /// Begins to type it, or goes on.
    mutating func start(_ rows: [TableRow]) {
        if field == nil { field = TextFieldState() }
        isTyping = true
        choose(rows)
    }

    /// Ends typing; what was found stays alone.
    mutating func close() { isTyping = false }

    /// Shows all again.
    mutating func clear() { self = SheetFilter() }

    /// The mouse over the field in `rect`: a click types there, one elsewhere ends typing.
    mutating func handle(_ event: MouseEvent, in rect: Rect) -> TextInputOutcome? {
        if event.isPress { isTyping = field != nil && rect.contains(event.position) }
        return field?.handle(event, in: rect)
    }

    /// Changes the text.
    mutating func edit(_ rows: [TableRow], _ change: (inout TextFieldState) -> TextInputOutcome?) -> TextInputOutcome? {
        guard var field else { return nil }
        let outcome = change(&field)
        self.field = field
        choose(rows)
        return outcome
    }

    /// Chooses anew.
    mutating func choose(_ rows: [TableRow]) {
        let wanted = field?.text.lowercased() ?? ""
        shown = rows.indices.filter { index in
            wanted.isEmpty || rows[index].cells.contains { $0.lowercased().has(wanted) }
        }
    }

    /// The rows that are shown.
    func rows(of all: [TableRow]) -> [TableRow] { field == nil ? all : shown.map { all[$0] } }

    /// The index among all rows of a row that is shown.
    func index(ofShown row: Int) -> Int { field == nil ? row : shown.indices.contains(row) ? shown[row] : -1 }

    /// Puts what became of the rows that are shown in their places; a new one stands behind the one above it.
    mutating func merge(_ new: [TableRow], into all: inout [TableRow]) {
        guard field != nil else { return all = new }
        let old = rows(of: all)
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let gone = shown[head..<(shown.count - tail)]
        let come = new[head..<(new.count - tail)]
        if gone.count == come.count {
            for (index, row) in zip(gone, come) { all[index] = row }
            return
        }
        let place = head > 0 ? shown[head - 1] + 1 : shown.first ?? all.count
        for index in gone.reversed() { all.remove(at: index) }
        all.insert(contentsOf: come, at: place)
        shown = shown[..<head] + (place..<place + come.count) + shown.suffix(tail).map { $0 + come.count - gone.count }
    }
}
