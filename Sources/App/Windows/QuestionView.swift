import Screen

/// Draws a question.
enum QuestionView {
    private static let width = 60
    private static let wideWidth = 100

    static func frame(of question: Question<Message>, in layout: ScreenLayout) -> Rect {
        let wanted = question.choices.reduce(3) { $0 + columns(of: $1) + 1 }
        let width = min(max(question.showsWholeItems ? wideWidth : width, wanted), layout.body.width)
        let lines = TextWrap.lines(question.text, columns: width - 4)
        let rows = placed(question.choices, columns: width - 4).rows
        let itemCount = question.showsWholeItems ? wrapped(question, columns: width - 4).count : question.items.count
        let height = min(layout.body.height, lines.count + itemCount + 3 + rows)
        return layout.body.centered(Size(width: width, height: height))
    }

    /// The items on as many lines as they need.
    private static func wrapped(_ question: Question<Message>, columns: Int) -> [String] {
        question.items.flatMap { item in
            let lines = TextWrap.lines(item, columns: columns - 2)
            return lines.enumerated().map { ($0.offset == 0 ? "· " : "  ") + $0.element }
        }
    }

    /// The number of lines for items.
    private static func room(_ question: Question<Message>, in frame: Rect, textCount: Int) -> Int {
        max(1, frame.height - 3 - placed(question.choices, columns: frame.width - 4).rows - textCount)
    }

    /// Scrolls the items by pages.
    static func scroll(_ question: inout Question<Message>, pages: Int, in frame: Rect) {
        let columns = frame.width - 4
        let room = room(question, in: frame, textCount: TextWrap.lines(question.text, columns: columns).count)
        let most = max(0, wrapped(question, columns: columns).count - room + 1)
        question.scrolled = min(max(0, question.scrolled + pages * max(1, room - 1)), most)
    }

    /// The items from the first line that is not scrolled away, and how many lines are above and below.
    private static func scrolled(_ question: Question<Message>, columns: Int, room: Int) -> [String] {
        let lines = wrapped(question, columns: columns)
        guard lines.count > room else { return lines }
        let shown = lines.dropFirst(question.scrolled).prefix(room - 1)
        let below = lines.count - question.scrolled - shown.count
        return shown + ["  ▲ \(question.scrolled) ▼ \(below) lines: PgUp PgDn"]
    }

    /// The text, and below it as many of the items as there is room for.
    private static func lines(_ question: Question<Message>, in frame: Rect) -> [String] {
        let columns = frame.width - 4
        let text = TextWrap.lines(question.text, columns: columns)
        let room = room(question, in: frame, textCount: text.count)
        if question.showsWholeItems { return text + scrolled(question, columns: columns, room: room) }
        let isWhole = question.items.count <= room
        let shown = question.items.prefix(isWhole ? room : room - 1).map { TextWidth.fitted("· " + $0, columns: columns) }
        return text + shown + (isWhole ? [] : ["and \(question.items.count - shown.count) more"])
    }

    static func draw(_ question: Question<Message>, in frame: Rect, on canvas: inout Canvas) {
        WindowView.drawWindow(question.title, in: frame, on: &canvas)
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
    static func buttons(of question: Question<Message>, in frame: Rect) -> [Rect] {
        let (places, rows) = placed(question.choices, columns: frame.width - 4)
        return zip(question.choices, places).map { choice, place in
            Rect(x: frame.minX + 2 + place.x, y: frame.maxY - 1 - rows + place.y, width: columns(of: choice), height: 1)
                .intersection(frame.inset(columns: 1))
        }
    }

    /// The first cell of each button, on as many rows as they need.
    private static func placed(_ choices: [Question<Message>.Choice], columns: Int) -> (places: [Point], rows: Int) {
        var place = Point(x: 0, y: 0)
        let places = choices.map { choice in
            let width = Self.columns(of: choice)
            if place.x > 0, place.x + width > columns { place = Point(x: 0, y: place.y + 1) }
            defer { place.x += width + 1 }
            return place
        }
        return (places, place.y + 1)
    }

    private static func columns(of choice: Question<Message>.Choice) -> Int { TextWidth.columns(of: label(choice, isSelected: false)) }

    private static func label(_ choice: Question<Message>.Choice, isSelected: Bool) -> String {
        isSelected ? "▸\(choice.key) \(choice.label) " : " \(choice.key) \(choice.label) "
    }
}
