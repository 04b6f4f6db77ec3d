import Engine
import HTTP
import HTTPTesting
import Testing
import Workspace

@testable import App

/// Replays and copies that need a secret from another program.
@Suite(.timeLimit(.minutes(5))) struct ReplayWaitingTests {
    private static func draft(proxy: String) -> RequestDraft {
        var draft = RequestDraft(url: "http://h/")
        draft.options.proxy = proxy
        return draft
    }

    private static let masked: RequestOptions = {
        var options = RequestOptions()
        options.proxy = "http://me:\(SecretMask.sign)@p:1"
        return options
    }()

    private static let replay: @Sendable (SendEffects) async -> Void = {
        await $0.replay(ReplayJob("old", owner: 7), as: "one")
    }

    private static func run(_ effect: SendingEffect, _ sends: SendEffects) async {
        switch effect {
        case .send(let job): await sends.send(job, as: "two")
        case .replay(let job): await sends.replay(job, as: "two")
        default: Issue.record("\(effect)")
        }
    }

    @Test func `a waiting replay shows its reason and can be cancelled`() async throws {
        let bench = try SlowSecretBench()
        await bench.store.record(bench.exchange(Self.draft(proxy: "http://me:{{token}}@p:1"), sentWith: Self.masked))
        let messages = await bench.cancelled(Self.replay)
        guard messages.count == 2, case .sending(.secret(.awaited(let sending))) = messages[0] else {
            return #expect(Bool(false), "\(messages)")
        }
        #expect(sending.id == "one" && sending.owner == 7)
        #expect(sending.progress.phase.text == "waiting for the secret token (from: sleep)")
        #expect(messages[1] == .sending(.secret(.notSent("one"))))
    }

    @Test(arguments: [masked, nil]) func `the reason why the network path is unknown is shown`(_ options: RequestOptions?) async throws {
        let bench = try SlowSecretBench()
        await bench.store.record(bench.exchange(Self.draft(proxy: "http://me:{{gone}}@p:1"), sentWith: options))
        guard case .sending(.unresolved(let problems, .send, _))? = await bench.messages(Self.replay).first else {
            return #expect(Bool(false), "nothing is said")
        }
        #expect(problems.reasons.count == 1 && problems.reasons[0].contains("{{gone}}"), "\(problems)")
    }

    @Test(arguments: [masked, nil])
    func `values entered for options apply to the recorded request`(_ options: RequestOptions?) async throws {
        let bench = try SlowSecretBench()
        var draft = Self.draft(proxy: "http://me:{{prompt:pin}}@p:1")
        (draft.url, draft.headers) = ("http://today/{{prompt:team}}", [Row("X-Now", "{{gone}}")])
        await bench.store.record(bench.exchange(draft, sentWith: options))
        guard case .sending(.question(.values(let job, let purpose, let values)))? = await bench.messages(Self.replay).first else {
            return #expect(Bool(false), "nothing is asked")
        }
        #expect(values.map(\.name) == ["prompt:pin"])
        #expect(bench.loader.requests.isEmpty)
        bench.loader.then(200)
        let answered = purpose.effect(job.answering(["prompt:pin": "1234"]))
        let messages = await bench.messages { await Self.run(answered, $0) }
        guard case .sending(.flight(.started(let sending)))? = messages.first else { return #expect(Bool(false), "\(messages)") }
        #expect(sending.owner == 7)
        #expect(bench.loader.requests.map(\.url) == ["http://h/"])
        #expect(bench.loader.requests.first?.headers["X-Now"] == nil)
        let proxy = HTTPProxy(host: "p", port: 1, credentials: BasicCredentials(username: "me", password: "1234"))
        #expect(bench.loader.requests.first?.proxy == .through(proxy))
    }

    @Test func `values that are already in the request are not asked for`() async throws {
        let bench = try SlowSecretBench()
        var draft = RequestDraft(url: "http://today/{{prompt:team}}", headers: [Row("X-Now", "{{token}}")])
        draft.body = BodyDraft(kind: .text, text: "{{prompt:text}}")
        await bench.store.record(bench.exchange(draft, sentWith: nil))
        bench.loader.then(200)
        guard case .sending(.flight(.started))? = await bench.messages(Self.replay).first else {
            return #expect(Bool(false), "it is not sent")
        }
        #expect(bench.loader.requests.map(\.url) == ["http://h/"])
    }

    @Test(arguments: [("http://h/", false), ("http://today/", true)])
    func `resolving again asks for permission if the server is not the allowed one`(_ url: String, _ asks: Bool) async throws {
        let bench = try SlowSecretBench(isProtected: true)
        var exchange = bench.exchange(RequestDraft(method: "POST", url: url), sentWith: RequestOptions())
        exchange.request = Exchange.Request(method: "POST", url: "http://h/\(SecretMask.sign)", headers: [:])
        await bench.store.record(exchange)
        bench.loader.then(200)
        let messages = await bench.messages { await $0.replay(ReplayJob("old", owner: 7, isConfirmed: true), as: "one") }
        var host: String?
        if case .sending(.question(.confirmation(_, let question)))? = messages.first { host = question.host }
        #expect(host == (asks ? "today" : nil))
        #expect(bench.loader.requests.map(\.url) == (asks ? [] : [url]))
    }

    @Test func `a copy of a completely stored request needs no secret`() async throws {
        let bench = try SlowSecretBench()
        let exchange = bench.exchange(Self.draft(proxy: "http://me:{{token}}@p:1"), sentWith: Self.masked)
        guard case .sending(.made(let curl, _))? = await bench.messages({ await $0.copy(exchange) }).first else {
            return #expect(Bool(false), "nothing is copied")
        }
        #expect(curl.contains("--proxy 'http://me:\(SecretMask.sign)@p:1'"), "\(curl)")
    }

    @Test func `copying a request without options shows the wait and can be cancelled`() async throws {
        let bench = try SlowSecretBench()
        let exchange = bench.exchange(Self.draft(proxy: "http://me:{{token}}@p:1"), sentWith: nil)
        let messages = await bench.cancelled { await $0.copy(exchange) }
        #expect(messages == [.sending(.secret(.awaitedFor(.copy(withSecrets: false), "waiting for the secret token (from: sleep)")))])
    }
}
