/// `apus completion`: prints the script that completes the command line in a shell.
public enum CompletionCommand {
    /// The declaration.
    public static let spec = CommandSpec(
        "completion", "Print the completion script of a shell",
        operands: [OperandSpec("SHELL", "bash, zsh or fish", .one, .choice(CompletionShell.allCases.map(\.rawValue)))],
        examples: [.init("source <(apus completion bash)", "complete in this shell")])

    /// The script for the shell in the words, which the declaration validates.
    public static func text(_ words: CommandWords) -> String {
        CompletionShell(rawValue: words.operands[0]).map(Completions().script) ?? ""
    }
}

/// `apus manual`: prints a manual page, which `make install` and `make package` put into share/man.
public enum ManualCommand {
    /// The declaration.
    public static let spec = CommandSpec(
        "manual", "Print the manual page of the program or of a command, for man(1)",
        operands: [OperandSpec("COMMAND", "the command (default: the program itself)", .optional, .command)],
        examples: [.init("apus manual run | man -l -", "read the page of a command")])

    /// The page.
    ///
    /// - Throws: a ``UsageError`` for a command that does not exist.
    public static func text(_ words: CommandWords) throws(UsageError) -> String {
        guard let name = words.operands.first else { return ManualPage().text }
        guard let spec = CommandTable.standard.command(name) else {
            throw UsageError("there is no command “\(name)”; apus --help lists them")
        }
        return ManualPage().text(of: spec)
    }
}
