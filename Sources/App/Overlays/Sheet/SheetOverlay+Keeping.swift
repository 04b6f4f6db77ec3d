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

    /// What is typed in it and not saved, to outlive the program; nil where that is nothing.
    var kept: KeptWindow? {
        guard hasChanges, let file else { return nil }
        let pages = pages.map { page in
            KeptWindow.Page(rows: page.rows.map { KeptWindow.Row($0.cells, isEnabled: $0.isEnabled) }, text: page.text?.text)
        }
        return KeptWindow(path: file, title: title, pages: pages)
    }

    /// Has what was typed in it before the program ended.
    mutating func bringBack(_ kept: KeptWindow) {
        for (index, old) in zip(pages.indices, kept.pages) {
            fill(index, old)
            // Another scheme has other fields.
            if case .folder(let folder) = subject, pages[index].shape.isForm {
                folder.follow(&self)
                fill(index, old)
            }
        }
        switch subject {
        case .folder(let folder): folder.follow(&self)
        case .environment:
            pages[0].rows = EnvironmentSheet.validated(pages[0].rows)
            EnvironmentSheet.follow(&pages[EnvironmentSheet.secretsPage])
        case .cookies: break
        }
        checkVariables()
    }

    private mutating func fill(_ index: Int, _ old: KeptWindow.Page) {
        if let text = old.text, pages[index].text != nil { pages[index].text?.replaceAll(with: text) }
        guard pages[index].shape.isForm else {
            return pages[index].rows = old.rows.map { TableRow($0.cells, isEnabled: $0.isEnabled) }
        }
        for row in pages[index].rows.indices {
            let label = pages[index].rows[row][0]
            if let typed = old.rows.first(where: { $0.cells.first == label }) { pages[index].rows[row].cells = typed.cells }
        }
    }
}
