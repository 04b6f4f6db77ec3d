import JSON

/// All commands of the program, with what every help says of them.
public struct CommandTable: Sendable {
    /// A command's name with its declaration, which is made when it is asked for: all of them take longer than the start of one.
    public typealias Entry = (name: String, spec: @Sendable () -> CommandSpec)

    private let entries: [Entry]

    /// A table of these commands, in the order of the help.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// The command lines of the program.
    public static let standard = CommandTable([
        ("demo", { .demo }), ("serve", { .serve }), ("send", { SendCommand.spec }), ("run", { RunCommand.spec }),
        ("history", { HistoryCommand.spec }), ("replay", { ReplayCommand.spec }), ("diff", { DiffCommand.spec }),
        ("list", { ListCommand.spec }),
        ("new", { NewCommand.spec }), ("check", { CheckCommand.spec }), ("fmt", { FormatCommand.spec }), ("import", { ImportCommand.spec }),
        ("export", { ExportCommand.spec }), ("doctor", { DoctorCommand.spec }), ("completion", { CompletionCommand.spec }),
        ("manual", { ManualCommand.spec }),
    ])

    /// The commands in the order of the help.
    public var commands: [CommandSpec] { entries.map { $0.spec() } }

    /// The command with this name; nil if there is none.
    public func command(_ name: String) -> CommandSpec? { entries.first { $0.name == name }?.spec() }

    /// The name of a command that is near to a word; nil where none is.
    public func nearest(to word: String) -> String? { NearestName.of(word, among: entries.map(\.name)) }

    /// A line about the program, for the beginning of the help and of the manual.
    static let summary = "an HTTP workbench for the terminal"

    /// The calls that have no command's name.
    static let plainCalls = [
        ("apus [WORKSPACE]", "Open the workbench on a folder (default: the current one)"),
        ("apus URL | FILE", "Open it with a new request, or with the requests of a file"),
        ("apus WORKSPACE/REQUEST", "Open it with a saved request, named by its path or a part of it"),
        ("apus --help | --version", "Print the help or the version"),
    ]

    /// The variables of the process environment that the program reads.
    static let environment = [
        ("APUS_ENVIRONMENT", "the environment that requests are sent to where no option names one"),
        ("APUS_SHARE", "the folder with what is shipped, if it is not beside the program"),
        ("XDG_CONFIG_HOME", "configuration"), ("XDG_DATA_HOME", "history, cookies and tokens"),
        ("XDG_STATE_HOME", "unsaved edits and the session"), ("NO_COLOR", "no colours"), ("TERM, LANG", "the terminal and its characters"),
    ]

    /// The exit codes of all commands.
    static let exitCodes: [(code: Int, meaning: String)] = [
        (0, "done; a request got its response"), (1, "a check failed, responses differ, or the command could not do all of its work"),
        (2, "the command line or a file cannot be used"), (3, "not sent: a value is missing, or something is not allowed"),
        (4, "the response is a 4xx or 5xx, with --fail"), (130, "cancelled with ^C"), (141, "the reader of the output is gone"),
    ]
}

extension CommandSpec {
    /// Opens the workbench on the shipped collections.
    public static let demo = CommandSpec("demo", "Open the workbench on the shipped collections, with the embedded server running")

    /// Runs the embedded server alone.
    public static let serve = CommandSpec(
        "serve", "Run the embedded server alone, or one that gives stored responses",
        operands: [
            OperandSpec("WHAT", "a filter with --from-history; collections, folders or requests with --from-examples", .any, .request)
        ],
        options: [
            OptionSpec("from-history", "Give the stored responses of the history; of those to the same request the newest"),
            OptionSpec("from-examples", "Give the saved examples of the workspace"),
            OptionSpec("delay", value: "TIME", "Wait before each stored response", .duration),
            OptionSpec(
                "fault", value: "KIND[=PERCENT]",
                "Let a part of the requests fail (all, without a number): a status such as 503, reset or timeout", repeats: true),
            SendVariables.workspaceOption,
            OptionSpec("port", value: "N", "Listen on this port (default: 0, a free one)", .number),
            OptionSpec("host", value: "ADDRESS", "Listen on this address (default: 127.0.0.1)"),
            OptionSpec("allow-host", value: "NAME", "Answer requests for this name too; * for any"),
        ],
        details: [
            "A stored response is given to the method, path and query that match best, with its place in the header Apus-Stored. Segments such as "
                + ":id and {{id}} in the path of an example stand for any. What is not known gets 404, with the nearest known request.",
            "Stored responses are what servers have sent you. The server listens on the loopback address unless --host says otherwise, and refuses "
                + "requests that name a foreign host or origin.",
        ],
        examples: [
            .init("apus serve --port 8080", "serve on a fixed port until ^C"),
            .init("apus serve --from-history host:api.example.org after:today", "answer a program with the responses of today"),
            .init("apus serve --from-examples api --delay 200ms --fault 503=10 --fault reset=1", "try out a slow server with faults"),
        ])
}
