public import Screen

/// Which of many rows is selected, and which are seen.
///
/// The rows are not the list's: their number, and the height in which they are seen, come with each call.
public struct ListState: Equatable, Sendable {
    /// The selected row, from 0; 0 in an empty list.
    public private(set) var selected: Int
    private var scroll: Int
    /// Whether the view goes where the selection goes; not after the wheel was turned.
    private var followsSelection = true
    private var scrollbarGrip: Int?

    /// A list with a row selected.
    ///
    /// - Parameter scroll: the row at the top, as far as the selected one is seen then.
    public init(selected: Int = 0, scroll: Int = 0) {
        self.selected = max(0, selected)
        self.scroll = max(0, scroll)
    }

    /// Selects `row`, or the nearest that there is, and brings it into view.
    public mutating func select(_ row: Int, count: Int, height: Int) {
        selected = min(max(0, row), max(0, count - 1))
        reveal(count: count, height: height)
    }

    /// Moves the selection and brings it into view.
    public mutating func move(_ motion: ListMotion, count: Int, height: Int) {
        select(selected + motion.distance(height: height), count: count, height: height)
    }

    /// Brings the selection into view with as little movement as possible; call it after rows came or went.
    public mutating func reveal(count: Int, height: Int) {
        selected = min(selected, max(0, count - 1))
        followsSelection = true
        scroll = firstVisible(count: count, height: height)
    }

    /// Moves the view by `rows` and leaves the selection where it is.
    public mutating func scroll(by rows: Int, count: Int, height: Int) {
        scroll = min(max(0, firstVisible(count: count, height: height) + rows), max(0, count - height))
        followsSelection = false
    }

    /// Handles the keys of ``ListMotion/init(_:)`` and Enter.
    public mutating func handle(_ key: Key, count: Int, height: Int) -> ListOutcome? {
        guard count > 0 else { return nil }
        if key == Key(.enter) { return .opened(min(selected, count - 1)) }
        guard let motion = ListMotion(key) else { return nil }
        move(motion, count: count, height: height)
        return .selected(selected)
    }

    /// Handles the mouse over the list that is drawn in `rect`; a drag of the scrollbar may leave it.
    public mutating func handle(_ event: MouseEvent, in rect: Rect, count: Int) -> ListOutcome? {
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

    /// The row under `point`, nil where there is none.
    public func row(at point: Point, in rect: Rect, count: Int) -> Int? {
        guard rowsRect(in: rect, count: count).contains(point) else { return nil }
        let row = firstVisible(count: count, height: rect.height) + point.y - rect.minY
        return row < count ? row : nil
    }

    /// The rows that are seen.
    public func visibleRows(count: Int, height: Int) -> Range<Int> {
        let first = firstVisible(count: count, height: height)
        return first..<min(count, first + max(0, height))
    }

    /// The cells of `row` when the list is drawn in `rect`; nil when it is not seen.
    public func rect(ofRow row: Int, in rect: Rect, count: Int) -> Rect? {
        let visible = visibleRows(count: count, height: rect.height)
        return visible.contains(row) ? rowsRect(in: rect, count: count).row(row - visible.lowerBound) : nil
    }

    static let wheelRows = 3

    /// The row at the top: near the selection while the view follows it.
    func firstVisible(count: Int, height: Int) -> Int {
        let row = min(selected, max(0, count - 1))
        let wanted = followsSelection ? min(max(scroll, row - height + 1), row) : scroll
        return min(wanted, max(0, count - height))
    }

    func rowsRect(in rect: Rect, count: Int) -> Rect {
        count > rect.height ? rect.splitRight(1).rest : rect
    }

    private mutating func wheel(_ rows: Int, count: Int, height: Int) -> ListOutcome {
        scroll(by: rows, count: count, height: height)
        return .scrolled
    }

    private mutating func handleScrollbar(_ event: MouseEvent, in rect: Rect, count: Int) -> ListOutcome? {
        guard count > rect.height else { return nil }
        let bar = Scrollbar(count: count, height: rect.height, first: firstVisible(count: count, height: rect.height))
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
        followsSelection = false
        scroll = bar.first(at: event.position.y - track.minY, grip: scrollbarGrip ?? 0)
        return .scrolled
    }
}
