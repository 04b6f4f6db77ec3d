import App
import CLI
import DemoServer
import Engine
import HistorySQLite
import HTTP
import HTTPCurl
import Platform
import Screen
import Synchronization
import TerminalNCurses
import Workspace

/// `apus [WORKSPACE]` and `apus demo`: connects the parts of the workbench and runs it.
@MainActor
enum WorkbenchCommand {
    /// Opens the workbench on a folder; ends the program when the user quits.
    ///
    /// - Parameters:
    ///   - opening: messages that open the requests named on the command line, after the last session was restored.
    ///   - first: the request to open in a workspace without a session.
    ///   - variables: more variables for `{{env:NAME}}`.
    ///   - environments: the choices for collections without a choice of the user.
    ///   - trust: decides about permissions; by default those that the user gave.
    static func run(
        folder: String, opening: [TabMessage] = [], first: String? = nil, adding variables: [String: String] = [:],
        choosing environments: [String: String] = [:], warning: String? = nil, trust: WorkspaceTrust? = nil
    ) throws -> Never {
        // The history compares the folders of workspaces, so a folder has one path, also behind links.
        let folder = resolvedPath(folder) ?? folder
        let environment = processEnvironment.merging(variables) { $1 }
        let folders = UserFolders(environment: environment)
        let kept = KeptState(folder: folders.state, workspace: folder)
        let session = kept.session
        let asking = WorkspaceTrust(TrustStore(state: folders.state, workspace: folder))
        let workspace = FileWorkspace(folder: folder, environment: environment, trust: trust ?? asking)
        let queue = MessageQueue()
        Workbench.beginReading(workspace, unfolded: session?.expanded ?? [], to: queue)
        let configuration = Configuration(folder: folders.configuration)
        let settings = configuration.settings
        var state = AppState(
            workspaceFolder: folder, themes: configuration.themes, settings: settings,
            isPlainTerminal: Settings.isPlainTerminal(environment["TERM"] ?? ""), keymap: configuration.keymap,
            timeZone: .local(), session: session, environments: environments,
            warnings: configuration.warnings + [warning].compactMap(\.self))
        let introduction = session == nil ? first.map { [TabMessage.open(path: $0)] } : nil
        (state.opensFirst, state.paths) = (introduction ?? opening, TypedPaths(current: currentFolder() ?? ".", home: homeFolder))
        let viewer = ExternalViewer(editor: settings.editor, pager: settings.pager, environment: environment)
        var live = live(workspace, folder, environment, folders, settings, viewer, kept)
        live.themes = themes(configuration, folders)
        let files = ConfigurationFiles(
            folder: folders.configuration, schemas: Installation.sharedFolder(environment: environment).map { "\($0)/schemas" })
        live.configure = { try await files.edit($0, in: ExternalEditor(settings.editor, environment: environment)) }
        live.saveSettings = { try await files.save($0) }
        var options = NCursesTerminal.Options()
        options.pictures = settings.pictures
        options.escapeDelay = settings.escapeDelay ?? options.escapeDelay
        let terminal = NCursesTerminal(options: options, environment: environment)
        let workbench = Workbench(
            state: state, terminal: terminal, environment: live, queue: queue,
            firstTheme: { configuration.themes(for: $0) })
        try run(workbench, on: terminal, viewer)
    }

    private static func themes(_ configuration: Configuration, _ folders: UserFolders) -> ThemeFiles {
        ThemeFiles(
            known: configuration.loadedThemes, load: { Configuration.loadThemes(of: folders.configuration) },
            watch: { try Configuration.themeChanges(of: folders.configuration) })
    }

    /// Runs the workbench until the user quits or a signal arrives; after a signal, the process ends by that signal.
    private static func run(_ workbench: Workbench, on terminal: NCursesTerminal, _ viewer: ExternalViewer) throws -> Never {
        // For the concurrent requests of runs and replays; systems begin with a limit of a few hundred.
        ResourceLimit.descriptors.raiseForThisProcess(to: 10_000)
        var endingSignal: Int32?
        terminal.endGently { number in
            endingSignal = endingSignal ?? number
            workbench.quit()
        }
        // Draws the first frame before any other thread exists.
        try workbench.start()
        // The loop never returns: it ends with the process.
        Task {
            async let removal: Void = viewer.removeAbandonedCopies()
            let problems = await workbench.run()
            await removal
            viewer.removeCopies()
            for problem in problems { CommandStreams().writeError("apus: \(problem)\n") }
            if let endingSignal { NCursesTerminal.end(by: endingSignal) }
            exit(0)
        }
        MainLoop.run()
    }

    /// Opens the workbench on the shipped collections, with the embedded server running.
    static func runDemo() throws -> Never {
        let environment = processEnvironment
        let shared = Installation.sharedFolder(environment: environment)
        let copy = try DemoCopy.prepare(shared: shared, data: UserFolders(environment: environment).data, temporary: temporaryFolder)
        let server = try DemoServer.start()
        try withExtendedLifetime(server) {
            try run(
                folder: copy.folder, first: "collections/demo/what-there-is.request.json",
                adding: ["APUS_DEMO_PORT": String(server.port)], choosing: demoEnvironments, warning: copy.warning,
                // The shipped collections are a part of the program.
                trust: .everything)
        }
    }

