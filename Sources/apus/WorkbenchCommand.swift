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
    /// Opens the workbench on a folder.
    static func run(folder: String, adding variables: [String: String] = [:]) async throws {
        let environment = ProcessInfo.processInfo.environment
        let terminal = NCursesTerminal(environment: environment)
        let loader = CurlLoader()
        let editor = ExternalEditor(environment: environment)
        let clipboard = DesktopClipboard(environment: environment)
        let live = AppEnvironment(
            workspace: FileWorkspace(folder: folder, environment: environment.merging(variables) { $1 }), openHistory: { OpenedHistory(store: InMemoryHistoryStore()) },
            makeLoader: { AutoCancel() --> Record(to: $0) --> ApplyEnvironment() --> loader },
            edit: { text, suffix in try await editor.edit(text, suffix: suffix) }, copyToDesktop: { clipboard.copy($0) })
        let state = AppState(workspaceName: folder, themes: [Theme(name: "plain", appearance: .dark, styles: [:])])
        try await Workbench(state: state, terminal: terminal, environment: live).run()
    }

    /// Opens it on the shipped collections, with the embedded server running.
    static func runDemo() async throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        try await run(folder: ".", adding: ["APUS_DEMO_PORT": String(server.port)])
    }
}
