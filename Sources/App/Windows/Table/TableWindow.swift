import Screen
import Widgets
import Workspace

/// A window with tabs that edits a file as tables and texts: an environment, a folder, the cookie jar.
struct TableWindow: Sendable, Equatable {
    /// A table or a text of a tab.
    struct Page: Sendable, Equatable {
        /// The tab's name.
        let title: String
        /// The columns and abilities of the table.
        let shape: TableShape
        /// A hint for the page, in one or two lines; empty if each row has its own.
        let hint: String
        /// Hints for each row of a form; empty if the page's hint applies to all rows.
        var rowHints: [String] = []
        /// The rows as typed.
        var rows: [TableRow]
        /// Hidden rows, such as the fields of other authentication schemes; their text is kept.
        var unshownRows: [TableRow] = []
        /// The cursor and the edited cell.
        var table = TableState()
        /// The filter, which determines the visible rows.
        var filter = TableWindowFilter()
        /// The text of a text page; nil for a table.
        var text: TextAreaState?
        /// True if the rows are variables.
        var holdsVariables = false
        /// True while keys go to the text.
        var isTyping = false

        /// All rows, including hidden ones.
        var allRows: [TableRow] { rows + unshownRows }
        var shownRows: [TableRow] { filter.rows(of: rows) }
        /// The hint for the row under the cursor.
        var shownHint: String { rowHints.indices.contains(table.selected) ? rowHints[table.selected] : hint }
    }

    /// The object that is edited.
    enum Subject: Sendable, Equatable {
        case environment(EnvironmentWindow)
        case folder(FolderWindow)
        case cookies(CookieWindow)
        case settings(SettingsWindow)
    }

    /// The window's title.
    let title: String
    /// The object that is edited.
    let subject: Subject
    /// The tabs: tables and texts.
    var pages: [Page]
    /// The index of the visible page.
    var selected = 0
    /// The reason why it cannot be saved.
    var problem: String?
    /// True while the window is being saved; it closes afterwards.
    var isSaving = false
    /// Undo and redo.
    var history = TableWindowHistory()
    /// The rows of each page when the window was opened.
    private let saved: [[TableRow]]
    private let savedTexts: [TextAreaState?]
    /// The saved content of pages where autosaved text and a newer file conflict, until the user decides.
    var undecided: [Int: AutosavedWindow.Content] = [:]

    init(_ title: String, _ subject: Subject, _ pages: [Page]) {
        self.title = title
        self.subject = subject
        self.pages = pages
        saved = pages.map(\.allRows)
        savedTexts = pages.map(\.text)
    }

    /// Marks the problem of each variable whose row has changed.
    mutating func checkVariables(since before: TableWindowHistory.Entry? = nil) {
        for index in pages.indices where pages[index].holdsVariables && pages[index].rows != before?.rows[index] {
            pages[index].rows = VariableRows.validated(pages[index].rows)
        }
    }

    /// The visible page.
    var page: Page {
        get { pages[selected] }
        set { pages[selected] = newValue }
    }

    /// True while a cell or a text is edited.
    var isEditing: Bool { page.table.isEditing || page.isTyping }
    /// True while letters are text.
    var takesText: Bool { isEditing || page.filter.isTyping }
    /// True if the page with the secrets of an environment or a collection is visible.
    var showsSecrets: Bool { selected == secretsPage }

    /// True if there are unsaved changes.
    var hasChanges: Bool {
        zip(pages, saved).contains { !$0.allRows.haveEqualText(as: $1) }
            || zip(pages, savedTexts).contains { page, old in
                guard let text = page.text, let old else { return false }
                return !text.hasSameText(as: old)
            }
    }

    /// The content of a page when the window was opened.
    func savedContent(of page: Int) -> AutosavedWindow.Content { AutosavedWindow.Content(saved[page], savedTexts[page]) }

    /// All rows, and the visible page.
    var content: TableWindowHistory.Entry {
        get {
            // A row that was begun and holds nothing is no change.
            let rows = pages.map { page in page.shape.isForm ? page.rows : page.rows.filter { !$0.isBlank } }
            return TableWindowHistory.Entry(rows: rows, unshown: pages.map(\.unshownRows), page: selected)
        }
        set {
            for (index, rows) in newValue.rows.enumerated() where pages[index].rows != rows {
                pages[index].rows = rows
                pages[index].unshownRows = newValue.unshown[index]
                pages[index].filter.choose(rows)
                selected = index
            }
        }
    }

    /// The edited cell.
    var place: TableWindowHistory.Place? {
        page.table.isEditing ? TableWindowHistory.Place(page: selected, row: page.table.selected, column: page.table.column) : nil
    }

    /// Ends editing and keeps the typed text.
    mutating func endEditing() {
        var page = page
        page.isTyping = false
        page.filter.close()
        var rows = page.shownRows
        _ = page.table.endEditing(rows: &rows)
        page.filter.merge(rows, into: &page.rows)
        self.page = page
        if case .folder(let folder) = subject { folder.update(&self) }
    }

