import Screen
public import Widgets

/// A menu of commands, opened where the thing stands that they are for.
public struct MenuOverlay: Sendable, Equatable {
    /// A line with what it sends.
    typealias Line = (item: MenuItem, message: Message)

    /// The lines, with the cursor.
    public internal(set) var menu: MenuState
    /// What each line sends.
    let messages: [Message]

    /// A menu of what its lines say.
    init(_ lines: [Line], at point: Point, selected: Int = 0) {
        messages = lines.map(\.message)
        menu = MenuState(lines.map(\.item), at: point, selected: selected)
    }

    /// A menu of commands by their ids.
    init(_ ids: [String], _ state: AppState, at point: Point) { self.init(Self.lines(ids, state), at: point) }

    /// The choices of a row of a table, with the cursor on the present one.
    init(choicesOf row: TableRow, below point: Point, sends message: (String) -> Message) {
        let current = row.cells.last
        let lines = row.choices.map { choice in
            (MenuItem(choice.isEmpty ? "not set" : choice, keys: choice == current ? "✓" : ""), message(choice))
        }
        self.init(lines, at: point, selected: row.choices.firstIndex { $0 == current } ?? 0)
    }

    /// Commands by their ids, with the keys that they have where keys are text or commands now, and the reasons why they cannot be done now.
    static func lines(_ ids: [String], _ state: AppState) -> [Line] {
        ids.compactMap(CommandTable.command).map { command in
            let keys = (state.layer == .edit ? state.keysWhileTyping(of: command) : state.keymap.shownKey(of: command)) ?? ""
            return (MenuItem(command.title, keys: keys, disabledReason: command.disabledReason(state)), command.message)
        }
    }
}
