import Screen
import Widgets

/// Changes a window of tables behind tabs.
enum SheetUpdate {
    static func press(_ state: inout AppState, _ sheet: SheetOverlay, _ key: Key) -> [Effect] {
        var sheet = sheet
        if key == .control("s"), !sheet.page.isTyping { return save(&state, sheet) }
        if let effects = SheetFiltering.press(&state, sheet, key) ?? SheetTyping.press(&state, sheet, key) { return effects }
        if !sheet.isEditing {
            switch key {
            case Key(.escape), .character("q"): return close(&state, sheet)
            case .character("]"), Key(.tab): return turn(&state, sheet, to: sheet.selected + 1)
            case .character("["), Key(.tab, .shift): return turn(&state, sheet, to: sheet.selected - 1)
            case .character("?"), .function(1): return showMenu(&state, sheet)
            case .character("u"): return takeBack(&state, sheet) { $0.undo(from: $1) }
            case .character("U"): return takeBack(&state, sheet) { $0.redo(from: $1) }
            default:
                if let effects = pressOwn(&state, sheet, key) { return effects }
            }
        }
        return handle(&state, &sheet) { $0.handle(key, in: $3, rows: &$1, shape: $2) }
    }

    /// Keys that only one kind of sheet has.
    private static func pressOwn(_ state: inout AppState, _ sheet: SheetOverlay, _ key: Key) -> [Effect]? {
        switch (sheet.subject, key) {
        case (.environment, .character("v")): return askSecret(&state, sheet)
        case (.cookies, .character("x")):
            state.windows.append(.sheet(sheet))
            return [.next(.cookies(.deleteDomain))]
        case (.cookies, .character("X")):
            state.windows.append(.sheet(sheet))
            return [.next(.cookies(.askToClear))]
        default: return nil
        }
    }

    static func paste(_ state: inout AppState, _ sheet: SheetOverlay, _ text: String) -> [Effect] {
        if let effects = SheetFiltering.paste(&state, sheet, text) ?? SheetTyping.paste(&state, sheet, text) { return effects }
        var sheet = sheet
        if case .cookies = sheet.subject, !sheet.isEditing {
            // Lines of text are names and values, and no cookies.
            state.windows.append(.sheet(sheet))
            return state.say(.warning, "Paste into a cell: a edits a new cookie")
        }
        if let effects = takeURL(&state, sheet, text) { return effects }
        return handle(&state, &sheet) { $0.paste(text, rows: &$1, shape: $2, in: $3) }
    }

    /// A whole URL that is pasted into an environment's host says the other fields of the server too; nil for all else.
    private static func takeURL(_ state: inout AppState, _ sheet: SheetOverlay, _ text: String) -> [Effect]? {
        guard case .environment = sheet.subject, sheet.selected == 0, sheet.page.shownRows.indices.contains(sheet.page.table.selected),
            sheet.page.shownRows[sheet.page.table.selected][0] == "Host", let server = ServerFields(url: text.trimmed)
        else { return nil }
        var sheet = sheet
        let rect = SheetView.table(in: SheetView.frame(in: state.screenLayout))
        // Ends the typing in the cell.
        sheet.page.table.select(row: sheet.page.table.selected, column: 1, rows: sheet.page.shownRows, shape: sheet.page.shape, in: rect)
        state.windows.append(.sheet(sheet))
        let effects = changeRows(&state) { rows, _ in server.put(into: rows) }
        return effects + state.say(.done, "The URL gave scheme, host, port and path prefix: u takes that back")
    }

