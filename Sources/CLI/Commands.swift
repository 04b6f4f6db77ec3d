extension Command {
    /// All commands of the program, in the order of the help. The executable carries out the first two: they need a screen or a server.
    public static let all: [Command] = [
        Command("demo", { .demo }),
        Command("serve", { .serve }, keepsWorkOnSignal: true),
        Command("send", { SendCommand.spec }, keepsWorkOnSignal: true) { try await SendCommand($0, $1).run() },
        Command("run", { RunCommand.spec }, keepsWorkOnSignal: true) { try await RunCommand.run($0, $1) },
        Command("history", { HistoryCommand.spec }) { try await HistoryCommand.run($0, $1) },
        Command("replay", { ReplayCommand.spec }, keepsWorkOnSignal: true) { try await ReplayCommand.run($0, $1) },
        Command("diff", { DiffCommand.spec }) { try await DiffCommand.run($0, $1) },
        Command("list", { ListCommand.spec }) { try ListCommand.run($0, $1) },
        Command("new", { NewCommand.spec }) { try NewCommand.run($0, $1) },
        Command("check", { CheckCommand.spec }) { try await CheckCommand.run($0, $1) },
        Command("fmt", { FormatCommand.spec }) { try FormatCommand.run($0, $1) },
        Command("import", { ImportCommand.spec }) { try await ImportCommand($0, $1).run() },
        Command("export", { ExportCommand.spec }) { try ExportCommand($0, $1).run() },
        Command("doctor", { DoctorCommand.spec }) { try DoctorCommand.run($0, $1) },
        Command("completion", { CompletionCommand.spec }) { try CompletionCommand.run($0, $1) },
        Command("manual", { ManualCommand.spec }) { try ManualCommand.run($0, $1) },
    ]
}
