import Screen
public import Widgets

/// The help: every command of the table with its keys, those of the focused pane first; Enter runs the chosen one.
public struct HelpState: Sendable, Equatable {
    /// A line of the help.
    enum Line: Equatable {
        case heading(String)
        /// A line about what has the cursor.
        case about(String)
        case command(id: String, keys: String, title: String, disabledReason: String?)
        case gap
    }

    /// The line under the cursor and the first on the screen.
    public var list = ListState()

    /// The help's lines: the pane's own commands, then those of every pane, then those that always work.
    static func lines(for state: AppState) -> [Line] {
        let scopes = [state.focus.scope, .nav, .everywhere] + PaneID.allCases.map(\.scope).filter { $0 != state.focus.scope }
        return about(state)
            + scopes.flatMap { scope -> [Line] in
                let commands = CommandTable.all.filter { $0.scope == scope && $0.alias == nil }
                guard !commands.isEmpty else { return [] }
                return [.heading(scope.title)] + commands.map { line($0, state) } + [.gap]
            }
    }

    private static func about(_ state: AppState) -> [Line] {
        let columns = HelpView.list(in: HelpView.frame(in: state.screenLayout)).width - 1
        let lines = ContextHelp.lines(for: state).flatMap { TextWrap.lines($0, columns: columns) }
        return lines.isEmpty ? [] : lines.map { Line.about($0) } + [.gap]
    }

    private static func line(_ command: Command, _ state: AppState) -> Line {
        let keys = state.keymap.shownKeys(of: command.id)
        return .command(id: command.id, keys: keys, title: command.title, disabledReason: command.disabledReason(state))
    }
}
