import Screen

/// The cells of everything on a screen of a given size, used both for drawing and for the mouse.
struct ScreenLayout: Sendable, Equatable {
    /// The smallest screen that the workbench can be used on.
    static let minimumSize = Size(width: 40, height: 12)
    private static let widthForSidebar = 96
    private static let heightForSplits = 26
    private static let widthForSideBySide = 160
    /// The width of the screen from which the URL is above request and response side by side, and the height of its box.
    private static let (widthForURLBar, rowsOfURLBar) = (120, 3)
    private static let (heightForBlankRows, widthForBlankRows, heightForRequestLine) = (30, 110, 12)
    /// The heights from which a blank row is above the panes, and below them: the panes have the room first.
    private static let (heightForRowAbove, heightForRowBelow) = (34, 38)
    /// The height for blank rows where one pane has all rows.
    private static let heightForBlankRowsOfOne = 24

    /// The first row: program, workspace, environment; as wide as the panes.
    let titleBar: Rect
    /// The second row, with a tab for each pane, while one pane is shown at a time; else empty.
    let paneTabs: Rect
    /// The cells of the panes.
    let body: Rect
    /// True if there is room for blank rows between groups.
    let hasBlankRows: Bool
    /// True if there is room for a blank row below the titles of panes, too: where one pane has all rows, only on a higher screen.
    let hasBlankRowsBelowTitles: Bool
    /// The cells of toasts: above the lower border of the panes, which has signs to click on.
    var toasts: Rect { body.splitBottom(1).rest }
    /// The last row: the layer and the most useful keys; as wide as the panes.
    let footer: Rect
    /// The panes on the screen with their borders.
    let panes: [PanePlace]
    /// The box of the URL above request and response side by side; empty where the URL is inside the request pane.
    let urlBar: Rect
    /// The box with the tabs of open requests in its upper border: that of the URL, or else the request pane; nil while both are hidden.
    var tabBox: Rect? { urlBar.isEmpty ? rect(of: .request) : urlBar }
    /// The borders that dragging moves, with the room that they divide.
    let splits: [SplitHandle]
    /// True if the screen is too small for the panes; only a message says so then.
    let isTooSmall: Bool

    struct PanePlace: Sendable, Equatable {
        let pane: PaneID
        /// The cells of the pane with its border. A request above its response may be one line without a border.
        let rect: Rect
    }

    /// A border that dragging moves.
    struct SplitHandle: Sendable, Equatable {
        /// The border.
        let split: Split
        /// The cells in which a drag can begin.
        let handle: Rect
        /// The room that the border divides.
        let room: Rect
        /// True if the border runs from top to bottom.
        let isVertical: Bool
    }

    /// Lays out a screen as the user arranged it; where there is room for one pane, that with the focus.
    init(size: Size, state: LayoutState, focus: PaneID) {
        let showsOne = Self.showsOnePane(size) || state.arrangement == .single || state.zoomed != nil
        let isHigh = size.height >= Self.heightForBlankRows
        hasBlankRowsBelowTitles = isHigh
        hasBlankRows = isHigh || Self.showsOnePane(size) && size.height >= Self.heightForBlankRowsOfOne
        let isWide = isHigh && size.width >= Self.widthForBlankRows
        let (title, below) = Rect(size).inset(columns: isWide ? 1 : 0).splitTop(1)
        let (room, footer) = below.splitBottom(1)
        let belowTitle = room.splitTop(size.height >= Self.heightForRowAbove && !showsOne ? 1 : 0).rest
        let body = belowTitle.splitBottom(size.height >= Self.heightForRowBelow && !showsOne ? 1 : 0).rest
        titleBar = title
        self.body = body
        self.footer = footer
        isTooSmall = size.width < Self.minimumSize.width || size.height < Self.minimumSize.height
        if let zoomed = state.zoomed {
            paneTabs = .empty
            panes = [PanePlace(pane: zoomed, rect: body)]
            (urlBar, splits) = (.empty, [])
        } else if Self.showsOnePane(size) || state.arrangement == .single {
            let (tabs, room) = body.splitTop(1)
            paneTabs = tabs
            let (line, rest) = room.splitTop(focus == .response && room.height >= Self.heightForRequestLine ? 1 : 0)
            panes = [PanePlace(pane: .request, rect: line), PanePlace(pane: focus, rect: rest)].filter { !$0.rect.isEmpty }
            (urlBar, splits) = (.empty, [])
        } else {
            paneTabs = .empty
            (urlBar, panes, splits) = Self.arrange(
                body, state, gap: Size(width: 1, height: 1), hasURLBar: size.width >= Self.widthForURLBar)
        }
    }

    /// True if a screen of this size has room for one pane only.
    static func showsOnePane(_ size: Size) -> Bool {
        size.width < widthForSidebar || size.height < heightForSplits
    }

    /// The pane under a cell; the bar with the URL belongs to the request.
    func pane(at point: Point) -> PaneID? {
        urlBar.contains(point) ? .request : panes.first { $0.rect.contains(point) }?.pane
    }

    /// The cells of a pane with its border; nil while it is hidden.
    func rect(of pane: PaneID) -> Rect? { panes.first { $0.pane == pane }?.rect }

    /// The split that is on the screen: `requestBeside` instead of `request` while the response is beside the request.
    func shown(_ split: Split) -> Split {
        split == .request && splits.contains { $0.split == .requestBeside } ? .requestBeside : split
    }

