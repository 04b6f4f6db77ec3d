import Document
import Screen
import Widgets

/// Wraps the rows of a body into screen rows. It reads only rows near the requested ones, and each row of a view is short, so the cost
/// depends neither on the size of the body nor on the length of a line.
///
/// A long line consists of many rows of the view and is drawn without gaps: the next row begins in the space after the row before. This is
/// computed separately for each stretch of ``stretch`` rows.
struct WrappedBody {
    /// A row of the view, split into screen rows.
    struct Row {
        /// Nil if the view has no such row.
        let line: BodyLine?
        /// The empty columns on the left; never more than half of the width.
        let indent: Int
        /// The screen rows, in UTF-8 offsets of the text. Text before the first one is drawn after the row before.
        let parts: [Range<Int>]
    }

    /// A cache of the rows that were read, since they are requested repeatedly.
    final class Cache {
        var rows: [Int: Row] = [:]
    }

    /// The number of rows of the view that are read at once.
    static let stretch = 64

    let view: DocumentView
    private let pattern: SearchPattern?
    /// The columns of the line numbers.
    let gutter: Int
    /// The columns of text.
    let width: Int
    /// The number of screen rows, at least one.
    let height: Int
    let cache = Cache()

    /// Nil if there is nothing to wrap, or no room; the last column is the scrollbar's.
    init?(_ view: DocumentView, marking pattern: SearchPattern?, in size: Size) {
        guard view.form != .hex, view.rowCount > 0, size.height > 0 else { return nil }
        self.view = view
        self.pattern = pattern
        gutter = BodyViewer.gutter(of: view)
        width = size.width - gutter - 1
        height = size.height
        guard width > 1 else { return nil }
    }

    func row(_ index: Int) -> Row {
        if cache.rows[index] == nil { read(index / Self.stretch * Self.stretch) }
        return cache.rows[index] ?? Row(line: nil, indent: 0, parts: [0..<0])
    }

    private func read(_ first: Int) {
        for line in view.rows(first..<first + Self.stretch, marking: pattern) {
            let indent = min(line.indent, width / 2)
            let text = BodyLine(line)
            let start = line.isContinuation && line.row > first ? taken(of: text, after: line.row - 1) : 0
            let parts = WrappedText.parts(text.text, from: start, columns: width - indent)
            cache.rows[line.row] = Row(line: text, indent: indent, parts: parts)
        }
    }

    /// The part of a row that is drawn after the row before: never all of it, so that each row has a screen row of its own.
    private func taken(of line: BodyLine, after index: Int) -> Int {
        guard let row = cache.rows[index], let before = row.line, case .none = before.line.fold, let last = row.parts.last else { return 0 }
        let room = width - row.indent - before.columns(last)
        let head = TextWidth.prefix(of: line.text, columns: max(0, room)).utf8.count
        return head < line.text.utf8.count ? head : 0
    }

    /// The rest of a line after a place: the beginning of the next screen row.
    func tail(of place: WrapPlace) -> (line: BodyLine, range: Range<Int>)? {
        guard place.part == row(place.row).parts.count - 1, place.row + 1 < view.rowCount else { return nil }
        let next = row(place.row + 1)
        guard let line = next.line, let start = next.parts.first?.lowerBound, start > 0 else { return nil }
        return (line, 0..<start)
    }

    /// True if a place continues the line of the screen row above.
    func continues(at place: WrapPlace) -> Bool { place.part > 0 || row(place.row).line?.line.isContinuation == true }

    /// The columns up to the end of the text of a place.
    func columns(of place: WrapPlace) -> Int {
        let row = row(place.row)
        return row.indent + (row.line?.columns(row.parts[place.part]) ?? 0) + (tail(of: place).map { $0.line.columns($0.range) } ?? 0)
    }

    // MARK: Places

    /// The last screen row.
    var last: WrapPlace { lastPlace(ofRow: view.rowCount - 1) }

    /// The nearest existing place.
    func clamped(_ place: WrapPlace) -> WrapPlace {
        let row = min(max(0, place.row), view.rowCount - 1)
        return WrapPlace(row: row, part: min(max(0, place.part), self.row(row).parts.count - 1))
    }

    /// The place `count` screen rows further down, or up if negative; limited to the first and the last.
    func walked(_ place: WrapPlace, by count: Int) -> WrapPlace {
        var place = clamped(place)
        var rest = count
        while rest > 0 {
            let below = row(place.row).parts.count - 1 - place.part
            if rest <= below { return WrapPlace(row: place.row, part: place.part + rest) }
            guard place.row + 1 < view.rowCount else { return lastPlace(ofRow: place.row) }
            rest -= below + 1
            place = WrapPlace(row: place.row + 1, part: 0)
        }
        while rest < 0 {
            if -rest <= place.part { return WrapPlace(row: place.row, part: place.part + rest) }
            guard place.row > 0 else { return WrapPlace() }
            rest += place.part + 1
            place = lastPlace(ofRow: place.row - 1)
        }
        return place
    }

