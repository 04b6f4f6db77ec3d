public import Screen

/// A context menu.
public struct MenuState: Equatable, Sendable {
    /// The result of a key or mouse event.
    public enum Outcome: Hashable, Sendable {
        /// The selection moved, or there was nothing to do.
        case moved
        /// Close the menu and run this item.
        case chosen(Int)
        /// Close the menu.
        case closed
    }

    /// The items of the menu.
    public let items: [MenuItem]
    /// The cell for which the menu was opened.
    public let anchor: Point
    /// The least width of the frame; 0 for a menu that is no list of a field's choices.
    private let minimumColumns: Int
    /// The first items of the groups after the first; a blank line is before each where all lines have room.
    private let groupStarts: [Int]
    private(set) var list: ListState
    /// The prefix of an item's title that was typed so far.
    private var typed = ""

    /// Creates a menu for the cell at `anchor`, with item `selected` selected.
    public init(_ items: [MenuItem], at anchor: Point, selected: Int = 0, minimumColumns: Int = 0, groupStarts: [Int] = []) {
        self.items = items
        self.anchor = anchor
        self.minimumColumns = minimumColumns
        self.groupStarts = groupStarts
        list = ListState(selected: selected)
    }

    /// The rows a menu needs to stand beside its anchor; with less room it covers the anchor.
    private static let preferredRows = 14

    /// The columns of a title beside the whole reason of the selected item.
    private static let minTitle = 8
    /// The width up to which reasons widen the menu; a longer reason shortens the title of its item while that is selected.
    private static let reasonColumns = 60

    private var columns: Int {
        let title = items.map { TextWidth.columns(of: $0.title) }.max() ?? 0
        let keys = items.map { $0.disabledReason == nil ? TextWidth.columns(of: $0.keys) : 0 }.max() ?? 0
        let reason = items.compactMap(\.disabledReason).map(TextWidth.columns(of:)).max() ?? 0
        let detail = max(keys, reason)
        return min(title + detail + (detail > 0 ? 2 : 0), max(Self.reasonColumns, title + keys + 2, Self.minTitle + 2 + reason))
    }

    private func rows(in bounds: Rect) -> GroupedRows {
        GroupedRows(items.count, starts: items.count + groupStarts.count + 2 <= bounds.height ? groupStarts : [])
    }

    /// The frame with its border: below or above the anchor if there is room, else over it.
    public func frame(in bounds: Rect) -> Rect {
        let width = max(columns + 4, minimumColumns)
        let height = rows(in: bounds).lineCount + 2
        let frame = PopupFrame.frame(Size(width: width, height: height), at: anchor, in: bounds)
        guard frame.height < height else { return withoutSliver(frame, in: bounds) }
        // A list of choices hangs below its field also with few rows.
        let isOver = frame.height < (minimumColumns > 0 ? Self.preferredRows / 2 : Self.preferredRows)
        // A scrollbar takes one column.
        let bar = isOver && height <= bounds.height ? 0 : 1
        let size = Size(width: max(columns + 4 + bar, minimumColumns), height: height)
        return withoutSliver(
            isOver ? PopupFrame.over(size, at: anchor, in: bounds) : PopupFrame.frame(size, at: anchor, in: bounds), in: bounds)
    }

    /// A few columns left of a menu of commands look torn: it begins at the edge instead. A list of choices stands below its field.
    private func withoutSliver(_ frame: Rect, in bounds: Rect) -> Rect {
        guard minimumColumns == 0, frame.minX - bounds.minX < 5 else { return frame }
        return Rect(x: bounds.minX, y: frame.minY, width: frame.width, height: frame.height)
    }

    /// Handles the arrows and `j k`, Enter, space and Escape. Letters select the item that starts with them; any other key closes the menu.
    public mutating func handle(_ key: Key, in bounds: Rect) -> Outcome {
        if key == Key(.enter) || key == .character(" ") { return choose(list.selected) }
        let rows = rows(in: bounds)
        let height = frame(in: bounds).inset(columns: 1, rows: 1).height
        if case .character(let letter) = key.code, key.modifiers.isEmpty, goTo(letter, rows, height: height) { return .moved }
        typed = ""
        if let motion = ListMotion(key) {
            list.move(motion, count: rows, height: height)
            return .moved
        }
        if case .character = key.code, key.modifiers.isEmpty { return .moved }
        return .closed
    }

