import Screen

extension TextAreaState {
    /// Handles the mouse over the bar in which is typed what to look for.
    mutating func handleFind(_ event: MouseEvent, in rect: Rect) -> TextInputOutcome? {
        if case .press = event.action { find?.isInReplacement = event.position.y > rect.minY }
        let cells = Self.field(in: rect.row(event.position.y - rect.minY))
        let outcome =
            find?.isInReplacement == true ? find?.replacement?.handle(event, in: cells) : find?.pattern.handle(event, in: cells)
        return outcome ?? .moved
    }

    func drawFind(in rect: Rect, on canvas: inout Canvas, isFocused: Bool) {
        guard let find, !rect.isEmpty else { return }
        let labels = [find.isBackward ? "Find ↑" : "Find", "Replace"]
        for (index, field) in [find.pattern, find.replacement].enumerated() {
            guard let field, index < rect.height else { continue }
            let cells = rect.row(index)
            canvas.fill(cells, style: CellStyle(.footer))
            canvas.write(labels[index], at: cells.origin, style: CellStyle(.fieldLabel, on: .footer))
            let hasKeys = isFocused && find.isInReplacement == (index == 1)
            field.draw(in: Self.field(in: cells), on: &canvas, isFocused: hasKeys)
        }
        let isMissing = find.count == 0 && !find.pattern.text.isEmpty
        let summary = rect.row(0).splitRight(Self.summaryColumns).right
        canvas.write(find.summary, at: summary.origin, style: CellStyle(isMissing ? .error : .footer, on: .footer))
        let hint = rect.row(1).splitRight(Self.summaryColumns).right
        guard !hint.isEmpty, find.replacement != nil else { return }
        canvas.write("Alt+R all", at: hint.origin, style: CellStyle(.footerKey, on: .footer))
    }

    private static let labelColumns = 8
    private static let summaryColumns = 15

    private static func field(in row: Rect) -> Rect {
        let field = row.splitLeft(labelColumns).rest
        return field.splitRight(min(summaryColumns, field.width / 2)).rest
    }
}
