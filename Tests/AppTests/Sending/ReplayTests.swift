import Engine
import Foundation
import HTTP
import HTTPTesting
import Synchronization
import TestFixtures
import Testing
import Workspace

@testable import App

/// Sending an exchange of the history again.
@Suite struct ReplayTests {
    private static let draft = RequestDraft(name: "Secret", url: "http://h/", headers: [Row("X-Token", "{{token}}")])

    private func exchange(_ headers: HTTPHeaders, body: ExchangeBody = ExchangeBody()) -> Exchange {
        var exchange = Sample.exchange("old")
        exchange.draft = Self.draft
        exchange.origin = Exchange.Origin(
            workspace: "space", requestPath: "collections/c/a.request.json", name: "Secret", environment: "local")
        exchange.request = Exchange.Request(method: "GET", url: "http://h/", headers: headers, body: body)
        return exchange
    }

    /// The request that a replay of the exchange sends.
    private func replayed(_ exchange: Exchange) async throws -> HTTPRequest? {
        let history = InMemoryHistoryStore()
        await history.record(exchange)
        let sent = Mutex<HTTPRequest?>(nil)
        let mock = MockLoader()
        mock.then { request in
            sent.withLock { $0 = request }
            return HTTPResponse(request: request, status: .ok)
        }
        let environment = AppEnvironment(
            workspace: ResolvingWorkspace(), openHistory: { OpenedHistory(store: history) }, makeLoader: { _ in mock })
        let effects = HistoryEffects(open: environment.openHistory, queries: environment.queries, post: { _ in })
        await SendEffects(environment: environment, history: effects, post: { _ in }).replay(ReplayJob("old", owner: 0), as: "new")
        return sent.withLock { $0 }
    }

    /// Effects that send with a mock and record into a store.
    private static func effects(
        _ store: InMemoryHistoryStore, _ mock: MockLoader,
        _ workspace: any WorkspaceAccess = FileWorkspace(folder: "/", environment: [:], trust: .everything), cookies: CookieJar? = nil,
        post: @escaping @Sendable (SendingMessage) -> Void = { _ in }
    ) -> (sends: SendEffects, history: HistoryEffects) {
        let environment = AppEnvironment(
            workspace: workspace, openHistory: { OpenedHistory(store: store) },
            makeLoader: { LiveChain.loader(recorder: $0, cookies: cookies, transport: mock) })
        let history = HistoryEffects(open: environment.openHistory, queries: environment.queries, post: { _ in })
        return (SendEffects(environment: environment, history: history, post: post), history)
    }

    @Test func `a masked secret is read from its source again`() async throws {
        var exchange = exchange(["X-Token": SecretMask.sign])
        exchange.options = RequestOptions()
        exchange.options?.redirects.follow = false
        let sent = try await replayed(exchange)
        #expect(sent?.headers["X-Token"] == "from local")
        #expect(sent?.redirectPolicy.isFollowing == false)
    }

    @Test(arguments: [("space", "from local"), ("/other", nil)])
    func `an entry of another workspace is never resolved with the variables of this one`(workspace: String, token: String?) async throws {
        var masked = exchange(["X-Token": SecretMask.sign])
        masked.origin.workspace = workspace
        #expect(try await replayed(masked)?.headers["X-Token"] == token)
        var whole = exchange(["X-Token": "plain"])
        (whole.origin.workspace, whole.options) = (workspace, RequestOptions())
        #expect(try await replayed(whole)?.headers["X-Token"] == "plain")
    }

    @Test func `a body that was not stored is built again`() async throws {
        let sent = try await replayed(exchange([:], body: ExchangeBody(storage: .bytes([]), byteCount: 5_000_000, isComplete: false)))
        #expect(sent?.headers["X-Token"] == "from local")
    }

