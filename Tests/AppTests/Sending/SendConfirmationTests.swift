import Engine
import HTTP
import Screen
import Synchronization
import Testing
import Workspace

@testable import App

/// Requests that may change data of a protected environment.
@Suite struct SendConfirmationTests {
    private static func resolved(_ method: HTTPMethod, _ url: String, isProtected: Bool = true) -> ResolvedSend {
        var request = HTTPRequest(method: method, url: url)
        request.serverEnvironment = ServerEnvironment(name: "live", scheme: "https", host: "api.example.org", port: 8443, pathPrefix: "v1")
        var send = ResolvedSend(request: request, mask: SecretMask(), origin: Exchange.Origin(name: "x"))
        send.protectedEnvironment = isProtected ? "live" : nil
        return send
    }

    @Test(arguments: [
        (HTTPMethod.post, "people", true, "api.example.org:8443" as String?),
        (.post, "https://elsewhere.example/", true, "elsewhere.example"),
        (.get, "people", true, nil), (.head, "people", true, nil), (.delete, "people", false, nil),
    ])
    func `the question names the host, and GET does not ask`(_ method: HTTPMethod, _ url: String, _ isProtected: Bool, _ host: String?) {
        #expect(SendConfirmation(Self.resolved(method, url, isProtected: isProtected))?.host == host)
    }

    @Test(arguments: [
        ("live", nil, false), ("local", nil, true), (nil, "h", false), (nil, "other", true), ("local", "h", false), (nil, nil, true),
    ])
    func `a confirmation holds for the environment or the host that it named`(
        _ environment: String?, _ host: String?, _ isNeeded: Bool
    ) {
        var job = SendJob(draft: RequestDraft(), path: nil, environmentPath: nil)
        #expect(job.needs(SendConfirmation(environment: "live", method: "POST", host: nil)))
        (job.confirmedEnvironment, job.confirmedHost) = (environment, host)
        #expect(job.needs(SendConfirmation(environment: "live", method: "POST", host: "h")) == isNeeded)
    }

