import Widgets
import Workspace

/// A window of tables and texts behind tabs that edits what a file says: an environment, a folder, the jar of cookies.
public struct SheetOverlay: Sendable, Equatable {
    /// A table or a text behind a tab.
    public struct Page: Sendable, Equatable {
        /// The tab's name.
        let title: String
        /// The columns and abilities of the table.
        let shape: TableShape
        /// A hint for the page, in a line or two.
        let hint: String
        /// Hints for each row of a form; empty if the page's hint is for all rows.
        var rowHints: [String] = []
        /// The rows as typed.
        var rows: [TableRow]
        /// Rows that are hidden now, such as the fields of other authentication kinds; their text is kept.
        var unshownRows: [TableRow] = []
        /// The cursor and the cell that is edited.
        var table = TableState()
        /// The rows that are shown.
        var filter = SheetFilter()
        /// The text that the page is; nil for a table.
        var text: TextAreaState?
        /// True if the rows are variables.
        var holdsVariables = false
        /// True while keys go to the text.
        var isTyping = false

        /// The rows as typed, with those that are not shown now.
        var allRows: [TableRow] { rows + unshownRows }
        /// The rows that the table shows.
        var shownRows: [TableRow] { filter.rows(of: rows) }
        /// The hint for the row under the cursor.
        var shownHint: String { rowHints.indices.contains(table.selected) ? rowHints[table.selected] : hint }
    }

    /// The thing that is edited.
    public enum Subject: Sendable, Equatable {
        case environment(EnvironmentSheet)
        case folder(FolderSheet)
        case cookies(CookieSheet)
    }

    /// The window's title.
    public let title: String
    /// The thing that is edited.
    let subject: Subject
    /// The tables.
    var pages: [Page]
    /// The tab that is shown.
    var selected = 0
    /// Why what was typed cannot be saved.
    var problem: String?
    /// True while the window is being saved; it closes when that is done.
    var isSaving = false
    /// Undo and redo.
    var history = SheetHistory()
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

    /// True while a cell or a text is edited.
    var isEditing: Bool { page.table.isEditing || page.isTyping }
    /// True while letters are text.
    var takesText: Bool { isEditing || page.filter.isTyping }
    /// True if the page of an environment's secrets is shown.
    var showsSecrets: Bool { if case .environment = subject { selected == EnvironmentSheet.secretsPage } else { false } }
    /// True if something differs from the file.
    var hasChanges: Bool {
        zip(pages, saved).contains { !$0.allRows.saySame(as: $1) }
            || zip(pages, savedTexts).contains { page, old in
                guard let text = page.text, let old else { return false }
                return !text.hasSameText(as: old)
            }
    }

    /// The content of a page when the window was opened.
    func savedContent(of page: Int) -> AutosavedWindow.Content { AutosavedWindow.Content(saved[page], savedTexts[page]) }

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

    /// The content to save.
    ///
    /// - Throws: a sentence about what cannot be saved.
    func contentToSave() throws(SheetProblem) -> SheetSave {
        switch subject {
        case .environment(let sheet): .workspace(try sheet.effect(pages.map(\.rows)))
        case .folder(let sheet): .workspace(try sheet.effect(pages))
        case .cookies(let sheet): .cookies(try sheet.effect(pages.map(\.rows)))
        }
    }
}

/// The content of a table window that is to be written.
enum SheetSave: Sendable, Equatable {
    case workspace(WorkspaceEffect)
    case cookies(CookieEffect)
}

/// Why what stands in a sheet cannot be saved.
struct SheetProblem: Error, Equatable {
    /// The page that it stands on.
    let page: Int
    /// The problem as a sentence.
    let message: String
}
