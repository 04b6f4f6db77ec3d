import Engine
import HTTP
import Screen
import Testing
import Workspace

@testable import App

/// Requests that wait for a secret of another program.
@Suite struct ResolvingTests {
    private static let words = "waiting for the secret token (from: pass)"
    /// The words in the response pane.
    private static let shown = "Waiting for the secret token (from: pass)"

    private func waiting(_ store: TestStore) -> InFlightRequest {
        let job = job(owner: store.state.response.owner)
        return InFlightRequest("one", waitingFor: SecretEntry("token", .command(["pass", "show"])), of: job)
    }

    private func job(owner: TabID) -> SendJob {
        var job = SendJob(draft: RequestDraft(method: "POST", url: "http://h/{{token}}"), path: nil, environmentPath: nil)
        job.owner = owner
        return job
    }

    @Test func `waiting is shown as a request in flight and can be cancelled`() {
        var store = TestStore.opened()
        store.send(.sending(.secret(.awaited(waiting(store)))))
        #expect(store.canvas.contains(Self.shown + "…"))
        #expect(store.canvas.contains("POST http://h/{{token}}"))
        #expect(!store.canvas.contains("in flight"), "the pane itself says so")
        #expect(store.canvas.contains(" Cancel "))
        #expect(store.press(.control("c")).contains(.cancel(.send("one"))))
        store.send(.sending(.secret(.notSent("one"))))
        #expect(store.state.sending.inFlight.isEmpty)
        #expect(!store.canvas.contains(Self.shown))
        #expect(store.canvas.contains("Cancelled: nothing was sent"))
    }

    @Test func `an earlier response is shown again if nothing is sent`() {
        var store = TestStore.opened()
        store.send(.history(.store(.opened(Sample.exchange(), owner: store.state.response.owner))))
        let response = store.state.response.exchange
        #expect(response != nil)
        store.send(.sending(.secret(.awaited(waiting(store)))))
        #expect(!store.canvas.contains(Self.shown))
        store.send(.sending(.flight(.delayed("one"))))
        #expect(store.canvas.contains(Self.shown))
        store.send(.sending(.refused(["no"])))
        store.send(.sending(.secret(.notSent("one"))))
        #expect(store.state.response.exchange == response)
    }

    @Test func `the seconds of the wait count for the request`() {
        var store = TestStore.opened()
        store.send(.sending(.secret(.awaited(waiting(store)))))
        store.send(.sending(.flight(.waited("one"))))
        #expect(store.canvas.contains("\(Self.shown)…  0.3 s"))
        store.send(.sending(.flight(.waited("one"))))
        store.send(.sending(.flight(.waited("one"))))
        #expect(store.canvas.contains("\(Self.shown)…  2 s"))
        let owner = store.state.response.owner
        let effects = store.start("one", owner: owner, method: "POST", url: "http://h/x")
        #expect(effects.isEmpty)
        #expect(store.canvas.contains("Connecting…  2 s"))
        #expect(store.state.sending.inFlight.count == 1)
    }

    @Test func `resolving without sending waits in a window that can cancel it`() {
        var store = TestStore.opened()
        store.send(.sending(.secret(.awaitedFor(.preview, Self.words))))
        #expect(store.canvas.contains("Waiting for the secret token (from: pass)…"))
        store.type("x")
        #expect(store.press(Key(.escape)) == [.cancel(.preview)])
        #expect(store.state.windows.isEmpty)
    }

    @Test func `the window is replaced by the result`() {
        var store = TestStore.opened()
        store.send(.sending(.secret(.awaitedFor(.preview, Self.words))))
        store.send(.sending(.secret(.awaitedFor(.preview, "waiting for the secret other (from: op)"))))
        #expect(store.state.windows.count == 1)
        store.send(.sending(.secret(.waitEnded)))
        #expect(store.state.windows.isEmpty)
    }

    @Test(.timeLimit(.minutes(5))) func `a cancelled wait reports only its end`() async throws {
        let bench = try SlowSecretBench()
        let messages = await bench.cancelled { await $0.send(bench.job(RequestDraft(url: "http://h/{{token}}")), as: "one") }
        #expect(messages.count == 2)
        #expect(messages.last == .sending(.secret(.notSent("one"))))
    }
}
