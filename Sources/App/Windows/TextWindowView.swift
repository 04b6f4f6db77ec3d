import Screen
import Widgets

/// Draws a window with lines to read.
enum TextWindowView {
    static func frame(of window: TextWindow<Message>, in layout: ScreenLayout) -> Rect {
        let width = min(WindowView.mostReadWidth, layout.body.width)
        let count = window.wrapped(columns: width - 5).count
        return layout.body.centered(Size(width: width, height: min(layout.body.height, count + 2)))
    }

    static func list(in frame: Rect) -> Rect { frame.inset(columns: 2, rows: 1) }

    static func draw(_ window: TextWindow<Message>, in frame: Rect, on canvas: inout Canvas) {
        WindowView.drawWindow(window.title, in: frame, on: &canvas)
        let lines = window.wrapped(columns: frame.width - 5)
        let list = list(in: frame)
        window.list.draw(in: list, on: &canvas, count: lines.count, isFocused: lines.count > list.height, backdrop: .modal) {
            index, rect, backdrop, canvas in
            canvas.write(lines[index].text, at: rect.origin, style: CellStyle(lines[index].role, on: .modal), columns: rect.width)
        }
    }
}
