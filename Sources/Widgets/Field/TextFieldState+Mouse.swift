public import Screen

extension TextFieldState {
    /// Handles the mouse over the field that is drawn in `rect`; a drag that began inside may leave it.
    ///
    /// A click places the cursor, with Shift it selects up to there; a double-click selects a word, a triple one all. What a drag has
    /// selected is `copied` when the button goes up. The right button places the cursor beside what is selected, for a menu. Nil when the event is not for the field.
    public mutating func handle(_ event: MouseEvent, in rect: Rect) -> TextInputOutcome? {
        switch event.action {
        case .press(.left, let count) where rect.contains(event.position):
            press(count: count, at: event, in: rect)
            return .moved
        case .press(.middle, _) where rect.contains(event.position):
            content.moveCursor(to: place(under: event.position, in: rect))
            return .wantsPaste
        case .press(.right, _) where rect.contains(event.position):
            let place = place(under: event.position, in: rect)
            pinnedScroll = scroll(width: rect.width)
            // What the menu does, it does where it was opened, or with the selection under the pointer.
            if selectedRange?.contains(place.offset) != true { content.moveCursor(to: place) }
            return .moved
        case .drag(.left) where isDragging:
            content.moveCursor(to: place(under: event.position, in: rect), selecting: true)
            pinnedScroll = scroll(width: rect.width)
            return .moved
        case .release(.left) where isDragging:
            isDragging = false
            guard let selectedText, !isMasked else { return .moved }
            return .copied(selectedText)
        default:
            return nil
        }
    }

    private mutating func press(count: Int, at event: MouseEvent, in rect: Rect) {
        let place = place(under: event.position, in: rect)
        pinnedScroll = scroll(width: rect.width)
        switch count {
        case 1:
            content.moveCursor(to: place, selecting: event.modifiers.contains(.shift))
            isDragging = true
        case 2:
            content.select(isMasked ? .zero..<content.end : content.word(at: place))
        default:
            selectAll()
        }
    }

    private func place(under point: Point, in rect: Rect) -> TextPosition {
        let column = scroll(width: rect.width) + point.x - rect.minX
        return TextPosition(line: 0, offset: offset(inShown: shown.boundary(nearColumn: column)))
    }
}
