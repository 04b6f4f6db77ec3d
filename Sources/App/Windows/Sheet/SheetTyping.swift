import Screen
import Widgets

/// A page of a sheet that is one text.
enum SheetTyping {
    /// A key on such a page; nil where the page is a table, and for keys that are the window's.
    static func press(_ state: inout AppState, _ sheet: SheetOverlay, _ key: Key) -> [Effect]? {
        guard sheet.page.text != nil else { return nil }
        if sheet.isEditing { return type(&state, sheet, key) }
        var sheet = sheet
        switch key {
        case .character("e"), Key(.enter):
            sheet.page.isTyping = true
            state.windows.append(.sheet(sheet))
            return []
        case .character("u"): return takeBack(&state, sheet) { $0.undo() }
        case .character("U"): return takeBack(&state, sheet) { $0.redo() }
        default:
            guard let motion = motion(of: key) else { return nil }
            return change(&state, sheet) { $0.handle(motion.key, in: $1) }
        }
    }

    /// `^S` saves unless the text has it, as in emacs, where it does behind `^X`.
    private static func type(_ state: inout AppState, _ sheet: SheetOverlay, _ key: Key) -> [Effect] {
        let isOfText = sheet.page.text?.takes(key) == true
        let effects = change(&state, sheet) { $0.handle(key, in: $1) } + ContinuationsUpdate.tell(&state, state.typedArea?.remark)
        guard key == .control("s"), !isOfText, case .sheet(let sheet)? = state.windows.popLast() else { return effects }
        return SheetUpdate.save(&state, sheet)
    }

    private static func motion(of key: Key) -> Motion? {
        switch key {
        case .character("h"), Key(.left): .left
        case .character("l"), Key(.right): .right
        default: ListMotion(key).flatMap { motion in Motion.allCases.first { $0.list == motion } }
        }
    }

    static func paste(_ state: inout AppState, _ sheet: SheetOverlay, _ text: String) -> [Effect]? {
        sheet.page.text == nil ? nil : change(&state, sheet) { area, _ in area.paste(text) }
    }

    /// The mouse over it: a click places the cursor, a double one begins to edit.
    static func mouse(_ state: inout AppState, _ sheet: SheetOverlay, _ event: MouseEvent) -> [Effect]? {
        guard sheet.page.text != nil else { return nil }
        var sheet = sheet
        if case .press(.left, 2) = event.action { sheet.page.isTyping = true }
        return change(&state, sheet) { $0.handle(event, in: $1) }
    }

    private static func change(
        _ state: inout AppState, _ sheet: SheetOverlay, _ change: (inout TextAreaState, Rect) -> TextInputOutcome?
    ) -> [Effect] {
        var sheet = sheet
        guard var area = sheet.page.text else { return [] }
        let outcome = change(&area, SheetView.table(in: SheetView.frame(in: state.screenLayout)))
        sheet.page.text = area
        if outcome == .cancelled { sheet.page.isTyping = false }
        state.windows.append(.sheet(sheet))
        switch outcome {
        case .copied(let text), .cut(let text): return [.copy(text, name: "the selection")]
        case .wantsPaste: return [.paste]
        default: return []
        }
    }

    private static func takeBack(
        _ state: inout AppState, _ sheet: SheetOverlay, _ step: (inout TextAreaState) -> TextInputOutcome?
    ) -> [Effect] {
        var sheet = sheet
        guard var area = sheet.page.text else { return [] }
        let outcome = step(&area)
        sheet.page.text = area
        state.windows.append(.sheet(sheet))
        return outcome == nil ? state.say(.warning, "There is nothing to undo or redo in this text") : []
    }
}
