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
