public import Screen

/// The selected and visible rows of a list.
///
/// The state does not own the rows; each call gets their number and the height of the view.
public struct ListState: Equatable, Sendable {
    /// The index of the selected row; 0 in an empty list.
    public private(set) var selected: Int
    private var scroll: Int
    /// True if the view follows the selection; false once wheel or scrollbar have scrolled it out of view.
    private var followsSelection = true
    private var scrollbarGrip: Int?

    /// Creates a list with a selected row.
    ///
    /// - Parameter scroll: The first visible row, adjusted so that the selected row is visible.
    public init(selected: Int = 0, scroll: Int = 0) {
        self.selected = max(0, selected)
        self.scroll = max(0, scroll)
    }

    /// Selects `row`, clamped to the list, and scrolls it into view.
    public mutating func select(_ row: Int, count: some ListRows, height: Int) {
        selected = min(max(0, row), max(0, count.rowCount - 1))
        reveal(count: count, height: height)
    }

    /// Moves the selection and scrolls it into view.
    public mutating func move(_ motion: ListMotion, count: some ListRows, height: Int) {
        select(selected + motion.distance(height: height), count: count, height: height)
    }

    /// Scrolls the selection into view with the least movement. Call it after rows were added or removed.
    public mutating func reveal(count: some ListRows, height: Int) {
        selected = min(selected, max(0, count.rowCount - 1))
        followsSelection = true
        scroll = firstVisible(count: count, height: height)
    }

    /// Scrolls the view by some lines without changing the selection.
    public mutating func scroll(by rows: Int, count: some ListRows, height: Int) {
        scroll(to: firstVisible(count: count, height: height) + rows, count: count, height: height)
    }

    /// Scrolls the view to a first line, clamped to the list, without changing the selection.
    public mutating func scroll(to first: Int, count: some ListRows, height: Int) {
        scroll = min(max(0, first), max(0, count.lineCount - height))
        followsSelection = (scroll..<scroll + max(0, height)).contains(count.line(ofRow: selected))
    }

    /// True if wheel or scrollbar have scrolled the selection out of view.
    public var isScrolledAway: Bool { !followsSelection }

    /// The first visible line if wheel or scrollbar have scrolled the selection out of view. Changed rows keep it in place by
    /// ``scroll(to:count:height:)``.
    public func rowToKeep(count: some ListRows, height: Int) -> Int? {
        isScrolledAway && count.rowCount > 0 ? firstVisible(count: count, height: height) : nil
    }

    /// Handles the keys of ``ListMotion/init(_:)`` and Enter.
    public mutating func handle(_ key: Key, count: some ListRows, height: Int) -> ListOutcome? {
        guard count.rowCount > 0 else { return nil }
        if key == Key(.enter) { return .opened(min(selected, count.rowCount - 1)) }
        guard let motion = ListMotion(key) else { return nil }
        move(motion, count: count, height: height)
        return .selected(selected)
    }

    /// Handles the mouse for a list drawn in `rect`; a drag of the scrollbar may leave it.
    public mutating func handle(_ event: MouseEvent, in rect: Rect, count: some ListRows) -> ListOutcome? {
        if let outcome = handleScrollbar(event, in: rect, count: count) { return outcome }
        guard rect.contains(event.position) else { return nil }
        switch event.action {
        case .wheelUp: return wheel(-Self.wheelRows, count: count, height: rect.height)
        case .wheelDown: return wheel(Self.wheelRows, count: count, height: rect.height)
        case .press(let button, let clicks):
            guard let row = row(at: event.position, in: rect, count: count) else { return nil }
            scroll = firstVisible(count: count, height: rect.height)
            selected = row
            followsSelection = true
            switch button {
            case .left: return clicks == 2 ? .opened(row) : .selected(row)
            case .right: return .menu(row, at: event.position)
            case .middle: return .selected(row)
            }
        default: return nil
        }
    }

    /// The index of the row at `point`; nil if there is none.
    public func row(at point: Point, in rect: Rect, count: some ListRows) -> Int? {
        guard rowsRect(in: rect, count: count).contains(point) else { return nil }
        let line = firstVisible(count: count, height: rect.height) + point.y - rect.minY
        return line < count.lineCount ? count.row(onLine: line) : nil
    }

    /// The indices of the visible rows.
    public func visibleRows(count: some ListRows, height: Int) -> Range<Int> {
        let first = firstVisible(count: count, height: height)
        let lines = first..<max(first, min(count.lineCount, first + max(0, height)))
        let rows = lines.lazy.compactMap { count.row(onLine: $0) }
        guard let top = rows.first, let bottom = lines.reversed().lazy.compactMap({ count.row(onLine: $0) }).first else { return 0..<0 }
        return top..<bottom + 1
    }