    static func mouse(_ state: inout AppState, _ sheet: SheetOverlay, _ event: MouseEvent, in frame: Rect) -> [Effect] {
        _ = state.windows.popLast()
        var sheet = sheet
        if let tab = SheetView.tab(chosenBy: event, sheet, in: frame) { return turn(&state, sheet, to: tab) }
        if let effects = SheetFiltering.mouse(&state, &sheet, event, in: frame) { return effects }
        if let effects = SheetTyping.mouse(&state, sheet, event) { return effects }
        let effects = handle(&state, &sheet) { $0.handle(event, in: $3, rows: &$1, shape: $2) }
        if case .press(.right, _) = event.action {
            state.windows.append(.menu(Menu(SheetMenu.lines(sheet), at: event.position)))
        }
        return effects
    }

    /// Shows the actions of the window with their keys; a window has no palette.
    private static func showMenu(_ state: inout AppState, _ sheet: SheetOverlay) -> [Effect] {
        let frame = SheetView.frame(in: state.screenLayout)
        state.windows.append(.sheet(sheet))
        state.windows.append(.menu(Menu(SheetMenu.lines(sheet), at: Point(x: frame.minX + 4, y: frame.minY + 2))))
        return []
    }

    /// Closes it; what is not saved asks first.
    static func close(_ state: inout AppState, _ sheet: SheetOverlay) -> [Effect] {
        guard sheet.hasChanges else { return [] }
        var kept = sheet
        kept.problem = nil
        let back = Message.window(.show(.sheet(kept)))
        state.windows.append(
            .confirm(
                Question(
                    title: "Close without saving?", text: "\(sheet.title) has changes that are in no file.",
                    choices: [
                        Question<Message>.Choice("s", "save", [back, .window(.save)]),
                        Question<Message>.Choice("c", "go on editing", [back]),
                        Question<Message>.Choice("d", "discard", []),
                    ], cancelMessages: [back])))
        return []
    }

    /// Writes it, or says what cannot be written.
    static func save(_ state: inout AppState, _ sheet: SheetOverlay) -> [Effect] {
        var sheet = sheet
        sheet.endEditing()
        do throws(SheetProblem) {
            guard sheet.hasChanges else { return state.say(.done, "Nothing was changed in \(sheet.title)") }
            let effect = try sheet.effect()
            sheet.isSaving = true
            state.windows.append(.sheet(sheet))
            return [effect]
        } catch {
            sheet.selected = error.page
            sheet.problem = error.message
            state.windows.append(.sheet(sheet))
            return []
        }
    }

    /// Closes what was being written, or lets it be edited again with the reason why that failed.
    /// - Returns: whether something was being written.
    @discardableResult
    static func finishSaving(_ state: inout AppState, problem: String? = nil) -> Bool {
        var wasSaving = false
        for index in state.windows.indices.reversed() {
            guard case .sheet(var sheet) = state.windows[index], sheet.isSaving else { continue }
            wasSaving = true
            sheet.isSaving = false
            sheet.problem = problem
            if problem == nil { state.windows.remove(at: index) } else { state.windows[index] = .sheet(sheet) }
        }
        return wasSaving
    }

    private static func turn(_ state: inout AppState, _ sheet: SheetOverlay, to page: Int) -> [Effect] {
        var sheet = sheet
        sheet.endEditing()
        sheet.selected = (page + sheet.pages.count) % sheet.pages.count
        sheet.problem = nil
        state.windows.append(.sheet(sheet))
        return []
    }

    /// The value of a secret that is kept in the file beside the environment.
    private static func askSecret(_ state: inout AppState, _ sheet: SheetOverlay) -> [Effect]? {
        guard case .environment(let environment) = sheet.subject, sheet.selected == EnvironmentSheet.secretsPage,
            sheet.page.shownRows.indices.contains(sheet.page.table.selected)
        else { return nil }
        let name = sheet.page.shownRows[sheet.page.table.selected][0]
        state.windows.append(.sheet(sheet))
        state.windows.append(
            .prompt(
                PromptState(
                    purpose: .secret(name: name, environment: environment.path), title: "Value of \(name), for this machine only",
                    field: TextFieldState(isMasked: true))))
        return []
    }

