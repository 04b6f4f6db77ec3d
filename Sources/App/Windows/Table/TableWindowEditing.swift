import Screen
import Widgets
import Workspace

/// Editing of the tables and texts in the window.
extension TableWindow {
    // MARK: Tables

    /// Saves the window, or shows why it cannot be saved.
    mutating func save() -> [WindowStep] {
        endEditing()
        do throws(TableWindowError) {
            guard hasChanges else { return [.close, .notify(.done, "No changes in \(title)")] }
            let content = try contentToSave()
            isSaving = true
            return [.output(.save(content))]
        } catch {
            selected = error.page
            problem = error.message
            return []
        }
    }

    /// Shows another page.
    mutating func turn(to page: Int) {
        endEditing()
        selected = (page + pages.count) % pages.count
        problem = nil
    }

    /// Changes the visible table.
    mutating func handle(
        _ context: WindowContext, _ change: (inout TableState, inout [TableRow], TableShape, Rect) -> TableOutcome?
    ) -> [WindowStep] {
        let before = content
        var page = page
        var rows = page.shownRows
        let outcome = change(&page.table, &rows, page.shape, table(in: layout(context).content))
        page.filter.merge(rows, into: &page.rows)
        self.page = page
        if outcome == .changed { problem = nil }
        recordChange(since: before)
        switch outcome {
        case .copied(let text), .cut(let text): return [.copy(text, name: "the selection")]
        case .wantsPaste: return [.paste]
        case .choices(let cell): return [.output(.tableWindowChoices(self, cell))]
        default: return []
        }
    }

    /// The index of the page with secrets; nil for a window without one.
    var secretsPage: Int? {
        switch subject {
        case .environment: EnvironmentWindow.Page.secrets.rawValue
        case .folder(let folder): folder.hasSecrets ? FolderWindow.Page.secrets.rawValue : nil
        case .cookies, .settings: nil
        }
    }

    /// True if the visible page has secrets of an environment, each with its source.
    var showsSources: Bool { if case .environment = subject { showsSecrets } else { false } }

    /// Moves the cursor to a variable or secret. A variable that is new is added, and its value is edited.
    mutating func goTo(variable name: String, isSecret: Bool, _ context: WindowContext) {
        let secrets = secretsPage.map { [$0] } ?? []
        let places = isSecret ? secrets : pages.indices.filter { pages[$0].holdsVariables } + secrets
        guard let index = places.first(where: { pages[$0].rows.contains { $0[0] == name } }) else {
            if isSecret { selected = secretsPage ?? selected } else { add(variable: name, context) }
            return
        }
        selected = index
        let row = page.rows.lastIndex { $0[0] == name && $0.isEnabled } ?? 0
        page.table.select(row: row, column: 1, rows: page.rows, shape: page.shape, in: table(in: layout(context).content))
    }

    private mutating func add(variable name: String, _ context: WindowContext) {
        guard let index = pages.firstIndex(where: \.holdsVariables) else { return }
        selected = index
        let before = content
        var new = page
        new.rows.append(TableRow([name]))
        let rect = table(in: layout(context).content)
        new.table.select(row: new.rows.count - 1, column: 1, rows: new.rows, shape: new.shape, in: rect)
        _ = new.table.beginEditing(rows: &new.rows, shape: new.shape, in: rect)
        page = new
        recordChange(since: before)
    }

    /// Sets one of the choices of the row with the cursor.
    mutating func choose(_ choice: String, _ context: WindowContext) -> [WindowStep] {
        let steps = handle(context) { table, rows, shape, _ in table.choose(choice, rows: &rows, shape: shape) }
        if case .folder(let folder) = subject, folder.isAuth(selected), page.table.selected == 0 {
            editField(folder.firstField(of: page), context)
        }
        return steps
    }

    /// Edits a field of the chosen authentication; one with choices gets only the cursor.
    private mutating func editField(_ row: Int, _ context: WindowContext) {
        guard page.rows.indices.contains(row) else { return }
        var new = page
        let rect = table(in: layout(context).content)
        new.table.select(row: row, column: 1, rows: new.rows, shape: new.shape, in: rect)
        if new.rows[row].choices.isEmpty { _ = new.table.beginEditing(rows: &new.rows, shape: new.shape, in: rect) }
        page = new
    }

    /// Replaces the rows of the visible page, given with the row under the cursor, as one undo step.
    mutating func changeRows(_ context: WindowContext, _ change: ([TableRow], TableRow?) -> [TableRow]) {
        let before = content
        let shown = page.shownRows
        let row = page.table.selected
        page.rows = change(page.rows, shown.indices.contains(row) ? shown[row] : nil)
        page.filter.choose(page.rows)
        problem = nil
        recordChange(since: before)
        let rows = page.shownRows
        page.table.select(
            row: min(row, max(0, rows.count - 1)), rows: rows, shape: page.shape, in: table(in: layout(context).content))
    }

