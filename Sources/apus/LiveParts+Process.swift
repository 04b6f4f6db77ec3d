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
        let login = BrowserLogin(store: FileCredentialStore(folder: folders.data)) { prompt throws(CancellationError) in
            try tell(prompt)
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
            history: { history.store() },
            openHistory: { () throws(HistoryError) in try await history.store(warn: warn) },
            finishHistory: { await history.finish() },
            facts: { MachineFacts(folders: folders, environment: environment).all })
    }

    private static func warn(_ problem: String) { CommandStreams().writeError("apus: \(problem)\n") }

    /// Opens the page of a login and prints its URL. A URL cannot be pasted here, so the browser must redirect to this program.
    private static func tell(_ prompt: OAuthPrompt) throws(CancellationError) -> String? {
        switch prompt {
        case .openURL(let url):
            CommandStreams().writeError("log in at \(url)\n")
            DesktopBrowser().open(url)
            return nil
        case .enterCode(let device):
            CommandStreams().writeError("log in at \(device.verificationURL) with the code \(device.userCode)\n")
            return nil
        case .pasteURL(_, let port):
            let reason = port.map { "another program uses port \($0) of the redirect URL" } ?? "the login needs a browser"
            CommandStreams().writeError("\(reason): log in once in the workbench\n")
            throw CancellationError()
        }
    }
}
