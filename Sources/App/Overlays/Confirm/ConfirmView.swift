import Screen

/// Draws a question.
enum ConfirmView {
    private static let width = 60

    static func frame(of question: ConfirmState, in layout: ScreenLayout) -> Rect {
        let width = min(width, layout.body.width)
        let lines = TextWrap.lines(question.text, columns: width - 4)
        let height = min(layout.body.height, lines.count + question.items.count + 4)
        return layout.body.centered(Size(width: width, height: height))
    }

    /// The text, and below it as many of the items as there is room for.
    private static func lines(_ question: ConfirmState, in frame: Rect) -> [String] {
        let columns = frame.width - 4
        let text = TextWrap.lines(question.text, columns: columns)
        let room = max(1, frame.height - 4 - text.count)
        let isWhole = question.items.count <= room
        let shown = question.items.prefix(isWhole ? room : room - 1).map { TextWidth.fitted("· " + $0, columns: columns) }
        return text + shown + (isWhole ? [] : ["and \(question.items.count - shown.count) more"])
    }

    static func draw(_ question: ConfirmState, in frame: Rect, on canvas: inout Canvas) {
        OverlayView.drawWindow(question.title, in: frame, on: &canvas)
        for (index, line) in lines(question, in: frame).enumerated() {
            canvas.write(line, at: Point(x: frame.minX + 2, y: frame.minY + 1 + index), style: CellStyle(.text, on: .modal))
        }
        for (index, button) in buttons(of: question, in: frame).enumerated() {
            let isSelected = index == question.selected
            let style = CellStyle(isSelected ? .buttonFocused : .button)
            canvas.write(label(question.choices[index], isSelected: isSelected), at: button.origin, style: style, columns: button.width)
        }
    }

    /// The cells of each answer.
    static func buttons(of question: ConfirmState, in frame: Rect) -> [Rect] {
        var x = frame.minX + 2
        return question.choices.map { choice in
            let width = TextWidth.columns(of: label(choice, isSelected: false))
            defer { x += width + 1 }
            return Rect(x: x, y: frame.maxY - 2, width: width, height: 1).intersection(frame.inset(columns: 1))
        }
    }

    private static func label(_ choice: ConfirmState.Choice, isSelected: Bool) -> String {
        isSelected ? "▸\(choice.key) \(choice.label) " : " \(choice.key) \(choice.label) "
    }
}
