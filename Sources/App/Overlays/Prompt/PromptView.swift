import Screen
import Widgets

/// Draws a window with one line to type.
enum PromptView {
    static func frame(of prompt: PromptState, in layout: ScreenLayout) -> Rect {
        layout.body.centered(Size(width: min(60, layout.body.width), height: prompt.problem == nil ? 3 : 4))
    }

    static func field(in frame: Rect) -> Rect { frame.inset(columns: 2, rows: 1).row(0) }

    static func draw(_ prompt: PromptState, in frame: Rect, on canvas: inout Canvas) {
        OverlayView.drawWindow(prompt.title, in: frame, on: &canvas)
        prompt.field.draw(in: field(in: frame), on: &canvas, isFocused: true)
        if let problem = prompt.problem {
            canvas.write(problem, at: Point(x: frame.minX + 2, y: frame.minY + 2), style: CellStyle(.error, on: .modal))
        }
    }
}
