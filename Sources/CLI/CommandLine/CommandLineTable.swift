import JSON
import Workspace

/// All commands of the program, with the common parts of the help.
public struct CommandLineTable: Sendable {
    /// The commands with their functions, in the order of the help.
    let entries: [Command]

    /// The commands of the program. The executable carries out the first two: they need a screen or a server.
    public static let standard = CommandLineTable(entries: [
        Command("demo", { .demo }),
        Command("serve", { .serve }, keepsWorkOnSignal: true),
        Command("send", { SendCommand.spec }, keepsWorkOnSignal: true) { try await SendCommand($0, $1).run() },
        Command("run", { RunCommand.spec }, keepsWorkOnSignal: true) { try await RunCommand.run($0, $1) },
        Command("history", { HistoryCommand.spec }) { try await HistoryCommand.run($0, $1) },
        Command("replay", { ReplayCommand.spec }, keepsWorkOnSignal: true) { try await ReplayCommand.run($0, $1) },
        Command("diff", { DiffCommand.spec }) { try await DiffCommand.run($0, $1) },
        Command("list", { ListCommand.spec }) { try await ListCommand.run($0, $1) },
        Command("new", { NewCommand.spec }) { try NewCommand.run($0, $1) },
        Command("check", { CheckCommand.spec }) { try await CheckCommand.run($0, $1) },
        Command("fmt", { FormatCommand.spec }) { try FormatCommand.run($0, $1) },
        Command("import", { ImportCommand.spec }) { try await ImportCommand($0, $1).run() },
        Command("export", { ExportCommand.spec }) { try ExportCommand($0, $1).run() },
        Command("doctor", { DoctorCommand.spec }) { try DoctorCommand.run($0, $1) },
        Command("completion", { CompletionCommand.spec }) { try CompletionCommand.run($0, $1) },
        Command("manual", { ManualCommand.spec }) { try ManualCommand.run($0, $1) },
    ])

    /// The commands in the order of the help.
    public var commands: [CommandSpec] { entries.map { $0.spec() } }

    /// The command with this name; nil if there is none.
    public func command(_ name: String) -> CommandSpec? { entries.first { $0.name == name }?.spec() }

    /// True if a signal only cancels the command with this name, so that it keeps its work.
    public func keepsWorkOnSignal(_ name: String) -> Bool { entries.first { $0.name == name }?.keepsWorkOnSignal == true }

    /// The name of the command most similar to a word; nil if none is similar.
    public func nearest(to word: String) -> String? { NearestName.of(word, among: entries.map(\.name)) }

    /// Runs a command, and reports its error.
    ///
    /// - Parameter run: the function of a command that the executable carries out.
    /// - Returns: the exit code.
    public func run(_ words: CommandWords, in context: CommandContext, by run: Command.Run? = nil) async -> Int32 {
        guard let run = run ?? entries.first(where: { $0.name == words.spec.name })?.run else { return 2 }
        do {
            return try await run(words, context)
        } catch is ClosedPipeError {
            return 141
        } catch is CancellationError {
            return 130
        } catch let failure as CommandError {
            context.streams.writeError(line: "apus \(words.spec.name): \(failure.message)")
            for detail in failure.details { context.streams.writeError(line: detail) }
            return failure.code
        } catch let error as UsageError {
            context.streams.writeError("\(UsageError(error.message, command: words.spec.name))\n")
            return 2
        } catch {
            context.streams.writeError(line: "apus \(words.spec.name): \(CommandError.text(of: error))")
            // A workspace that cannot be read is a wrong argument.
            return error is WorkspaceError ? 2 : 1
        }
    }

    /// A line about the program, for the help and the manual.
    static let summary = "an HTTP workbench for the terminal"

    /// The calls without a command name.
    static let plainCalls = [
        ("apus [WORKSPACE]", "Open the workbench on a folder (default: the current one)"),
        ("apus URL | FILE", "Open the workbench with a new request, or with the requests of a file"),
        ("apus WORKSPACE/REQUEST", "Open the workbench with a saved request, named by its path or a part of it"),
        ("apus REQUEST", "Open the current workspace with a saved request"),
        ("apus --help | --version", "Print the help or the version; so do -h and -V"),
        ("apus help [COMMAND]", "Print the help of the program or of a command"),
    ]

