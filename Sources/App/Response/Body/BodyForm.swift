import Document
import Query

/// A way in which a body is shown.
public enum BodyForm: String, Sendable, CaseIterable {
    case pretty, raw, hexadecimal, table, picture
}

extension BodyViewerState {
    /// How the body is shown; nil while nothing has come.
    var form: BodyForm? {
        guard let view else { return nil }
        if table != nil { return .table }
        if picture != nil, showsPicture { return .picture }
        return switch view.form {
        case .pretty: view.document.kind.hasPrettyForm ? .pretty : .raw
        case .raw: .raw
        case .hex: .hexadecimal
        }
    }

    /// The forms that the body has, in the order in which they follow each other.
    var forms: [BodyForm] {
        guard let document = view?.document else { return [] }
        return BodyForm.allCases.filter { form in
            switch form {
            case .pretty: document.kind.hasPrettyForm
            case .raw, .hexadecimal: true
            case .table: document.hasTable && body != nil
            case .picture: picture != nil
            }
        }
    }

    /// Shows the form so many places on, with the cursor on the byte that it is on.
    /// - Returns: whether a table is to be made.
    mutating func nextForm(_ step: Int, height: Int) -> Bool {
        guard let form else { return false }
        if form == .picture {
            // Back to the bytes as they were before.
            showsPicture = false
            return false
        }
        let all = forms
        return show(all[((all.firstIndex(of: form) ?? 0) + step + all.count) % all.count], height: height)
    }

    /// Shows the body in a form that it has, with the cursor on the byte that it is on.
    /// - Returns: whether a table is to be made.
    mutating func show(_ form: BodyForm, height: Int) -> Bool {
        guard var view, form != self.form else { return false }
        showsPicture = form == .picture
        table = form == .table ? body.map { BodyTable(body: $0) } : nil
        let offset = cursorOffset
        switch form {
        case .pretty: view.form = .pretty
        case .raw: view.form = .raw
        case .hexadecimal: view.form = .hex
        case .table: return table != nil
        case .picture: return false
        }
        change(view, row: view.row(at: offset), height: height)
        column = 0
        return false
    }
}

extension Document {
    /// True if the body looks like an array of objects.
    var hasTable: Bool { (kind == .json || kind == .jsonLines) && text.withUnsafeBytes { JSONTable.isLikely(in: $0) } }
}
