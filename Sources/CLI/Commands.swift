// The two lists of all commands: their declarations and their functions.

extension CommandLineTable {
    /// The command lines of the program.
    public static let standard = CommandLineTable([
        ("demo", { .demo }), ("serve", { .serve }), ("send", { SendCommand.spec }), ("run", { RunCommand.spec }),
        ("history", { HistoryCommand.spec }), ("replay", { ReplayCommand.spec }), ("diff", { DiffCommand.spec }),
        ("list", { ListCommand.spec }),
        ("new", { NewCommand.spec }), ("check", { CheckCommand.spec }), ("fmt", { FormatCommand.spec }), ("import", { ImportCommand.spec }),
        ("export", { ExportCommand.spec }), ("doctor", { DoctorCommand.spec }), ("completion", { CompletionCommand.spec }),
        ("manual", { ManualCommand.spec }),
    ])
}

extension Command {
    /// All commands that need neither a screen nor a server.
    public static let all: [Command] = [
        Command("send", keepsWorkOnSignal: true) { try await SendCommand($0, $1).run() },
        Command("run", keepsWorkOnSignal: true) { try await RunCommand.run($0, $1) },
        Command("history") { try await HistoryCommand.run($0, $1) },
        Command("replay", keepsWorkOnSignal: true) { try await ReplayCommand.run($0, $1) },
        Command("diff") { try await DiffCommand.run($0, $1) },
        Command("new") { try NewCommand.run($0, $1) },
        Command("check") { try await CheckCommand.run($0, $1) },
        Command("fmt") { try FormatCommand.run($0, $1) },
        Command("doctor") { try DoctorCommand.run($0, $1) },
        Command("list") { try ListCommand.run($0, $1) },
        Command("import") { try await ImportCommand($0, $1).run() },
        Command("export") { try ExportCommand($0, $1).run() },
        Command("completion") { try CompletionCommand.run($0, $1) },
        Command("manual") { try ManualCommand.run($0, $1) },
    ]
}
