import Screen
import Widgets
import Workspace

/// The window with tabs for tables and texts.
extension TableWindow: AskingWindow {
    var hints: [WindowHint] {
        guard page.table.isEditing else { return [] }
        return [WindowHint("Tab", page.shape.isForm ? "next field" : "next cell", .key(Key(.tab)))]
    }

    private static let columns = 92
    private static let (fewestRows, mostRows) = (6, 20)
    private static let footRows = 2

    var scopes: [CommandScope] { [.tableWindow, .window] }
    var closeLabel: String { takesText ? "done" : page.filter.field != nil ? "show all" : "close" }
    var showsOwnKeys: Bool { !takesText }

    func disabledReason(of key: Key) -> String? {
        let noRow = page.shownRows.indices.contains(page.table.selected) ? nil : "no row is selected"
        let isGiven = page.shape.isForm ? "the rows of a form are fixed" : nil
        if page.text != nil,
            ![.character("e"), .character("u"), .character("U"), .control("s"), .character("]"), .character("[")].contains(key)
        {
            return "this page has no table"
        }
        switch key {
        case .character("a"): return isGiven
        case .character("/"): return isGiven
        case .character("D"), .character("d"), .character("K"), .character("J"): return isGiven ?? noRow
        case .character(" "): return page.shape.hasCheckboxes || showsSources ? noRow : "its rows cannot be switched off"
        case .character("s"): return isOfVariables ? noRow : "only variables of an environment or a collection become secrets"
        case .character("v"): return showsSecrets ? noRow : "this is not a secret"
        case .character("x"), .character("X"): return isCookies ? noRow : "there are no cookies here"
        default: return nil
        }
    }

    private var isOfVariables: Bool { secretsPage != nil && page.holdsVariables }

    private var isCookies: Bool { if case .cookies = subject { true } else { false } }

    // MARK: Layout

