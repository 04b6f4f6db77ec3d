import Widgets
import Workspace

extension SheetOverlay {
    /// The environment's file, or the folder, that it edits; nil for what is in no file of the workspace.
    var file: String? {
        switch subject {
        case .environment(let sheet): sheet.path
        case .folder(let sheet): sheet.path
        case .cookies: nil
        }
    }

    /// The unsaved text of the window for the autosave; nil if there is none.
    var kept: AutosavedWindow? {
        guard hasChanges, let file else { return nil }
        let typed = pages.indices.compactMap { index -> AutosavedWindow.Page? in
            let (content, saved) = (content(of: index), savedContent(of: index))
            return content == saved ? nil : AutosavedWindow.Page(index, typed: content, base: undecided[index] ?? saved)
        }
        return typed.isEmpty ? nil : AutosavedWindow(path: file, title: title, pages: typed)
    }

    /// The content of a page without what masked columns hold: secrets are in no autosave.
    private func content(of page: Int) -> AutosavedWindow.Content {
        let columns = pages[page].shape.columns
        let rows = pages[page].allRows.map { row in
            var row = row
            for index in row.cells.indices where columns.indices.contains(index) && columns[index].isMasked { row[index] = "" }
            return row
        }
        return AutosavedWindow.Content(rows, pages[page].text)
    }

    /// The tabs behind which the file says something else since, in the very rows that were typed before the program ended.
    func disputed(by kept: AutosavedWindow) -> [AutosavedWindow.Page] {
        kept.pages.filter { pages.indices.contains($0.index) && $0.merged(over: content(of: $0.index)) == nil }
    }

    /// Has what was typed in it before the program ended, beside what others changed since; undo takes the rows of it back.
    ///
    /// - Parameter preferringTyped: whether what was typed counts where both are to the same.
    mutating func bringBack(_ typed: [AutosavedWindow.Page], preferringTyped: Bool = true) {
        let before = self.content
        for page in typed where pages.indices.contains(page.index) {
            let content = merged(page, preferringTyped)
            if case .folder = subject, page.index == FolderSheet.authPage {
                FolderSheet.fill(&pages[page.index], content)
            } else {
                fill(page.index, content)
            }
        }
        switch subject {
        case .folder(let folder): folder.follow(&self)
        case .environment(let environment):
            pages[0].rows = EnvironmentSheet.validated(pages[0].rows)
            environment.follow(&pages[EnvironmentSheet.secretsPage])
        case .cookies: break
        }
        checkVariables()
        if !content.saysSame(as: before) { history.note(before, at: nil) }
    }

    /// Keeps for the next start that others changed the same on these tabs, which it shows put together: what it took from the file was not
    /// typed.
    mutating func leaveUndecided(_ disputed: [AutosavedWindow.Page]) {
        for page in disputed { undecided[page.index] = page.base(under: content(of: page.index)) }
    }

    private func merged(_ page: AutosavedWindow.Page, _ preferringTyped: Bool) -> AutosavedWindow.Content {
        let now = content(of: page.index)
        // Fields of one scheme say nothing among those of another.
        let hasOtherFields = pages[page.index].shape.isForm && page.typed.rows.map(\.cells.first) != now.rows.map(\.cells.first)
        guard hasOtherFields, page.merged(over: now) == nil else { return page.merged(over: now, preferringTyped: preferringTyped) }
        return preferringTyped ? page.typed : now
    }

    private mutating func fill(_ index: Int, _ content: AutosavedWindow.Content) {
        if let text = content.text, pages[index].text != nil { pages[index].text?.replaceAll(with: text) }
        guard pages[index].shape.isForm else {
            return pages[index].rows = content.rows.map { TableRow($0.cells, isEnabled: $0.isEnabled) }
        }
        for row in pages[index].rows.indices {
            let label = pages[index].rows[row][0]
            if let typed = content.rows.first(where: { $0.cells.first == label }) { pages[index].rows[row].cells = typed.cells }
        }
    }
}

extension AutosavedWindow.Content {
    /// The content of a page.
    init(_ rows: [TableRow], _ text: TextAreaState?) {
        self.init(rows: rows.map { AutosavedWindow.Row($0.cells, isEnabled: $0.isEnabled) }, text: text?.text)
    }
}
