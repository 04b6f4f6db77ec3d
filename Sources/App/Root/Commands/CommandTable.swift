/// All commands, in the order of the help.
public enum CommandTable {
    /// Every command of the program.
    public static let all: [AppCommand] = [
        ApplicationCommands.all, MotionCommands.all, TabCommands.all,
        EnvironmentCommands.all.map { $0.lifted(state: \.environmentContext, message: Message.environments) },
        CookieCommands.all.map { $0.lifted(state: \.cookieContext, message: Message.cookies) },
        TreeCommands.all.map { $0.lifted(state: \.collections, message: Message.tree) },
        RequestCommands.all.map { $0.lifted(state: \.requestCommandState, message: Message.request) },
        SendCommands.all.map { $0.lifted(state: \.sendCommandState, message: Message.sending) },
        ResponseCommands.all.map { $0.lifted(state: \.responseCommandState, message: Message.response) },
        WindowCommands.all.map { $0.lifted(state: \.windowCommandState, message: { Message.window(.key($0)) }) },
        HistoryCommands.all.map { $0.lifted(state: \.history, message: Message.history) },
    ].flatMap(\.self)

    private static let aliasesByID = Dictionary(grouping: all.filter { $0.alias != nil }) { $0.alias ?? "" }.mapValues { $0.map(\.id) }

    /// The commands that give more keys to one.
    static func aliases(of id: String) -> [String] { aliasesByID[id] ?? [] }

    /// The command that the keymap file calls `id`.
    ///
    /// A few hundred are looked through, once a key: a table of them would cost the start of the program more than it saves.
    public static func command(_ id: String) -> AppCommand? { all.first { $0.id == id } }
}

/// A command over the whole state, as the command table holds them.
public typealias AppCommand = Command<AppState, Message>

/// The page of all keys, made of the command table.
public enum KeysDocument {
    /// The page in Markdown.
    public static var text: String {
        let scopes = CommandScope.allCases.map { scope in
            "## \(scope.title)\n\n| key | does | id |\n| --- | --- | --- |\n"
                + CommandTable.all.filter { $0.scope == scope }.map(row).joined(separator: "\n")
        }
        return """
            # Keys

            Made by `make docs` from the command table of the program. In the workbench, `?` shows the same list for what has the focus. The ids are
            those of the keymap file.

            Two layers are always named in the footer. In **NAV** letters are commands; in **EDIT** letters are text, and Esc leads back.
            While text is edited, arrows, Home, End, words (Ctrl or Alt with arrows), selection (Shift), `^W ^U ^K`, `^T`, `^X`, undo (`^_` or
            Alt+u) and redo (Alt+U) work as in every text field. Shift with the mouse leaves it to the terminal.

            With the keys of vim (`editorKeys`) the footer names the mode; `:` in NORMAL finds commands (`:w` saves, `:q` quits). With those of emacs
            `^X` leads from what is typed to the program: `^X ^S` saves, `^X ^P` finds commands, `^X ^R` sends. `F1` shows the keys of any window.


            """ + scopes.joined(separator: "\n\n") + "\n"
    }

    private static func row(_ command: AppCommand) -> String {
        let keys = command.keys.map { "`" + KeyNotation.show($0).replacing("|", with: "\\|").replacing("`", with: "") + "`" }
        return "| \(keys.joined(separator: " ")) | \(command.title) | `\(command.id)` |"
    }
}