    private var window: WindowFrame {
        WindowFrame(
            title, facts: hasChanges ? [WindowFrame.Fact("unsaved ●", role: .tabCount)] : [], buttons: [Button("Save"), Button("Close")])
    }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        // Texts and long forms scroll; tables have the height for their rows.
        let wanted = pages.map { $0.text != nil ? 8 : $0.shape.isForm ? min($0.rows.count, 12) : $0.rows.count + 2 }.max() ?? 0
        // A page whose rows grow has room for some.
        let fewest = pages.allSatisfy { $0.shape.isForm && $0.text == nil } ? 1 : Self.fewestRows
        let rows = min(max(wanted, fewest), Self.mostRows)
        return window.layout(content: Size(width: Self.columns, height: rows + 3 + Self.footRows), in: context.body)
    }

    private func tabs(in content: Rect) -> Rect { content.splitTop(content.height > 9 ? 2 : 1).top }

    /// The cells of the table or text.
    func table(in content: Rect) -> Rect {
        let rest = content.splitTop(content.height > 9 ? 2 : 1).rest.splitBottom(Self.footRows).rest
        return rest.height > 8 ? rest.splitBottom(1).rest : rest
    }

    private func foot(in content: Rect) -> Rect { content.splitBottom(Self.footRows).bottom }

    private var tabBar: TabBar<Int> {
        TabBar(
            pages.enumerated().map { index, page in
                let isTable = !page.shape.isForm && page.text == nil && !page.rows.isEmpty
                return .init(index, page.title, badge: isTable ? .count(page.rows.count) : .none)
            }, selected: selected)
    }

    /// The cells of the filter; empty if there is none.
    private func filterField(in content: Rect) -> Rect {
        page.filter.field == nil ? .empty : foot(in: content).row(0).splitRight(TextWidth.columns(of: filterCount)).rest.splitLeft(2).rest
    }

    private var filterCount: String { "  \(page.shownRows.count) of \(page.rows.count)" }

    // MARK: Drawing

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) {
        window.draw(layout, on: &canvas) { content, canvas in
            tabBar.draw(in: tabs(in: content), isFocused: true, on: &canvas)
            let table = table(in: content)
            canvas.clipped(to: table) { drawPage(in: table, context, on: &$0) }
            drawFoot(in: content, on: &canvas)
        }
    }

    private func drawPage(in rect: Rect, _ context: WindowContext, on canvas: inout Canvas) {
        if let text = page.text {
            text.draw(in: rect, on: &canvas, isFocused: true)
            // The cursor is a block in command mode and a bar in text mode.
            if !page.isTyping { canvas.cursor = canvas.cursor.map { Cursor(at: $0.position, shape: .block) } }
            return
        }
        let rows = page.shownRows
        page.table.draw(
            in: rect, on: &canvas, rows: rows, shape: page.shape, isFocused: !page.filter.isTyping,
            choiceSign: DropDown.sign(usesASCII: context.usesASCII)
        ) { row, column in
            isCookies ? [] : VariableSpans.find(in: rows[row][column], isKnown: context.knowsVariable)
        }
    }

    private func drawFoot(in content: Rect, on canvas: inout Canvas) {
        var foot = foot(in: content)
        if let field = page.filter.field {
            canvas.write("/", at: foot.origin, style: CellStyle(.fieldLabel))
            field.draw(in: filterField(in: content), on: &canvas, isFocused: page.filter.isTyping, look: .init(placeholder: "Filter"))
            canvas.write(filterCount, in: foot.row(0).splitRight(TextWidth.columns(of: filterCount)).right, style: CellStyle(.textMuted))
            foot = foot.splitTop(1).rest
        }
        let rows = page.shownRows
        // The problem may not fit in its row.
        let rowProblem = rows.indices.contains(page.table.selected) ? rows[page.table.selected].problem : nil
        let problem = self.problem ?? rowProblem
        let text = problem.map { "✗ " + $0 } ?? page.shownHint
        let lines = TextWrap.lines(text, columns: foot.width)
        if self.problem != nil {
            // The reason why saving failed takes as much room as it needs, up to half of the window.
            foot = content.splitBottom(max(foot.height, min(lines.count, content.height / 2))).bottom
            canvas.fill(foot, style: CellStyle(.text))
        }
        canvas.write(lines: lines, in: foot, style: CellStyle(problem == nil ? .textMuted : .error))
    }

    // MARK: Keys

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        // The window closes when it is saved, so nothing may change until then.
        guard !isSaving else { return key == Key(.escape) ? cancelled() : [] }
        if key == .control("s"), !page.isTyping { return save() }
        if let steps = filter(key, context) ?? pressInText(key, context) { return steps }
        if let steps = isEditing ? stepBeyondCell(key, context) : command(key, context) { return steps }
        return handle(context) { $0.handle(key, in: $3, rows: &$1, shape: $2) }
    }

    private mutating func command(_ key: Key, _ context: WindowContext) -> [WindowStep]? {
        switch key {
        case Key(.escape): return cancelled()
        case .character("]"), Key(.tab): turn(to: selected + 1)
        case .character("["), Key(.tab, .shift): turn(to: selected - 1)
        case .character("?"), .function(1):
            let content = layout(context).content
            return [.output(.tableWindowMenu(self, Point(x: content.minX + 2, y: content.minY)))]
        case .character("u"): return stepHistory { $0.undo(from: $1) }
        case .character("U"): return stepHistory { $0.redo(from: $1) }
        case .character("s"): return disabledReason(of: key) == nil ? keepAsSecret(context) : nil
        case .character("v"), .character("x"), .character("X"):
            guard disabledReason(of: key) == nil else { return nil }
            if key == .character("v"), !showsSources { return editSecret(context) }
            return [.output(.tableWindowKey(self, key))]
        default: return nil
        }
        return []
    }

    mutating func paste(_ text: String, _ context: WindowContext) -> [WindowStep] {
        guard !isSaving else { return [] }
        if page.filter.isTyping { return apply(page.filter.edit(page.rows) { $0.paste(text) }, context) }
        if page.text != nil { return changeText(context) { area, _ in area.paste(text) } }
        // Pasted lines become names and values, which does not work for cookies.
        if isCookies, !isEditing { return [.notify(.warning, "Cookies can only be pasted cell by cell: press a to add one")] }
        return handle(context) { $0.paste(text, rows: &$1, shape: $2, in: $3) }
    }

    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        guard !isSaving else { return [] }
        let content = layout.content
        if event.isPress, let button = layout.buttons.firstIndex(where: { $0.contains(event.position) }) {
            endEditing()
            return button == 0 ? save() : cancelled()
        }
        if let tab = tabBar.selection(by: event, in: tabs(in: content)) {
            turn(to: tab)
            return []
        }
        if let outcome = page.filter.handle(event, in: filterField(in: content)) { return WindowStep.clipboard(outcome) }
        if page.text != nil {
            if case .press(.left, 2) = event.action { page.isTyping = true }
            return changeText(context) { $0.handle(event, in: $1) }
        }
        let steps = handle(context) { $0.handle(event, in: $3, rows: &$1, shape: $2) }
        guard case .press(.right, _) = event.action else { return steps }
        return steps + [.output(.tableWindowMenu(self, event.position))]
    }

    func cancelled() -> [WindowStep] {
        guard hasChanges else { return [.close] }
        var kept = self
        (kept.problem, kept.isSaving) = (nil, false)
        return [.close, .output(.askToClose(kept))]
    }

    // MARK: Selecting

    func selectable(_ layout: WindowFrame.Layout, at point: Point) -> Rect? {
        let table = table(in: layout.content)
        // A press on a row's switch toggles it.
        return isEditing || page.text == nil && page.shape.hasSwitch(at: point, in: table) ? nil : table
    }

    func rows(from start: Point, to end: Point, _ layout: WindowFrame.Layout) -> DraggedRows? {
        guard page.text == nil else { return nil }
        return page.table.rows(from: start, to: end, in: table(in: layout.content), rows: page.shownRows, shape: page.shape)
    }

    func typed(_ layout: WindowFrame.Layout) -> [Rect] {
        guard takesText else { return [] }
        if page.filter.isTyping { return [filterField(in: layout.content)] }
        let table = table(in: layout.content)
        if let text = page.text { return [text.typedCells(in: table)] }
        return page.table.cursorCell(in: table, rows: page.shownRows, shape: page.shape).map { [$0] } ?? []
    }

    /// True if the visible text scrolls while the pointer is held at a point.
    func scrolls(draggedTo point: Point, _ context: WindowContext) -> Bool {
        page.text?.scrolls(draggedTo: point, in: table(in: layout(context).content)) == true
    }
}

