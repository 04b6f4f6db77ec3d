public import Screen

/// A window over the panes: as large as its content needs, centred, with its title, a line of help and buttons at fixed places.
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
        /// The line of help; empty without help or room.
        public var help: Rect
        /// The buttons, from left to right.
        public var buttons: [Rect]

        /// Creates the layout of a window that is placed otherwise, such as a menu.
        public init(frame: Rect, content: Rect, help: Rect = .empty, buttons: [Rect] = []) {
            self.frame = frame
            self.content = content
            self.help = help
            self.buttons = buttons
        }
    }

    /// The title.
    public var title: String
    /// The facts at the right of the title.
    public var facts: [Fact]
    /// One line of help below the content.
    public var help: String
    /// The buttons at the lower right.
    public var buttons: [Button]
    /// The index of the button that Enter presses; nil if Enter does something else.
    public var focusedButton: Int?

    /// Creates a window.
    public init(_ title: String, facts: [Fact] = [], help: String = "", buttons: [Button] = [], focusedButton: Int? = nil) {
        self.title = title
        self.facts = facts
        self.help = help
        self.buttons = buttons
        self.focusedButton = focusedButton
    }

    // MARK: Layout

    /// The columns that border and padding take.
    public static let sideColumns = 4

    /// The layout for content of a size, centred in `bounds`.
    ///
    /// If the space is short, the blank rows around the content go first, then the line of help, and last rows of the content.
    public func layout(content size: Size, in bounds: Rect) -> Layout {
        let foot = TextWidth.columns(of: help) + (help.isEmpty || buttons.isEmpty ? 0 : 2) + Button.columns(of: buttons)
        let head = TextWidth.columns(of: title) + facts.reduce(4) { $0 + TextWidth.columns(of: $1.text) + 1 }
        let wanted = max(size.width, head, min(foot, max(size.width, Self.widestFoot)))
        // A few columns beside a window look torn.
        let width = bounds.width - wanted - Self.sideColumns < Self.minBeside * 2 ? bounds.width : wanted + Self.sideColumns
        let inner = max(0, width - Self.sideColumns)
        let buttonRows = Button.rowCount(of: buttons, columns: inner)
        let sharesRow = foot <= inner && buttonRows == 1
        var helpRows = help.isEmpty || sharesRow ? 0 : 1
        let footRows = max(buttonRows, helpRows)
        var blanks = 1 + (footRows + helpRows > 0 ? 1 : 0)
        while blanks > 0, size.height + blanks + buttonRows + helpRows + 2 > bounds.height { blanks -= 1 }
        if size.height + buttonRows + helpRows + 2 > bounds.height { helpRows = 0 }
        let wantedHeight = min(bounds.height, size.height + blanks + buttonRows + helpRows + 2)
        // A few rows above and below a window as wide as the screen look torn too.
        let fillsHeight = width == bounds.width && 4 * wantedHeight >= 3 * bounds.height
        let height = fillsHeight ? bounds.height : wantedHeight
        let frame = bounds.centered(Size(width: width, height: height))
        return place(in: frame, blanks: blanks, buttonRows: buttonRows, helpRows: helpRows, sharesRow: sharesRow)
    }

    /// Minimum columns left visible on each side of a window; otherwise it is full width.
    private static let minBeside = 6
    /// Help and buttons do not make a window wider than this; they take two rows instead.
    private static let widestFoot = 72

    private func place(in frame: Rect, blanks: Int, buttonRows: Int, helpRows: Int, sharesRow: Bool) -> Layout {
        let inner = frame.inset(columns: 2, rows: 1)
        let (upper, foot) = inner.splitBottom(buttonRows + helpRows)
        let above = upper.splitTop(blanks == 2 ? 1 : 0).rest
        let content = above.splitBottom(blanks > 0 && !foot.isEmpty ? 1 : 0).rest
        let help = helpRows > 0 ? foot.row(0) : sharesRow && !self.help.isEmpty ? foot.row(foot.height - 1) : .empty
        return Layout(frame: frame, content: content, help: help, buttons: Button.place(buttons, in: foot))
    }

    // MARK: Drawing

    /// Draws the window on the overlay surface, and the content in it.
    public func draw(_ layout: Layout, on canvas: inout Canvas, content: (Rect, inout Canvas) -> Void) {
        canvas.draw(on: .surfaceOverlay, in: layout.frame) { canvas in
            canvas.box(layout.frame, style: CellStyle(.modalBorder), borders: .rounded)
            drawTitle(in: layout.frame.row(0).inset(columns: 2), on: &canvas)
            canvas.write(help, in: layout.help, style: CellStyle(.textMuted))
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