    @Test func `the answer sends, once`() {
        var store = TestStore.opened()
        guard case .sending(.send(let job))? = store.press(.function(5)).last else { return #expect(Bool(false), "nothing was sent") }
        let question = SendConfirmation(environment: "live", method: "POST", host: "api.example.org:8443")
        for _ in 0..<2 { store.send(.sending(.question(.confirmation(job, question)))) }
        #expect(store.canvas.contains("“live” is protected"))
        #expect(store.canvas.contains("api.example.org:8443."))
        var confirmed = job
        confirmed.confirmedEnvironment = "live"
        #expect(store.press(.character("s")) == [.sending(.send(confirmed))])
        #expect(store.state.windows.isEmpty)
    }

    @Test func `a letter that was typed on is no answer before a pause`() {
        var store = TestStore.opened()
        store.send(.request(.editURL))
        guard case .sending(.send(let job))? = store.press(.function(5)).last else { return #expect(Bool(false), "nothing was sent") }
        let question = SendConfirmation(environment: "live", method: "POST", host: "h")
        store.send(.sending(.question(.confirmation(job, question))))
        let pause = Effect.after(.milliseconds(600), .typingPause, .application(.typingPaused))
        // A letter that is an answer does not prolong the pause.
        #expect(store.press(.character("t")) == [pause] && store.press(.character("s")).isEmpty)
        #expect(store.state.windows.count == 1)
        store.send(.application(.typingPaused))
        #expect(!store.press(.character("s")).isEmpty && store.state.windows.isEmpty)
    }

    @Test(arguments: [
        ("swapi", "POST", "", true), ("swapi", "GET", "", false), ("local", "POST", "", false), ("gone", "POST", "", true),
        // The environments of another workspace are not known, whatever their names.
        ("local", "DELETE", "/work/other", true), ("local", "GET", "/work/other", false), (nil, "DELETE", "/work/other", false),
    ])
    func `a replay asks for the original environment`(_ environment: String?, _ method: String, _ workspace: String, _ asks: Bool) {
        var store = TestStore.opened()
        var exchange = Sample.exchange()
        exchange.request.method = method
        exchange.origin = Exchange.Origin(workspace: workspace, requestPath: Sample.draftPath, name: "x", environment: environment)
        let effects = store.send(.sending(.replay(exchange.summary)))
        #expect(effects.isEmpty == asks)
        #expect(store.state.windows.isEmpty != asks)
        guard asks else { return }
        #expect(
            store.press(.character("s")) == [.sending(.replay(ReplayJob("one", owner: store.state.response.owner, isConfirmed: true)))])
    }

    @Test(arguments: [nil, "swapi"]) func `a send at the start waits for the environment, which may be protected`(named: String?) throws {
        var draft = Sample.draft
        draft.options.environment = named
        var store = TestStore()
        store.state.workspace.chosenEnvironments["collections/star-wars"] = "collections/star-wars/environments/local.json"
        store.send(.workspace(.opened(WorkspaceTree(nodes: []), isWhole: false)))
        store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
        #expect(!store.press(.function(5)).contains { $0.job != nil })
        let sent = store.send(.workspace(.opened(Sample.tree, isWhole: true)))
        let job = try #require(sent.compactMap(\.job).first)
        #expect(job.environmentPath == "collections/star-wars/environments/\(named ?? "local").json")
        #expect(!store.send(.workspace(.opened(Sample.tree, isWhole: true))).contains { $0.job != nil })
    }

    @Test(arguments: [("http://h/{{x", "", true), ("http://h/", "Bearer {{x", true), ("http://h/", "{\"a\":{\"b\":1}}", false)])
    func `a field that ends within a reference is sent with a remark`(_ url: String, _ header: String, _ isCutOff: Bool) throws {
        var store = TestStore.opened(RequestDraft(name: "a", url: url, headers: [Row("X", header)]))
        let job = try #require(store.press(.function(5)).compactMap(\.job).first)
        #expect(job.faults == (isCutOff ? ["unclosed {{"] : []))
        store.press(.character("g"), .character("p"))
        #expect(store.canvas.contains("{{ has no }}") == isCutOff)
    }

    @Test(arguments: [("{\"a\": 1,}", ["invalid JSON"]), ("{\"a\": 1}", [])])
    func `an invalid body is sent, and the status reports it`(text: String, faults: [String]) throws {
        var store = TestStore.opened(RequestDraft(method: "POST", url: "http://h/", body: BodyDraft(kind: .json, json: "{}")))
        store.write(text, as: .json, in: .json)
        store.press(Key(.escape))
        let job = try #require(store.press(.function(5)).compactMap(\.job).first)
        #expect(job.faults == faults)
        let owner = store.state.response.owner
        var sent = InFlightRequest(id: "one", owner: owner, method: "POST", url: "http://h/")
        sent.faults = job.faults
        store.send(.sending(.flight(.started(sent))))
        store.send(.sending(.flight(.responded("one", ResponseHead(status: 400, reason: "Bad Request", version: .http11, headers: [:])))))
        #expect(store.canvas.contains("400 Bad Request ") && store.canvas.contains("invalid JSON sent") == !faults.isEmpty)
        store.start("two", owner: owner, method: "POST")
        #expect(!store.canvas.contains("invalid JSON sent"))
    }

    @Test func `a send that waits for the workspace is dropped if another tab is selected`() {
        var store = TestStore()
        store.send(.workspace(.opened(WorkspaceTree(nodes: []), isWhole: false)))
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        #expect(store.press(.function(5)).contains { $0.job != nil })
        store.state.workspace.chosenEnvironments["collections/star-wars"] = "collections/star-wars/environments/local.json"
        store.press(.function(5))
        store.send(.tabs(.new))
        #expect(!store.send(.workspace(.opened(Sample.tree, isWhole: true))).contains { $0.job != nil })
    }
}

extension Effect {
    /// The request that is sent; nil for another effect.
    fileprivate var job: SendJob? { if case .sending(.send(let job)) = self { job } else { nil } }
}