    private static func handle(
        _ state: inout AppState, _ sheet: inout SheetOverlay,
        _ change: (inout TableState, inout [TableRow], TableShape, Rect) -> TableOutcome?
    ) -> [Effect] {
        let rect = SheetView.table(in: SheetView.frame(in: state.screenLayout))
        let before = sheet.content
        var page = sheet.page
        var rows = page.shownRows
        let outcome = change(&page.table, &rows, page.shape, rect)
        page.filter.merge(rows, into: &page.rows)
        sheet.page = page
        if outcome == .changed { sheet.problem = nil }
        settle(&sheet, from: before)
        state.windows.append(.sheet(sheet))
        switch outcome {
        case .copied(let text), .cut(let text): return [.copy(text, name: "the selection")]
        case .wantsPaste: return [.paste]
        case .choices(let point):
            let row = sheet.page.shownRows[sheet.page.table.selected]
            let list: Menu<Message> =
                sheet.showsSecrets
                ? SecretSourceText.menu(of: row, below: point) { .window(.setChoice($0)) }
                : Menu(choicesOf: row, below: point) { .window(.setChoice($0)) }
            state.windows.append(.menu(list))
            return []
        default: return []
        }
    }

    /// Updates rows that depend on others, and notes the change for undo.
    private static func settle(_ sheet: inout SheetOverlay, from before: SheetHistory.Entry) {
        switch sheet.subject {
        case .folder(let folder):
            folder.follow(&sheet)
            sheet.checkVariables(since: before)
        case .cookies(let cookies):
            var page = sheet.page
            cookies.mark(&page, at: sheet.selected)
            sheet.page = page
        case .environment where sheet.showsSecrets:
            var page = sheet.page
            EnvironmentSheet.follow(&page)
            sheet.page = page
        case .environment:
            if sheet.selected == 0 { sheet.page.rows = EnvironmentSheet.validated(sheet.page.rows) }
            sheet.checkVariables(since: before)
        }
        if !sheet.content.saysSame(as: before) { sheet.history.note(before, at: sheet.place) }
        if !sheet.isEditing { sheet.history.close() }
    }

    /// Makes other rows of those of the page that is shown; the change is undone as one.
    ///
    /// - Parameter change: gets all rows and the one under the cursor.
    static func changeRows(_ state: inout AppState, _ change: ([TableRow], TableRow?) -> [TableRow]) -> [Effect] {
        guard case .sheet(var sheet)? = state.windows.popLast() else { return [] }
        let before = sheet.content
        let shown = sheet.page.shownRows
        let selected = sheet.page.table.selected
        sheet.page.rows = change(sheet.page.rows, shown.indices.contains(selected) ? shown[selected] : nil)
        sheet.page.filter.choose(sheet.page.rows)
        sheet.problem = nil
        settle(&sheet, from: before)
        let rect = SheetView.table(in: SheetView.frame(in: state.screenLayout))
        let rows = sheet.page.shownRows
        sheet.page.table.select(row: min(selected, max(0, rows.count - 1)), rows: rows, shape: sheet.page.shape, in: rect)
        state.windows.append(.sheet(sheet))
        return []
    }

    /// Takes one of the choices of the row with the cursor.
    static func choose(_ state: inout AppState, _ choice: String) -> [Effect] {
        guard case .sheet(var sheet)? = state.windows.popLast() else { return [] }
        return handle(&state, &sheet) { table, rows, shape, _ in table.choose(choice, rows: &rows, shape: shape) }
    }

    private static func takeBack(
        _ state: inout AppState, _ sheet: SheetOverlay, _ step: (inout SheetHistory, SheetHistory.Entry) -> SheetHistory.Entry?
    ) -> [Effect] {
        var sheet = sheet
        let entry = step(&sheet.history, sheet.content)
        if let entry { sheet.content = entry }
        sheet.problem = nil
        state.windows.append(.sheet(sheet))
        return entry == nil ? state.say(.warning, "There is nothing to undo or redo in this window") : []
    }
}