    /// The cells of `row` if the list is drawn in `rect`; nil if it is not visible.
    public func rect(ofRow row: Int, in rect: Rect, count: some ListRows) -> Rect? {
        guard visibleRows(count: count, height: rect.height).contains(row) else { return nil }
        return rowsRect(in: rect, count: count).row(count.line(ofRow: row) - firstVisible(count: count, height: rect.height))
    }

    static let wheelRows = 3

    /// The first visible line.
    func firstVisible(count: some ListRows, height: Int) -> Int {
        let line = count.line(ofRow: min(selected, max(0, count.rowCount - 1)))
        let wanted = followsSelection ? min(max(scroll, line - height + 1), line) : scroll
        return min(wanted, max(0, count.lineCount - height))
    }

    func rowsRect(in rect: Rect, count: some ListRows) -> Rect {
        count.lineCount > rect.height ? rect.splitRight(1).rest : rect
    }

    private mutating func wheel(_ rows: Int, count: some ListRows, height: Int) -> ListOutcome {
        scroll(by: rows, count: count, height: height)
        return .scrolled
    }

    private mutating func handleScrollbar(_ event: MouseEvent, in rect: Rect, count: some ListRows) -> ListOutcome? {
        guard count.lineCount > rect.height else { return nil }
        let bar = Scrollbar(count: count.lineCount, height: rect.height, first: firstVisible(count: count, height: rect.height))
        let track = rect.splitRight(1).right
        switch event.action {
        case .press(.left, _) where track.contains(event.position):
            scrollbarGrip = bar.grip(at: event.position.y - track.minY)
        case .drag(.left) where scrollbarGrip != nil: break
        case .release(.left) where scrollbarGrip != nil:
            scrollbarGrip = nil
            return .scrolled
        default: return nil
        }
        scroll(to: bar.first(at: event.position.y - track.minY, grip: scrollbarGrip ?? 0), count: count, height: rect.height)
        return .scrolled
    }

    // MARK: Drawing

    /// Draws the visible rows, the selection's background, and a scrollbar if rows are hidden.
    ///
    /// - Parameters:
    ///   - rect: The cells of the list.
    ///   - canvas: The canvas to draw on.
    ///   - count: The number of rows.
    ///   - isFocused: True if the list receives keys.
    ///   - showsSelection: False to mark no row.
    ///   - selection: The background of the selected row while the list has the focus. With `suggestionSelected`, the row has a sign in its
    ///     first cell, which `row` leaves free.
    ///   - row: Draws one row in the given cells, on the given background.
    public func draw(
        in rect: Rect, on canvas: inout Canvas, count: some ListRows, isFocused: Bool, showsSelection: Bool = true,
        selection: StyleRole = .cursorRowFocused,
        row: (_ index: Int, _ rect: Rect, _ backdrop: StyleRole?, _ canvas: inout Canvas) -> Void
    ) {
        let rows = rowsRect(in: rect, count: count)
        let first = firstVisible(count: count, height: rect.height)
        for index in visibleRows(count: count, height: rect.height) {
            let cells = rows.row(count.line(ofRow: index) - first)
            let background = index == selected && showsSelection ? (isFocused ? selection : .cursorRow) : nil
            if let background { canvas.fill(cells, style: CellStyle(background)) }
            canvas.clipped(to: cells) { row(index, cells, background, &$0) }
            if background == .suggestionSelected { canvas.write("▸", at: cells.origin, style: CellStyle(.tabIndicator, on: background)) }
        }
        guard count.lineCount > rect.height else { return }
        Scrollbar(count: count.lineCount, height: rect.height, first: first).draw(in: rect.splitRight(1).right, on: &canvas)
    }
}

/// The rows of a list and the lines that they are drawn on: as many as rows, or more with blank lines between groups (``GroupedRows``).
public protocol ListRows: Sendable {
    /// The number of rows.
    var rowCount: Int { get }
    /// The number of lines.
    var lineCount: Int { get }
    /// The line of a row.
    func line(ofRow row: Int) -> Int
    /// The row on a line; nil for a blank line.
    func row(onLine line: Int) -> Int?
}

extension Int: ListRows {
    /// The number itself.
    public var rowCount: Int { self }
    /// The number itself.
    public var lineCount: Int { self }
    /// The row itself.
    public func line(ofRow row: Int) -> Int { row }
    /// The line itself.
    public func row(onLine line: Int) -> Int? { line }
}

