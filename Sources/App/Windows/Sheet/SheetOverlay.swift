import Widgets
import Workspace

/// A window of tables and texts behind tabs that edits what a file says: an environment, a folder, the jar of cookies.
public struct SheetOverlay: Sendable, Equatable {
    /// A table or a text behind a tab.
    public struct Page: Sendable, Equatable {
        /// The tab's name.
        let title: String
        /// What the table is like.
        let shape: TableShape
        /// What there is to know about it, in a line or two.
        let hint: String
        /// What there is to know about each row of a form; empty where the hint is for all of them.
        var rowHints: [String] = []
        /// The rows as typed.
        var rows: [TableRow]
        /// What was typed in rows that are not shown now: the fields of other schemes.
        var unshownRows: [TableRow] = []
        /// The cursor and the cell that is edited.
        var table = TableState()
        /// Which rows are shown.
        var filter = SheetFilter()
        /// The text that the page is; nil for a table.
        var text: TextAreaState?
        /// Whether its rows are variables.
        var holdsVariables = false
        /// Whether keys are that text's.
        var isTyping = false

        /// The rows as typed, with those that are not shown now.
        var allRows: [TableRow] { rows + unshownRows }
        /// The rows that the table shows.
        var shownRows: [TableRow] { filter.rows(of: rows) }
        /// What there is to know where the cursor is.
        var shownHint: String { rowHints.indices.contains(table.selected) ? rowHints[table.selected] : hint }
    }

    /// What is edited.
    public enum Subject: Sendable, Equatable {
        case environment(EnvironmentSheet)
        case folder(FolderSheet)
        case cookies(CookieSheet)
    }

    /// The window's title.
    public let title: String
    /// What is edited.
    let subject: Subject
    /// The tables.
    var pages: [Page]
    /// The tab that is shown.
    var selected = 0
    /// Why what was typed cannot be saved.
    var problem: String?
    /// Whether it is being written; it closes when that is done.
    var isSaving = false
    /// What undo takes back.
    var history = SheetHistory()
    /// What the file said of each page when the window was opened.
    private let saved: [[TableRow]]
    private let savedTexts: [TextAreaState?]
    /// What it said where something was typed before the program ended, and others changed the same since, as long as that is undecided.
    var undecided: [Int: KeptWindow.Content] = [:]

    init(_ title: String, _ subject: Subject, _ pages: [Page]) {
        self.title = title
        self.subject = subject
        self.pages = pages
        saved = pages.map(\.allRows)
        savedTexts = pages.map(\.text)
    }

    /// Says beside each variable what is wrong with it, where rows are others than before.
    mutating func checkVariables(since before: SheetHistory.Entry? = nil) {
        for index in pages.indices where pages[index].holdsVariables && pages[index].rows != before?.rows[index] {
            pages[index].rows = VariableRows.validated(pages[index].rows)
        }
    }

    /// The page that is shown.
    var page: Page {
        get { pages[selected] }
        set { pages[selected] = newValue }
    }

    /// Whether a cell or a text is edited.
    var isEditing: Bool { page.table.isEditing || page.isTyping }
    /// Whether keys are text now.
    var takesText: Bool { isEditing || page.filter.isTyping }
    /// Whether the page of an environment's secrets is shown.
    var showsSecrets: Bool { if case .environment = subject { selected == EnvironmentSheet.secretsPage } else { false } }
    /// Whether something differs from the file.
    var hasChanges: Bool {
        zip(pages, saved).contains { !$0.allRows.saySame(as: $1) }
            || zip(pages, savedTexts).contains { page, old in
                guard let text = page.text, let old else { return false }
                return !text.hasSameText(as: old)
            }
    }

    /// What a page shows as it was when the window was opened.
    func savedContent(of page: Int) -> KeptWindow.Content { KeptWindow.Content(saved[page], savedTexts[page]) }

    /// All rows, and the page that is shown.
    var content: SheetHistory.Entry {
        get { SheetHistory.Entry(rows: pages.map(\.rows), unshown: pages.map(\.unshownRows), page: selected) }
        set {
            for (index, rows) in newValue.rows.enumerated() where pages[index].rows != rows {
                pages[index].rows = rows
                pages[index].unshownRows = newValue.unshown[index]
                pages[index].filter.choose(rows)
                selected = index
            }
        }
    }

    /// The cell that is typed in.
    var place: SheetHistory.Place? {
        page.table.isEditing ? SheetHistory.Place(page: selected, row: page.table.selected, column: page.table.column) : nil
    }

    /// Ends what is being edited; what was typed stays.
    mutating func endEditing() {
        var page = page
        page.isTyping = false
        page.filter.close()
        var rows = page.shownRows
        _ = page.table.endEditing(rows: &rows)
        page.filter.merge(rows, into: &page.rows)
        self.page = page
        if case .folder(let folder) = subject { folder.follow(&self) }
    }

    /// What saving does.
    ///
    /// - Throws: a sentence about what cannot be saved.
    func effect() throws(SheetProblem) -> Effect {
        switch subject {
        case .environment(let sheet): .files(try sheet.effect(pages.map(\.rows)))
        case .folder(let sheet): .files(try sheet.effect(pages))
        case .cookies(let sheet): .cookies(try sheet.effect(pages.map(\.rows)))
        }
    }
}

/// Why what stands in a sheet cannot be saved.
struct SheetProblem: Error, Equatable {
    /// The page that it stands on.
    let page: Int
    /// What and why, as a sentence.
    let message: String
}