    /// Selects an item by its first letters; the same letter again goes to the next one. `j` and `k` move and start no prefix; `g` and `G`
    /// move where no item starts with them.
    private mutating func goTo(_ letter: Character, _ rows: GroupedRows, height: Int) -> Bool {
        let begun = typed.isEmpty ? [] : [typed + letter.lowercased()]
        for text in begun + ("jk".contains(letter) ? [] : [letter.lowercased()]) {
            let start = typed == text ? list.selected + 1 : 0
            let order = items.indices.map { ($0 + start) % items.count }
            guard let index = order.first(where: { items[$0].title.lowercased().hasPrefix(text) }) else { continue }
            typed = text
            list.select(index, count: rows, height: height)
            return true
        }
        return false
    }

    /// Handles the mouse: a click on an item chooses it, a click outside closes the menu.
    public mutating func handle(_ event: MouseEvent, in bounds: Rect) -> Outcome {
        let frame = frame(in: bounds)
        // Ignores the second press of a double-click that opened the menu under the pointer.
        if case .press(_, let count) = event.action, count > 1 { return .moved }
        switch list.handle(event, in: frame.inset(columns: 1, rows: 1), count: rows(in: bounds)) {
        case .selected(let index), .opened(let index): return choose(index)
        case .menu, .scrolled: return .moved
        case nil:
            guard case .press = event.action, !frame.contains(event.position) else { return .moved }
            return .closed
        }
    }

    /// Draws the menu over the existing cells.
    public func draw(in bounds: Rect, on canvas: inout Canvas) {
        let frame = frame(in: bounds)
        canvas.draw(on: .surfaceOverlay, in: frame) { canvas in
            let inside = canvas.box(frame, style: CellStyle(.modalBorder))
            list.draw(in: inside, on: &canvas, count: rows(in: bounds), isFocused: true, selection: .suggestionSelected) {
                draw(items[$0], isSelected: $0 == list.selected, in: $1.inset(columns: 1), on: $2, &$3)
            }
        }
    }

    private func draw(_ item: MenuItem, isSelected: Bool, in row: Rect, on backdrop: StyleRole?, _ canvas: inout Canvas) {
        let isEnabled = item.disabledReason == nil
        let detail = item.disabledReason ?? item.keys
        // If both texts do not fit, the selected item shows its whole reason and the others their titles.
        let room = isSelected ? max(Self.minTitle, row.width - TextWidth.columns(of: detail) - 2) : row.width
        let title = CellStyle(isEnabled ? .text : .textDisabled, on: backdrop)
        let used = canvas.write(TextWidth.fitted(item.title, columns: room), in: row, style: title)
        let free = row.splitLeft(used + 1).rest
        canvas.write(
            TextWidth.fitted(detail, columns: free.width), in: free, style: CellStyle(isEnabled ? .footerKey : .textMuted, on: backdrop),
            alignment: .trailing)
    }

    private func choose(_ index: Int) -> Outcome {
        items.indices.contains(index) && items[index].disabledReason == nil ? .chosen(index) : .moved
    }
}

/// An item of a menu.
public struct MenuItem: Hashable, Sendable {
    /// The title of the command.
    public var title: String
    /// The key for the command, as displayed.
    public var keys: String
    /// The reason why the command is disabled; nil if it is enabled.
    public var disabledReason: String?

    /// Creates an item.
    public init(_ title: String, keys: String = "", disabledReason: String? = nil) {
        self.title = title
        self.keys = keys
        self.disabledReason = disabledReason
    }
}

/// Places popups next to an anchor on the screen.
public enum PopupFrame {
    /// A frame of at most `size` below the cell at `anchor`, or above it if there is more room; moved left to fit in `bounds`. An anchor below
    /// them, since the screen has become smaller, counts as their last row.
    public static func frame(_ size: Size, at anchor: Point, in bounds: Rect) -> Rect {
        let anchor = Point(x: anchor.x, y: min(anchor.y, bounds.maxY - 1))
        let below = bounds.maxY - anchor.y - 1
        let above = anchor.y - bounds.minY
        let isBelow = size.height <= below || below >= above
        let height = min(size.height, max(0, isBelow ? below : above))
        let width = min(size.width, bounds.width)
        let x = max(bounds.minX, min(anchor.x, bounds.maxX - width))
        return Rect(x: x, y: isBelow ? anchor.y + 1 : anchor.y - height, width: width, height: height)
    }

    /// A frame of at most `size` that starts below the cell at `anchor`, moved up and left to fit in `bounds`; it may cover the anchor.
    static func over(_ size: Size, at anchor: Point, in bounds: Rect) -> Rect {
        let (width, height) = (min(size.width, bounds.width), min(size.height, bounds.height))
        let x = max(bounds.minX, min(anchor.x, bounds.maxX - width))
        let y = max(bounds.minY, min(anchor.y + 1, bounds.maxY - height))
        return Rect(x: x, y: y, width: width, height: height)
    }
}