    /// Edits the value of the secret under the cursor.
    mutating func editSecret(_ context: WindowContext) -> [WindowStep] {
        handle(context) { table, rows, shape, rect in
            let row = table.selected
            table.select(row: row, column: 1, rows: rows, shape: shape, in: rect)
            return table.beginEditing(rows: &rows, shape: shape, in: rect)
        }
    }

    /// Moves the variable under the cursor to the secrets, as one undo step.
    mutating func keepAsSecret(_ context: WindowContext) -> [WindowStep] {
        let before = content
        let row = page.table.selected
        let variable = page.shownRows[row]
        guard let secretsPage, let index = page.rows.firstIndex(of: variable) else { return [] }
        page.rows.remove(at: index)
        page.filter.choose(page.rows)
        pages[secretsPage].rows.append(EnvironmentWindow.secret(of: variable))
        if case .environment(let environment) = subject { environment.update(&pages[secretsPage]) }
        recordChange(since: before)
        let rows = page.shownRows
        page.table.select(row: min(row, max(0, rows.count - 1)), rows: rows, shape: page.shape, in: table(in: layout(context).content))
        return [.notify(.done, "Moved “\(variable[0])” to Secrets: its value stays on this machine")]
    }

    /// Updates dependent rows, and records the change for undo.
    private mutating func recordChange(since before: TableWindowHistory.Entry) {
        switch subject {
        case .folder(let folder):
            folder.update(&self)
            checkVariables(since: before)
        case .cookies(let cookies):
            var page = page
            cookies.validate(&page, at: selected)
            self.page = page
        case .settings:
            page.rows = SettingsWindow.validated(page.rows)
            page.rowHints = SettingsWindow.hints(of: page.rows)
        case .environment(let environment) where showsSecrets:
            var page = page
            environment.update(&page)
            self.page = page
        case .environment:
            if selected == EnvironmentWindow.Page.server.rawValue { page.rows = EnvironmentWindow.validated(page.rows) }
            checkVariables(since: before)
        }
        if !content.saysSame(as: before) { history.record(before, content, at: place) }
        if !isEditing { history.close() }
    }

    /// Applies a step of undo or redo.
    mutating func stepHistory(_ step: (inout TableWindowHistory, TableWindowHistory.Entry) -> TableWindowHistory.Entry?) -> [WindowStep] {
        let entry = step(&history, content)
        if let entry { content = entry }
        problem = nil
        return entry == nil ? [.notify(.warning, "Nothing to undo or redo in this window")] : []
    }

    /// Undoes or redoes a change that is older than the edited cell, and goes on editing; nil for other keys.
    mutating func stepBeyondCell(_ key: Key, _ context: WindowContext) -> [WindowStep]? {
        guard let undoes = page.table.editor?.stepBeyond(key) else { return nil }
        let (before, table) = (self, page.table)
        endEditing()
        let steps = stepHistory { undoes ? $0.undo(from: $1) : $0.redo(from: $1) }
        guard steps.isEmpty, selected == before.selected else {
            self = before
            return steps.isEmpty
                ? [.notify(.warning, "The change before is on another page: Esc and \(undoes ? "u" : "U") go there")] : steps
        }
        return handle(context) { $0.editAgain(row: table.selected, column: table.column, rows: &$1, shape: $2, in: $3) }
    }

    // MARK: Texts

    /// Handles a key on a text page; nil if the page is a table, and for keys of the window.
    mutating func pressInText(_ key: Key, _ context: WindowContext) -> [WindowStep]? {
        guard let text = page.text else { return nil }
        if isEditing {
            // ^S saves unless the text uses it, as in emacs, where it saves after ^X.
            let saves = key == .control("s") && !text.handles(key)
            let steps = changeText(context) { $0.handle(key, in: $1) } + (page.text?.remark.map { [.output(.remark($0))] } ?? [])
            return saves ? save() : steps
        }
        switch key {
        case .character("e"), Key(.enter):
            page.isTyping = true
            return []
        case .character("u"): return changeText { $0.undo() }
        case .character("U"): return changeText { $0.redo() }
        default:
            guard let motion = Self.motion(of: key) else { return nil }
            return changeText(context) { $0.handle(motion.key, in: $1) }
        }
    }

    private static func motion(of key: Key) -> Motion? {
        switch key {
        case .character("h"), Key(.left): .left
        case .character("l"), Key(.right): .right
        default: ListMotion(key).flatMap { motion in Motion.allCases.first { $0.list == motion } }
        }
    }

    /// Changes the visible text.
    mutating func changeText(_ context: WindowContext, _ change: (inout TextAreaState, Rect) -> TextInputOutcome?) -> [WindowStep] {
        guard var area = page.text else { return [] }
        let outcome = change(&area, table(in: layout(context).content))
        page.text = area
        if outcome == .cancelled { page.isTyping = false }
        return WindowStep.clipboard(outcome)
    }

    private mutating func changeText(_ step: (inout TextAreaState) -> TextInputOutcome?) -> [WindowStep] {
        guard var area = page.text else { return [] }
        let outcome = step(&area)
        page.text = area
        return outcome == nil ? [.notify(.warning, "Nothing to undo or redo in this text")] : []
    }

