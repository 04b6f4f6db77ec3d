import Engine
import Screen
import Widgets

/// Draws a window of lines.
enum ReportView {
    static func frame(in layout: ScreenLayout) -> Rect {
        layout.body.centered(Size(width: min(WindowView.mostReadWidth, layout.body.width), height: layout.body.height))
    }

    static func list(in frame: Rect) -> Rect { frame.inset(columns: 2, rows: 1) }

    /// The columns of a line; the last column belongs to the scrollbar.
    static func columns(in frame: Rect) -> Int { list(in: frame).width - 1 }

    static func draw(_ report: Report, in frame: Rect, on canvas: inout Canvas) {
        WindowView.drawWindow(report.title, in: frame, on: &canvas)
        let lines = report.wrapped(columns: columns(in: frame))
        report.list.draw(in: list(in: frame), on: &canvas, count: lines.count, isFocused: true, backdrop: .modal) {
            index, rect, backdrop, canvas in
            let line = lines[index]
            let used = canvas.write(line.text, in: rect, style: CellStyle(role(of: line.kind), on: backdrop))
            let rest = rect.splitLeft(used + 2).rest
            canvas.write(line.note, in: rest, style: CellStyle(.textMuted, on: backdrop))
        }
    }

    private static func role(of kind: Report.Line.Kind) -> StyleRole {
        switch kind {
        case .heading: .modalTitle
        case .text: .text
        case .note: .textMuted
        case .warning: .warning
        }
    }
}
