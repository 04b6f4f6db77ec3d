public import Engine
public import HTTP
import Platform
import Query
public import Workspace

/// The dependencies of effects: live in the program, doubles in tests.
public struct AppEnvironment: Sendable {
    /// The workspace's files.
    public var workspace: any WorkspaceAccess
    /// Opens the history; called once, at first use, outside the main actor.
    public var openHistory: @Sendable () async -> OpenedHistory
    /// Makes the chain of loaders with its recorder.
    public var makeLoader: @Sendable (any HTTPRecorder) -> any HTTPLoader
    /// Makes the chain of loaders for a run, with connections of its own if it sends more requests at once than the workbench may.
    public var makeRunLoader: @Sendable (any HTTPRecorder, _ count: Int) -> any HTTPLoader
    /// Gives stored responses instead of the network; shared with the loaders.
    public var offline: OfflineResponses = OfflineResponses()
    /// The cookie jars, shared with the loaders.
    public var cookies: CookieJar
    /// The path for a large body that goes into the history; nil to store only small bodies.
    public var makeBodyPath: @Sendable () -> String? = { nil }
    /// The time of day.
    var now: @Sendable () -> Date = { Date() }
    var makeID: @Sendable () -> Exchange.ID = { Exchange.makeID() }
    /// A monotonic clock for measurements.
    var uptime: @Sendable () -> Duration = HTTPClock.system.uptime
    /// Calls a function after a delay, unless the returned function is called before. The default never calls it.
    public var callLater: @MainActor @Sendable (_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> @MainActor () -> Void = {
        _, _ in {}
    }
    /// Opens the text of a request's field in the user's editor and returns the saved text; throws a sentence on failure.
    public var edit:
        @MainActor @Sendable (_ text: String, _ suffix: String, _ field: String, _ request: AutosavedDraft) async throws -> String = {
            text, _, _, _ in text
        }
    /// Opens a configuration file in the user's editor, creating it if missing, and returns the new configuration; throws a sentence on
    /// failure.
    public var configure: @MainActor @Sendable (ConfigurationFile) async throws -> LoadedConfiguration = { _ in LoadedConfiguration() }
    /// Writes settings to the user's file and returns the new configuration; throws a sentence on failure.
    public var saveSettings: @Sendable ([SettingChange]) async throws -> LoadedConfiguration = { _ in LoadedConfiguration() }
    /// Makes a chain of loaders without a recorder, for previews.
    public var makePreviewLoader: @Sendable (any HTTPLoader) -> any HTTPLoader
    /// The header section that the transport would send for a request; throws the reason if the request cannot be sent.
    public var transportHeaders: @Sendable (HTTPRequest) throws(HTTPError) -> HTTPHeaders = { request throws(HTTPError) in
        try request.prepared().headers
    }
    /// Runs the queries of captures and assertions.
    var queries: BodyQueries = LiveQueries.all
    /// The logins that wait for the user, shared with the loaders.
    public var logins: LoginDesk = LoginDesk()
    /// Forgets the tokens obtained with these settings, including stored ones; returns true if there were any.
    public var forgetLogin: @Sendable (OAuthConfiguration) async -> Bool = { _ in false }
    /// The tokens obtained with these settings that can be sent now; nil if there are none.
    public var loginCredentials: @Sendable (OAuthConfiguration) async -> OAuthCredentials? = { _ in nil }
    /// The journal of autosaved drafts; nil to store none.
    public var drafts: DraftJournal?
    /// The file of the session; nil to store none.
    public var session: StateFile?
    /// The report of storage failures, also of cookies and tokens.
    public var storageFailures: StorageFailureReport = StorageFailureReport()
    /// The user's own themes, whose files may change while the program runs.
    public var themes: ThemeFiles = ThemeFiles()
    /// Copies text with the desktop's clipboard tool, or to the multiplexer; nil if there is neither. Never waits.
    public var copyToDesktop: @Sendable (String) -> ClipboardTool? = { _ in nil }
    /// Reads the desktop's clipboard with its tool; nil if there is none.
    public var pasteFromDesktop: @Sendable () async -> String? = { nil }
    /// Runs queries in separate processes.
    var queryWorker: QueryWorker = QueryWorker()
    /// Opens a copy of a body in another program and removes it afterwards; throws a sentence on failure.
    public var showFile: @MainActor @Sendable (_ path: String, _ program: BodyViewerProgram) async throws -> Void = { _, _ in }

    /// Creates an environment whose other dependencies do nothing, or belong to the process.
    public init(
        workspace: any WorkspaceAccess, openHistory: @escaping @Sendable () async -> OpenedHistory,
        makeLoader: @escaping @Sendable (any HTTPRecorder) -> any HTTPLoader, cookies: CookieJar = CookieJar()
    ) {
        self.workspace = workspace
        self.openHistory = openHistory
        self.makeLoader = makeLoader
        makeRunLoader = { recorder, _ in makeLoader(recorder) }
        self.cookies = cookies
        makePreviewLoader = { LiveChain.previewLoader(cookies: cookies, transport: $0) }
    }
}
