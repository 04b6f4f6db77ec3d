public import Screen

/// A list of rows that stand below each other, given as the flat rows that are seen.
///
/// What is expanded is the owner's: the tree asks for it, and the owner gives other rows the next time.
public struct TreeListState: Equatable, Sendable {
    /// Which row is selected, and which are seen.
    public var list: ListState

    /// A tree with a row selected.
    public init(selected: Int = 0) {
        list = ListState(selected: selected)
    }

    /// Handles the keys of a list, and `h l` and the arrows, space and Enter on rows with others below.
    ///
    /// - Parameter row: what the tree has to know of the row of an index.
    public mutating func handle(_ key: Key, count: Int, height: Int, row: (Int) -> TreeRow) -> TreeOutcome? {
        guard count > 0 else { return nil }
        list.reveal(count: count, height: height)
        switch key {
        case .character("h"), Key(.left): return collapseOrLeave(count: count, height: height, row: row)
        case .character("l"), Key(.right): return expandOrEnter(count: count, height: height, row: row)
        case .character(" "): return toggle(row: row)
        case Key(.enter): return toggle(row: row) ?? .list(.opened(list.selected))
        default: return list.handle(key, count: count, height: height).map(TreeOutcome.list)
        }
    }

    /// Handles the mouse over the tree that is drawn in `rect`: a click on the sign before a row shows and hides what is below it.
    public mutating func handle(_ event: MouseEvent, in rect: Rect, count: Int, row: (Int) -> TreeRow) -> TreeOutcome? {
        guard let outcome = list.handle(event, in: rect, count: count) else { return nil }
        switch outcome {
        case .selected(let index) where Self.sign(of: row(index)).contains(event.position.x - rect.minX):
            return toggle(row: row) ?? .list(outcome)
        case .opened: return toggle(row: row) ?? .list(outcome)
        default: return .list(outcome)
        }
    }

    /// Hides the rows below the selected one, or else goes to the row that it stands below.
    public mutating func collapseOrLeave(count: Int, height: Int, row: (Int) -> TreeRow) -> TreeOutcome {
        let index = list.selected
        let current = row(index)
        guard current.disclosure != .expanded else { return .collapse(index) }
        let parent = (0..<index).last { row($0).depth < current.depth }
        list.select(parent ?? index, count: count, height: height)
        return .list(.selected(list.selected))
    }

    /// Shows the rows below the selected one, or else goes to the first of them.
    public mutating func expandOrEnter(count: Int, height: Int, row: (Int) -> TreeRow) -> TreeOutcome {
        let index = list.selected
        let current = row(index)
        guard current.disclosure != .collapsed else { return .expand(index) }
        let hasChild = index + 1 < count && row(index + 1).depth > current.depth
        list.select(hasChild ? index + 1 : index, count: count, height: height)
        return .list(.selected(list.selected))
    }

    /// Shows or hides the rows below the selected one; nil when it can have none.
    public func toggle(row: (Int) -> TreeRow) -> TreeOutcome? {
        switch row(list.selected).disclosure {
        case .collapsed: .expand(list.selected)
        case .expanded: .collapse(list.selected)
        case nil: nil
        }
    }

    /// Draws the rows that are seen as ``ListState`` does, each behind its sign.
    ///
    /// - Parameters:
    ///   - rect: the cells of the tree.
    ///   - canvas: what is drawn on.
    ///   - count: how many rows there are.
    ///   - isFocused: whether keys go to the tree.
    ///   - backdrop: what is behind the rows, nil for the screen itself.
    ///   - row: what the tree has to know of the row of an index.
    ///   - label: draws what stands behind the sign; `backdrop` is to be behind all that it writes.
    public func draw(
        in rect: Rect, on canvas: inout Canvas, count: Int, isFocused: Bool, backdrop: StyleRole? = nil, row: (Int) -> TreeRow,
        label: (_ index: Int, _ rect: Rect, _ backdrop: StyleRole?, _ canvas: inout Canvas) -> Void
    ) {
        list.draw(in: rect, on: &canvas, count: count, isFocused: isFocused, backdrop: backdrop) { index, cells, backdrop, canvas in
            let shape = row(index)
            let sign = Self.sign(of: shape)
            if let disclosure = shape.disclosure {
                let point = Point(x: cells.minX + sign.lowerBound, y: cells.minY)
                canvas.write(disclosure == .expanded ? "▾" : "▸", at: point, style: CellStyle(.codeFold, on: backdrop))
            }
            label(index, cells.splitLeft(sign.upperBound).rest, backdrop, &canvas)
        }
    }

    /// The columns of the sign before a row, and of the space behind it.
    private static func sign(of row: TreeRow) -> Range<Int> { row.depth * 2..<row.depth * 2 + 2 }
}
