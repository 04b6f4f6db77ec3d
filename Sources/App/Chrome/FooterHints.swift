import Screen

/// The keys that the footer shows for what has the focus, and where each stands, for drawing and for the mouse.
struct FooterHints: Equatable {
    /// A key with what it does.
    struct Hint: Equatable {
        /// The key in its short form.
        let key: String
        /// The action in one or two words.
        let label: String
        /// The message that a click sends.
        let message: Message
    }

    /// A hint and its cells.
    struct Placed: Equatable {
        let hint: Hint
        let rect: Rect
    }

    private static let mostHints = 6

    /// The hints of the moment, the most useful first.
    static func hints(for state: AppState) -> [Hint] {
        if let window = state.windows.last { return window.hints }
        let cancel = cancelHints(state)
        if state.layer == .edit { return cancel + TypingHints.hints(state) + commandHints(state, in: [.everywhere]) }
        return cancel + commandHints(state, in: state.scopes)
    }

    /// While something is on its way, how to end that comes first.
    private static func cancelHints(_ state: AppState) -> [Hint] {
        guard state.hasSomethingToCancel, let command = CommandTable.command("application.cancel") else { return [] }
        return state.keymap.shownKey(of: command).map { [Hint(key: $0, label: command.label, message: command.message)] } ?? []
    }

    /// The hints that fit into `footer` behind the layer's name.
    static func place(_ hints: [Hint], in footer: Rect, from x: Int) -> [Placed] {
        var left = x
        var placed: [Placed] = []
        for hint in hints.prefix(mostHints) {
            let width = TextWidth.columns(of: hint.key) + 1 + TextWidth.columns(of: hint.label)
            guard left + width <= footer.maxX else { break }
            placed.append(Placed(hint: hint, rect: Rect(x: left, y: footer.minY, width: width, height: 1)))
            left += width + 2
        }
        return placed
    }

    private static func commandHints(_ state: AppState, in scopes: [CommandScope]) -> [Hint] {
        CommandTable.all
            .filter { $0.footerPriority != nil && scopes.contains($0.scope) && $0.disabledReason(state) == nil }
            .sorted { ($0.footerPriority ?? 0) > ($1.footerPriority ?? 0) }
            .compactMap { command in
                key(of: command, state, in: scopes).map { Hint(key: $0, label: command.label, message: command.message) }
            }
    }

    /// The first keys of a command that start it here: not those that the text takes, nor those that another command has nearer.
    private static func key(of command: AppCommand, _ state: AppState, in scopes: [CommandScope]) -> String? {
        if state.layer == .edit { return state.keysWhileTyping(of: command) }
        return state.keymap.keys(of: command).first { state.keymap.match($0, in: scopes) == .command(command.id) }.map(KeyNotation.show)
    }
}