    @Test func `a password in the request is not stored with it`() async throws {
        let finished = Mutex<Exchange?>(nil)
        let (effects, _) = Self.effects(InMemoryHistoryStore(), MockLoader().then(200), ResolvingWorkspace()) { message in
            if case .flight(.finished(let exchange, _)) = message { finished.withLock { $0 = exchange } }
        }
        let auth = AuthDraft(.basic, fields: ["username": "ann", "password": "hush-hush"])
        await effects.send(SendJob(draft: RequestDraft(url: "http://h/", auth: auth), path: nil, environmentPath: nil), as: "one")
        let kept = finished.withLock { $0?.draft?.auth.fields }
        #expect(kept == ["username": "ann", "password": SecretMask.sign])
    }

    @Test func `a replay uses the original options, whatever its draft contains now`() async throws {
        var exchange = exchange(["X-Token": "plain", "Cookie": "own=1; sid=\(SecretMask.sign)"])
        exchange.request.jarCookies = ["sid"]
        exchange.options = RequestOptions()
        exchange.options?.redirects.follow = false
        exchange.options?.proxy = "http://me:\(SecretMask.sign)@p:1"
        exchange.draft?.options.tls.verify = false
        exchange.draft?.options.proxy = "http://me:hush@p:1"
        let sent = try #require(try await replayed(exchange))
        #expect(sent.serverTrust.isVerified)
        #expect(!sent.redirectPolicy.isFollowing)
        guard case .through(let proxy) = sent.proxy else { return #expect(Bool(false), "it goes without its proxy") }
        #expect(proxy.credentials?.password.value == "hush")
        #expect(sent.headers["Cookie"] == "own=1")
        #expect(sent.serverEnvironment?.name == "local")
    }

    @Test func `a header of the environment stays with its server, also when the request is sent again`() async throws {
        let temporary = TemporaryFolder()
        let folder = temporary.path
        let text = #"{ "name": "local", "scheme": "http", "host": "h", "headers": [{ "name": "X-Tenant", "value": "red" }] }"#
        try temporary.write(text, to: "collections/c/environments/local.json")
        let store = InMemoryHistoryStore()
        let mock = MockLoader()
        for _ in 0..<2 { mock.then(302, headers: ["Location": "http://elsewhere/"]).then(200) }
        let (sends, history) = Self.effects(store, mock, FileWorkspace(folder: folder, environment: [:], trust: .everything))
        let draft = RequestDraft(url: "/a", headers: [Row("X-Own", "1")])
        let job = SendJob(draft: draft, path: "collections/c/a.request.json", environmentPath: "collections/c/environments/local.json")
        await sends.send(job, as: "one")
        history.finishRecording()
        await history.writeRecords()
        await sends.replay(ReplayJob("one", owner: 0), as: "two")
        #expect(mock.requests.map(\.host) == ["h", "elsewhere", "h", "elsewhere"])
        #expect(mock.requests.map { $0.headers["X-Tenant"] } == ["red", nil, "red", nil])
        #expect(mock.requests.map { $0.headers["X-Own"] } == ["1", "1", "1", "1"])
    }

    @Test func `a set sends its entries like single entries and skips deleted ones`() async throws {
        let store = InMemoryHistoryStore()
        for id in ["one", "two"] {
            await store.record(Exchange(id: id, startedAt: .distantPast, request: .init(method: "GET", url: "http://h/\(id)")))
        }
        let mock = MockLoader().then(200).then(200)
        let posted = Mutex<[SendingMessage]>([])
        let (sends, history) = Self.effects(store, mock) { message in posted.withLock { $0.append(message) } }
        let entries = ["one", "gone", "two"].map { Sample.exchange($0).summary }
        await sends.replays.replay(ReplayRunJob(entries: entries, speed: JobSpeed.Setting(atOnce: 1)))
        #expect(mock.requests.map(\.url) == ["http://h/one", "http://h/two"])
        history.finishRecording()
        await history.writeRecords()
        let steps = posted.withLock(\.self).flatMap { message -> [ReplayStep] in
            if case .replays(.progressed(let steps, at: _)) = message { steps } else { [] }
        }
        let sent = steps.compactMap { if case .sent(let place, let exchange, _) = $0 { (place, exchange) } else { nil } }
        #expect(sent.map(\.0) == [0, 2] && sent.map(\.1.repeats) == ["one", "two"])
        #expect(steps.filter { if case .began = $0 { true } else { false } } == [.began(0), .began(1), .began(2)])
        #expect(steps.contains { if case .refused(1, _) = $0 { true } else { false } })
        #expect(posted.withLock(\.last) == .replays(.ended))
        for (_, exchange) in sent { #expect(await store.exchange(exchange.id)?.repeats == exchange.repeats) }
    }

    @Test func `a replay without the secret of its proxy is not sent`() async throws {
        var exchange = exchange(["X-Token": "plain"])
        exchange.options = RequestOptions()
        exchange.options?.proxy = "http://me:\(SecretMask.sign)@p:1"
        #expect(try await replayed(exchange) == nil)
    }

    @Test func `options are stored without secrets and cookies, and replays use both`() async throws {
        let store = InMemoryHistoryStore()
        let jar = CookieJar(clock: ManualClock().clock)
        let cookie = StoredCookie(name: "sid", value: "hush-one", domain: "h", isHostOnly: true, creation: .distantPast)
        try jar.apply(CookieChange(from: [], to: [cookie]), to: "")
        let mock = MockLoader().then(200, headers: ["Set-Cookie": "sid=hush-two"]).then(200)
        let (sends, history) = Self.effects(store, mock, cookies: jar)
        var draft = RequestDraft(url: "http://h/", headers: [Row("Cookie", "lang={{env:LANG}}", isEnabled: false)])
        draft.options.proxy = "http://me:hush-three@p:1"
        draft.options.timeout = 7
        await sends.send(SendJob(draft: draft, path: nil, environmentPath: nil), as: "one")
        history.finishRecording()
        await history.writeRecords()
        let kept = try #require(await store.exchange("one"))
        #expect(!"\(kept)".contains("hush-"))
        #expect(kept.options?.timeout == 7)
        #expect(kept.options?.proxy == "http://me:\(SecretMask.sign)@p:1")
        #expect(kept.request.headers["Cookie"] == "sid=\(SecretMask.sign)")
        #expect(kept.response?.headers["Set-Cookie"] == "sid=\(SecretMask.sign)")
        #expect(kept.trace.contains { $0.text.contains("Cookie: sid=\(SecretMask.sign)") })
        await sends.replay(ReplayJob("one", owner: 0), as: "two")
        #expect(mock.requests.map { $0.headers["Cookie"] } == ["sid=hush-one", "sid=hush-two"])
        #expect(mock.requests.map(\.timeouts.total) == [.seconds(7), .seconds(7)])
        #expect(mock.requests.last?.proxy == mock.requests.first?.proxy)
    }

    @Test func `an entry without options uses the draft's options`() async throws {
        var exchange = exchange(["X-Token": "plain"])
        exchange.draft?.options.tls.verify = false
        exchange.draft?.options.redirects.follow = false
        exchange.draft?.options.deduplicate = true
        let sent = try await replayed(exchange)
        #expect(sent?.headers["X-Token"] == "plain")
        #expect(sent?.serverTrust.isVerified == false)
        #expect(sent?.redirectPolicy.isFollowing == false)
        #expect(sent?.deduplicationIdentifier == nil)
    }

    @Test func `the curl command contains the network path`() async throws {
        var exchange = exchange(["X-Token": "plain"])
        exchange.options = RequestOptions()
        exchange.options?.tls.verify = false
        exchange.options?.idleTimeout = 5
        let words = try await copied(exchange)
        #expect(words.contains("--insecure") && words.contains("--speed-time 5") && words.contains("X-Token: plain"), "\(words)")
    }

    @Test func `headers that every client adds are not copied`() async throws {
        let automatic = AutomaticHeaders.fields
        let sent = try await copied(exchange(["User-Agent": automatic["User-Agent"] ?? "", "Accept": "*/*", "X-Token": "plain"]))
        #expect(!sent.contains("User-Agent") && !sent.contains("Accept"), "\(sent)")
        let own = try await copied(exchange(["User-Agent": "mine"]))
        #expect(
            own.contains("--header 'User-Agent: mine'") && !own.contains("User-Agent: \\") && own.contains("--header Accept:"), "\(own)")
    }

    private func copied(_ exchange: Exchange) async throws -> String {
        let environment = AppEnvironment(
            workspace: ResolvingWorkspace(), openHistory: { OpenedHistory(store: InMemoryHistoryStore()) },
            makeLoader: { _ in MockLoader() })
        let history = HistoryEffects(open: environment.openHistory, queries: environment.queries, post: { _ in })
        let copied = Mutex("")
        let effects = SendEffects(environment: environment, history: history) { message in
            if case .made(let text, _) = message { copied.withLock { $0 = text } }
        }
        await effects.copy(exchange)
        return copied.withLock(\.self)
    }

    @Test func `a replay sends typed values that the history does not store`() async throws {
        let store = InMemoryHistoryStore()
        let mock = MockLoader().then(200).then(200)
        let (sends, history) = Self.effects(store, mock)
        let draft = RequestDraft(url: "http://h/?api_key=hush-one", headers: [Row("Authorization", "Bearer hush-two")])
        await sends.send(SendJob(draft: draft, path: nil, environmentPath: nil), as: "one")
        history.finishRecording()
        await history.writeRecords()
        let kept = try #require(await store.exchange("one"))
        #expect(!"\(kept)".contains("hush-"))
        #expect(kept.request.url == "http://h/?api_key=\(SecretMask.sign)")
        await sends.replay(ReplayJob("one", owner: 0), as: "two")
        #expect(mock.requests.map { $0.headers["Authorization"] } == ["Bearer hush-two", "Bearer hush-two"])
        #expect(mock.requests.last?.url == "http://h/?api_key=hush-one")
    }

    @Test func `an entry in another environment goes to the server of its URL or of the environment`() async throws {
        let server = #""variables": [{ "name": "server", "value": "third.example" }]"#
        let temporary = TemporaryFolder([
            "collections/c/environments/other.json": #"{ "name": "other", "scheme": "http", "host": "new.example:81", \#(server) }"#
        ])
        let store = InMemoryHistoryStore()
        for url in ["x", "http://own.example/x", "http://{{server}}/x", "http://{{missing}}/x"] {
            var entry = exchange([:])
            (entry.id, entry.origin.workspace) = (url, temporary.path)
            entry.draft?.url = url
            await store.record(entry)
        }
        let (sends, _) = Self.effects(store, MockLoader(), FileWorkspace(folder: temporary.path, environment: [:], trust: .everything))
        let other = EnvironmentSummary(name: "other", host: "new.example:81", path: "collections/c/environments/other.json")
        let hosts = await sends.replays.hosts(
            of: ["x", "http://own.example/x", "http://{{server}}/x", "http://{{missing}}/x", "gone"], .inEnvironment(other))
        #expect(hosts == ["x": "new.example:81", "http://own.example/x": "own.example", "http://{{server}}/x": "third.example"])
    }

    @Test func `a replay sends parts without a secret unchanged and asks nothing`() async throws {
        func environment(_ header: String) -> String {
            #"{ "name": "local", "scheme": "http", "host": "h", "headers": [{ "name": "\#(header)", "value": "old" }] }"#
        }
        let file = "collections/c/environments/local.json"
        let temporary = TemporaryFolder([file: environment("X-Stage")])
        let store = InMemoryHistoryStore()
        let mock = MockLoader().then(200).then(200)
        let (sends, history) = Self.effects(
            store, mock, FileWorkspace(folder: temporary.path, environment: [:], trust: .everything))
        var draft = RequestDraft(method: "POST", url: "a/{{prompt:who}}", headers: [Row("Authorization", "Bearer hush-two")])
        (draft.body.kind, draft.body.text) = (.json, #"{"a": "{{prompt:who}}"}"#)
        var job = SendJob(draft: draft, path: "collections/c/a.request.json", environmentPath: file)
        job.prompted = ["prompt:who": "ann"]
        await sends.send(job, as: "one")
        history.finishRecording()
        await history.writeRecords()
        try temporary.write(environment("X-New"), to: file)
        await sends.replay(ReplayJob("one", owner: 0), as: "two")
        #expect(mock.requests.map(\.url) == ["http://h/a/ann", "http://h/a/ann"])
        for name in ["Content-Type", "X-Stage", "X-New"] {
            let values = mock.requests.map { $0.headers[name] ?? $0.body.additionalHeaders[name] }
            #expect(values.count == 2 && values[0] == values[1], "\(name): \(values)")
        }
    }

    @Test(arguments: [
        ("{{env:GONE}}", nil), ("plain", "plain"),
    ]) func `headers of the environment with a secret are resolved again, or nothing is sent`(value: String, sent: String?) async throws {
        let file = "collections/c/environments/local.json"
        let text =
            #"{ "name": "local", "scheme": "http", "host": "h", "headers": [{ "name": "X-Api-Key", "value": "VALUE" }, { "name": "X-A", "value": "a" }] }"#
        let temporary = TemporaryFolder([file: text.replacing("VALUE", with: "hush-hush-1")])
        let store = InMemoryHistoryStore()
        let mock = MockLoader().then(200).then(200)
        let (sends, history) = Self.effects(
            store, mock, FileWorkspace(folder: temporary.path, environment: [:], trust: .everything))
        await sends.send(
            SendJob(draft: RequestDraft(url: "a"), path: "collections/c/a.request.json", environmentPath: file), as: "one")
        history.finishRecording()
        await history.writeRecords()
        #expect(await store.exchange("one")?.request.headers["X-Api-Key"] == SecretMask.sign)
        try temporary.write(text.replacing("VALUE", with: value), to: file)
        await sends.replay(ReplayJob("one", owner: 0), as: "two")
        #expect(mock.requests.count == (sent == nil ? 1 : 2))
        // A header that the environment no longer has is not left out.
        try temporary.write(text.replacing("X-Api-Key", with: "X-Other"), to: file)
        await sends.replay(ReplayJob("one", owner: 0), as: "three")
        #expect(mock.requests.count == (sent == nil ? 1 : 2))
        guard let sent else { return }
        #expect(mock.requests.last?.headers["X-Api-Key"] == sent && mock.requests.last?.headers["X-A"] == "a")
    }

    @Test func `a completely known request is sent unchanged`() async throws {
        let sent = try await replayed(exchange(["X-Token": "plain"]))
        #expect(sent?.headers["X-Token"] == "plain")
    }
}

/// Resolves every draft to one request, with a token that names the requested environment.
private struct ResolvingWorkspace: WorkspaceAccess {
    func owns(_ origin: Exchange.Origin) -> Bool { origin.workspace != "/other" }
    func resolve(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendError) -> ResolvedSend {
        var request = HTTPRequest(url: job.draft.url, headers: ["X-Token": "from \(job.environmentName ?? "nowhere")"])
        let options = job.optionsAsSent?.restoringSecrets(from: job.draft.options) ?? job.draft.options
        options.apply(to: &request)
        return ResolvedSend(request: request, mask: SecretMask(), origin: Exchange.Origin(name: job.draft.name), options: options)
    }

    func outline(_ job: SendJob, waiting: @escaping SecretReader.Waiting) async throws(SendError) -> ResolvedSend {
        try await resolve(job, waiting: waiting)
    }
    func tree() async throws -> WorkspaceTree { WorkspaceTree() }
    func tree(unfolded: Set<String>) async throws -> WorkspaceTree { WorkspaceTree() }
    func request(at path: String) async throws -> RequestDraft { RequestDraft() }
    func save(_ draft: RequestDraft, at path: String, overwrites: Bool) async throws -> String? { path }
    func create(_ draft: RequestDraft, in folder: String) async throws -> String { "" }
    func rename(_ path: String, to name: String) async throws -> String { path }
    func variables(environmentPath: String?, requestPath: String?) async throws -> [KnownVariable] { [] }
    func grantedPermissions() -> [TrustStore.GrantedPermission] { [] }
    func revoke(_ permission: TrustStore.GrantedPermission) {}
    func forgetTypedSecrets() async {}
    func changes() async throws -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
