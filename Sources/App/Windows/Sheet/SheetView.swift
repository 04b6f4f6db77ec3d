import Screen
import Widgets

/// Draws a window of tables behind tabs.
enum SheetView {
    private static let mostSize = Size(width: 96, height: 28)

    static func frame(in layout: ScreenLayout) -> Rect {
        layout.body.centered(Size(width: min(mostSize.width, layout.body.width), height: min(mostSize.height, layout.body.height)))
    }

    static func tabs(in frame: Rect) -> Rect { frame.inset(columns: 2, rows: 1).row(0) }

    static func table(in frame: Rect) -> Rect { frame.inset(columns: 2, rows: 1).splitTop(1).rest.splitBottom(2).rest }

    /// The tab that the mouse chooses.
    static func tab(chosenBy event: MouseEvent, _ sheet: SheetOverlay, in frame: Rect) -> Int? {
        TabStrip.chosen(by: event, titles(sheet), selected: sheet.selected, in: tabs(in: frame))
    }

    static func draw(_ sheet: SheetOverlay, _ state: AppState, in frame: Rect, on canvas: inout Canvas) {
        WindowView.drawWindow(sheet.title + (sheet.hasChanges ? " ●" : ""), in: frame, on: &canvas)
        TabStrip.draw(titles(sheet), selected: sheet.selected, in: tabs(in: frame), isFocused: true, on: &canvas)
        let table = table(in: frame)
        canvas.clipped(to: table) { drawPage(sheet, state, in: table, on: &$0) }
        var foot = frame.inset(columns: 2, rows: 1).splitBottom(2).bottom
        if sheet.page.filter.field != nil {
            drawFilter(sheet.page, in: foot.row(0), on: &canvas)
            foot = foot.splitTop(1).rest
        }
        let rows = sheet.page.shownRows
        let selected = sheet.page.table.selected
        // The row's own place for it may be too narrow to read it.
        let rowProblem = rows.indices.contains(selected) ? rows[selected].problem : nil
        if let problem = sheet.problem { foot = widened(foot, for: "✗ " + problem, in: frame) }
        let text = (sheet.problem ?? rowProblem).map { "✗ " + $0 } ?? sheet.page.shownHint
        let role: StyleRole = sheet.problem ?? rowProblem == nil ? .textMuted : .error
        canvas.fill(foot, style: CellStyle(.modal))
        let lines = TextWrap.lines(text, columns: foot.width)
        for (index, line) in lines.prefix(foot.height).enumerated() {
            let isCut = index == foot.height - 1 && lines.count > foot.height
            let shown = isCut ? TextWidth.fitted(line + " …", columns: foot.width) : line
            canvas.write(shown, at: foot.row(index).origin, style: CellStyle(role, on: .modal))
        }
    }

    /// Why nothing was saved takes as much room as it needs, up to half of the window.
    private static func widened(_ foot: Rect, for text: String, in frame: Rect) -> Rect {
        let inner = frame.inset(columns: 2, rows: 1)
        let height = min(TextWrap.lines(text, columns: inner.width).count, inner.height / 2)
        return inner.splitBottom(max(foot.height, height)).bottom
    }

    private static func drawPage(_ sheet: SheetOverlay, _ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        let page = sheet.page
        if let text = page.text {
            text.draw(in: rect, on: &canvas, isFocused: true)
            // Before editing a block says where the cursor is, and a bar once keys are text.
            if !page.isTyping { canvas.cursor = canvas.cursor.map { Cursor(at: $0.position, shape: .block) } }
            return
        }
        let rows = page.shownRows
        let hasVariables = if case .cookies = sheet.subject { false } else { true }
        page.table.draw(
            in: rect, on: &canvas, rows: rows, shape: page.shape, isFocused: !page.filter.isTyping,
            choiceSign: DropDown.sign(usesASCII: state.usesASCII)
        ) { row, column in
            hasVariables ? VariableSpans.find(in: rows[row][column], isKnown: state.variableScope.knows) : []
        }
    }

    private static func drawFilter(_ page: SheetOverlay.Page, in rect: Rect, on canvas: inout Canvas) {
        guard let field = page.filter.field else { return }
        let count = filterCount(page)
        canvas.write("/", at: rect.origin, style: CellStyle(.fieldLabel, on: .modal))
        let look = TextFieldState.Look(placeholder: "filter")
        field.draw(in: filterField(page, in: rect), on: &canvas, isFocused: page.filter.isTyping, look: look)
        canvas.write(count, in: rect.splitRight(TextWidth.columns(of: count)).right, style: CellStyle(.textMuted, on: .modal))
    }

    /// The cells in which the filter is typed; empty where there is none.
    static func filter(of page: SheetOverlay.Page, in frame: Rect) -> Rect {
        page.filter.field == nil ? .empty : filterField(page, in: frame.inset(columns: 2, rows: 1).splitBottom(2).bottom.row(0))
    }

    private static func filterField(_ page: SheetOverlay.Page, in row: Rect) -> Rect {
        row.splitRight(TextWidth.columns(of: filterCount(page))).rest.splitLeft(2).rest
    }

    private static func filterCount(_ page: SheetOverlay.Page) -> String { "  \(page.shownRows.count) of \(page.rows.count)" }

    private static func titles(_ sheet: SheetOverlay) -> [(Int, String)] {
        sheet.pages.enumerated().map { index, page in
            let count = page.rows.count
            return (index, page.shape.isForm || page.text != nil || count == 0 ? page.title : "\(page.title) \(count)")
        }
    }
}
