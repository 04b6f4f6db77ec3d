import Screen
import Widgets

/// Draws the help.
enum HelpView {
    private static let mostWidth = 84
    private static let keysWidth = 20

    static func frame(in layout: ScreenLayout) -> Rect {
        let body = layout.body
        return body.centered(Size(width: min(mostWidth, body.width), height: body.height))
    }

    static func list(in frame: Rect) -> Rect { frame.inset(columns: 2, rows: 1) }

    static func draw(_ help: HelpState, _ state: AppState, in frame: Rect, on canvas: inout Canvas) {
        OverlayView.drawWindow("All keys", in: frame, on: &canvas)
        let lines = HelpState.lines(for: state)
        help.list.draw(in: list(in: frame), on: &canvas, count: lines.count, isFocused: true, backdrop: .modal) {
            index, rect, backdrop, canvas in
            draw(lines[index], in: rect, backdrop: backdrop, on: &canvas)
        }
    }

    private static func draw(_ line: HelpState.Line, in rect: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        switch line {
        case .gap: break
        case .about(let text): canvas.write(text, at: rect.origin, style: CellStyle(.text, on: backdrop))
        case .heading(let title):
            canvas.write(title, at: rect.origin, style: CellStyle(.modalTitle, on: backdrop))
        case .command(_, let keys, let title, let reason):
            let (left, right) = rect.splitLeft(keysWidth)
            canvas.write("  " + keys, at: left.origin, style: CellStyle(.footerKey, on: backdrop), columns: left.width - 1)
            let used = canvas.write(
                title, at: right.origin, style: CellStyle(reason == nil ? .text : .textDisabled, on: backdrop), columns: right.width)
            if let reason {
                canvas.write(
                    "  — " + reason, at: Point(x: right.minX + used, y: right.minY), style: CellStyle(.textMuted, on: backdrop),
                    columns: max(0, right.width - used))
            }
        }
    }
}
