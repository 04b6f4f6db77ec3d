import Screen

/// The panes of the screen, numbered as the keys that focus them.
enum PaneID: Int, CaseIterable, Sendable, Hashable {
    case tree = 1
    case request = 2
    case response = 3
    case history = 4

    /// The name in the keymap file.
    var name: String { scope.rawValue }

    /// The pane's name on its border.
    var title: String { scope.title }

    /// The name where there is little room.
    var shortTitle: String {
        switch self {
        case .tree: "Tree"
        case .request: "Req"
        case .response: "Resp"
        case .history: "Hist"
        }
    }

    /// The scope of the pane's own commands.
    var scope: CommandScope {
        switch self {
        case .tree: .tree
        case .request: .request
        case .response: .response
        case .history: .history
        }
    }
}

/// A pane's border with its number and title; the focus is visible in the border and the title.
enum PaneFrame {
    private static let columnsForPadding = 28
    /// The minimum height of the content with a blank row above it.
    private static let rowsForBlankRow = 15

    /// The cells of the content, with padding where the pane is not narrow.
    static func content(in rect: Rect) -> Rect { rect.inset(columns: rect.width >= columnsForPadding ? 2 : 1, rows: isLine(rect) ? 0 : 1) }

    /// The content without the blank row above it, where there is room for one.
    static func belowBlankRow(_ content: Rect, hasBlankRows: Bool) -> Rect {
        content.splitTop(hasBlankRows && content.height >= rowsForBlankRow ? 1 : 0).rest
    }

    /// True if the pane is a line without a border.
    static func isLine(_ rect: Rect) -> Bool { rect.height == 1 }

    /// Draws the border and returns the cells inside.
    @discardableResult
    static func draw(_ pane: PaneID, title: String? = nil, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) -> Rect {
        box("\(pane.rawValue) \(title ?? pane.title)", in: rect, isFocused: isFocused, hasCursor: isFocused, on: &canvas)
        return content(in: rect)
    }

    /// Draws the border of a part of a pane: the focus is visible in the titles of all parts, the cursor in the border of one.
    static func box(_ title: String, in rect: Rect, isFocused: Bool, hasCursor: Bool, on canvas: inout Canvas) {
        canvas.box(
            rect, style: CellStyle(hasCursor ? .paneBorderFocused : .paneBorder), title: " \(title) ",
            titleStyle: CellStyle(isFocused ? .paneTitleFocused : .paneTitle))
    }
}

/// The second row where one pane is shown at a time: the others as tabs.
enum PaneTabsView {
    /// Draws the tabs, with `news` at the right end: the outcome of the request in front; empty while the response is shown.
    static func draw(_ focus: PaneID, news: [(String, StyleRole)], in rect: Rect, on canvas: inout Canvas) {
        canvas.fill(rect, style: CellStyle(.titleBar))
        var x = place(of: news, in: rect).minX
        for (text, role) in news where x < rect.maxX {
            let style = role.isFilled ? CellStyle(role) : CellStyle(role, on: .titleBar)
            x += canvas.write(" \(text) ", at: Point(x: x, y: rect.minY), style: style, columns: rect.maxX - x)
        }
        for (pane, tab) in tabs(in: rect) {
            let isSelected = pane == focus
            let mark = isSelected ? "▸" : " "
            canvas.write(
                "\(mark)\(title(pane, in: rect)) ", at: tab.origin,
                style: CellStyle(isSelected ? .tabSelectedFocused : .tab, on: isSelected ? .surfaceRaised : .titleBar),
                columns: tab.width)
        }
    }

    /// The tab of each pane, from left to right.
    static func tabs(in rect: Rect) -> [(PaneID, Rect)] {
        var x = rect.minX
        return PaneID.allCases.map { pane in
            let width = title(pane, in: rect).count + 2
            defer { x += width }
            return (pane, Rect(x: x, y: rect.minY, width: width, height: 1).intersection(rect))
        }
    }

    /// The columns that the tabs leave for the outcome.
    static func room(in rect: Rect) -> Int { max(0, rect.maxX - (tabs(in: rect).last?.1.maxX ?? rect.minX) - 1) }

    /// The first parts of the outcome that fit beside the tabs.
    static func fitting(_ news: [(String, StyleRole)], in rect: Rect) -> [(String, StyleRole)] {
        var left = room(in: rect)
        return Array(
            news.prefix {
                left -= TextWidth.columns(of: $0.0) + 2
                return left >= 0
            })
    }

    /// The cells of the outcome.
    static func place(of news: [(String, StyleRole)], in rect: Rect) -> Rect {
        let width = news.reduce(0) { $0 + TextWidth.columns(of: $1.0) + 2 }
        return Rect(x: rect.maxX - width, y: rect.minY, width: width, height: 1)
    }

    private static func title(_ pane: PaneID, in rect: Rect) -> String {
        let isNarrow = rect.width < 52
        return "\(pane.rawValue) " + (isNarrow ? pane.shortTitle : pane.title)
    }
}
