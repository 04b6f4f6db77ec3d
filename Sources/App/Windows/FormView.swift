import Screen
import Widgets

/// Draws a window with labelled lines.
enum FormView {
    private static let mostWidth = 76

    static func frame(of form: FormState, in layout: ScreenLayout) -> Rect {
        let width = min(mostWidth, layout.body.width)
        let lines = text(of: form, columns: width - 4).count + fixedRows(of: form)
        return layout.body.centered(Size(width: width, height: lines + 3))
    }

    /// The cells of each line's text.
    static func inputs(of form: FormState, in frame: Rect) -> [Rect] {
        let inner = frame.inset(columns: 2, rows: 1)
        let labels = min(inner.width / 2, (form.fields.map { TextWidth.columns(of: $0.label) }.max() ?? 0) + 2)
        let first = textRows(of: form, in: inner)
        let gap = first > 0 && first + fixedRows(of: form) < inner.height ? 1 : 0
        return form.fields.indices.map { inner.row(first + gap + $0).splitLeft(labels).rest }
    }

    /// Rows of what is typed in and of what is wrong with it, which are seen on every screen.
    private static func fixedRows(of form: FormState) -> Int { form.fields.count + (form.problem == nil ? 0 : 1) }

    /// Rows that what it says may take.
    private static func textRows(of form: FormState, in inner: Rect) -> Int {
        min(text(of: form, columns: inner.width).count, max(0, inner.height - fixedRows(of: form)))
    }

    static func draw(_ form: FormState, in frame: Rect, on canvas: inout Canvas) {
        WindowView.drawWindow(form.title, in: frame, on: &canvas)
        let inner = frame.inset(columns: 2, rows: 1)
        let lines = text(of: form, columns: inner.width)
        let count = textRows(of: form, in: inner)
        for (index, line) in lines.prefix(count).enumerated() {
            let isCut = index == count - 1 && count < lines.count
            canvas.write(isCut ? line + " …" : line, in: inner.row(index), style: CellStyle(.text, on: .modal))
        }
        for (index, rect) in inputs(of: form, in: frame).enumerated() {
            let field = form.fields[index]
            let isSelected = index == form.selected
            let label = Rect(x: inner.minX, y: rect.minY, width: max(0, rect.minX - inner.minX - 1), height: 1)
            canvas.write((isSelected ? "▸" : " ") + field.label, in: label, style: CellStyle(.fieldLabel, on: .modal))
            field.input.draw(in: rect, on: &canvas, isFocused: isSelected, look: TextFieldState.Look(placeholder: field.note))
        }
        if let problem = form.problem {
            canvas.write(problem, in: inner.row(inner.height - 1), style: CellStyle(.error, on: .modal))
        }
    }

    /// The cells of what it says above the lines; the column behind them is none of it.
    static func text(of form: FormState, in frame: Rect) -> Rect {
        let inner = frame.inset(columns: 2, rows: 1)
        let rows = inner.splitTop(textRows(of: form, in: inner)).top
        return Rect(x: rows.minX, y: rows.minY, width: rows.width + 1, height: rows.height)
    }

    /// The rows of cells of what it says that go on with a word of the row above, as a long address does.
    static func continuations(of form: FormState, in frame: Rect) -> [Int: ScreenSelection.Continuation] {
        let inner = frame.inset(columns: 2, rows: 1)
        var continuations: [Int: ScreenSelection.Continuation] = [:]
        var y = inner.minY
        for paragraph in form.text.split(separator: "\n") {
            var rest = paragraph
            for line in TextWrap.lines(String(paragraph), columns: inner.width) {
                rest = rest.dropFirst(line.count)
                y += 1
                if let next = rest.first, next != " " {
                    continuations[y] = ScreenSelection.Continuation(start: inner.minX, endAbove: inner.minX + TextWidth.columns(of: line))
                }
                rest = rest.drop { $0 == " " }
            }
        }
        return continuations
    }

    private static func text(of form: FormState, columns: Int) -> [String] {
        form.text.isEmpty ? [] : form.text.split(separator: "\n").flatMap { TextWrap.lines(String($0), columns: columns) }
    }
}
