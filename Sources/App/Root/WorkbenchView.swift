import Platform
import Screen
import Workspace

/// The whole screen.
enum WorkbenchView {
    static func draw(_ state: AppState, on canvas: inout Canvas) {
        let layout = state.screenLayout
        guard !layout.isTooSmall else { return drawTooSmall(state, on: &canvas) }
        canvas.draw(on: .surfaceBase, in: canvas.bounds) { canvas in
            state.titleBar.draw(in: layout.titleBar, on: &canvas)
            for place in layout.panes {
                canvas.draw(on: .surfaceRaised, in: place.rect) { draw(place.pane, state, in: place.rect, on: &$0) }
            }
            canvas.draw(on: .surfaceRaised, in: layout.urlBar) { drawURLBar(state, in: layout.urlBar, on: &$0) }
            if !layout.paneTabs.isEmpty {
                PaneTabsView.draw(state.focus, news: state.paneTabNews, in: layout.paneTabs, on: &canvas)
            }
            state.footer.draw(in: layout.footer, on: &canvas)
        }
        for (index, window) in state.windows.enumerated() {
            canvas.cursor = nil
            // Keys go to the last window alone.
            if index > 0 { canvas.unfocus(layout.body) }
            drawWindow(window.content, state.windowContext, on: &canvas)
        }
        ScreenSelecting.draw(state, on: &canvas)
        if !state.toasts.isEmpty { state.toastView.draw(state.toasts.suffix(AppState.maxToasts), on: &canvas) }
        state.drawPopups(on: &canvas)
        if state.usesASCII { canvas.useASCII() }
    }

    /// Draws a window over dimmed panes.
    private static func drawWindow(_ content: any WindowContent, _ context: WindowContext, on canvas: inout Canvas) {
        if content.dims { canvas.dim(context.body) }
        content.draw(content.layout(context), context, on: &canvas)
    }

    private static func draw(_ pane: PaneID, _ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        switch pane {
        case .tree: TreeView.draw(state.collections, state.collectionsContext, in: rect, isUnsaved: state.isUnsaved, on: &canvas)
        case .request:
            RequestView.draw(state.request, state.requestContext, in: rect, on: &canvas)
            guard !PaneFrame.isLine(rect), state.screenLayout.urlBar.isEmpty else { return }
            TabsView.draw(state, in: rect, isFocused: state.hasFocus(.request), on: &canvas)
        case .response: ResponseView.draw(state.response, state.responseContext, in: rect, on: &canvas)
        case .history: HistoryView.draw(state.history, state.historyContext, in: rect, isFocused: state.hasFocus(.history), on: &canvas)
        }
    }

    private static func drawURLBar(_ state: AppState, in bar: Rect, on canvas: inout Canvas) {
        guard !bar.isEmpty else { return }
        RequestView.drawURLBar(state.request, state.requestContext, on: &canvas)
        TabsView.draw(state, in: bar, isFocused: state.hasFocus(.request), on: &canvas)
    }

    private static func drawTooSmall(_ state: AppState, on canvas: inout Canvas) {
        let minimum = ScreenLayout.minimumSize
        let lines = ["apus needs", "\(minimum.width)×\(minimum.height) cells;", "this has", "\(state.size.width)×\(state.size.height)"]
        for (index, line) in lines.enumerated() {
            canvas.write(line, at: Point(x: 0, y: index), style: CellStyle(.text))
        }
    }
}

extension AppState {
    /// The outcome of the request in front, for the tabs of the panes while the response is hidden.
    var paneTabNews: [(String, StyleRole)] {
        let tabs = screenLayout.paneTabs
        guard focus != .response, !tabs.isEmpty else { return [] }
        return PaneTabsView.fitting(ResponseView.news(response, columns: max(0, PaneTabsView.room(in: tabs) - 2)), in: tabs)
    }
}

/// The open requests in the upper border of the request pane, or of the URL above request and response; the one in front is underlined, and each
/// has a cross that closes it.
enum TabsView {
    /// A tab with its cells.
    struct Tab: Equatable {
        let index: Int
        let text: String
        let rect: Rect
        /// The cells of the cross; empty for tabs in the background.
        let cross: Rect
    }

    private static let minColumns = 8

    /// Draws the tabs over the border, if more than one request is open, and the button for a new request.
    static func draw(_ state: AppState, in pane: Rect, isFocused: Bool, on canvas: inout Canvas) {
        canvas.write(" + ", in: newButton(in: pane), style: CellStyle(.tab))
        guard state.tabs.count > 1 else { return }
        let hidden = hiddenCounts(state, in: pane)
        for tab in tabs(state, in: pane) {
            let isSelected = tab.index == state.tabs.index
            let role: StyleRole = isSelected ? (isFocused ? .tabSelectedFocused : .tabSelected) : .tab
            canvas.write(tab.text, at: tab.rect.origin, style: CellStyle(role), columns: tab.rect.width)
        }
        canvas.write(" +\(hidden) ", in: more(state, in: pane), style: CellStyle(.textMuted))
    }

