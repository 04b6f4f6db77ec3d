import Testing
import Workspace

@testable import App

/// What is sent again, or copied, and lacks a secret of another program.
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
        await $0.replay("old", captured: CapturedValues(), isConfirmed: false, as: "one", for: 7)
    }

    @Test func `a replay says what it waits for, and can be cancelled`() async throws {
        let bench = try SlowSecretBench()
        defer { bench.remove() }
        await bench.store.record(bench.exchange(Self.draft(proxy: "http://me:{{token}}@p:1"), sentWith: Self.masked))
        let told = await bench.cancelled(Self.replay)
        guard told.count == 2, case .exchange(.resolving(let sending)) = told[0] else {
            Issue.record("\(told)")
            return
        }
        #expect(sending.id == "one" && sending.owner == 7)
        #expect(sending.progress.phase == "waiting for the secret token (from: sleep)")
        #expect(told[1] == .exchange(.unresolved("one")))
    }

    @Test(arguments: [masked, nil]) func `why the way cannot be known is said`(_ options: RequestOptions?) async throws {
        let bench = try SlowSecretBench()
        defer { bench.remove() }
        await bench.store.record(bench.exchange(Self.draft(proxy: "http://me:{{gone}}@p:1"), sentWith: options))
        guard case .exchange(.refused(let reasons, .send))? = await bench.told(Self.replay).first else {
            Issue.record("nothing is said")
            return
        }
        #expect(reasons.count == 1 && reasons[0].contains("{{gone}}"), "\(reasons)")
    }

    @Test func `a value of the way that only a person knows is asked for`() async throws {
        let bench = try SlowSecretBench()
        defer { bench.remove() }
        await bench.store.record(bench.exchange(Self.draft(proxy: "http://me:{{prompt:pin}}@p:1"), sentWith: Self.masked))
        guard case .exchange(.asked(let job, .send, let values))? = await bench.told(Self.replay).first else {
            Issue.record("nothing is asked")
            return
        }
        #expect(values.map(\.name) == ["prompt:pin"])
        #expect(job.owner == 7 && job.optionsAsSent == Self.masked)
    }

    @Test func `a copy of what was kept whole needs no secret`() async throws {
        let bench = try SlowSecretBench()
        defer { bench.remove() }
        let exchange = bench.exchange(Self.draft(proxy: "http://me:{{token}}@p:1"), sentWith: Self.masked)
        guard case .perform(.copy(let curl, _))? = await bench.told({ await $0.copy(exchange) }).first else {
            Issue.record("nothing is copied")
            return
        }
        #expect(curl.contains("--proxy 'http://me:\(SecretMask.sign)@p:1'"), "\(curl)")
    }

    @Test func `a copy of what was kept without its way says what it waits for, and can be given up`() async throws {
        let bench = try SlowSecretBench()
        defer { bench.remove() }
        let exchange = bench.exchange(Self.draft(proxy: "http://me:{{token}}@p:1"), sentWith: nil)
        let told = await bench.cancelled { await $0.copy(exchange) }
        #expect(told == [.exchange(.workingOut(.copy(withSecrets: false), "waiting for the secret token (from: sleep)"))])
    }
}
