public import Document
public import Widgets

/// The cursor and the view of a body.
public struct BodyViewerState: Sendable, Equatable {
    /// What is shown; nil while nothing has come.
    public internal(set) var body: BodyHandle?
    /// The form that the user chose; nil for the kind's own.
    public internal(set) var form: DocumentView.Form?
    /// The cursor's row and the first on the screen.
    public internal(set) var list = ListState()
    /// The first column on the screen.
    public internal(set) var column = 0

    /// The document in the form that it is shown in; nil while nothing has come.
    var view: DocumentView? { body.map { DocumentView($0.document, form: form) } }
    /// Rows there are so far.
    var rowCount: Int { view?.rowCount ?? 0 }

    /// Begins to show another body.
    mutating func show(_ body: BodyHandle?) {
        self.body = body
        form = nil
        list = ListState()
        column = 0
    }

    /// Shows more of the same body.
    mutating func update(_ body: BodyHandle) { self.body = body }

    /// Shows the next form, with the cursor on the byte that it is on.
    mutating func nextForm(height: Int) {
        guard let view else { return }
        let all = DocumentView.Form.allCases.filter { $0 != .pretty || view.document.kind.hasPrettyForm }
        let offset = view.rows(list.selected..<list.selected + 1).first?.offset ?? 0
        let index = (all.firstIndex(of: view.form) ?? 0) + 1
        form = all[index % all.count]
        list.select(self.view?.row(at: offset) ?? 0, count: rowCount, height: height)
        column = 0
    }
}
