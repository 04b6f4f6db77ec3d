public import Screen

/// A window over the panes: as large as its content needs, centred, with its title and buttons at fixed places.
public struct WindowFrame: Hashable, Sendable {
    /// A piece of text in the border.
    public struct Fact: Hashable, Sendable {
        /// The text.
        public var text: String
        /// The style.
        public var role: StyleRole

        /// Creates a fact.
        public init(_ text: String, role: StyleRole = .textMuted) {
            self.text = text
            self.role = role
        }
    }

    /// The cells of a window's parts.
    public struct Layout: Hashable, Sendable {
        /// The window with its border.
        public var frame: Rect
        /// The content.
        public var content: Rect
        /// The buttons, from left to right.
        public var buttons: [Rect]

        /// Creates the layout of a window that is placed otherwise, such as a menu.
        public init(frame: Rect, content: Rect, buttons: [Rect] = []) {
            self.frame = frame
            self.content = content
            self.buttons = buttons
        }
    }

    /// The title.
    public var title: String
    /// The facts at the right of the title.
    public var facts: [Fact]
    /// A text in the lower border, at the left; empty for none.
    public var note: String
    /// The buttons at the lower right.
    public var buttons: [Button]
    /// The index of the button that Enter presses; nil if Enter does something else.
    public var focusedButton: Int?

    /// Creates a window.
    public init(_ title: String, facts: [Fact] = [], note: String = "", buttons: [Button] = [], focusedButton: Int? = nil) {
        self.title = title
        self.facts = facts
        self.note = note
        self.buttons = buttons
        self.focusedButton = focusedButton
    }

    // MARK: Layout

    /// The columns that border and padding take.
    public static let sideColumns = 4

    /// The layout for content of a size, centred in `bounds`.
    ///
    /// If the space is short, the blank rows around the content go first, then rows of the content.
    public func layout(content size: Size, in bounds: Rect) -> Layout {
        let head = TextWidth.columns(of: title) + facts.reduce(4) { $0 + TextWidth.columns(of: $1.text) + 1 }
        let wanted = max(size.width, head, min(Button.columns(of: buttons), max(size.width, Self.widestButtons)))
        // A few columns beside a window look torn.
        let width = bounds.width - wanted - Self.sideColumns < Self.minBeside * 2 ? bounds.width : wanted + Self.sideColumns
        let buttonRows = Button.rowCount(of: buttons, columns: max(0, width - Self.sideColumns))
        var blanks = buttonRows > 0 ? 2 : 1
        while blanks > 0, size.height + blanks + buttonRows + 2 > bounds.height { blanks -= 1 }
        let wantedHeight = min(bounds.height, size.height + blanks + buttonRows + 2)
        // A few rows above and below a window as wide as the screen look torn too.
        let fillsHeight = width == bounds.width && 4 * wantedHeight >= 3 * bounds.height
        let height = fillsHeight ? bounds.height : wantedHeight
        let frame = bounds.centered(Size(width: width, height: height))
        let (upper, foot) = frame.inset(columns: 2, rows: 1).splitBottom(buttonRows)
        let above = upper.splitTop(blanks == 2 ? 1 : 0).rest
        let content = above.splitBottom(blanks > 0 && !foot.isEmpty ? 1 : 0).rest
        return Layout(frame: frame, content: content, buttons: Button.place(buttons, in: foot))
    }

    /// Minimum columns left visible on each side of a window; otherwise it is full width.
    private static let minBeside = 6
    /// Buttons do not make a window wider than this; they take more rows instead.
    private static let widestButtons = 72

    // MARK: Drawing

    /// Draws the window on the overlay surface, and the content in it.
    public func draw(_ layout: Layout, on canvas: inout Canvas, content: (Rect, inout Canvas) -> Void) {
        canvas.draw(on: .surfaceOverlay, in: layout.frame) { canvas in
            canvas.box(layout.frame, style: CellStyle(.modalBorder))
            drawTitle(in: layout.frame.row(0).inset(columns: 2), on: &canvas)
            if !note.isEmpty {
                let row = layout.frame.splitBottom(1).bottom.inset(columns: 2)
                canvas.write(" \(TextWidth.fitted(note, columns: row.width - 2, cut: .middle)) ", in: row, style: CellStyle(.textMuted))
            }
            for (index, button) in buttons.enumerated() where index < layout.buttons.count {
                button.draw(in: layout.buttons[index], isFocused: index == focusedButton, on: &canvas)
            }
            canvas.clipped(to: layout.content) { content(layout.content, &$0) }
        }
    }

    private func drawTitle(in row: Rect, on canvas: inout Canvas) {
        let used = title.isEmpty ? 0 : canvas.write(" \(title) ", in: row, style: CellStyle(.modalTitle))
        var room = row.splitLeft(used + 1).rest
        for fact in facts.reversed() {
            let text = " \(fact.text) "
            let (rest, place) = room.splitRight(TextWidth.columns(of: text))
            guard !rest.isEmpty else { return }
            canvas.write(text, in: place, style: CellStyle(fact.role))
            room = rest
        }
    }
}
