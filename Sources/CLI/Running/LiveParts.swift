public import Engine
public import HTTP
public import Workspace

/// The parts of sending that are made in the executable: the transport, the history, cookies and tokens. Each is made when it is needed.
public struct LiveParts: Sendable {
    /// The user's settings of the chain.
    public var chain: ChainSettings
    /// The files of a workspace folder; `trusts` allows for this run whatever the workspace asks of this machine.
    public var workspace: @Sendable (_ folder: String, _ trusts: Bool) -> FileWorkspace
    /// The chain with its recorder, for the cookies and logins of a workspace folder.
    public var makeLoader: @Sendable (any HTTPRecorder, _ folder: String, ChainSettings) -> any HTTPLoader
    /// The chain before a transport that sends nothing.
    public var makePreviewLoader: @Sendable (any HTTPLoader, _ folder: String) -> any HTTPLoader
    /// The header section that the transport makes of a request.
    public var transportHeaders: @Sendable (HTTPRequest) throws(HTTPError) -> HTTPHeaders
    /// A path for a large body on its way into the history; nil keeps its beginning only.
    public var makeBodyPath: @Sendable () -> String?
    /// Opens the history.
    public var openHistory: @Sendable () async throws(HistoryError) -> any HistoryStore

    /// The libraries, folders and settings that the executable finds, for `apus doctor`.
    public var facts: @Sendable () -> [DoctorFact]

    /// Takes all of them.
    public init(
        chain: ChainSettings = ChainSettings(),
        workspace: @escaping @Sendable (String, Bool) -> FileWorkspace,
        makeLoader: @escaping @Sendable (any HTTPRecorder, String, ChainSettings) -> any HTTPLoader,
        makePreviewLoader: @escaping @Sendable (any HTTPLoader, String) -> any HTTPLoader,
        transportHeaders: @escaping @Sendable (HTTPRequest) throws(HTTPError) -> HTTPHeaders,
        makeBodyPath: @escaping @Sendable () -> String? = { nil },
        openHistory: @escaping @Sendable () async throws(HistoryError) -> any HistoryStore,
        facts: @escaping @Sendable () -> [DoctorFact] = { [] }
    ) {
        self.chain = chain
        self.workspace = workspace
        self.makeLoader = makeLoader
        self.makePreviewLoader = makePreviewLoader
        self.transportHeaders = transportHeaders
        self.makeBodyPath = makeBodyPath
        self.openHistory = openHistory
        self.facts = facts
    }
}