    private func lastPlace(ofRow row: Int) -> WrapPlace { WrapPlace(row: row, part: self.row(row).parts.count - 1) }

    /// The first visible place nearest to `top` at which the cursor is visible and no needless room is left below the end.
    func top(near top: WrapPlace, showing cursor: WrapPlace?) -> WrapPlace {
        var top = clamped(top)
        if let cursor { top = min(max(top, walked(cursor, by: 1 - height)), cursor) }
        return view.rowCount - top.row <= height ? min(top, walked(last, by: 1 - height)) : top
    }

    /// The visible places, from the top.
    func places(from top: WrapPlace) -> [WrapPlace] {
        var places = [top]
        while places.count < height {
            let next = walked(places[places.count - 1], by: 1)
            guard next != places[places.count - 1] else { break }
            places.append(next)
        }
        return places
    }

    /// The place at which a match in a row begins; nil if it begins in another row.
    func place(ofMatch offset: Int, row index: Int) -> WrapPlace? {
        let row = row(index)
        guard let match = row.line?.line.matches.first(where: { $0.source.lowerBound == offset }) else { return nil }
        guard let part = row.parts.lastIndex(where: { $0.lowerBound <= match.range.lowerBound }) else { return lastPlace(ofRow: index - 1) }
        return WrapPlace(row: index, part: part)
    }

    // MARK: Scrollbar

    private static let unit = 1000

    /// The visible part in thousandths of rows; heights are known only for rows that were read.
    func scroll(from top: WrapPlace) -> ScrollPosition {
        let end = walked(top, by: height - 1)
        let offset = units(top.row, top.part)
        return ScrollPosition(offset: offset, visible: max(1, units(end.row, end.part + 1) - offset), total: view.rowCount * Self.unit)
    }

    /// The place at a share of the whole, from zero to one.
    func place(atShare share: Double) -> WrapPlace {
        let offset = Int(Double(view.rowCount * Self.unit) * min(max(0, share), 1))
        let row = min(offset / Self.unit, view.rowCount - 1)
        return clamped(WrapPlace(row: row, part: (offset - row * Self.unit) * self.row(row).parts.count / Self.unit))
    }

    private func units(_ row: Int, _ part: Int) -> Int { row * Self.unit + part * Self.unit / self.row(row).parts.count }
}

/// Splits text into pieces of at most a given width.
enum WrappedText {
    /// The pieces as UTF-8 offsets: at least one, without gaps. Glyphs are never split; one that is wider than `columns` is a piece of its
    /// own.
    /// - Parameter first: the start of the first piece.
    static func parts(_ text: String, from first: Int = 0, columns: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = text.utf8.index(text.startIndex, offsetBy: first)
        var offset = first
        repeat {
            var end = TextWidth.index(in: text[start...], atColumn: max(1, columns))
            if end == start, start < text.endIndex { end = text.index(after: start) }
            let next = offset + text.utf8.distance(from: start, to: end)
            parts.append(offset..<next)
            (start, offset) = (end, next)
        } while start < text.endIndex
        return parts
    }
}

/// A screen row of a body with wrapped lines.
struct WrapPlace: Hashable, Comparable, Sendable {
    /// The row of the view, from zero.
    var row = 0
    /// The index among the screen rows of a line, from zero.
    var part = 0

    static func < (left: WrapPlace, right: WrapPlace) -> Bool { (left.row, left.part) < (right.row, right.part) }
}

/// The cursor and the view of a wrapped body.
struct BodyWrap: Equatable, Sendable {
    /// The first visible screen row, if the cursor is visible then.
    var top = WrapPlace()
    /// The cursor after a move by screen rows; nil after a move to a row or a match.
    var cursor: WrapPlace?
    /// The cursor's row if the view was scrolled away from it; nil while the view follows the cursor.
    var leftRow: Int?
    /// True while the scrollbar is dragged.
    var holdsScrollbar = false

    /// Makes the view follow the cursor, which has moved to a row.
    mutating func scrollToCursor() {
        cursor = nil
        leftRow = nil
    }
}

/// Wraps the long lines of a body and moves through them by screen rows.
enum BodyWrapping {
    private static let wheelRows = 3

