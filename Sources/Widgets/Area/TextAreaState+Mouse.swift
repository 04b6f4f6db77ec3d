public import Screen

extension TextAreaState {
    /// Handles the mouse over the area that is drawn in `rect`; drags that began inside may leave it.
    ///
    /// A click places the cursor, with Shift it selects up to there, on a line's number it selects the line; a double-click selects a
    /// word, a triple one the line. What a drag has selected is `copied` when the button goes up. The wheel scrolls, with Shift sideways. The
    /// right button places the cursor beside what is selected, for a menu.
    public mutating func handle(_ event: MouseEvent, in rect: Rect) -> TextInputOutcome? {
        if drag != nil { return handleDrag(event, in: rect) }
        guard rect.contains(event.position) else { return nil }
        let layout = layout(rect)
        if layout.find.contains(event.position) { return handleFind(event, in: layout.find) }
        switch event.action {
        case .wheelUp: return wheel(-ListState.wheelRows, event, in: rect)
        case .wheelDown: return wheel(ListState.wheelRows, event, in: rect)
        case .press(.left, let count): return press(count: count, event, in: rect)
        case .press(.middle, _):
            moveCursor(to: place(under: event.position, in: rect))
            return .wantsPaste
        case .press(.right, _): return pressForMenu(at: event.position, in: rect)
        default: return nil
        }
    }

    /// Whether a drag over the text has left it for where there is more of it.
    public func scrolls(draggedTo point: Point, in rect: Rect) -> Bool {
        guard drag == .text else { return false }
        let text = layout(rect).text
        let first = currentViewport(viewer(in: rect))
        return point.y < text.minY ? first.line > 0 || first.row > 0 : point.y >= text.maxY && cursor != content.end
    }

    /// What the menu does, it does where it was opened, or with the selection under the pointer.
    private mutating func pressForMenu(at point: Point, in rect: Rect) -> TextInputOutcome {
        settleView(in: rect)
        let place = place(under: point, in: rect)
        if let range = selectedRange, range.contains(place) { return .moved }
        keys.leaveSelection()
        moveCursor(to: place)
        return .moved
    }

    private mutating func wheel(_ rows: Int, _ event: MouseEvent, in rect: Rect) -> TextInputOutcome {
        scroll(by: event.modifiers.contains(.shift) ? 0 : rows, in: rect)
        if event.modifiers.contains(.shift), !wraps { viewport.column = max(0, viewport.column + rows * 2) }
        return .moved
    }

    private mutating func press(count: Int, _ event: MouseEvent, in rect: Rect) -> TextInputOutcome {
        let layout = layout(rect)
        if layout.scrollbar.contains(event.position), lineCount > layout.text.height {
            drag = .scrollbar(grip: scrollbar(rect).grip(at: event.position.y - layout.scrollbar.minY))
            return dragScrollbar(event, in: rect)
        }
        settleView(in: rect)
        keys.leaveSelection()
        let place = place(under: event.position, in: rect)
        endFind()
        switch (count, layout.gutter.contains(event.position)) {
        case (1, false):
            content.moveCursor(to: place, selecting: event.modifiers.contains(.shift))
            drag = .text
        case (2, false): content.select(content.word(at: place))
        default: content.select(content.wholeLine(place.line))
        }
        return .moved
    }

    private mutating func handleDrag(_ event: MouseEvent, in rect: Rect) -> TextInputOutcome? {
        switch (event.action, drag) {
        case (.drag, .scrollbar): return dragScrollbar(event, in: rect)
        case (.drag, .text):
            settleView(in: rect)
            moveCursor(to: place(under: event.position, in: rect), selecting: true)
            return .moved
        case (.release, let held):
            drag = nil
            return held == .text ? selectedText.map { .copied($0) } ?? .moved : .moved
        default: return nil
        }
    }

    private mutating func dragScrollbar(_ event: MouseEvent, in rect: Rect) -> TextInputOutcome {
        guard case .scrollbar(let grip) = drag else { return .moved }
        followsCursor = false
        viewport.line = scrollbar(rect).first(at: event.position.y - rect.minY, grip: grip)
        viewport.row = 0
        return .moved
    }

    func scrollbar(_ rect: Rect) -> Scrollbar {
        Scrollbar(count: lineCount, height: layout(rect).text.height, first: currentViewport(viewer(in: rect)).line)
    }

    /// The place under a cell; above and below the text the rows that would be there.
    private func place(under point: Point, in rect: Rect) -> TextPosition {
        let viewer = viewer(in: rect)
        let viewport = currentViewport(viewer)
        let text = layout(rect).text
        guard let row = viewer.place(point.y - text.minY, below: viewport) else { return content.end }
        return viewer.position(column: point.x - text.minX + viewport.column, on: row)
    }
}

extension EditableText {
    /// A line with its end.
    func wholeLine(_ number: Int) -> Range<TextPosition> {
        let start = TextPosition(line: number, offset: 0)
        guard number + 1 < lines.count else { return start..<end }
        return start..<TextPosition(line: number + 1, offset: 0)
    }
}
