import Document
import Query
import Widgets

/// The cursor and the view of a body.
struct BodyViewerState: Sendable, Equatable {
    /// The shown body; nil before anything has arrived.
    private(set) var body: BodyHandle?
    /// The document in its current form, with its folds; nil before anything has arrived.
    private(set) var view: DocumentView?
    /// The cursor's row and the first visible row.
    var list = ListState()
    /// The byte that was under the cursor when the view changed, with its row in the new view; it is still there if the cursor is.
    private var heldPlace: (offset: Int, row: Int)?
    /// The first visible column.
    var column = 0
    /// The cursor and the view while long lines wrap.
    var wrap = BodyWrap()
    /// The offset of the current match.
    private(set) var matchOffset: Int?
    /// The table view of the body; nil in other views.
    var table: BodyTable?
    /// The body as a picture, once decoded.
    var picture: BodyPicture?
    /// True if the picture is shown instead of its bytes.
    var showsPicture = false
    /// True while the picture is being decoded.
    var isDecoding = false
    /// The number of changes of the form and the folds, which stands for them when states are compared.
    private var changes = 0

    /// The number of rows so far.
    var rowCount: Int { view?.rowCount ?? 0 }

    /// The offset of the row under the cursor, in bytes.
    var cursorOffset: Int { view?.rows(list.selected..<list.selected + 1).first?.offset ?? 0 }

    /// The byte at the cursor: the one that was there before the view changed, or else that of the row.
    var place: Int { heldPlace.flatMap { $0.row == list.selected ? $0.offset : nil } ?? cursorOffset }

    /// The view with the row under the cursor; for a table, the row of the pretty form in which the value of the cell begins.
    var underCursor: (view: DocumentView, row: Int)? {
        guard let table, let rows = table.table, let column = table.currentColumn, table.list.selected < rows.rowCount else {
            return aroundCursor
        }
        let offset = table.body.document.text.withUnsafeBytes { rows.offset(ofRow: table.list.selected, column: column, in: $0) }
        return offset.flatMap(revealing) ?? aroundCursor
    }

    /// The view with the row under the cursor; for a table, the row of the pretty form in which the element begins.
    var aroundCursor: (view: DocumentView, row: Int)? {
        guard let rows = table?.table, let row = table?.list.selected, row < rows.rowCount else { return view.map { ($0, list.selected) } }
        return revealing(rows.offset(ofRow: row))
    }

    /// The pretty form with the row in which the value at an offset begins.
    private func revealing(_ offset: Int) -> (view: DocumentView, row: Int)? {
        guard var view else { return nil }
        view.form = .pretty
        let row = view.reveal(offset)
        return (view, row)
    }

    /// Unfolds the containers around a match and goes to it.
    mutating func show(match: Range<Int>, height: Int) {
        guard var view else { return }
        let row = view.reveal(match.lowerBound)
        change(view, row: row, height: height)
        matchOffset = match.lowerBound
        wrap.scrollToCursor()
    }

    /// Scrolls sideways until the match in the row under the cursor is in the cells.
    mutating func reveal(match: Range<Int>, _ pattern: SearchPattern?, columns: Int) {
        guard let view, let row = view.rows(list.selected..<list.selected + 1, marking: pattern).first,
            let rowMatch = row.matches.first(where: { $0.source.lowerBound == match.lowerBound })
        else { return }
        let line = BodyLine(row)
        let start = row.indent + line.columns(0..<rowMatch.range.lowerBound)
        // A sign may be in the first and the last cell.
        let (end, room) = (start + line.columns(rowMatch.range) + 1, columns - BodyViewer.gutter(of: view))
        guard room > 0, start <= column && column > 0 || end > column + room else { return }
        column = end <= room ? 0 : max(0, start - room / 3)
    }

    /// Shows another body; nil until it arrives.
    mutating func show(_ body: BodyHandle?) {
        self.body = body
        view = body.map { DocumentView($0.document) }
        list = ListState()
        heldPlace = nil
        column = 0
        wrap = BodyWrap()
        matchOffset = nil
        table = nil
        picture = nil
        showsPicture = false
        isDecoding = false
    }

    mutating func show(_ picture: BodyPicture) {
        guard body?.isSameBody(as: picture.body) == true else { return }
        self.picture = picture
        showsPicture = true
        isDecoding = false
    }

    /// Goes to the row of a byte and leaves most of the screen for the text after it.
    mutating func show(place offset: Int, height: Int) {
        guard var view else { return }
        view.form = view.document.kind.hasPrettyForm ? .pretty : .raw
        let row = view.reveal(offset)
        change(view, row: row, height: height)
        list = ListState(selected: row, scroll: row - height / 4)
    }

    /// Shows more of the same body.
    mutating func update(_ body: BodyHandle) {
        self.body = body
        if view == nil { view = DocumentView(body.document) } else { view?.update(body.document) }
    }