    /// The content to save.
    ///
    /// - Throws: the problem of the first invalid value.
    func contentToSave() throws(TableWindowError) -> TableWindowSave {
        switch subject {
        case .environment(let tableWindow): .workspace(try tableWindow.effect(pages))
        case .folder(let tableWindow): .workspace(try tableWindow.effect(pages))
        case .cookies(let tableWindow): .cookies(try tableWindow.effect(pages.map(\.rows)))
        case .settings(let tableWindow): .settings(try tableWindow.changes(pages.map(\.rows)))
        }
    }
}

/// The content of a table window to be saved.
enum TableWindowSave: Sendable, Equatable {
    case workspace(WorkspaceEffect)
    case cookies(CookieEffect)
    case settings([SettingChange])
}

/// The reason why a window cannot be saved.
struct TableWindowError: Error, Equatable {
    /// The index of its page.
    let page: Int
    /// The problem as a sentence.
    let message: String
}

/// The filter of a page: shows all rows, or those that contain a text.
///
/// The rows are matched when the filter changes, not when a row changes, so that no row vanishes while it is edited.
struct TableWindowFilter: Sendable, Equatable {
    /// The filter text; nil shows all rows.
    private(set) var field: TextFieldState?
    /// True while the filter is edited.
    private(set) var isTyping = false
    /// The indices of the matching rows, ascending.
    private var shown: [Int] = []

    /// Starts or continues editing the filter.
    mutating func start(_ rows: [TableRow]) {
        if field == nil { field = TextFieldState() }
        isTyping = true
        choose(rows)
    }

    /// Ends editing; the filter stays.
    mutating func close() { isTyping = false }

    /// Removes the filter.
    mutating func clear() { self = TableWindowFilter() }

    /// Handles the mouse over the field in `rect`: a click in it starts editing, a click elsewhere ends it.
    mutating func handle(_ event: MouseEvent, in rect: Rect) -> TextInputOutcome? {
        if event.isPress { isTyping = field != nil && rect.contains(event.position) }
        return field?.handle(event, in: rect)
    }

    /// Changes the filter text.
    mutating func edit(_ rows: [TableRow], _ change: (inout TextFieldState) -> TextInputOutcome?) -> TextInputOutcome? {
        guard var field else { return nil }
        let outcome = change(&field)
        self.field = field
        choose(rows)
        return outcome
    }

    /// Matches the rows again.
    mutating func choose(_ rows: [TableRow]) {
        let wanted = field?.text.lowercased() ?? ""
        shown = rows.indices.filter { index in
            wanted.isEmpty || rows[index].cells.contains { $0.lowercased().has(wanted) }
        }
    }

    /// The visible rows.
    func rows(of all: [TableRow]) -> [TableRow] { field == nil ? all : shown.map { all[$0] } }

    /// The index of a visible row among all rows.
    func index(ofShown row: Int) -> Int { field == nil ? row : shown.indices.contains(row) ? shown[row] : -1 }

    /// Puts changed visible rows back at their places; a new row follows the one above it.
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

/// Undo and redo of a window of tables.
struct TableWindowHistory: Sendable, Equatable {
    /// All rows of all pages, and the visible page.
    struct Entry: Sendable, Equatable {
        let rows: [[TableRow]]
        /// The hidden rows of all pages.
        let unshown: [[TableRow]]
        let page: Int

        /// True if both have the same typed text, regardless of notes and masks.
        func saysSame(as other: Entry) -> Bool {
            zip(rows, other.rows).allSatisfy { $0.haveEqualText(as: $1) }
        }
    }

    /// An edited cell: everything typed there without a pause is undone together.
    struct Place: Sendable, Equatable {
        let page: Int
        let row: Int
        let column: Int
    }

    private var undoable: [Entry] = []
    private var redoable: [Entry] = []
    private var lastPlace: Place?

    /// Records the rows before and after a change; `place` is nil for one that counts alone, or removes the row that was added and left blank.
    mutating func record(_ before: Entry, _ now: Entry, at place: Place?) {
        let isRemoval = place == nil && lastPlace != nil && undoable.last?.saysSame(as: now) == true
        if isRemoval { undoable.removeLast() } else if place == nil || place != lastPlace { undoable.append(before) }
        (lastPlace, redoable) = (place, [])
    }

    /// Ends the typing in one place.
    mutating func close() { lastPlace = nil }

    /// The rows before the last change; nil if there was none.
    mutating func undo(from now: Entry) -> Entry? {
        lastPlace = nil
        guard let entry = undoable.popLast() else { return nil }
        redoable.append(now)
        return entry
    }

    /// The rows before the last undo; nil if there was none.
    mutating func redo(from now: Entry) -> Entry? {
        lastPlace = nil
        guard let entry = redoable.popLast() else { return nil }
        undoable.append(now)
        return entry
    }
}
