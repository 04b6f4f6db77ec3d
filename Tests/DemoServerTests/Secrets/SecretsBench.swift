import DemoServer
import Engine
import Foundation
import HTTP
import HTTPCurl
import HistorySQLite
import JSON
import Synchronization
import Workspace

@testable import App

/// The workbench's effects with all their files in one folder, and an environment of secrets from every source.
final class SecretsBench {
    let markers: [Marker]
    private let folder: String
    private let server: DemoServer
    private let history: HistoryEffects
    private let effects: SendEffects
    private let drafts: DraftJournal
    private let files: FileWorkspace
    private let posted: Posted

    /// The messages of the effects.
    private final class Posted: Sendable {
        /// Guards the messages, which arrive on any thread.
        let state = Mutex<(exchanges: [Exchange.ID: Exchange], exports: [String])>(([:], []))

        func take(_ message: SendingMessage) {
            state.withLock { state in
                switch message {
                case .flight(.finished(let exchange, _)): state.exchanges[exchange.id] = exchange
                case .refused, .made, .previewed, .failed: state.exports.append("\(message)")
                default: break
                }
            }
        }

        func take(_ message: HistoryMessage) { state.withLock { $0.exports.append("\(message)") } }
    }

    init(loginURL: String) throws {
        folder = FileManager.default.temporaryDirectory.path + "/apus-secrets-\(UUID().uuidString)"
        let folder = folder
        server = try DemoServer.start()
        let kinds = ["bearer", "basic", "digest", "key", "query", "path", "form", "json", "command", "file"]
        markers =
            (kinds + ["prompt", "captured", "header"]).map { Marker($0) } + [Marker("client", value: "demo-secret")]
        var process = ["PATH": "/usr/bin:/bin"]
        for marker in markers { process["MARK_\(marker.kind)"] = marker.value }
        let posted = Posted()
        self.posted = posted
        drafts = DraftJournal(folder: "\(folder)/state/drafts", workspace: folder)
        files = FileWorkspace(folder: "\(folder)/space", environment: process, trust: .everything)
        let location = HistoryLocation(folder: "\(folder)/data")
        try FileManager.default.createDirectory(atPath: location.folder, withIntermediateDirectories: true)
        let cookies = CookieJar(storage: FileCookieStorage(folder: location.folder))
        let login = LoginDesk().makeLogin(store: FileCredentialStore(folder: location.folder))
        var environment = AppEnvironment(
            workspace: files, openHistory: { OpenedHistory(store: SQLiteHistoryStore(location)) },
            makeLoader: { LiveChain.loader(recorder: $0, cookies: cookies, oauth: OAuth(delegate: login), transport: CurlLoader()) },
            cookies: cookies)
        environment.makeBodyPath = { location.makeIncomingPath() }
        history = HistoryEffects(open: environment.openHistory, queries: environment.queries) { posted.take($0) }
        effects = SendEffects(environment: environment, history: history) { posted.take($0) }
        try writeEnvironment(kinds, loginURL)
    }

    func remove() {
        server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    // MARK: - The workspace

    private func writeEnvironment(_ kinds: [String], _ loginURL: String) throws {
        let sources = (kinds + ["client"]).map { kind in
            let source =
                switch kind {
                case "command": #""from": "command", "command": ["printenv", "MARK_command"]"#
                case "file": #""from": "file""#
                default: #""from": "environment", "variable": "MARK_\#(kind)""#
                }
            return #"{ "name": "\#(kind)", \#(source) }"#
        }
        let variables = ["base": server.url, "login": loginURL, "pad": String(repeating: "x", count: 90_000)]
        let rows = variables.map { #"{ "name": "\#($0)", "value": "\#($1)" }"# }
        try write(
            #"{ "scheme": "http", "host": "127.0.0.1", "port": \#(server.port), "variables": [\#(rows.joined(separator: ","))], "secrets": [\#(sources.joined(separator: ","))] }"#,
            to: "environments/e.json")
        let store = try WorkspaceStore(opening: "\(folder)/space")
        try store.setSecret("file", to: Marker("file").value, ofEnvironmentAt: "collections/c/environments/e.json")
    }

    func write(_ members: String, name: String) throws {
        try write(#"{ "name": "\#(name)", \#(members) }"#, to: "\(name).request.json")
    }

    private func write(_ text: String, to path: String) throws {
        let url = URL(filePath: "\(folder)/space/collections/c/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    // MARK: - The run

    /// Sends every request, shows and exports it without its secrets, keeps its draft, and writes all messages to a file.
    func run(_ names: [String], check: (String, Exchange?) -> Void) async throws {
        let history = history
        async let kept: Void = history.writeRecords()
        var captured = CapturedValues()
        var edits: [AutosavedDraft] = []
        for name in names {
            let path = "collections/c/\(name).request.json"
            let draft = try await files.request(at: path)
            var job = SendJob(draft: draft, path: path, environmentPath: "collections/c/environments/e.json")
            job.prompted = ["prompt:password": Marker("prompt").value]
            job.captured = captured
            await effects.send(job, as: name)
            let exchange = posted.state.withLock { $0.exchanges[name] }
            check(name, exchange)
            if let exchange, let facts = ResponseFacts(exchange, bodyLimit: 1 << 20) {
                captured.merge(
                    await ResponseChecks.run(draft.captures, [], on: facts, LiveQueries.all).values, of: exchange.origin.environment)
            }
            await effects.preview(job, .preview)
            await effects.preview(job, .copy(withSecrets: false))
            edits.append(AutosavedDraft(path: path, draft: draft))
        }
        try await drafts.store(edits)
        history.finishRecording()
        await kept
        let exports = posted.state.withLock { $0.exports.joined(separator: "\n") }
        try Data(exports.utf8).write(to: URL(filePath: "\(folder)/exports.txt"))
    }

    /// Everything that was written but the file that is there for a secret, by its path.
    func writtenFiles() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where !path.hasSuffix(".secrets.json") {
            found[path] = FileManager.default.contents(atPath: "\(folder)/\(path)")
        }
        return found
    }

    /// The token that the login brought.
    func accessToken() throws -> String? {
        let data = "\(folder)/data"
        let name = try FileManager.default.contentsOfDirectory(atPath: data).first { $0.hasSuffix(".token.json") }
        return try name.flatMap { FileManager.default.contents(atPath: "\(data)/\($0)") }.map { try JSONValue(parsing: Array($0)) }?[
            "accessToken"]?.string
    }
}