    /// The process environment variables that the program reads.
    static let environment = [
        ("APUS_ENVIRONMENT", "the environment for requests, unless an option names one"),
        ("APUS_SHARE", "the folder with the shipped files, if it is not beside the program"),
        ("XDG_CONFIG_HOME", "configuration (default: ~/.config)"),
        ("XDG_DATA_HOME", "history, cookies, tokens and the copy of the demo (default: ~/.local/share)"),
        ("XDG_STATE_HOME", "unsaved edits, the session and permissions (default: ~/.local/state)"),
        ("VISUAL, EDITOR, PAGER", "the external editor and pager"),
        ("http_proxy, https_proxy, all_proxy, no_proxy", "the proxy of requests without one"), ("NO_COLOR", "no colours"),
        ("TERM, COLORTERM, LANG", "the terminal, its colours and characters"),
    ]

    /// The files of the user and of an installed program.
    static let files = [
        ("~/.config/apus/config.json", "settings"), ("~/.config/apus/keymap.json", "keys of commands"),
        ("~/.config/apus/themes/*.json", "themes"),
        ("share/doc/apus/docs", "the pages about all of this, beside the folder of the program, such as formats.md and options.md"),
    ]

    /// The exit codes of all commands.
    static let exitCodes: [(code: Int, meaning: String)] = [
        (0, "success; a request got its response"), (1, "a check failed, responses differ, or the command could not do all of its work"),
        (2, "the command line or a file is not valid, or nothing matches it"),
        (3, "no response: a value or a permission is missing, or the server did not answer"),
        (4, "the response is a 4xx or 5xx, with --fail"),
        (130, "cancelled with ^C (143 by SIGTERM, 129 by SIGHUP); apus serve ends with 0"),
        (141, "the output was closed by its reader"),
    ]
}

extension CommandSpec {
    /// Opens the workbench on the shipped collections.
    public static let demo = CommandSpec("demo", "Open the workbench on the shipped collections, with the embedded server running")

    /// Runs only the embedded server.
    public static let serve = CommandSpec(
        "serve", "Run the embedded server, or serve stored responses",
        operands: [
            OperandSpec("WHAT", "with --from-history a filter; with --from-examples collections, folders or requests", .any, .place)
        ],
        options: [
            OptionSpec("from-history", "Serve stored responses of the history, the newest for each request"),
            OptionSpec("from-examples", "Serve the saved examples of the workspace"),
            OptionSpec(
                "delay", value: "TIME", "Wait before each stored response: 500ms, 2s; a number without a unit is seconds", .duration),
            OptionSpec(
                "fault", value: "KIND[=PERCENT]",
                "Simulate a fault for a percentage of requests (all, without a number): a status such as 503, reset or timeout",
                repeats: true),
            .workspace,
            OptionSpec("port", value: "N", "Listen on this port (default: 0, a free one)", .number(0...65535)),
            OptionSpec("host", value: "ADDRESS", "Listen on this address (default: 127.0.0.1)"),
            OptionSpec("allow-host", value: "NAME", "Accept requests for this host name too; * for any"),
        ],
        details: [
            "Each request gets the stored response whose method, path and query match best; the header Apus-Stored names it. Segments such as "
                + ":id and {{id}} in the path of an example match any text. An example whose URL begins with a variable, such as {{baseUrl}}, "
                + "is served at its path and at that after the path of the value. An unknown request gets 404 with the most similar known request.",
            "Stored responses may contain private data. The server listens on the loopback address unless --host is given, and refuses "
                + "requests that name a foreign host or origin.",
        ],
        examples: [
            .init("apus serve --port 8080", "serve on a fixed port until ^C"),
            .init("apus serve --from-history host:api.example.org after:today", "serve today's responses to a program"),
            .init("apus serve --from-examples api --delay 200ms --fault 503=10 --fault reset=1", "simulate a slow server with faults"),
        ])
}