    /// Folds or unfolds the container that begins at the cursor or surrounds it; nil toggles. False if nothing can be folded.
    @discardableResult
    mutating func fold(_ isCollapsed: Bool?, height: Int) -> Bool {
        guard var view else { return false }
        let row = isCollapsed.map { view.setFold(collapsed: $0, atRow: list.selected) } ?? view.toggleFold(atRow: list.selected)
        guard let row else { return false }
        change(view, row: row, height: height)
        return true
    }

    /// Folds all containers at a level; nil unfolds everything.
    mutating func fold(to level: FoldLevel?, height: Int) {
        guard var view else { return }
        let offset = view.rows(list.selected..<list.selected + 1).first?.offset ?? 0
        view.fold(to: level)
        change(view, row: view.row(at: offset), height: height)
    }

    /// Moves to the first row of the container around the cursor; false if there is none.
    @discardableResult
    mutating func moveToParent(height: Int) -> Bool {
        guard let row = view?.parentRow(of: list.selected) else { return false }
        list.select(row, count: rowCount, height: height)
        return true
    }

    /// Fits the rows of the hexadecimal view to the width of the pane, with the cursor on the same byte.
    mutating func fitHex(columns: Int, height: Int) {
        guard var view, view.form == .hex else { return }
        let offset = place
        if view.fitHex(columns: columns) { change(view, at: offset, height: height) }
    }

    /// Shows another form with the cursor on the row of a byte.
    mutating func change(_ view: DocumentView, at offset: Int, height: Int) {
        change(view, row: view.row(at: offset), height: height)
        heldPlace = (offset, list.selected)
    }

    /// Shows another form or other folds, with the cursor on a row.
    mutating func change(_ view: DocumentView, row: Int, height: Int) {
        self.view = view
        changes += 1
        heldPlace = nil
        wrap.leftRow = nil
        list.select(row, count: rowCount, height: height)
    }

    /// Compares the counter of changes instead of the bytes.
    static func == (left: BodyViewerState, right: BodyViewerState) -> Bool {
        left.body == right.body && left.list == right.list && left.column == right.column && left.wrap == right.wrap
            && left.changes == right.changes
            && left.matchOffset == right.matchOffset && left.table == right.table
            && left.picture == right.picture && left.showsPicture == right.showsPicture
            && left.isDecoding == right.isDecoding
    }
}

extension BodyViewerState {
    /// True if the view has lines that can wrap.
    var canWrap: Bool { view != nil && view?.form != .hex && table == nil && !(picture != nil && showsPicture) }

    /// The screen row of the cursor.
    func cursor(in body: WrappedBody) -> WrapPlace {
        if let cursor = wrap.cursor, cursor.row == list.selected { return body.clamped(cursor) }
        let match = matchOffset.flatMap { body.place(ofMatch: $0, row: list.selected) }
        return body.clamped(match ?? WrapPlace(row: list.selected))
    }

    /// The first visible screen row.
    func top(in body: WrappedBody) -> WrapPlace {
        body.top(near: wrap.top, showing: wrap.leftRow == list.selected ? nil : cursor(in: body))
    }

    /// Moves the cursor by screen rows.
    mutating func move(_ motion: ListMotion, in body: WrappedBody) {
        let place =
            switch motion {
            case .top: WrapPlace()
            case .bottom: body.last
            default: body.walked(cursor(in: body), by: motion.distance(height: body.height))
            }
        storePlace(place, in: body)
    }

    /// Moves the cursor to a visible screen row.
    mutating func select(_ y: Int, in body: WrappedBody) {
        let places = body.places(from: top(in: body))
        if places.indices.contains(y) { storePlace(places[y], in: body) }
    }

    private mutating func storePlace(_ place: WrapPlace, in body: WrappedBody) {
        let before = top(in: body)
        list.select(place.row, count: rowCount, height: body.height)
        wrap.cursor = place
        wrap.leftRow = nil
        wrap.top = body.top(near: before, showing: place)
    }

    /// Scrolls the view without moving the cursor.
    mutating func scroll(by rows: Int, in body: WrappedBody) {
        scroll(to: body.walked(top(in: body), by: rows), in: body)
    }

    mutating func scroll(to place: WrapPlace, in body: WrappedBody) {
        wrap.cursor = cursor(in: body)
        wrap.top = body.top(near: place, showing: nil)
        wrap.leftRow = wrap.cursor.map(body.places(from: wrap.top).contains) == true ? nil : list.selected
    }

    /// True if the cursor was scrolled out of view.
    var isScrolledAway: Bool { list.isScrolledAway || wrap.leftRow == list.selected }

    /// Starts to wrap, keeping the top row.
    mutating func beginWrapping(height: Int) {
        wrap = BodyWrap(top: WrapPlace(row: list.visibleRows(count: rowCount, height: height).lowerBound))
        column = 0
    }

    /// Stops wrapping, keeping the top row.
    mutating func endWrapping(_ body: WrappedBody) {
        list = ListState(selected: list.selected, scroll: top(in: body).row)
    }
}
