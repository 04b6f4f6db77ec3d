import Screen
import Widgets

/// Draws a window with lines to read.
enum TextOverlayView {
    static func frame(of overlay: TextOverlay, in layout: ScreenLayout) -> Rect {
        let width = min(OverlayView.mostReadWidth, layout.body.width)
        let count = overlay.wrapped(columns: width - 5).count
        return layout.body.centered(Size(width: width, height: min(layout.body.height, count + 2)))
    }

    static func list(in frame: Rect) -> Rect { frame.inset(columns: 2, rows: 1) }

    static func draw(_ overlay: TextOverlay, in frame: Rect, on canvas: inout Canvas) {
        OverlayView.drawWindow(overlay.title, in: frame, on: &canvas)
        let lines = overlay.wrapped(columns: frame.width - 5)
        let list = list(in: frame)
        overlay.list.draw(in: list, on: &canvas, count: lines.count, isFocused: lines.count > list.height, backdrop: .modal) {
            index, rect, backdrop, canvas in
            canvas.write(lines[index].text, at: rect.origin, style: CellStyle(lines[index].role, on: .modal), columns: rect.width)
        }
    }
}