    /// The cells of the button for a new request; empty in a narrow pane.
    static func newButton(in pane: Rect) -> Rect {
        pane.width < 24 || PaneFrame.isLine(pane) ? .empty : Rect(x: pane.maxX - 5, y: pane.minY, width: 3, height: 1)
    }

    /// The cells with the number of hidden tabs; empty if all are visible.
    static func more(_ state: AppState, in pane: Rect) -> Rect {
        let hidden = hiddenCounts(state, in: pane)
        guard let last = tabs(state, in: pane).last, hidden > 0 else { return .empty }
        return Rect(x: last.rect.maxX, y: pane.minY, width: min(5, " +\(hidden) ".count), height: 1)
    }

    /// The tab under a point, and true if the point is on its cross.
    static func tab(at point: Point, _ state: AppState, in pane: Rect) -> (index: Int, closes: Bool)? {
        tabs(state, in: pane).first { $0.rect.contains(point) }.map { ($0.index, $0.cross.contains(point)) }
    }

    /// The tabs that fit, always including the tab in front.
    static func tabs(_ state: AppState, in pane: Rect) -> [Tab] {
        let room = pane.width - 14
        guard state.tabs.count > 1, room >= minColumns, !PaneFrame.isLine(pane) else { return [] }
        let shown = shownIndices(state, room: room)
        let open = state.tabs.all[shown]
        let signs = open.map { (sign: TabSign(of: $0, state)?.glyph ?? "", mark: $0.request.hasUnsavedChanges ? " ●" : "") }
        let names = TabNames(open.map(\.request), besides: signs.map { 4 + $0.sign.count + $0.mark.count }, room: room).texts
        var x = pane.minX + 4
        return zip(zip(shown, signs), names).map { tab, name in
            let text = " \(tab.1.sign)\(name)\(tab.1.mark) × "
            let width = TextWidth.columns(of: text)
            defer { x += width }
            let rect = Rect(x: x, y: pane.minY, width: width, height: 1)
            return Tab(index: tab.0, text: text, rect: rect, cross: rect.splitRight(2).right)
        }
    }

    private static func hiddenCounts(_ state: AppState, in pane: Rect) -> Int {
        state.tabs.count - tabs(state, in: pane).count
    }

    private static func shownIndices(_ state: AppState, room: Int) -> Range<Int> {
        let most = max(1, min(state.tabs.count, room / (minColumns + 6)))
        let first = min(max(0, state.tabs.index - most / 2), state.tabs.count - most)
        return first..<first + most
    }
}

/// The names of tabs side by side, cut so that they can be told apart.
struct TabNames {
    private static let minColumns = 4

    let texts: [String]

    /// Cuts the names of requests to the room of all tabs, without the columns of each that are not for its name.
    init(_ requests: [RequestState], besides: [Int], room: Int) {
        let names = Self.distinct(requests)
        let widths = names.map(TextWidth.columns)
        let columnsLeft = room - besides.reduce(0, +)
        var limit = max(Self.minColumns, columnsLeft / max(1, names.count))
        // Longer names take the room that shorter ones leave.
        while limit < widths.max() ?? 0, widths.reduce(0, { $0 + min($1, limit + 1) }) <= columnsLeft { limit += 1 }
        let cuts = [TextWidth.Cut.end, .middle, .start].map { cut in names.map { TextWidth.fitted($0, columns: limit, cut: cut) } }
        texts = names.indices.map { index in
            let distinct = cuts.first { cut in cut.count { $0 == cut[index] } == 1 }
            return (distinct ?? cuts[0])[index]
        }
    }

    /// The names, each with the folder if it occurs twice: a cut keeps the name.
    private static func distinct(_ requests: [RequestState]) -> [String] {
        let counts = Dictionary(requests.map { ($0.name, 1) }, uniquingKeysWith: +)
        return requests.map { request in
            guard counts[request.name] != 1, let folder = request.path.map(parentFolder) else { return request.name }
            return "\(request.name) · \(folder.lastPathComponent)"
        }
    }
}

/// The sign of a tab's response: a distinct character for each state, to work without colours and in ASCII.
enum TabSign {
    /// The request is in flight.
    case sending
    /// A response has arrived since the tab was last in front.
    case responded
    /// The request or one of its assertions has failed since the tab was last in front.
    case failed

    /// The sign for an open request; nil if nothing has happened since it was last in front.
    init?(of open: Tab, _ state: AppState) {
        if state.sending.isSending(open.id) {
            self = .sending
        } else if open.response.hasNews {
            let isFailure = open.response.exchange?.error != nil || (open.response.checks?.failureCount ?? 0) > 0
            self = isFailure ? .failed : .responded
        } else {
            return nil
        }
    }

    /// The sign of the state, a narrow glyph.
    var glyph: String {
        switch self {
        case .sending: "→"
        case .responded: "←"
        case .failed: "✗"
        }
    }

    /// The sign as a word, for lists.
    var word: String {
        switch self {
        case .sending: "sending"
        case .responded: "new response"
        case .failed: "failed"
        }
    }
}
