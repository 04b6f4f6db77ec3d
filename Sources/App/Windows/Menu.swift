import Screen
import Widgets

/// A menu of commands, opened where the thing stands that they are for.
public struct Menu<Message: Sendable & Equatable>: Sendable, Equatable {
    /// A line with what it sends.
    typealias Line = (item: MenuItem, message: Message)

    /// The lines, with the cursor.
    var menu: MenuState
    /// The message of each line.
    let messages: [Message]

    /// A menu of what its lines say.
    init(_ lines: [Line], at point: Point, selected: Int = 0) {
        messages = lines.map(\.message)
        menu = MenuState(lines.map(\.item), at: point, selected: selected)
    }

    /// The choices of a row of a table, with the cursor on the present one.
    init(choicesOf row: TableRow, below point: Point, sends message: (String) -> Message) {
        let current = row.cells.last
        let lines = row.choices.map { choice in
            (MenuItem(choice.isEmpty ? "not set" : choice, keys: choice == current ? "✓" : ""), message(choice))
        }
        self.init(lines, at: point, selected: row.choices.firstIndex { $0 == current } ?? 0)
    }

    /// The same menu with other messages in it.
    func map<Other: Sendable & Equatable>(_ change: (Message) -> Other) -> Menu<Other> {
        Menu<Other>(menu: menu, messages: messages.map(change))
    }

    private init(menu: MenuState, messages: [Message]) {
        self.menu = menu
        self.messages = messages
    }
}