    /// The two border lines where panes meet: the lower line of the upper pane and the upper line of the lower pane, with the gap between
    /// them.
    private static func border(above pane: Rect, gap: Int) -> Rect {
        Rect(x: pane.minX, y: pane.minY - 1 - gap, width: pane.width, height: 2 + gap)
    }

    private static func arrange(
        _ body: Rect, _ state: LayoutState, gap: Size, hasURLBar: Bool
    ) -> (Rect, [PanePlace], [SplitHandle]) {
        let (left, beside) = body.splitLeft(state.sidebarColumns(in: body.width))
        let column = beside.splitLeft(gap.width).rest
        let (tree, below) = left.splitTop(Int((Double(left.height) * state.treeShare).rounded()))
        let history = below.splitTop(gap.height).rest
        let isSideBySide =
            state.arrangement == .sideBySide || (state.arrangement == .automatic && body.width >= widthForSideBySide)
        let (urlBar, underBar) = column.splitTop(isSideBySide && hasURLBar ? rowsOfURLBar : 0)
        let right = underBar.splitTop(urlBar.isEmpty ? 0 : gap.height).rest
        let room = isSideBySide ? right.width : right.height
        let cut = Int((Double(room) * (isSideBySide ? state.requestShareBeside : state.requestShare)).rounded())
        let (request, after) = isSideBySide ? right.splitLeft(cut) : right.splitTop(cut)
        let response = isSideBySide ? after.splitLeft(gap.width).rest : after.splitTop(gap.height).rest
        let splits = [
            SplitHandle(
                split: .sidebar, handle: Rect(x: left.maxX - 1, y: left.minY, width: 2 + gap.width, height: left.height), room: body,
                isVertical: true),
            SplitHandle(split: .tree, handle: border(above: history, gap: gap.height), room: left, isVertical: false),
            SplitHandle(
                split: isSideBySide ? .requestBeside : .request,
                handle: isSideBySide
                    ? Rect(x: request.maxX - 1, y: request.minY, width: 2 + gap.width, height: request.height)
                    : border(above: response, gap: gap.height),
                room: right, isVertical: isSideBySide),
        ]
        let panes = [
            PanePlace(pane: .tree, rect: tree), PanePlace(pane: .request, rect: request), PanePlace(pane: .response, rect: response),
            PanePlace(pane: .history, rect: history),
        ]
        return (urlBar, panes, splits)
    }
}

/// The arrangement of the panes by the user.
struct LayoutState: Sendable, Equatable {
    /// The arrangements of request and response.
    enum Arrangement: String, Sendable, CaseIterable {
        /// Side by side on a wide terminal, else one above the other.
        case automatic
        /// The request above the response.
        case stacked
        /// The request to the left of the response.
        case sideBySide
        /// One pane at a time, the others as tabs.
        case single

        /// The name that the user sees.
        var title: String {
            switch self {
            case .automatic: "automatic, by terminal size"
            case .stacked: "request above response"
            case .sideBySide: "request beside response"
            case .single: "one pane at a time"
            }
        }
    }

    /// The arrangement of request and response by the settings.
    var standardArrangement = Arrangement.automatic
    /// The arrangement that the user chose instead; nil for none.
    var chosenArrangement: Arrangement?
    /// The arrangement of request and response; setting it is a choice.
    var arrangement: Arrangement {
        get { chosenArrangement ?? standardArrangement }
        set { chosenArrangement = newValue }
    }
    /// The left column's part of the width.
    var sidebarShare = Self.startingSidebarShare
    /// The tree's part of the left column's height.
    var treeShare = 0.66
    /// The request's part of the height while it is above the response.
    var requestShare = 0.44
    /// The request's part of the width while it is beside the response.
    var requestShareBeside = 0.5
    /// The pane that takes the whole screen.
    var zoomed: PaneID?
    /// True if the long lines of a body wrap; nil for those of a raw text of few lines alone.
    var wrapsBody: Bool?

    private static let startingSidebarShare = 0.26
    private static let sidebarColumnsForNames = 32

    /// The width of the left column: until the user moves its border, limited to the width that most names need, or to a fifth of a wide
    /// terminal.
    func sidebarColumns(in width: Int) -> Int {
        let columns = Int((Double(width) * sidebarShare).rounded())
        return sidebarShare == Self.startingSidebarShare ? min(max(Self.sidebarColumnsForNames, width / 5), columns) : columns
    }

    /// Moves a split by steps of a twentieth of the room that it divides, within the limits of ``set(_:to:)``.
    mutating func move(_ split: Split, by steps: Int, width: Int) {
        let share = split == .sidebar && width > 0 ? Double(sidebarColumns(in: width)) / Double(width) : share(of: split)
        set(split, to: share + Double(steps) * 0.05)
    }

    /// Sets the position of a split as a share of its room; each side keeps at least a tenth, and the left column gets at most six tenths.
    mutating func set(_ split: Split, to share: Double) {
        let bounded = min(0.9, max(0.1, share))
        switch split {
        case .sidebar: sidebarShare = min(0.6, bounded)
        case .tree: treeShare = bounded
        case .request: requestShare = bounded
        case .requestBeside: requestShareBeside = bounded
        }
    }

    private func share(of split: Split) -> Double {
        switch split {
        case .sidebar: sidebarShare
        case .tree: treeShare
        case .request: requestShare
        case .requestBeside: requestShareBeside
        }
    }
}

/// A movable border between panes.
enum Split: Sendable, Equatable {
    /// Between the left column and the rest.
    case sidebar
    /// Between tree and history.
    case tree
    /// Between the request and the response below it.
    case request
    /// Between the request and the response beside it.
    case requestBeside
}
