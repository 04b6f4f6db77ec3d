import App
import DemoServer
import HTTP
import HTTPCurl
import Screen
import TerminalNCurses
import Workspace

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `apus [WORKSPACE]` and `apus demo`: wires the live parts and runs the workbench.
@MainActor
enum WorkbenchCommand {
    /// Opens the workbench on a folder, with `variables` added to what `{{env:NAME}}` reads; ends the program when the user quits.
    /// `environments` are chosen for collections for which nobody has chosen any.
    static func run(
        folder: String, adding variables: [String: String] = [:], choosing environments: [String: String] = [:], warning: String? = nil
    ) throws -> Never {
        let environment = ProcessEnvironment.current
        let folders = UserFolders(environment: environment)
        let configuration = Configuration(folder: folders.configuration)
        let kept = KeptState(folder: folders.state, workspace: path(of: folder))
        let session = kept.session()
        var settings = configuration.settings
        let isPlain = Settings.isPlainTerminal(environment["TERM"] ?? "")
        settings.usesASCII = settings.usesASCII ?? isPlain
        let state = AppState(
            workspaceName: name(of: folder), themes: configuration.themes, settings: settings, keymap: configuration.keymap,
            timeZoneOffset: timeZoneOffset(), session: session, environments: environments,
            warnings: configuration.warnings + [warning].compactMap(\.self))
        var live = live(folder, environment.merging(variables) { $1 }, folders, configuration.settings)
        live.drafts = kept.drafts
        live.session = kept.file
        live.themes = ThemeFiles(
            known: configuration.loadedThemes, load: { Configuration.loadThemes(of: folders.configuration) },
            watch: { try Configuration.themeChanges(of: folders.configuration) })
        live.configure = { file in
            var loaded = try await Configuration.edit(
                file, of: folders.configuration, in: ExternalEditor(configuration.settings.editor, environment: environment),
                schemas: Installation.sharedFolder(environment: environment).map { "\($0)/schemas" })
            if loaded.settings?.usesASCII == nil { loaded.settings?.usesASCII = isPlain }
            return loaded
        }
        var options = NCursesTerminal.Options()
        options.pictures = settings.pictures
        let workbench = Workbench(
            state: state, terminal: NCursesTerminal(options: options, environment: environment), environment: live,
            firstTheme: { configuration.theme(for: $0, last: session?.theme) })
        // The first frame is drawn before any other thread is made.
        try workbench.start()
        // The loop never returns, so no task of this thread could hold it: it ends with the process.
        Task {
            await workbench.run()
            exit(0)
        }
        MainLoop.run()
    }

    /// Opens it on the shipped collections, with the embedded server running.
    static func runDemo() throws -> Never {
        let environment = ProcessEnvironment.current
        let shared = Installation.sharedFolder(environment: environment)
        let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        let copy = try DemoCopy.prepare(shared: shared, data: UserFolders(environment: environment).data, temporary: temporary)
        let server = try DemoServer.start()
        try withExtendedLifetime(server) {
            try run(
                folder: copy.folder, adding: ["APUS_DEMO_PORT": String(server.port)], choosing: demoEnvironments, warning: copy.warning)
        }
    }

    /// The embedded server, which is what the demo is about.
    private static let demoEnvironments = Dictionary(
        uniqueKeysWithValues: ["demo", "star-wars"].map { ("collections/\($0)", "collections/\($0)/environments/local.json") })

    private static func live(
        _ folder: String, _ environment: [String: String], _ folders: UserFolders, _ settings: Settings
    ) -> AppEnvironment {
        let history = LiveHistory(data: folders.data, settings: settings.history)
        let transport = CurlLoader()
        let editor = ExternalEditor(settings.editor, environment: environment)
        let viewer = ExternalViewer(editor: settings.editor, pager: settings.pager, environment: environment)
        let clipboard = DesktopClipboard(environment: environment)
        let keeping = KeepingReport()
        let cookies = CookieJar(storage: keeping.watching(FileCookieStorage(folder: folders.data, owner: path(of: folder))))
        let logins = LoginDesk { DesktopBrowser().open($0) }
        let oauth = OAuth(delegate: logins.makeLogin(store: keeping.watching(FileCredentialStore(folder: folders.data))))
        return AppEnvironment(
            workspace: FileWorkspace(folder: folder, environment: environment), openHistory: { await history.open() },
            makeLoader: { LiveChain.loader(recorder: $0, cookies: cookies, oauth: oauth, settings: settings, transport: transport) },
            cookies: cookies, makeBodyPath: { history.makeBodyPath() },
            callLater: { delay, action in
                let timer = MainLoop.after(delay, action)
                return { MainLoop.cancel(timer) }
            },
            edit: { text, suffix in try await editor.edit(text, suffix: suffix) },
            transportHeaders: { request throws(HTTPError) in try transport.headersToSend(for: request) }, logins: logins,
            forgetLogin: { await oauth.forget($0) }, keeping: keeping,
            copyToDesktop: { clipboard.copy($0) },
            pasteFromDesktop: { await clipboard.paste() },
            showFile: { path, program in try await viewer.show(path, in: program) })
    }

    /// The folder's own name, whatever it was called by.
    private static func name(of folder: String) -> String {
        path(of: folder).split(separator: "/").last.map(String.init) ?? "/"
    }

    /// The folder's absolute path without links, the same whatever it was called by.
    private static func path(of folder: String) -> String {
        guard let resolved = realpath(folder, nil) else { return folder }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Seconds that the local time is ahead of Greenwich now.
    private static func timeZoneOffset() -> Int {
        var now = time(nil)
        var local = tm()
        localtime_r(&now, &local)
        return local.tm_gmtoff
    }
}
