public import Screen

/// A row of tabs: the selected one is underlined, and tabs with content have a dot or a count.
///
/// In a second row, where there is one, a rule takes the place of the underline. If not all tabs fit, the row is scrolled to make the
/// selected one visible, with an arrow at each end where more follow.
public struct TabBar<ID: Sendable>: Sendable {
    /// A tab.
    public struct Tab: Sendable {
        /// Identifies the tab.
        public var id: ID
        /// The title.
        public var title: String
        /// The sign for content.
        public var badge: TabBadge

        /// Creates a tab.
        public init(_ id: ID, _ title: String, badge: TabBadge = .none) {
            self.id = id
            self.title = title
            self.badge = badge
        }
    }

    /// The cells of a visible tab.
    public struct Place: Sendable {
        /// The tab.
        public var id: ID
        /// The cells, of which the title comes first.
        public var rect: Rect
    }

    /// The tabs from left to right.
    public var tabs: [Tab]
    /// The selected tab.
    public var selected: ID

    /// Creates a row of tabs.
    public init(_ tabs: [Tab], selected: ID) {
        self.tabs = tabs
        self.selected = selected
    }

    private struct Layout {
        var places: [Place] = []
        /// The arrows at the ends; empty where no tabs are hidden.
        var previousArrow = Rect.empty
        var nextArrow = Rect.empty
    }
}

// Only what compares tabs asks for it: the type itself needs no conformance to be looked up at run time.
extension TabBar where ID: Equatable {
    // MARK: Layout

    /// The cells of the visible tabs, from left to right.
    public func places(in rect: Rect) -> [Place] { layout(in: rect).places }

    private static var gap: Int { 2 }

    // Loops, since the functions of sequences look up conformances at run time if the type of the elements is generic.

    private func tab(_ id: ID) -> Tab? {
        for tab in tabs where tab.id == id { return tab }
        return nil
    }

    private func columns(gap: Int) -> Int {
        var sum = -gap
        for tab in tabs { sum += columns(of: tab) + gap }
        return sum
    }

    private func columns(of tab: Tab) -> Int { TextWidth.columns(of: tab.title + tab.badge.text) }

    private func layout(in rect: Rect) -> Layout {
        let row = rect.row(0)
        for gap in [Self.gap, 1] where columns(gap: gap) <= row.width {
            return Layout(places: place(tabs[...], gap: gap, in: row))
        }
        let index = tabs.firstIndex { $0.id == selected } ?? 0
        var first = index
        while first > 0, tabs[(first - 1)...index].reduce(3, { $0 + columns(of: $1) + 1 }) <= row.width { first -= 1 }
        var layout = Layout()
        var room = row
        if first > 0 { (layout.previousArrow, room) = row.splitLeft(2) }
        layout.places = place(tabs[first...], gap: 1, in: room)
        if first + layout.places.count < tabs.count {
            (room, layout.nextArrow) = room.splitRight(2)
            layout.places = place(tabs[first...], gap: 1, in: room)
        }
        return layout
    }

    /// Places as many tabs as have room; the last one may be cut.
    private func place(_ tabs: ArraySlice<Tab>, gap: Int, in room: Rect) -> [Place] {
        var x = room.minX
        var places: [Place] = []
        for tab in tabs {
            let columns = columns(of: tab)
            // A cut tab shows at least the beginning of its title.
            guard x + min(columns, 3) <= room.maxX || places.isEmpty else { break }
            places.append(Place(id: tab.id, rect: Rect(x: x, y: room.minY, width: columns, height: 1).intersection(room)))
            x += columns + gap
        }
        return places
    }

    // MARK: Mouse

    /// The tab that a click selects: an arrow selects the next one in its direction. Nil if the event selects none.
    public func selection(by event: MouseEvent, in rect: Rect) -> ID? {
        guard case .press(.left, _) = event.action, rect.contains(event.position) else { return nil }
        let layout = layout(in: rect)
        let point = Point(x: event.position.x, y: rect.minY)
        if layout.previousArrow.contains(point) { return neighbor(-1) }
        if layout.nextArrow.contains(point) { return neighbor(1) }
        return layout.places.first { $0.rect.contains(point) }?.id
    }

    private func neighbor(_ step: Int) -> ID? {
        let index = (tabs.firstIndex { $0.id == selected } ?? 0) + step
        return tabs.indices.contains(index) ? tabs[index].id : nil
    }

    // MARK: Drawing

    /// Draws the tabs in the first row of `rect`, and the rule in the second.
    public func draw(in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let layout = layout(in: rect)
        let hasRule = rect.height > 1
        if hasRule { canvas.horizontalLine(at: rect.row(1).origin, length: rect.width, style: CellStyle(.tabRule)) }
        for place in layout.places {
            guard let tab = tab(place.id) else { continue }
            let isSelected = tab.id == selected
            draw(tab, at: place, role: isSelected ? selectedRole(isFocused: isFocused, hasRule: hasRule) : tab.badge.titleRole, on: &canvas)
            if isSelected, hasRule {
                let start = Point(x: place.rect.minX, y: place.rect.minY + 1)
                canvas.horizontalLine(
                    at: start, length: place.rect.width, style: CellStyle(isFocused ? .tabIndicator : .tabRule), isHeavy: true)
            }
        }
        canvas.write("◂", in: layout.previousArrow, style: CellStyle(.tab))
        canvas.write("▸", in: layout.nextArrow, style: CellStyle(.tab), alignment: .trailing)
    }

    private func selectedRole(isFocused: Bool, hasRule: Bool) -> StyleRole {
        if hasRule { return isFocused ? .paneTitleFocused : .textStrong }
        return isFocused ? .tabSelectedFocused : .tabSelected
    }

    private func draw(_ tab: Tab, at place: Place, role: StyleRole, on canvas: inout Canvas) {
        let used = canvas.write(tab.title, in: place.rect, style: CellStyle(role))
        let rest = place.rect.splitLeft(used).rest
        canvas.write(tab.badge.text, at: rest.origin, style: CellStyle(tab.badge.role), columns: rest.width)
    }
}

/// The sign for content after the title of a tab.
public enum TabBadge: Hashable, Sendable {
    /// No content.
    case none
    /// A number of entries, such as headers.
    case count(Int)
    /// A word, such as the kind of a body.
    case word(String)
    /// A word for something that failed or is invalid, with its sign.
    case problem(String)

    /// The text after the title, with the space before it.
    var text: String {
        switch self {
        case .none: ""
        case .count(let count): " \(count)"
        case .word(let word), .problem(let word): " \(word)"
        }
    }

    /// The style of the sign.
    var role: StyleRole { isProblem ? .error : .tabCount }

    /// The style of the title of a tab that is not selected.
    var titleRole: StyleRole { isProblem ? .error : .tab }

    private var isProblem: Bool { if case .problem = self { true } else { false } }
}