    // MARK: Filter

    /// Handles a key that starts or edits the filter; nil for other keys.
    mutating func filter(_ key: Key, _ context: WindowContext) -> [WindowStep]? {
        if page.filter.isTyping {
            guard let motion = ListMotion(besideText: key) else { return apply(page.filter.edit(page.rows) { $0.handle(key) }, context) }
            page.table.move(motion, rows: page.shownRows, shape: page.shape, in: table(in: layout(context).content))
            return []
        }
        guard !isEditing, page.text == nil, !page.shape.isForm else { return nil }
        switch key {
        case .character("/"), .control("f"): page.filter.start(page.rows)
        case Key(.escape) where page.filter.field != nil: clearFilter(context)
        default: return nil
        }
        return []
    }

    /// The steps after a change of the filter.
    mutating func apply(_ outcome: TextInputOutcome?, _ context: WindowContext) -> [WindowStep] {
        switch outcome {
        case .submitted: page.filter.close()
        case .cancelled: clearFilter(context)
        case .changed, .pasted, .cut:
            page.table.select(row: 0, rows: page.shownRows, shape: page.shape, in: table(in: layout(context).content))
        case .copied, .wantsPaste, .moved, nil: break
        }
        return WindowStep.clipboard(outcome)
    }

    /// Shows all rows again, with the cursor on the same row.
    private mutating func clearFilter(_ context: WindowContext) {
        let row = page.filter.index(ofShown: page.table.selected)
        page.filter.clear()
        page.table.select(row: max(0, row), rows: page.rows, shape: page.shape, in: table(in: layout(context).content))
    }
}

/// Converts rows of a file to table rows and back.
enum TableWindowRows {
    /// The edited rows; properties without a column stay with the row's name.
    static func rows(_ typed: [TableRow], keeping old: [Row]) -> [Row] {
        typed.filter { !$0.isBlank }.map { row in
            let known = old.first { $0.name == row[0] }
            return Row(row[0], row[1], isEnabled: row.isEnabled, comment: known?.comment ?? "", isBare: known?.isBare ?? false)
        }
    }

    /// The edited rows of a page with variables.
    ///
    /// - Throws: the first new name that no reference can have.
    static func variables(_ typed: [TableRow], keeping old: [Row], page: Int) throws(TableWindowError) -> [Row] {
        for row in typed where row.isEnabled && !row.isBlank && !old.contains(where: { $0.name == row[0] }) {
            guard let expected = VariableIssue.expectedName(insteadOf: row[0]) else { continue }
            throw TableWindowError(page: page, message: "“\(row[0])”: expected \(expected).")
        }
        return rows(typed, keeping: old)
    }

    /// The edited rows of a page with headers.
    ///
    /// - Throws: the first name that no header can have: every request would fail.
    static func headers(_ typed: [TableRow], keeping old: [Row], page: Int) throws(TableWindowError) -> [Row] {
        for row in typed {
            if let problem = row.headerNameProblem { throw TableWindowError(page: page, message: "“\(row[0])”: expected \(problem).") }
        }
        return rows(typed, keeping: old)
    }
}

extension [TableRow] {
    /// The row of a form with that field; nil if there is none.
    func row(_ id: String) -> TableRow? { first { $0.id == id } }

    /// True if both have the same typed text, regardless of notes and masks.
    func haveEqualText(as other: [TableRow]) -> Bool {
        elementsEqual(other) { $0.cells == $1.cells && $0.isEnabled == $1.isEnabled }
    }
}

extension [TableWindow.Page] {
    /// The page that an enum of a window names by its place.
    subscript(page name: some RawRepresentable<Int>) -> TableWindow.Page {
        get { self[name.rawValue] }
        set { self[name.rawValue] = newValue }
    }
}

extension TableWindow.Page {
    /// A page of names and values; `item` is one of them, as `a header`.
    static func rows(
        _ title: String, of item: String, _ rows: [Row], text: TableText = .parameters, hint: String
    ) -> TableWindow.Page {
        let columns = [
            TableColumn("Name", width: .share(2), role: .headerName), TableColumn("Value", width: .share(3), role: .headerValue),
        ]
        return TableWindow.Page(
            title: title, shape: TableShape(columns: columns, addTitle: "Add \(item)", text: text), hint: hint,
            rows: rows.map { TableRow([$0.name, $0.value], isEnabled: $0.isEnabled) })
    }

    static func variables(_ rows: [Row], hint: String) -> TableWindow.Page {
        var page = Self.rows("Variables", of: "a variable", rows, hint: hint)
        page.holdsVariables = true
        page.rows = VariableRows.validated(page.rows)
        return page
    }

    static func text(_ title: String, _ text: String, hint: String, _ preset: EditorPreset) -> TableWindow.Page {
        TableWindow.Page(
            title: title + (text.isEmpty ? "" : " ●"), shape: .form(labelColumns: 0), hint: hint, rows: [],
            text: TextAreaState(text: text, preset: preset))
    }
}
