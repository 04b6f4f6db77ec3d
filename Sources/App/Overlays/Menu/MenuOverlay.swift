import Screen
public import Widgets

/// A menu of commands, opened where the thing stands that they are for.
public struct MenuOverlay: Sendable, Equatable {
    /// The lines, with the cursor.
    public internal(set) var menu: MenuState
    /// What each line sends.
    let messages: [Message]

    /// A menu of commands by their ids, with their keys and the reasons why they cannot be done now.
    init(_ ids: [String], _ state: AppState, at point: Point) {
        let commands = ids.compactMap(CommandTable.command)
        messages = commands.map(\.message)
        let items = commands.map { command in
            MenuItem(command.title, keys: state.keymap.shownKey(of: command) ?? "", disabledReason: command.disabledReason(state))
        }
        menu = MenuState(items, at: point)
    }
}
