public import Engine
public import HTTP
import Screen
public import Workspace

/// A command: its declaration and the function that runs it.
public struct Command: Sendable {
    /// Runs a command and returns the exit code; throws a ``UsageError`` or a ``CommandError``.
    public typealias Run = @Sendable (CommandWords, CommandContext) async throws -> Int32

    /// The name of the declaration.
    let name: String
    /// Creates the declaration; only that of the called command is needed.
    let spec: @Sendable () -> CommandSpec
    /// True if a signal only cancels the command, so that it keeps its work; a signal ends other commands at once.
    let keepsWorkOnSignal: Bool
    /// The function of the command; nil for `demo` and `serve`, which the executable runs.
    let run: Run?

    init(_ name: String, _ spec: @escaping @Sendable () -> CommandSpec, keepsWorkOnSignal: Bool = false, run: Run? = nil) {
        self.name = name
        self.spec = spec
        self.keepsWorkOnSignal = keepsWorkOnSignal
        self.run = run
    }
}

/// An error that ends a command.
public struct CommandError: Error, Hashable, Sendable {
    /// The reason as a sentence.
    public let message: String
    /// Lines below the sentence.
    public let details: [String]
    /// The exit code.
    public let code: Int32

    /// The sentence and the lines below it. Line breaks within them are visible signs.
    var text: String { ([message] + details).map { VisibleText.escaping($0) }.joined(separator: "\n") }

    /// The message of an error; of a request's error without its code and its URL, which the reader has.
    static func text(of error: any Error) -> String {
        switch error {
        case let error as CommandError: error.text
        case let error as HTTPError: ResolutionPlace.namingWords(error.message)
        default: "\(error)"
        }
    }

    /// Creates an error.
    public init(_ message: String, details: [String] = [], code: Int32) {
        self.message = message
        self.details = details
        self.code = code
    }
}

/// The parts of the process that a command may use.
public struct CommandContext: Sendable {
    /// The process environment.
    public let environment: [String: String]
    /// Standard input, output and error.
    public let streams: CommandStreams
    /// The parts of sending.
    public let live: LiveParts

    /// True if the output is a terminal that has colours and they are not disabled (<https://no-color.org>).
    var hasColors: Bool { streams.isOutputTerminal && environment["TERM"] != "dumb" && environment["NO_COLOR"]?.isEmpty != false }

    /// Creates a context.
    public init(environment: [String: String], streams: CommandStreams = CommandStreams(), live: LiveParts) {
        self.environment = environment
        self.streams = streams
        self.live = live
    }
}

/// The parts of sending that the executable creates: the transport, the history, cookies and tokens. Each is created at first use.
public struct LiveParts: Sendable {
    /// The user's settings of the loader chain.
    public var chain: ChainSettings
    /// The files of a workspace folder; `trusts` gives the workspace all permissions for this run.
    package var workspace: @Sendable (_ folder: String, _ trusts: Bool) -> FileWorkspace
    /// The chain with its recorder, for the cookies and logins of a workspace folder.
    public var makeLoader: @Sendable (any HTTPRecorder, _ folder: String, ChainSettings) -> any HTTPLoader
    /// The chain in front of a transport that sends nothing.
    public var makePreviewLoader: @Sendable (any HTTPLoader, _ folder: String) -> any HTTPLoader
    /// The header section that the transport would send for a request.
    public var transportHeaders: @Sendable (HTTPRequest) throws(HTTPError) -> HTTPHeaders
    /// The path for a large body that goes into the history; nil to store only its beginning.
    public var makeBodyPath: @Sendable () -> String?
    /// Opens the history.
    public var openHistory: @Sendable () async throws(HistoryError) -> any HistoryStore
    /// Opens the history on the calling thread, for one exchange; ``recordHere`` reports a failure.
    public var openHistoryHere: @Sendable () -> Void
    /// Stores an exchange on the calling thread.
    public var recordHere: @Sendable (Exchange) throws(HistoryError) -> Void
    /// Finishes the history before the process ends, if it was opened.
    public var finishHistory: @Sendable () async -> Void

    /// The libraries, folders and settings found by the executable, for `apus doctor`.
    public var facts: @Sendable () -> [DoctorFact]

    /// Creates the parts.
    package init(
        chain: ChainSettings = ChainSettings(),
        workspace: @escaping @Sendable (String, Bool) -> FileWorkspace,
        makeLoader: @escaping @Sendable (any HTTPRecorder, String, ChainSettings) -> any HTTPLoader,
        makePreviewLoader: @escaping @Sendable (any HTTPLoader, String) -> any HTTPLoader,
        transportHeaders: @escaping @Sendable (HTTPRequest) throws(HTTPError) -> HTTPHeaders,
        makeBodyPath: @escaping @Sendable () -> String? = { nil },
        openHistory: @escaping @Sendable () async throws(HistoryError) -> any HistoryStore,
        openHistoryHere: @escaping @Sendable () -> Void,
        recordHere: @escaping @Sendable (Exchange) throws(HistoryError) -> Void,
        finishHistory: @escaping @Sendable () async -> Void = {},
        facts: @escaping @Sendable () -> [DoctorFact] = { [] }
    ) {
        self.chain = chain
        self.workspace = workspace
        self.makeLoader = makeLoader
        self.makePreviewLoader = makePreviewLoader
        self.transportHeaders = transportHeaders
        self.makeBodyPath = makeBodyPath
        self.openHistory = openHistory
        self.openHistoryHere = openHistoryHere
        self.recordHere = recordHere
        self.finishHistory = finishHistory
        self.facts = facts
    }
}

/// A fact about the machine and the program, for `apus doctor`.
public struct DoctorFact: Hashable, Sendable {
    /// The group that it belongs to.
    public let group: String
    /// The subject of the finding.
    public let name: String
    /// The result, without secrets.
    public let value: String
    /// True if it prevents something from working.
    public let isFault: Bool

    /// Creates a fact.
    public init(_ group: String, _ name: String, _ value: String, isFault: Bool = false) {
        self.group = group
        self.name = name
        self.value = value
        self.isFault = isFault
    }
}
