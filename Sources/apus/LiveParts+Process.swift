import App
import CLI
import Engine
import HTTP
import HTTPCurl
import HistorySQLite
import Platform
import Workspace

extension LiveParts {
    /// The parts of this process: the same files, history, cookies and tokens as in the workbench.
    static func process(_ environment: [String: String]) -> LiveParts {
        let folders = UserFolders(environment: environment)
        let (settings, warnings) = Configuration.settings(in: folders.configuration)
        let history = LiveHistory(data: folders.data, settings: settings.history)
        @Sendable func cookies(_ folder: String) -> CookieJar {
            CookieJar(storage: FileCookieStorage(folder: folders.data, owner: resolvedPath(folder) ?? folder, warn: warn))
        }
        let login = BrowserLogin(store: FileCredentialStore(folder: folders.data)) { prompt throws(OAuthLoginError) in
            try await tell(prompt)
        }
        let oauth = OAuth(delegate: login)
        return LiveParts(
            chain: settings.chain,
            workspace: { folder, trusts in
                let asking = WorkspaceTrust(TrustStore(state: folders.state, workspace: folder))
                return FileWorkspace(folder: folder, environment: environment, trust: trusts ? .everything : asking)
            },
            makeLoader: { recorder, folder, chain in
                warnings.forEach(warn)
                return LiveChain.loader(
                    recorder: recorder, cookies: cookies(folder), oauth: oauth, settings: chain,
                    offline: OfflineResponses { () throws(HistoryError) in try await history.store { _ in } },
                    transport: CurlLoader(connectionLimits: chain.connectionLimits))
            },
            makePreviewLoader: { transport, folder in
                LiveChain.previewLoader(cookies: cookies(folder), settings: settings.chain, transport: transport)
            },
            transportHeaders: { request throws(HTTPError) in try CurlLoader().headersToSend(for: request) },
            makeBodyPath: { history.makeBodyPath() },
            openHistory: { () throws(HistoryError) in try await history.store(warn: warn) },
            openHistoryHere: { history.openHere(warn: warn) },
            recordHere: { exchange throws(HistoryError) in try history.store().recordHere(exchange) },
            finishHistory: { await history.finish() },
            facts: { MachineFacts(folders: folders, environment: environment).all })
    }

    private static func warn(_ problem: String) { CommandStreams().writeError("apus: \(problem)\n") }

    /// The time for a login on the command line, where nobody may be left to cancel it.
    private static let loginLimit = Duration.seconds(300)

    /// Opens the page of a login and shows its URL on the terminal. A URL cannot be pasted here, so the browser must redirect to this program.
    private static func tell(_ prompt: OAuthPrompt) async throws(OAuthLoginError) -> String? {
        let streams = CommandStreams()
        let nobody = OAuthLoginError(
            "The login needs a person, and there is no terminal: log in once with the same command in a terminal, or in the workbench.")
        guard streams.hasTerminal else { throw nobody }
        switch prompt {
        case .openURL(let url):
            guard streams.show(line: "log in at \(url)") else { throw nobody }
            DesktopBrowser().open(url)
        case .enterCode(let device):
            guard streams.show(line: "log in at \(device.verificationURL) with the code \(device.userCode)") else { throw nobody }
        case .pasteURL(_, let port):
            let reason = port.map { "Another program uses port \($0) of the redirect URL" } ?? "The browser cannot return to this program"
            throw OAuthLoginError("\(reason): log in once in the workbench, where the URL of the redirect can be pasted.")
        }
        // Cancelled when the login is over.
        guard (try? await Task.sleep(for: loginLimit)) != nil else { return nil }
        throw OAuthLoginError("The login timed out after five minutes. Send again to log in.")
    }
}
