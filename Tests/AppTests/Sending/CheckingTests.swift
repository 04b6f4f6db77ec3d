import JSON
import Screen
import Testing
import Workspace

@testable import App

/// Captures and assertions after an answer.
@Suite struct CheckingTests {
    private func exchange() -> Exchange {
        var exchange = Sample.exchange("one")
        exchange.draft?.captures = [
            Capture(variable: "id", from: "status"), Capture(variable: "p", query: "$.a[0]"),
            Capture(variable: "b", query: #"regex:"b":"(\w)""#),
        ]
        exchange.draft?.assertions = [Assertion(subject: "status", value: .number(201))]
        exchange.origin.requestPath = Sample.draftPath
        return exchange
    }

    private func run(_ job: CheckJob) async -> CheckReport? {
        guard let facts = AnswerFacts(job.exchange, bodyLimit: 1 << 20) else { return nil }
        return await AnswerChecks.run(job.captures, job.assertions, on: facts, LiveQueries.all)
    }

    @Test func `they run when the answer is there, and captured values feed the next request`() async throws {
        var store = TestStore.withTree()
        store.send(.workspace(.requestRead(path: Sample.draftPath, Sample.draft)))
        let effects = store.send(.exchange(.finished(exchange())))
        guard case .check(let job)? = effects.last, let report = await run(job) else {
            Issue.record("nothing is checked")
            return
        }
        store.state.response.shownID = "one"
        store.send(.exchange(.checked("one", report, collection: job.collection)))
        #expect(report.captures.map(\.problem) == [nil, nil, nil])
        #expect(report.failureCount == 1)
        #expect(store.state.toasts.last?.text.contains("1 of 4 tests failed") == true)
        store.press(.function(5))
        guard case .send(let send)? = store.effects.last else {
            Issue.record("nothing was sent")
            return
        }
        #expect(send.captured == ["id": "200", "p": "1", "b": "x"])
    }

    @Test func `what the pane says now runs on the answer that is shown, and nothing is sent`() async {
        var store = TestStore.withTree()
        var draft = Sample.draft
        draft.assertions = [Assertion(subject: "header content-type", predicate: "contains", value: .string("json"))]
        store.send(.workspace(.requestRead(path: Sample.draftPath, draft)))
        store.send(.history(.opened(Sample.exchange("one"))))
        store.send(.application(.focus(.request)))
        let effects = store.press(.character("t"))
        guard case .check(let job)? = effects.last, let report = await run(job) else {
            Issue.record("nothing is checked")
            return
        }
        store.send(.exchange(.checked("one", report, collection: job.collection)))
        #expect(store.canvas.contains("✓ holds"))
    }
}
