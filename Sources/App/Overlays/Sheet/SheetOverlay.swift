import Widgets

/// A window of tables behind tabs that edits what a file says: an environment, a folder.
public struct SheetOverlay: Sendable, Equatable {
    /// A table behind a tab.
    public struct Page: Sendable, Equatable {
        /// The tab's name.
        let title: String
        /// What the table is like.
        let shape: TableShape
        /// What there is to know about it, in a line or two.
        let hint: String
        /// The rows as typed.
        var rows: [TableRow]
        /// The cursor and the cell that is edited.
        var table = TableState()
    }

    /// What is edited.
    public enum Subject: Sendable, Equatable {
        case environment(EnvironmentSheet)
        case folder(FolderSheet)
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
    private let saved: [[TableRow]]

    init(_ title: String, _ subject: Subject, _ pages: [Page]) {
        self.title = title
        self.subject = subject
        self.pages = pages
        saved = pages.map(\.rows)
    }

    /// The page that is shown.
    var page: Page {
        get { pages[selected] }
        set { pages[selected] = newValue }
    }

    /// Whether keys are text now.
    var isEditing: Bool { page.table.isEditing }
    /// Whether something differs from the file.
    var hasChanges: Bool { pages.map(\.rows) != saved }

    /// All rows, and the page that is shown.
    var content: SheetHistory.Entry {
        get { SheetHistory.Entry(rows: pages.map(\.rows), page: selected) }
        set {
            for (index, rows) in newValue.rows.enumerated() where pages[index].rows != rows {
                pages[index].rows = rows
                selected = index
            }
        }
    }

    /// The cell that is typed in.
    var place: SheetHistory.Place? {
        isEditing ? SheetHistory.Place(page: selected, row: page.table.selected, column: page.table.column) : nil
    }

    /// Ends what is being edited; what was typed stays.
    mutating func endEditing() {
        var page = page
        _ = page.table.endEditing(rows: &page.rows)
        self.page = page
    }

    /// What saving does.
    ///
    /// - Throws: a sentence about what cannot be saved.
    func effect() throws(SheetProblem) -> FileEffect {
        switch subject {
        case .environment(let sheet): try sheet.effect(pages.map(\.rows))
        case .folder(let sheet): sheet.effect(pages.map(\.rows))
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