    /// The choice of the embedded server's environment for the demo's collections.
    private static let demoEnvironments = Dictionary(
        uniqueKeysWithValues: ["demo", "star-wars"].map { ("collections/\($0)", "collections/\($0)/environments/local.json") })

    private static func live(
        _ workspace: FileWorkspace, _ folder: String, _ environment: [String: String], _ folders: UserFolders, _ settings: Settings,
        _ viewer: ExternalViewer, _ kept: KeptState
    ) -> AppEnvironment {
        let history = LiveHistory(data: folders.data, settings: settings.history)
        let transport = CurlLoader()
        let clipboard = DesktopClipboard(environment: environment)
        let keeping = StorageFailureReport()
        let cookies = CookieJar(storage: keeping.watching(FileCookieStorage(folder: folders.data, owner: folder)))
        let logins = LoginDesk { DesktopBrowser().open($0) }
        let offline = OfflineResponses()
        let oauth = OAuth(delegate: logins.makeLogin(store: keeping.watching(FileCredentialStore(folder: folders.data))))
        let loader: @Sendable (any HTTPRecorder, ChainSettings, CurlLoader) -> any HTTPLoader = {
            LiveChain.loader(recorder: $0, cookies: cookies, oauth: oauth, settings: $1, offline: offline, transport: $2)
        }
        var live = AppEnvironment(
            workspace: workspace, openHistory: { await history.open() }, makeLoader: { loader($0, settings.chain, transport) },
            cookies: cookies)
        live.makeRunLoader = {
            let chain = settings.chain.sending(atOnce: $1)
            return loader($0, chain, chain == settings.chain ? transport : CurlLoader(connectionLimits: chain.connectionLimits))
        }
        live.makePreviewLoader = { LiveChain.previewLoader(cookies: cookies, settings: settings.chain, transport: $0) }
        live.transportHeaders = { request throws(HTTPError) in try transport.headersToSend(for: request) }
        live.makeBodyPath = { history.makeBodyPath() }
        live.callLater = { delay, action in
            let timer = MainLoop.after(delay, action)
            return { MainLoop.cancel(timer) }
        }
        let (editor, drafts) = (ExternalEditor(settings.editor, environment: environment), kept.drafts)
        live.edit = { try await editor.edit($0, suffix: $1, field: $2, of: $3, in: drafts) }
        (live.drafts, live.session) = (drafts, kept.file)
        live.forgetLogin = { await oauth.forget($0) }
        live.loginCredentials = { await oauth.currentCredentials(for: $0) }
        live.copyToDesktop = { clipboard.copy($0) }
        live.pasteFromDesktop = { await clipboard.paste() }
        live.showFile = { path, program in try await viewer.show(path, in: program) }
        (live.offline, live.logins, live.storageFailures) = (offline, logins, keeping)
        return live
    }
}

/// The history on disk, or one in memory if that cannot be used.
final class LiveHistory: Sendable {
    private let location: HistoryLocation
    private let limits: HistoryLimits
    /// Guards the store, which is created at first use.
    private let created = Mutex<SQLiteHistoryStore?>(nil)

    /// A history in the user's data folder, with the limits from the settings.
    init(data: String, settings: Settings.History) {
        location = HistoryLocation(folder: data)
        var limits = HistoryLimits()
        if let count = settings.count { limits.count = count }
        if let age = settings.age { limits.age = age }
        if let byteCount = settings.byteCount { limits.byteCount = byteCount }
        self.limits = limits
    }

    /// The history on disk; `warn` is called if a damaged one was renamed, or if it can only be read.
    func store(warn: (String) -> Void) async throws(HistoryError) -> any HistoryStore {
        let store = store()
        do throws(HistoryError) {
            try await store.open()
        } catch  where error.leavesStoreOpen {
            warn(error.description)
        }
        return store
    }

    /// Opens the history on the calling thread; `warn` as in ``store(warn:)``.
    func openHere(warn: (String) -> Void) {
        do throws(HistoryError) {
            try store().openHere()
        } catch {
            if error.leavesStoreOpen { warn(error.description) }
        }
    }

    /// Opens the history. A failure leads to a warning and is never fatal.
    func open() async -> OpenedHistory {
        let store = store()
        do throws(HistoryError) {
            try await store.open(keepsIndexed: true)
            return OpenedHistory(store: store)
        } catch {
            if error.leavesStoreOpen { return OpenedHistory(store: store, warning: error.description) }
            let warning = "\(error.description) The history is kept in memory until Apus quits."
            return OpenedHistory(store: InMemoryHistoryStore(), warning: warning)
        }
    }

    /// Finishes the history if it was used, before its process ends.
    func finish() async { await created.withLock(\.self)?.finish() }

    /// A path for a large body before the history takes it over.
    func makeBodyPath() -> String { location.makeIncomingPath() }

    /// The store, which opens when it is first used.
    func store() -> SQLiteHistoryStore {
        created.withLock { created in
            let store = created ?? SQLiteHistoryStore(location, limits: limits)
            created = store
            return store
        }
    }
}
