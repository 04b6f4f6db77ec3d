import Document
import Widgets

extension BodyViewerState {
    /// True if the view has lines that can wrap.
    var canWrap: Bool { view != nil && view?.form != .hex && table == nil && !(picture != nil && showsPicture) }

    /// The row of cells that the cursor is on.
    func cursor(in body: WrappedBody) -> WrapPlace {
        if let cursor = wrap.cursor, cursor.row == list.selected { return body.clamped(cursor) }
        let match = matchOffset.flatMap { body.place(ofMatch: $0, row: list.selected) }
        return body.clamped(match ?? WrapPlace(row: list.selected))
    }

    /// The first row of cells on the screen.
    func top(in body: WrappedBody) -> WrapPlace {
        body.top(near: wrap.top, showing: wrap.leftRow == list.selected ? nil : cursor(in: body))
    }

    /// Moves the cursor by rows of cells.
    mutating func move(_ motion: ListMotion, in body: WrappedBody) {
        let place =
            switch motion {
            case .top: WrapPlace()
            case .bottom: body.last
            default: body.walked(cursor(in: body), by: motion.distance(height: body.height))
            }
        put(place, in: body)
    }

    /// Puts the cursor on a row of cells of the screen.
    mutating func select(_ y: Int, in body: WrappedBody) {
        let places = body.places(from: top(in: body))
        if places.indices.contains(y) { put(places[y], in: body) }
    }

    private mutating func put(_ place: WrapPlace, in body: WrappedBody) {
        let before = top(in: body)
        list.select(place.row, count: rowCount, height: body.height)
        wrap.cursor = place
        wrap.leftRow = nil
        wrap.top = body.top(near: before, showing: place)
    }

    /// Moves the view and leaves the cursor where it is.
    mutating func scroll(by rows: Int, in body: WrappedBody) {
        scroll(to: body.walked(top(in: body), by: rows), in: body)
    }

    mutating func scroll(to place: WrapPlace, in body: WrappedBody) {
        wrap.cursor = cursor(in: body)
        wrap.top = body.top(near: place, showing: nil)
        wrap.leftRow = list.selected
    }

    /// Begins to wrap, with the row at the top that is there.
    mutating func beginWrapping(height: Int) {
        wrap = BodyWrap(top: WrapPlace(row: list.visibleRows(count: rowCount, height: height).lowerBound))
        column = 0
    }

    /// Ends it in the same way.
    mutating func endWrapping(_ body: WrappedBody) {
        list = ListState(selected: list.selected, scroll: top(in: body).row)
    }
}
