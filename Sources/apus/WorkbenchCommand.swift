import App
import DemoServer
import HTTP
import HTTPCurl
import Screen
import TerminalNCurses
import Workspace

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `apus [WORKSPACE]` and `apus demo`: wires the live parts and runs the workbench.
@MainActor
enum WorkbenchCommand {
    /// Opens the workbench on a folder, with `variables` added to what `{{env:NAME}}` reads.
    static func run(folder: String, adding variables: [String: String] = [:]) async throws {
        let environment = ProcessInfo.processInfo.environment
        let folders = UserFolders(environment: environment)
        let history = LiveHistory(data: folders.data)
        let transport = CurlLoader()
        let editor = ExternalEditor(environment: environment)
        let clipboard = DesktopClipboard(environment: environment)
        let live = AppEnvironment(
            workspace: FileWorkspace(folder: folder, environment: environment.merging(variables) { $1 }),
            openHistory: { await history.open() }, makeLoader: { LiveChain.loader(recorder: $0, transport: transport) },
            makeBodyPath: { history.makeBodyPath() }, edit: { text, suffix in try await editor.edit(text, suffix: suffix) },
            copyToDesktop: { clipboard.copy($0) })
        let state = AppState(
            workspaceName: folder, themes: [Theme(name: "plain", appearance: .dark, styles: [:])],
            timeZoneOffset: TimeZone.current.secondsFromGMT())
        try await Workbench(state: state, terminal: NCursesTerminal(environment: environment), environment: live).run()
    }

    /// Opens it on the shipped collections, with the embedded server running.
    static func runDemo() async throws {
        let environment = ProcessInfo.processInfo.environment
        let shared = Installation.sharedFolder(environment: environment)
        let folder = try DemoWorkspace.prepare(shared: shared, data: UserFolders(environment: environment).data)
        let server = try DemoServer.start()
        defer { server.stop() }
        try await run(folder: folder, adding: ["APUS_DEMO_PORT": String(server.port)])
    }
}
