import Screen
import Widgets

extension Menu where Sent == Message {
    /// A menu of commands by their ids.
    init(_ ids: [String], _ state: AppState, at point: Point) { self.init(Self.lines(ids, state), at: point) }

    /// Commands by their ids, with the keys that they have where keys are text or commands now, and the reasons why they cannot be done now.
    static func lines(_ ids: [String], _ state: AppState) -> [Line] {
        ids.compactMap(CommandTable.command).map { command in
            let keys = (state.layer == .edit ? state.keysWhileTyping(of: command) : state.keymap.shownKey(of: command)) ?? ""
            return (MenuItem(command.title, keys: keys, disabledReason: command.disabledReason(state)), command.message)
        }
    }
}