/// Rows with a blank line before each group but the first.
public struct GroupedRows: ListRows, Equatable {
    /// The number of rows.
    public let rowCount: Int
    /// The first rows of the groups after the first, rising.
    private let starts: [Int]

    /// Creates rows; groups that begin after the last row do not count.
    public init(_ rowCount: Int, starts: [Int]) {
        self.rowCount = rowCount
        self.starts = starts.filter { $0 < rowCount }
    }

    /// The number of rows and blank lines.
    public var lineCount: Int { rowCount + starts.count }

    /// The line of a row, after the blank lines before it.
    public func line(ofRow row: Int) -> Int { row + starts.count { $0 <= row } }

    /// The row on a line; nil for a blank line.
    public func row(onLine line: Int) -> Int? {
        let gaps = starts.enumerated().prefix { $1 + $0 <= line }
        return gaps.last.map { $1 + $0 } == line ? nil : line - gaps.count
    }
}

/// A movement of the selection.
public enum ListMotion: Hashable, Sendable {
    case up, down, pageUp, pageDown, halfPageUp, halfPageDown, top, bottom

    /// The motion of a key in a list in which letters are commands: arrows, `j k g G`, `^D ^U`, PgUp PgDn, Home End.
    public init?(_ key: Key) {
        guard let motion = Self.letters[key] ?? Self.keys[key] else { return nil }
        self = motion
    }

    /// The motion of a key in a list below a text field: arrows, PgUp PgDn.
    public init?(besideText key: Key) {
        guard let motion = Self.keys[key], motion != .top, motion != .bottom else { return nil }
        self = motion
    }

    private static let keys: [Key: ListMotion] = [
        Key(.up): .up, Key(.down): .down, Key(.pageUp): .pageUp, Key(.pageDown): .pageDown, Key(.home): .top, Key(.end): .bottom,
    ]

    private static let letters: [Key: ListMotion] = [
        .character("k"): .up, .character("j"): .down, .character("g"): .top, .character("G"): .bottom,
        .control("u"): .halfPageUp, .control("d"): .halfPageDown,
    ]

    /// The distance in rows for a view of `height` rows. Jumps to the ends exceed the length of every list.
    public func distance(height: Int) -> Int {
        switch self {
        case .up: -1
        case .down: 1
        case .pageUp: -max(1, height - 1)
        case .pageDown: max(1, height - 1)
        case .halfPageUp: -max(1, height / 2)
        case .halfPageDown: max(1, height / 2)
        case .top: -Int(Int32.max)
        case .bottom: Int(Int32.max)
        }
    }
}

/// The result of a key or mouse event in a list; values are row indices.
public enum ListOutcome: Hashable, Sendable {
    /// The view scrolled; the selection is unchanged.
    case scrolled
    /// A row was selected.
    case selected(Int)
    /// The row was opened with Enter or a double-click.
    case opened(Int)
    /// The row was selected with the right button: open its menu at this point.
    case menu(Int, at: Point)
}

/// A vertical scrollbar.
public struct Scrollbar: Equatable, Sendable {
    private let count: Int
    private let height: Int
    private let first: Int

    /// Creates a scrollbar of `height` cells for `count` rows, of which `first` is the first visible one.
    public init(count: Int, height: Int, first: Int) {
        self.count = max(0, count)
        self.height = max(0, height)
        self.first = min(max(0, first), max(0, count - height))
    }

    private var position: ScrollPosition { ScrollPosition(offset: first, visible: height, total: count) }

    /// The rows of the thumb; empty if all rows are visible.
    public var thumb: Range<Int> { position.thumb(trackLength: height) ?? 0..<0 }

    /// Draws track and thumb in the first column of `rect`; draws nothing if all rows are visible.
    public func draw(in rect: Rect, on canvas: inout Canvas) {
        guard !thumb.isEmpty else { return }
        let track = Rect(x: rect.minX, y: rect.minY, width: min(1, rect.width), height: min(height, rect.height))
        canvas.scrollbar(in: track, position)
    }

    /// The offset in the thumb at which a press on row `y` holds it: the middle for a press outside the thumb.
    public func grip(at y: Int) -> Int { thumb.contains(y) ? y - thumb.lowerBound : thumb.count / 2 }

    /// The first visible row if the thumb is held at offset `grip` and the pointer is on row `y`; the current one if the thumb has not moved.
    public func first(at y: Int, grip: Int) -> Int {
        let room = height - thumb.count
        guard room > 0 else { return 0 }
        let place = min(max(0, y - grip), room)
        // Each place of the thumb stands for many rows; the ends stand for the first and the last ones.
        if place == thumb.lowerBound, 0 < place, place < room { return first }
        return (place * (count - height) + room / 2) / room
    }
}
