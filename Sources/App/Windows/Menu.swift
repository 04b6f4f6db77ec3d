import Screen
import Widgets

/// A menu of commands, opened beside the element to which they apply.
struct Menu<Sent: Sendable>: Sendable {
    typealias Line = (item: MenuItem, message: Sent)

    /// The lines, with the cursor.
    var menu: MenuState
    /// The message of each line.
    let messages: [Sent]

    init(_ lines: [Line], at point: Point, selected: Int = 0, minimumColumns: Int = 0, groupStarts: [Int] = []) {
        messages = lines.map(\.message)
        menu = MenuState(lines.map(\.item), at: point, selected: selected, minimumColumns: minimumColumns, groupStarts: groupStarts)
    }

    /// Creates a menu of the choices of a table row below its cell, with the cursor on the current one.
    init(choicesOf row: TableRow, below cell: Rect, sends message: (String) -> Sent) {
        let current = row.cells.last
        let unset = row.placeholder.isEmpty ? "not set" : row.placeholder
        let lines = row.choices.map { choice in
            (MenuItem(choice.isEmpty ? unset : choice, keys: choice == current ? "✓" : ""), message(choice))
        }
        self.init(lines, below: cell, selected: row.choices.firstIndex { $0 == current } ?? 0)
    }

    /// Creates a menu below a cell, whose text is above those of the lines, at least as wide as the cell.
    init(_ lines: [Line], below cell: Rect, selected: Int) {
        self.init(lines, at: Point(x: cell.minX - 2, y: cell.minY), selected: selected, minimumColumns: cell.width + 2)
    }

    /// The same menu with other messages.
    func map<Other: Sendable>(_ change: (Sent) -> Other) -> Menu<Other> {
        Menu<Other>(menu: menu, messages: messages.map(change))
    }

    private init(menu: MenuState, messages: [Sent]) {
        self.menu = menu
        self.messages = messages
    }
}

extension Menu: Equatable where Sent: Equatable {}

extension Menu: WindowContent {
    var scopes: [CommandScope] { [.window] }
    var acceptLabel: String? { "choose" }
    var dims: Bool { false }

    func layout(_ context: WindowContext) -> WindowFrame.Layout {
        let frame = menu.frame(in: context.body)
        return WindowFrame.Layout(frame: frame, content: frame.inset(columns: 1, rows: 1))
    }

    func draw(_ layout: WindowFrame.Layout, _ context: WindowContext, on canvas: inout Canvas) { menu.draw(in: context.body, on: &canvas) }

    mutating func press(_ key: Key, _ context: WindowContext) -> [WindowStep] {
        let outcome = menu.handle(key, in: context.body)
        // A key that works everywhere closes the list and then does its work.
        if outcome == .closed, context.isGlobal(key) { return [.close, .output(.press(key))] }
        return steps(outcome)
    }

    mutating func handle(_ event: MouseEvent, _ layout: WindowFrame.Layout, _ context: WindowContext) -> [WindowStep] {
        steps(menu.handle(event, in: context.body))
    }

    private func steps(_ outcome: MenuState.Outcome) -> [WindowStep] {
        switch outcome {
        case .moved: []
        case .chosen(let index): [.close, .choose(.item(index))]
        case .closed: [.close]
        }
    }
}
