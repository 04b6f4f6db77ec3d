import Engine
import Screen
import Widgets

/// Draws a window with one line to type.
enum PromptView {
    static func frame(of prompt: PromptState, in layout: ScreenLayout) -> Rect {
        let width = min(60, layout.body.width)
        let lines = 1 + (prompt.folder == nil ? 0 : 1) + problem(of: prompt, width: width).count
        return layout.body.centered(Size(width: width, height: min(lines + 2, layout.body.height)))
    }

    private static func problem(of prompt: PromptState, width: Int) -> [String] {
        prompt.problem.map { TextWrap.lines($0, columns: width - 4) } ?? []
    }

    static func field(in frame: Rect) -> Rect { frame.inset(columns: 2, rows: 1).row(0) }

    /// The cells that say the folder; empty where there is none to choose.
    static func folder(of prompt: PromptState, in frame: Rect) -> Rect {
        prompt.folder == nil ? .empty : frame.inset(columns: 2, rows: 1).row(1)
    }

    static func draw(_ prompt: PromptState, _ state: AppState, in frame: Rect, on canvas: inout Canvas) {
        WindowView.drawWindow(prompt.title, in: frame, on: &canvas)
        prompt.field.draw(in: field(in: frame), on: &canvas, isFocused: true)
        if let folder = prompt.folder {
            let (hint, line) = ("  Tab: another", Self.folder(of: prompt, in: frame))
            let (left, right) = line.splitRight(TextWidth.columns(of: hint))
            let names = state.workspace.tree.names(to: folder).joined(separator: " / ")
            canvas.write(
                TextWidth.fitted("in " + names + DropDown.sign(usesASCII: state.usesASCII), columns: left.width, cut: .start), in: left,
                style: CellStyle(.text, on: .modal))
            canvas.write(hint, in: right, style: CellStyle(.textMuted, on: .modal))
        }
        let text = frame.inset(columns: 2, rows: 1).splitTop(prompt.folder == nil ? 1 : 2).rest
        for (index, line) in problem(of: prompt, width: frame.width).prefix(text.height).enumerated() {
            canvas.write(line, in: text.row(index), style: CellStyle(.error, on: .modal))
        }
    }
}