extension Window {
    static func tableWindow(_ content: TableWindow) -> Window { Window(content) }
}

// MARK: Autosave

extension TableWindow {
    /// The path of the environment or folder that it edits, empty for the workspace; nil for anything else.
    var file: String? {
        switch subject {
        case .environment(let tableWindow): tableWindow.path
        case .folder(let tableWindow): tableWindow.path
        case .cookies, .settings: nil
        }
    }

    /// The unsaved text of the window for the autosave; nil if there is none.
    var unsavedEdits: AutosavedWindow? { edits(hasSecrets: false) }

    /// True if the autosave does not hold all that was typed.
    var losesText: Bool { hasChanges && (file == nil || edits(hasSecrets: true) != unsavedEdits) }

    /// The pages with edits, with or without the values of secrets, which are never autosaved.
    func edits(hasSecrets: Bool) -> AutosavedWindow? {
        guard hasChanges, let file else { return nil }
        let typed = pages.indices.compactMap { index -> AutosavedWindow.Page? in
            let (content, saved) = (content(of: index, hasSecrets: hasSecrets), savedContent(of: index))
            return content == saved ? nil : AutosavedWindow.Page(index, typed: content, base: undecided[index] ?? saved)
        }
        return typed.isEmpty ? nil : AutosavedWindow(path: file, title: title, pages: typed)
    }

    /// The content of a page; without the values of secrets it keeps their source, so that they are asked for again.
    func content(of page: Int, hasSecrets: Bool = false) -> AutosavedWindow.Content {
        let columns = pages[page].shape.columns
        let rows = pages[page].allRows.map { row in
            var row = row
            for index in row.cells.indices where columns.indices.contains(index) && columns[index].isMasked && !row[index].isEmpty {
                let last = columns.count - 1
                if row[last].isEmpty { row[last] = row.placeholder }
                if !hasSecrets { row[index] = "" }
            }
            return row
        }
        return AutosavedWindow.Content(rows, pages[page].text)
    }

