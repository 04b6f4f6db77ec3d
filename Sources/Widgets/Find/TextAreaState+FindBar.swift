public import Screen

/// What is clicked on in the bar in which is typed what to look for.
private enum FindButton {
    case previous, next, close, replaceOne, replaceAll
}

extension TextAreaState {
    /// Whether the bar in which is typed what to look for is there.
    public func isFindBar(at point: Point, in rect: Rect) -> Bool { layout(rect).find.contains(point) }

    /// Handles the mouse over the bar in which is typed what to look for.
    mutating func handleFind(_ event: MouseEvent, in rect: Rect) -> TextInputOutcome? {
        if case .press(.left, _) = event.action, let button = buttons(in: rect).first(where: { $0.cells.contains(event.position) })?.button
        {
            return press(button)
        }
        if case .press = event.action { find?.isInReplacement = event.position.y > rect.minY }
        let cells = Self.split(rect.row(event.position.y - rect.minY)).field
        let outcome =
            find?.isInReplacement == true ? find?.replacement?.handle(event, in: cells) : find?.pattern.handle(event, in: cells)
        return outcome ?? .moved
    }

    private mutating func press(_ button: FindButton) -> TextInputOutcome {
        switch button {
        case .previous: step(-1)
        case .next: step(1)
        case .close: closeFind()
        case .replaceOne: replaceOne()
        case .replaceAll: replaceAllMatches()
        }
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
            field.draw(in: Self.split(cells).field, on: &canvas, isFocused: hasKeys)
        }
        let isMissing = find.count == 0 && !find.pattern.text.isEmpty
        let side = Self.split(rect.row(0)).side
        canvas.write(
            find.summary, at: side.origin, style: CellStyle(isMissing ? .error : .footer, on: .footer),
            columns: max(0, side.width - Self.signColumns - 1))
        for button in buttons(in: rect) { canvas.write(button.label, in: button.cells, style: CellStyle(.footerKey, on: .footer)) }
    }

    private static let labelColumns = 8
    private static let sideColumns = 22
    private static let signColumns = 5

    /// The cells of the text, and behind them those of the count and of what can be clicked on.
    private static func split(_ row: Rect) -> (field: Rect, side: Rect) {
        let rest = row.splitLeft(labelColumns).rest
        let (field, side) = rest.splitRight(min(sideColumns, rest.width * 2 / 3))
        return (field, side.splitLeft(1).rest)
    }

    private func buttons(in rect: Rect) -> [(button: FindButton, label: String, cells: Rect)] {
        let signs: [(FindButton, String)] = [(.previous, "↑"), (.next, "↓"), (.close, "×")]
        var placed = Self.placed(signs, gap: 1, in: Self.split(rect.row(0)).side)
        guard isReplacing, rect.height > 1 else { return placed }
        let side = Self.split(rect.row(1)).side
        let isShort = side.width < 20
        placed += Self.placed(
            [(.replaceOne, isShort ? "one" : "Enter one"), (.replaceAll, isShort ? "all" : "Alt+R all")], gap: 2, in: side)
        return placed
    }

    /// Labels side by side at the right end.
    private static func placed(
        _ labels: [(FindButton, String)], gap: Int, in row: Rect
    ) -> [(button: FindButton, label: String, cells: Rect)] {
        var x = row.maxX - labels.map(\.1.count).reduce(0, +) - gap * (labels.count - 1)
        return labels.map { button, label in
            defer { x += label.count + gap }
            return (button, label, Rect(x: x, y: row.minY, width: label.count, height: 1).intersection(row))
        }
    }
}
