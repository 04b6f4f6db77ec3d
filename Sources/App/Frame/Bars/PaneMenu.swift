import Screen

/// The menu of a pane where the right button went down on nothing that has one of its own: what the pane can do.
enum PaneMenu {
    private static let mostItems = 18

    static func show(_ state: inout AppState, _ pane: PaneID, at point: Point) {
        let ids = CommandTable.all.filter { $0.scope == pane.scope && $0.group != .move }.map(\.id)
        let able = ids.filter { CommandTable.command($0)?.disabledReason(state) == nil }
        state.overlays.append(.menu(MenuOverlay(Array(able.prefix(mostItems)), state, at: point)))
    }
}
