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

    /// The cells of each tab.
    static func places(_ sheet: SheetOverlay, in frame: Rect) -> [(Int, Rect)] {
        TabStrip.place(titles(sheet), selected: sheet.selected, in: tabs(in: frame))
    }

    static func draw(_ sheet: SheetOverlay, _ state: AppState, in frame: Rect, on canvas: inout Canvas) {
        OverlayView.drawWindow(sheet.title + (sheet.hasChanges ? " ●" : ""), in: frame, on: &canvas)
        TabStrip.draw(titles(sheet), selected: sheet.selected, in: tabs(in: frame), isFocused: true, on: &canvas)
        let page = sheet.page
        let table = table(in: frame)
        canvas.clipped(to: table) {
            page.table.draw(in: table, on: &$0, rows: page.rows, shape: page.shape, isFocused: true) { row, column in
                VariableSpans.find(in: page.rows[row][column], isKnown: state.knowsVariable)
            }
        }
        let foot = frame.inset(columns: 2, rows: 1).splitBottom(2).bottom
        let lines = TextWrap.lines(sheet.problem ?? page.hint, columns: foot.width)
        for (index, line) in lines.prefix(2).enumerated() {
            canvas.write(line, at: foot.row(index).origin, style: CellStyle(sheet.problem == nil ? .textMuted : .error, on: .modal))
        }
    }

    private static func titles(_ sheet: SheetOverlay) -> [(Int, String)] {
        sheet.pages.enumerated().map { index, page in
            let count = page.rows.count
            return (index, page.shape.isForm || count == 0 ? page.title : "\(page.title) \(count)")
        }
    }
}