    /// The pages on which rows with autosaved text have also changed in the file since.
    func disputed(by kept: AutosavedWindow) -> [AutosavedWindow.Page] {
        kept.pages.filter { pages.indices.contains($0.index) && $0.merged(over: content(of: $0.index)) == nil }
    }

    /// Merges autosaved text with later changes of the file; undo reverts it. If it is preferred, it wins where both changed the same row.
    mutating func restore(_ typed: [AutosavedWindow.Page], preferringTyped: Bool = true) {
        let before = self.content
        for page in typed where pages.indices.contains(page.index) {
            // An open cell still has the text of the file.
            var rows = pages[page.index].rows
            _ = pages[page.index].table.endEditing(rows: &rows)
            pages[page.index].rows = rows
            let content = merged(page, preferringTyped)
            if isAuth(page.index) {
                FolderWindow.fill(&pages[page.index], content)
            } else {
                fill(page.index, content)
            }
        }
        switch subject {
        case .folder(let folder): folder.update(&self)
        case .environment(let environment):
            pages[page: EnvironmentWindow.Page.server].rows = EnvironmentWindow.validated(pages[page: EnvironmentWindow.Page.server].rows)
            environment.update(&pages[page: EnvironmentWindow.Page.secrets])
        case .cookies, .settings: break
        }
        checkVariables()
        if !content.saysSame(as: before) { history.record(before, content, at: nil) }
    }

    /// Records the pages with unresolved conflicts for the next autosave: values that came from the file do not count as typed.
    mutating func leaveUndecided(_ disputed: [AutosavedWindow.Page]) {
        for page in disputed { undecided[page.index] = page.base(under: content(of: page.index)) }
    }

    private func merged(_ page: AutosavedWindow.Page, _ preferringTyped: Bool) -> AutosavedWindow.Content {
        let now = content(of: page.index)
        // Fields of one scheme have no meaning in another.
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
            let id = pages[index].rows[row].id
            guard let typed = content.rows.first(where: { $0.cells.first == id }) else { continue }
            pages[index].rows[row].value = typed.cells.dropFirst().first ?? ""
        }
    }

    private func isAuth(_ page: Int) -> Bool { if case .folder(let folder) = subject { folder.isAuth(page) } else { false } }

    /// The fields that a page can show, of the authentication those of all schemes; empty for other tables.
    private func fields(of page: Int) -> [TableRow] {
        guard pages.indices.contains(page), pages[page].shape.isForm else { return [] }
        return pages[page].rows + (isAuth(page) ? AuthFields.allRows : [])
    }

    /// The edits with the ids of fields and choices where an older version has stored their labels.
    func withIDs(_ kept: AutosavedWindow) -> AutosavedWindow {
        var kept = kept
        for index in kept.pages.indices {
            let fields = fields(of: kept.pages[index].index)
            kept.pages[index].typed = kept.pages[index].typed.withIDs(of: fields)
            kept.pages[index].base = kept.pages[index].base?.withIDs(of: fields)
        }
        return kept
    }

    /// The rows of a page that its edits and the file changed differently; fields by their labels.
    func disputedNames(by kept: AutosavedWindow.Page) -> [String] {
        let fields = fields(of: kept.index)
        return kept.disputedNames(over: content(of: kept.index)).map { fields.row($0)?[0] ?? $0 }
    }
}

extension AutosavedWindow.Content {
    /// The content of a page. A field is stored by its id and that of its choice, which stay when their labels change.
    init(_ rows: [TableRow], _ text: TextAreaState?) {
        let rows = rows.map { row in
            AutosavedWindow.Row(row.id.map { [$0, row.value] } ?? row.cells, isEnabled: row.isEnabled)
        }
        self.init(rows: rows, text: text?.text)
    }

    /// The content with the ids of these fields and of their choices instead of the labels.
    fileprivate func withIDs(of fields: [TableRow]) -> Self {
        let rows = rows.map { row in
            let name = row.cells.first ?? ""
            guard fields.row(name) == nil, var field = fields.first(where: { $0[0] == name }), let id = field.id else { return row }
            field[1] = row.cells.dropFirst().first ?? ""
            return AutosavedWindow.Row([id, field.value], isEnabled: row.isEnabled)
        }
        return Self(rows: rows, text: text)
    }
}
