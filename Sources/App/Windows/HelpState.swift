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
        /// A continuation of the line of a command.
        case more(id: String, keys: String, text: String, role: StyleRole)
        case gap
    }

    /// The line under the cursor and the first on the screen.
    public var list = ListState()
    /// The words that commands are looked for by; nil for all.
    var filter: TextFieldState?
    /// True while the filter is typed.
    var isTyping = false

    /// The help's lines: the pane's own commands, then those of every pane, then those that always work.
    func lines(for state: AppState) -> [Line] {
        let scopes = [state.focus.scope, .nav, .everywhere] + PaneID.allCases.map(\.scope).filter { $0 != state.focus.scope }
        let columns = HelpView.columns(for: self, state)
        let words = words
        let commands = scopes.flatMap { scope -> [Line] in
            let commands = CommandTable.all.filter { $0.scope == scope && $0.alias == nil }
                .filter { command in
                    let text = (state.keymap.shownKeys(of: command.id) + " " + command.title).lowercased()
                    return words.allSatisfy { text.has($0) }
                }
            guard !commands.isEmpty else { return [] }
            return [.heading(scope.title)] + commands.flatMap { Self.lines($0, state, columns) } + [.gap]
        }
        if words.isEmpty { return Self.about(state, columns) + commands }
        return commands.isEmpty ? [.about("Nothing is called so. Esc shows everything.")] : commands
    }

    /// The words that keys and title must contain. Longer text than any title is not split for each frame.
    private var words: [Substring] {
        guard let text = filter?.text else { return [] }
        return text.utf8.count > Self.mostTyped ? [text[...]] : text.lowercased().split(separator: " ")
    }

    private static let mostTyped = 1000

    private static func about(_ state: AppState, _ columns: HelpView.Columns) -> [Line] {
        let lines = ContextHelp.lines(for: state).flatMap { TextWrap.lines($0, columns: columns.all) }
        return lines.isEmpty ? [] : lines.map { Line.about($0) } + [.gap]
    }

    /// A command on as many lines as its keys, its title and the reason why it cannot be done take.
    private static func lines(_ command: AppCommand, _ state: AppState, _ columns: HelpView.Columns) -> [Line] {
        let reason = command.disabledReason(state)
        let keys = TextWrap.lines(state.keymap.shownKeys(of: command.id), columns: columns.keys - 3)
        let isWhole = TextWidth.fits(command.title + (reason.map(HelpView.behindTitle) ?? ""), columns: columns.title)
        let titles = isWhole ? [command.title] : TextWrap.lines(command.title, columns: columns.title)
        let reasons = isWhole ? [] : reason.map { TextWrap.lines("— " + $0, columns: columns.title) } ?? []
        let first = Line.command(
            id: command.id, keys: keys.first ?? "", title: titles.first ?? "", disabledReason: isWhole || reason == nil ? reason : "")
        let rows = titles.map { ($0, reason == nil ? StyleRole.text : .textDisabled) } + reasons.map { ($0, .textMuted) }
        return [first]
            + (1..<max(keys.count, rows.count, 1)).map { index in
                let (text, role) = index < rows.count ? rows[index] : ("", .text)
                return .more(id: command.id, keys: index < keys.count ? keys[index] : "", text: text, role: role)
            }
    }
}
