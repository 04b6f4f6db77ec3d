public import Screen

/// The cells of everything on a screen of a given size, for drawing and for the mouse alike.
public struct ScreenLayout: Sendable, Equatable {
    /// The smallest screen that the workbench can be used on.
    public static let minimumSize = Size(width: 40, height: 12)
    private static let widthForSidebar = 96
    private static let heightForSplits = 26
    private static let widthForSideBySide = 160

    /// The first row: program, workspace, environment.
    public let titleBar: Rect
    /// The second row where one pane is shown at a time: a tab for each; empty elsewhere.
    public let paneTabs: Rect
    /// Everything between the first and the last row.
    public let body: Rect
    /// The cells of toasts: above the lower border of the panes, which has signs to click on.
    public var toasts: Rect { body.splitBottom(1).rest }
    /// The last row: the layer and the most useful keys.
    public let footer: Rect
    /// The panes on the screen with their borders.
    public let panes: [PanePlace]
    /// The borders that dragging moves, with the room that they divide.
    public let splits: [SplitHandle]
    /// True if the screen is too small to show anything but that fact.
    public let isTooSmall: Bool

    /// A pane and its place.
    public struct PanePlace: Sendable, Equatable {
        /// The pane.
        public let pane: PaneID
        /// The cells of the pane with its border.
        public let rect: Rect
    }

    /// A border that dragging moves.
    public struct SplitHandle: Sendable, Equatable {
        /// The border.
        public let split: Split
        /// The cells that can be taken hold of.
        public let handle: Rect
        /// The room that the border divides.
        public let room: Rect
        /// True if the border runs from top to bottom.
        public let isVertical: Bool
    }

    /// Lays out a screen.
    ///
    /// - Parameters:
    ///   - size: the terminal's columns and rows.
    ///   - state: how the user arranged the panes.
    ///   - focus: the pane that is shown where there is room for one.
    public init(size: Size, state: LayoutState, focus: PaneID) {
        let (title, below) = Rect(size).splitTop(1)
        let (body, footer) = below.splitBottom(1)
        titleBar = title
        self.body = body
        self.footer = footer
        isTooSmall = size.width < Self.minimumSize.width || size.height < Self.minimumSize.height
        if let zoomed = state.zoomed {
            paneTabs = .empty
            panes = [PanePlace(pane: zoomed, rect: body)]
            splits = []
        } else if Self.showsOnePane(size) || state.arrangement == .single {
            let (tabs, room) = body.splitTop(1)
            paneTabs = tabs
            panes = [PanePlace(pane: focus, rect: room)]
            splits = []
        } else {
            paneTabs = .empty
            (panes, splits) = Self.arrange(body, state)
        }
    }

    /// True if a screen of this size has room for one pane only.
    public static func showsOnePane(_ size: Size) -> Bool {
        size.width < widthForSidebar || size.height < heightForSplits
    }

    /// The pane under a cell.
    public func pane(at point: Point) -> PaneID? {
        panes.first { $0.rect.contains(point) }?.pane
    }

    /// The cells of a pane with its border; nil while it is hidden.
    public func rect(of pane: PaneID) -> Rect? {
        panes.first { $0.pane == pane }?.rect
    }

    /// The border that stands for one that is the same to the user: the request's, wherever the response is.
    func shown(_ split: Split) -> Split {
        split == .request && splits.contains { $0.split == .requestBeside } ? .requestBeside : split
    }

    /// The lines of two panes where they meet, that of the upper one and that of the lower one.
    private static func border(above pane: Rect) -> Rect { Rect(x: pane.minX, y: pane.minY - 1, width: pane.width, height: 2) }

    private static func arrange(_ body: Rect, _ state: LayoutState) -> ([PanePlace], [SplitHandle]) {
        let (left, right) = body.splitLeft(state.sidebarColumns(in: body.width))
        let (tree, history) = left.splitTop(Int((Double(left.height) * state.treeShare).rounded()))
        let isSideBySide =
            state.arrangement == .sideBySide || (state.arrangement == .automatic && body.width >= widthForSideBySide)
        let room = isSideBySide ? right.width : right.height
        let cut = Int((Double(room) * (isSideBySide ? state.requestShareBeside : state.requestShare)).rounded())
        let (request, response) = isSideBySide ? right.splitLeft(cut) : right.splitTop(cut)
        let splits = [
            SplitHandle(
                split: .sidebar, handle: Rect(x: left.maxX - 1, y: left.minY, width: 2, height: left.height), room: body, isVertical: true),
            SplitHandle(split: .tree, handle: border(above: history), room: left, isVertical: false),
            SplitHandle(
                split: isSideBySide ? .requestBeside : .request,
                handle: isSideBySide
                    ? Rect(x: request.maxX - 1, y: request.minY, width: 2, height: request.height) : border(above: response),
                room: right, isVertical: isSideBySide),
        ]
        let panes = [
            PanePlace(pane: .tree, rect: tree), PanePlace(pane: .request, rect: request), PanePlace(pane: .response, rect: response),
            PanePlace(pane: .history, rect: history),
        ]
        return (panes, splits)
    }
}