    /// The wrapped body; nil while lines are not wrapped.
    static func body(_ state: ResponseState, _ context: ResponseContext) -> WrappedBody? {
        let viewer = state.shown
        guard wrapsLines(state, context), viewer.canWrap, let view = viewer.view else { return nil }
        return WrappedBody(
            view, marking: state.bodySearch?.results?.pattern, in: ResponseReducer.contentArea(state, context).size)
    }

    /// The visible screen rows that continue the line of the row above; empty if the cells are not those of the response.
    static func continuations(_ state: ResponseState, _ context: ResponseContext, within bounds: Rect) -> [Int: ScreenSelection
        .Continuation]
    {
        let rect = ResponseReducer.contentArea(state, context)
        guard context.hasNoWindows else { return [:] }
        guard state.tab == .body else { return bounds.contains(rect.origin) ? ResponseRows.continuations(state, context) : [:] }
        guard let body = body(state, context), bounds.contains(Point(x: rect.minX + body.gutter, y: rect.minY)) else { return [:] }
        let places = body.places(from: state.shown.top(in: body))
        var continuations: [Int: ScreenSelection.Continuation] = [:]
        for (y, (above, place)) in zip(places, places.dropFirst()).enumerated() where body.continues(at: place) {
            let left = rect.minX + body.gutter
            continuations[rect.minY + y + 1] = ScreenSelection.Continuation(
                start: left + body.row(place.row).indent, endAbove: left + body.columns(of: above))
        }
        return continuations
    }

    /// The reason why lines cannot be wrapped; nil if they can.
    static func reason(_ state: ResponseState, _ context: ResponseContext) -> String? {
        guard state.shown.body != nil else { return "there is no body" }
        let key = context.keys.shown("response.nextView") ?? "t"
        return state.shown.canWrap ? nil : "only text can wrap: \(key) shows the body pretty or raw"
    }

    static func toggle(_ state: inout ResponseState, _ context: ResponseContext) -> ResponseOutcome {
        state.tab = .body
        let height = ResponseReducer.contentArea(state, context).height
        if let body = body(state, context) {
            state.shown.endWrapping(body)
        } else {
            state.shown.beginWrapping(height: height)
        }
        let wraps = wrapsLines(state, context)
        return [.output(.wrap(!wraps))] + .notify(.done, wraps ? "Long lines no longer wrap" : "Long lines wrap")
    }

    /// True if long lines wrap: as the user chose, or else in a raw text of so few lines that most of it would be cut.
    private static func wrapsLines(_ state: ResponseState, _ context: ResponseContext) -> Bool {
        if let chosen = context.wrapsLines { return chosen }
        // Before its end, the lines of a body are still being counted.
        guard state.exchange != nil, let view = state.shown.view else { return false }
        return !view.usesFolds && view.lineCount <= mostLinesWrapped
    }

    private static let mostLinesWrapped = 3

    static func move(_ state: inout ResponseState, _ context: ResponseContext, _ motion: ListMotion, in body: WrappedBody) {
        state.shown.move(motion, in: body)
    }

    static func mouse(_ state: inout ResponseState, _ context: ResponseContext, _ event: MouseEvent, in rect: Rect, _ body: WrappedBody) {
        if holdsScrollbar(&state, event, in: rect, body) { return }
        guard rect.contains(event.position) else { return }
        switch event.action {
        case .wheelUp: state.shown.scroll(by: -wheelRows, in: body)
        case .wheelDown: state.shown.scroll(by: wheelRows, in: body)
        case .press:
            let places = body.places(from: state.shown.top(in: body))
            let y = event.position.y - rect.minY
            guard places.indices.contains(y) else { return }
            state.shown.select(y, in: body)
            BodyFolding.click(&state, context, event, on: places[y].part == 0 ? rect.row(y) : .empty)
        case .drag, .release, .wheelLeft, .wheelRight: break
        }
    }

    /// True if the event belongs to the scrollbar.
    private static func holdsScrollbar(_ state: inout ResponseState, _ event: MouseEvent, in rect: Rect, _ body: WrappedBody) -> Bool {
        switch event.action {
        case .press(.left, _):
            guard rect.splitRight(1).right.contains(event.position) else { return false }
            state.shown.wrap.holdsScrollbar = true
        case .drag(.left) where state.shown.wrap.holdsScrollbar: break
        case .release where state.shown.wrap.holdsScrollbar:
            state.shown.wrap.holdsScrollbar = false
            return true
        default: return false
        }
        let share = Double(event.position.y - rect.minY) / Double(max(1, rect.height - 1))
        state.shown.scroll(to: body.place(atShare: share), in: body)
        return true
    }
}
