import Screen
import Widgets

/// Keys that choose which rows of a sheet are shown.
enum SheetFiltering {
    /// A key while the filter is typed, or one that begins or ends it; nil when it is for something else.
    static func press(_ state: inout AppState, _ sheet: SheetOverlay, _ key: Key) -> [Effect]? {
        var sheet = sheet
        if sheet.page.filter.isTyping { return type(&state, &sheet, key) }
        guard !sheet.isEditing, sheet.page.text == nil, !sheet.page.shape.isForm else { return nil }
        switch key {
        case .character("/"), .control("f"): sheet.page.filter.start(sheet.page.rows)
        case Key(.escape) where sheet.page.filter.field != nil: clear(&sheet, state)
        default: return nil
        }
        state.windows.append(.sheet(sheet))
        return []
    }

    static func paste(_ state: inout AppState, _ sheet: SheetOverlay, _ text: String) -> [Effect]? {
        guard sheet.page.filter.isTyping else { return nil }
        var sheet = sheet
        let effects = take(&sheet, state, sheet.page.filter.edit(sheet.page.rows) { $0.paste(text) })
        state.windows.append(.sheet(sheet))
        return effects
    }

    /// The mouse over the filter's field; nil when it is for something else.
    static func mouse(_ state: inout AppState, _ sheet: inout SheetOverlay, _ event: MouseEvent, in frame: Rect) -> [Effect]? {
        guard let effects = sheet.page.filter.handle(event, in: SheetView.filter(of: sheet.page, in: frame))?.effects else { return nil }
        state.windows.append(.sheet(sheet))
        return effects
    }

    private static func type(_ state: inout AppState, _ sheet: inout SheetOverlay, _ key: Key) -> [Effect] {
        var effects: [Effect] = []
        if let motion = ListMotion(besideText: key) {
            sheet.page.table.move(motion, rows: sheet.page.shownRows, shape: sheet.page.shape, in: table(state))
        } else {
            effects = take(&sheet, state, sheet.page.filter.edit(sheet.page.rows) { $0.handle(key) })
        }
        state.windows.append(.sheet(sheet))
        return effects
    }

    private static func take(_ sheet: inout SheetOverlay, _ state: AppState, _ outcome: TextInputOutcome?) -> [Effect] {
        switch outcome {
        case .submitted: sheet.page.filter.close()
        case .cancelled: clear(&sheet, state)
        case .wantsPaste: return [.paste]
        case .copied(let text): return [.copy(text, name: "the selection")]
        case .cut(let text):
            top(&sheet, state)
            return [.copy(text, name: "the selection")]
        case .changed, .pasted: top(&sheet, state)
        case .moved, nil: break
        }
        return []
    }

    private static func top(_ sheet: inout SheetOverlay, _ state: AppState) {
        sheet.page.table.select(row: 0, rows: sheet.page.shownRows, shape: sheet.page.shape, in: table(state))
    }

    /// Shows all again, with the cursor on the row that has it.
    private static func clear(_ sheet: inout SheetOverlay, _ state: AppState) {
        let row = sheet.page.filter.index(ofShown: sheet.page.table.selected)
        sheet.page.filter.clear()
        sheet.page.table.select(row: max(0, row), rows: sheet.page.rows, shape: sheet.page.shape, in: table(state))
    }

    private static func table(_ state: AppState) -> Rect { SheetView.table(in: SheetView.frame(in: state.screenLayout)) }
}
