public import Screen

/// A menu of what can be done with something, opened where that stands.
public struct MenuState: Equatable, Sendable {
    /// What came of a key or of the mouse.
    public enum Outcome: Hashable, Sendable {
        /// Another line has the cursor, or nothing could be done.
        case moved
        /// This line was chosen; the menu is to be closed.
        case chosen(Int)
        /// The menu is to be closed.
        case closed
    }

    /// The lines.
    public let items: [MenuItem]
    /// The cell that it belongs to.
    public let anchor: Point
    private var list: ListState
    /// The letters typed so far of a line's name.
    private var typed = ""

    /// A menu of `items` that belongs to the cell at `anchor`, with the cursor on the line `selected`.
    public init(_ items: [MenuItem], at anchor: Point, selected: Int = 0) {
        self.items = items
        self.anchor = anchor
        list = ListState(selected: selected)
    }

    /// The line that has the cursor.
    public var selected: Int { list.selected }

    /// So many rows are enough beside what the menu is for; with less room it stands over that.
    private static let enoughRows = 14

    /// The window with its border: below or above the anchor where there is room for much of it, else as high as can be, over the anchor too.
    public func frame(in bounds: Rect) -> Rect {
        let title = items.map { TextWidth.columns(of: $0.title) }.max() ?? 0
        let detail = items.map { TextWidth.columns(of: $0.disabledReason ?? $0.keys) }.max() ?? 0
        let width = title + detail + (detail > 0 ? 2 : 0) + 4
        let frame = PopupFrame.frame(Size(width: width, height: items.count + 2), at: anchor, in: bounds)
        guard frame.height < items.count + 2 else { return frame }
        let isOver = frame.height < Self.enoughRows
        // A scrollbar has a column of its own.
        let bar = isOver && items.count + 2 <= bounds.height ? 0 : 1
        let size = Size(width: width + bar, height: items.count + 2)
        return isOver ? PopupFrame.over(size, at: anchor, in: bounds) : PopupFrame.frame(size, at: anchor, in: bounds)
    }

    /// Handles the arrows and `j k`, Enter and space, and Escape; other letters go to the line that begins with them, and any other key
    /// closes the menu.
    public mutating func handle(_ key: Key, in bounds: Rect) -> Outcome {
        if key == Key(.enter) || key == .character(" ") { return choose(list.selected) }
        let height = frame(in: bounds).inset(columns: 1, rows: 1).height
        if case .character(let letter) = key.code, key.modifiers.isEmpty, goTo(letter, height: height) { return .moved }
        typed = ""
        if let motion = ListMotion(key) {
            list.move(motion, count: items.count, height: height)
            return .moved
        }
        if case .character = key.code, key.modifiers.isEmpty { return .moved }
        return .closed
    }

    /// Goes on with a name that was begun, or begins another; a letter that moves the cursor begins none.
    private mutating func goTo(_ letter: Character, height: Int) -> Bool {
        let begun = typed.isEmpty ? [] : [typed + letter.lowercased()]
        for text in begun + (ListMotion(.character(letter)) == nil ? [letter.lowercased()] : []) {
            guard let index = items.firstIndex(where: { $0.title.lowercased().hasPrefix(text) }) else { continue }
            typed = text
            list.select(index, count: items.count, height: height)
            return true
        }
        return false
    }

    /// Handles the mouse; a click on a line chooses it, and one outside closes the menu.
    public mutating func handle(_ event: MouseEvent, in bounds: Rect) -> Outcome {
        let frame = frame(in: bounds)
        // The second press of a double click is not for what the first one opened under the pointer.
        if case .press(_, let count) = event.action, count > 1, event.position == anchor { return .moved }
        switch list.handle(event, in: frame.inset(columns: 1, rows: 1), count: items.count) {
        case .selected(let index), .opened(let index): return choose(index)
        case .menu, .scrolled: return .moved
        case nil:
            guard case .press = event.action, !frame.contains(event.position) else { return .moved }
            return .closed
        }
    }

    /// Draws the window over what is there.
    public func draw(in bounds: Rect, on canvas: inout Canvas) {
        let frame = frame(in: bounds)
        canvas.fill(frame, style: CellStyle(.modal))
        let inside = canvas.box(frame, style: CellStyle(.modalBorder, on: .modal), borders: .rounded)
        list.draw(in: inside, on: &canvas, count: items.count, isFocused: true, backdrop: .modal) { index, rect, backdrop, canvas in
            let item = items[index]
            let row = rect.inset(columns: 1)
            let role: StyleRole = item.disabledReason == nil ? .text : .textDisabled
            let detail = item.disabledReason ?? item.keys
            // Where there is no room for both, the line with the cursor says the whole reason, the others which lines they are.
            let room = index == list.selected ? max(8, row.width - TextWidth.columns(of: detail) - 2) : row.width
            let used = canvas.write(TextWidth.fitted(item.title, columns: room), in: row, style: CellStyle(role, on: backdrop))
            let free = row.splitLeft(used + 1).rest
            canvas.write(
                detail, in: free, style: CellStyle(item.disabledReason == nil ? .footerKey : .textMuted, on: backdrop), alignment: .trailing
            )
        }
    }

    private func choose(_ index: Int) -> Outcome {
        items.indices.contains(index) && items[index].disabledReason == nil ? .chosen(index) : .moved
    }
}

/// A line of a menu.
public struct MenuItem: Hashable, Sendable {
    /// What it does.
    public var title: String
    /// The key that does the same, as it is shown.
    public var keys: String
    /// Why it cannot be done now; nil when it can.
    public var disabledReason: String?

    /// Takes what a line says.
    public init(_ title: String, keys: String = "", disabledReason: String? = nil) {
        self.title = title
        self.keys = keys
        self.disabledReason = disabledReason
    }
}
