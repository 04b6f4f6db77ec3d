#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import Engine
public import HTTP
public import Query
public import Workspace

/// The dependencies of effects: live in the program, doubles in tests.
public struct AppEnvironment: Sendable {
    /// The workspace's files.
    public var workspace: any WorkspaceAccess
    /// Opens the history; called once, on first use, away from the main actor.
    public var openHistory: @Sendable () async -> OpenedHistory
    /// Makes the chain of loaders with its recorder.
    public var makeLoader: @Sendable (any HTTPRecorder) -> any HTTPLoader
    /// Gives stored responses in place of the network; the same that the loaders use.
    public var offline: OfflineResponses
    /// The cookie jars; the same that the loaders use.
    public var cookies: CookieJar
    /// A path for a large body on its way into the history; nil to keep small ones only.
    public var makeBodyPath: @Sendable () -> String?
    /// The time of day.
    public var now: @Sendable () -> Date
    /// Makes an id for an exchange.
    public var makeID: @Sendable () -> Exchange.ID
    /// Time since some fixed point, for what is measured.
    public var uptime: @Sendable () -> Duration
    /// Calls a function after a delay, unless what it gives is called before. What is given by default never does.
    public var callLater: @MainActor @Sendable (_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> @MainActor () -> Void
    /// Opens text in the user's editor and gives what was saved; throws a sentence when that fails.
    public var edit: @MainActor @Sendable (_ text: String, _ suffix: String) async throws -> String
    /// Opens one of the user's own files in the editor, made where it is missing, and gives what all of them say then; throws a sentence when
    /// that fails.
    public var configure: @MainActor @Sendable (ConfigurationFile) async throws -> LoadedConfiguration = { _ in LoadedConfiguration() }
    /// Writes settings to the user's file, and gives what all own files say then; throws a sentence when that fails.
    public var saveSettings: @Sendable ([SettingChange]) async throws -> LoadedConfiguration = { _ in LoadedConfiguration() }
    /// Makes a chain of loaders that records nothing, for what is not sent.
    public var makePreviewLoader: @Sendable (any HTTPLoader) -> any HTTPLoader
    /// The header section that the transport makes of a request, without sending it; throws what keeps it from being sent.
    public var transportHeaders: @Sendable (HTTPRequest) throws(HTTPError) -> HTTPHeaders
    /// Runs the queries of captures and assertions.
    public var queries: BodyQueries
    /// The desk for logins that wait for a person; the same that the loaders use.
    public var logins: LoginDesk
    /// Forgets the tokens that were got with these settings, the kept ones too; gives whether there were any.
    public var forgetLogin: @Sendable (OAuthConfiguration) async -> Bool
    /// The journal of autosaved drafts; nil keeps none.
    public var drafts: DraftJournal?
    /// The file of the session; nil keeps none.
    public var session: StateFile?
    /// Says what is not kept; the same that cookies and tokens are kept with.
    public var keeping: StorageFailureReport
    /// The user's own themes, whose files may change while the program runs.
    public var themes: ThemeFiles
    /// Puts text on the desktop's clipboard with its own tool, or hands it to the multiplexer; nil when there is neither. Never waits.
    public var copyToDesktop: @Sendable (String) -> ClipboardTool?
    /// Asks the desktop's own tool for what is on its clipboard; nil where there is none.
    public var pasteFromDesktop: @Sendable () async -> String?
    /// Runs queries in processes of their own.
    public var queryWorker: QueryWorker
    /// Opens a copy of a body in another program, and removes it afterwards; throws a sentence when that fails.
    public var showFile: @MainActor @Sendable (_ path: String, _ program: BodyViewerProgram) async throws -> Void

    /// Takes everything.
    public init(
        workspace: any WorkspaceAccess, openHistory: @escaping @Sendable () async -> OpenedHistory,
        makeLoader: @escaping @Sendable (any HTTPRecorder) -> any HTTPLoader, offline: OfflineResponses = OfflineResponses(),
        cookies: CookieJar = CookieJar(),
        makeBodyPath: @escaping @Sendable () -> String? = { nil },
        now: @escaping @Sendable () -> Date = { Date() },
        makeID: @escaping @Sendable () -> Exchange.ID = { Exchange.makeID() },
        uptime: @escaping @Sendable () -> Duration = HTTPClock.system.uptime,
        callLater: @escaping @MainActor @Sendable (Duration, @escaping @MainActor () -> Void) -> @MainActor () -> Void = { _, _ in {} },
        edit: @escaping @MainActor @Sendable (String, String) async throws -> String = { text, _ in text },
        makePreviewLoader: (@Sendable (any HTTPLoader) -> any HTTPLoader)? = nil,
        transportHeaders: @escaping @Sendable (HTTPRequest) throws(HTTPError) -> HTTPHeaders = { request throws(HTTPError) in
            try request.prepared().headers
        },
        queries: BodyQueries = LiveQueries.all, logins: LoginDesk = LoginDesk(),
        forgetLogin: @escaping @Sendable (OAuthConfiguration) async -> Bool = { _ in false },
        drafts: DraftJournal? = nil, session: StateFile? = nil,
        keeping: StorageFailureReport = StorageFailureReport(), themes: ThemeFiles = ThemeFiles(),
        copyToDesktop: @escaping @Sendable (String) -> ClipboardTool? = { _ in nil },
        pasteFromDesktop: @escaping @Sendable () async -> String? = { nil }, queryWorker: QueryWorker = QueryWorker(),
        showFile: @escaping @MainActor @Sendable (String, BodyViewerProgram) async throws -> Void = { _, _ in }
    ) {
        self.workspace = workspace
        self.openHistory = openHistory
        self.makeLoader = makeLoader
        self.offline = offline
        self.cookies = cookies
        self.makeBodyPath = makeBodyPath
        self.now = now
        self.makeID = makeID
        self.uptime = uptime
        self.callLater = callLater
        self.edit = edit
        self.makePreviewLoader = makePreviewLoader ?? { LiveChain.previewLoader(cookies: cookies, transport: $0) }
        self.transportHeaders = transportHeaders
        self.queries = queries
        self.logins = logins
        self.forgetLogin = forgetLogin
        self.drafts = drafts
        self.session = session
        self.keeping = keeping
        self.themes = themes
        self.copyToDesktop = copyToDesktop
        self.pasteFromDesktop = pasteFromDesktop
        self.queryWorker = queryWorker
        self.showFile = showFile
    }
}
