import Screen
import Widgets

/// The menu of what can be done with a row, opened by the right button.
enum RequestMenu {
    private static let commands = [
        "request.edit", "request.toggleRow", "request.addRow", "request.duplicateRow", "request.deleteRow", "request.moveRowUp",
        "request.moveRowDown", "request.editRowsAsText", "request.explain",
    ]

    static func open(_ state: inout AppState, at point: Point) -> [Effect] {
        state.overlays.append(.menu(MenuOverlay(commands, state, at: point)))
        return []
    }
}
