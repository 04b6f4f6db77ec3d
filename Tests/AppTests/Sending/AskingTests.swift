import Engine
import HTTP
import HTTPTesting
import Interchange
import Screen
import Synchronization
import Testing
import Workspace

@testable import App

/// Values that only the user knows.
@Suite struct AskingTests {
    private let job = SendJob(draft: RequestDraft(name: "Ask", url: "http://h/"), path: nil, environmentPath: nil)

    @Test func `one form asks for all values, and the request has them`() {
        var store = TestStore.withTree()
        store.send(
            .sending(
                .question(
                    .values(job, .send, [AskedValue("pin", note: "header X", isSecret: true), AskedValue("prompt:team", isSecret: false)])))
        )
        #expect(store.canvas.contains("Enter values") && !store.canvas.contains("prompt:"))
        store.type("1234")
        #expect(!store.canvas.contains("1234"))
        store.press(Key(.enter))
        store.type("red")
        #expect(store.canvas.contains("red"))
        #expect(store.press(Key(.enter)) == [.sending(.send(job.answering(["pin": "1234", "prompt:team": "red"])))])
        #expect(store.state.windows.isEmpty)
    }

    @Test(arguments: [SendPurpose.preview, .copy(withSecrets: false), .copy(withSecrets: true)])
    func `previewed requests are not sent after the questions`(_ purpose: SendPurpose) {
        var store = TestStore.withTree()
        store.send(.sending(.question(.values(job, purpose, [AskedValue("pin", isSecret: true)]))))
        store.type("1")
        #expect(store.press(Key(.enter)) == [.sending(.preview(job.answering(["pin": "1"]), purpose))])
    }

    /// The messages when a draft is copied as a curl command.
    private func copied(_ draft: RequestDraft, withSecrets: Bool, token: OAuthCredentials? = nil) async -> SendingMessage? {
        await shown(draft, .copy(withSecrets: withSecrets), token: token)
    }

    /// The message when a draft is shown or copied.
    private func shown(_ draft: RequestDraft, _ purpose: SendPurpose, token: OAuthCredentials? = nil) async -> SendingMessage? {
        var environment = AppEnvironment(
            workspace: FileWorkspace(folder: "/", environment: [:], trust: .everything),
            openHistory: { OpenedHistory(store: InMemoryHistoryStore()) },
            makeLoader: { _ in MockLoader() })
        environment.loginCredentials = { _ in token }
        let history = HistoryEffects(open: environment.openHistory, queries: environment.queries, post: { _ in })
        let posted = Mutex<SendingMessage?>(nil)
        let effects = SendEffects(environment: environment, history: history) { message in posted.withLock { $0 = message } }
        await effects.preview(SendJob(draft: draft, path: nil, environmentPath: nil), purpose)
        return posted.withLock { $0 }
    }

    @Test(arguments: [(true, true), (true, false), (false, true)])
    func `a copy with secrets has the token of an earlier login`(withSecrets: Bool, isLoggedIn: Bool) async {
        let fields = ["clientID": "me", "tokenURL": "http://id/token"]
        let draft = RequestDraft(url: "http://h/", auth: AuthDraft(.oauth2, fields: fields))
        let token = isLoggedIn ? OAuthCredentials(accessToken: "tok-1") : nil
        guard case .made(let curl, let name)? = await copied(draft, withSecrets: withSecrets, token: token) else {
            return #expect(Bool(false), "nothing was copied")
        }
        #expect(curl.contains("Bearer tok-1") == (withSecrets && isLoggedIn))
        #expect(name.contains("without its login token") == !(withSecrets && isLoggedIn))
        #expect(name.contains("send the request to get one") == (withSecrets && !isLoggedIn))
    }

    @Test func `code is shown masked, and copied with its secrets`() async throws {
        let draft = RequestDraft(url: "http://h/", auth: AuthDraft(.bearer, fields: ["token": "tok-123456"]))
        guard case .coded(.made(let code, false), let target)? = await shown(draft, .code("httpie", withSecrets: false)) else {
            return #expect(Bool(false), "no code")
        }
        #expect(!code.text.contains("tok-123456"))
        var store = TestStore.opened()
        store.send(.sending(.coded(.made(code, hasSecrets: false), target: target)))
        guard case .copy(code.text, let maskedName)? = store.press(.character("Y")).first else {
            return #expect(Bool(false), "nothing was copied")
        }
        #expect(maskedName.hasSuffix("without its secrets"))
        let effects = store.press(.character("y"))
        #expect(effects.contains { if case .sending(.preview(_, .code("httpie", withSecrets: true))) = $0 { true } else { false } })
        guard case .made(let open, let name)? = await shown(draft, .code("httpie", withSecrets: true)) else {
            return #expect(Bool(false), "nothing was copied")
        }
        #expect(open.contains("tok-123456") && name.hasSuffix("with its secrets"))
    }

    @Test func `a copy without secrets does not ask for them, and keeps other references`() async {
        let auth = AuthDraft(.basic, fields: ["username": "ann", "password": "{{prompt:password}}"])
        let draft = RequestDraft(url: "http://h/{{prompt:team}}", headers: [Row("X-Pin", "{{prompt:pin_token}}")], auth: auth)
        guard case .made(let curl, let name)? = await copied(draft, withSecrets: false) else {
            return #expect(Bool(false), "nothing was copied")
        }
        #expect(curl.contains("http://h/{{prompt:team}}"), "\(curl)")
        #expect(curl.contains("'X-Pin: ••••'") && curl.contains("'Authorization: Basic ••••'"), "\(curl)")
        #expect(name == "the request as curl, without its secrets, with {{prompt:team}} unresolved")
        guard case .question(.values(_, .copy(withSecrets: true), let values))? = await copied(draft, withSecrets: true) else {
            return #expect(Bool(false), "nothing was asked")
        }
        #expect(Set(values.map(\.name)) == ["prompt:password", "prompt:team", "prompt:pin_token"])
    }

    @Test func `an empty value is not sent, and the missing ones are named`() {
        var store = TestStore.withTree()
        store.send(.sending(.question(.values(job, .send, [AskedValue("pin", isSecret: true), AskedValue("team", isSecret: false)]))))
        store.press(Key(.enter))
        store.type("red")
        #expect(store.press(Key(.enter)).isEmpty)
        #expect(store.canvas.contains("Enter a value for pin"))
        store.type("1234")
        store.press(Key(.enter))
        #expect(store.press(Key(.enter)) == [.sending(.send(job.answering(["pin": "1234", "team": "red"])))])
        store.send(.sending(.question(.values(job, .send, [AskedValue("pin", isSecret: true)]))))
        store.press(Key(.escape))
        #expect(store.state.toasts.last?.topic == .sending && store.state.toasts.last?.kind == .warning)
    }

    @Test func `escape sends nothing`() {
        var store = TestStore.withTree()
        store.send(.sending(.question(.values(job, .send, [AskedValue("pin", isSecret: true)]))))
        store.press(Key(.escape))
        #expect(!store.effects.contains { if case .sending(.send) = $0 { true } else { false } })
        #expect(store.state.windows.isEmpty)
    }
}
