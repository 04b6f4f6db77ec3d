/// How the user arranged the panes.
public struct LayoutState: Sendable, Equatable {
    /// The arrangements of request and response.
    public enum Arrangement: String, Sendable, CaseIterable {
        /// Side by side on a wide terminal, else one above the other.
        case automatic
        /// The request above the response.
        case stacked
        /// The request to the left of the response.
        case sideBySide
        /// One pane at a time, the others as tabs.
        case single

        /// How the user knows it.
        var title: String {
            switch self {
            case .automatic: "by the size of the terminal"
            case .stacked: "request above response"
            case .sideBySide: "request beside response"
            case .single: "one pane at a time"
            }
        }
    }

    /// The arrangement of request and response.
    public var arrangement = Arrangement.automatic
    /// The left column's part of the width.
    public var sidebarShare = Self.startingSidebarShare
    /// The tree's part of the left column's height.
    public var treeShare = 0.66
    /// The request's part of the height while it is above the response.
    public var requestShare = 0.44
    /// The request's part of the width while it is beside the response.
    public var requestShareBeside = 0.5
    /// The pane that takes the whole screen.
    public var zoomed: PaneID?
    /// True if the long lines of a body wrap.
    public var wrapsBody = false

    private static let startingSidebarShare = 0.26
    private static let mostSidebarColumns = 32

    /// The arrangement that a new user sees.
    public init() {}

    /// The columns of the left column: no more than names need, until the user moves its border.
    func sidebarColumns(in width: Int) -> Int {
        let columns = Int((Double(width) * sidebarShare).rounded())
        return sidebarShare == Self.startingSidebarShare ? min(Self.mostSidebarColumns, columns) : columns
    }

    /// Moves a split by a step of five hundredths of a screen's width; the panes keep at least a tenth.
    mutating func move(_ split: Split, by steps: Int, width: Int) {
        let share = split == .sidebar && width > 0 ? Double(sidebarColumns(in: width)) / Double(width) : share(of: split)
        set(split, to: share + Double(steps) * 0.05)
    }

    /// Puts a split at a part of its room; the panes keep at least a tenth.
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

/// A border between panes that can be moved.
public enum Split: Sendable, Equatable {
    /// Between the left column and the rest.
    case sidebar
    /// Between tree and history.
    case tree
    /// Between the request and the response below it.
    case request
    /// Between the request and the response beside it.
    case requestBeside
}
