import Engine
import Foundation
import JSON
import Synchronization
import Testing
import Workspace

@testable import App

/// Checks of a response whose file moves to the history.
@Suite struct HeldBodyTests {
    private let path = NSTemporaryDirectory() + "apus-held-\(UUID().uuidString)"
    private let bytes = Array(#"{"a": [7]}"#.utf8)

    private func exchange(in storage: ExchangeBody.Storage) -> Exchange {
        var exchange = Sample.exchange("one")
        exchange.draft?.captures = [Capture(variable: "p", query: "$.a[0]")]
        exchange.response?.body = ExchangeBody(storage: storage, byteCount: Int64(bytes.count))
        return exchange
    }

    private func report(of exchange: Exchange, keeping kept: Exchange) async -> CheckReport? {
        let store = InMemoryHistoryStore()
        await store.record(kept)
        let report = Mutex<CheckReport?>(nil)
        let history = HistoryEffects(open: { OpenedHistory(store: store) }, queries: LiveQueries.all, post: { _ in })
        let effects = CheckEffects(queries: LiveQueries.all, history: history) { message in
            if case .checked(_, let found, _, _) = message { report.withLock { $0 = found } }
        }
        let draft = exchange.draft
        await effects.run(
            CheckJob(captures: draft?.captures ?? [], assertions: draft?.assertions ?? [], exchange: exchange, collection: "c"))
        return report.withLock { $0 }
    }

    @Test func `the response is checked after its file has moved, and no file remains`() async throws {
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        let held = HeldBody.hold(exchange(in: .file(path)))
        try FileManager.default.removeItem(atPath: path)
        let report = await report(of: held, keeping: exchange(in: .bytes([])))
        #expect(report?.captures.map(\.value?.text) == ["7"])
        #expect(!FileManager.default.fileExists(atPath: path + ".held"))
    }

    @Test func `an edited assertion is compared with the present values of its variables`() async {
        var exchange = exchange(in: .bytes(bytes))
        exchange.draft?.captures = []
        (exchange.origin.environment, exchange.origin.requestPath) = ("local", Sample.draftPath)
        let assertions = [Assertion(subject: "status", value: .string("{{code}}"))]
        let report = Mutex<CheckReport?>(nil)
        let history = HistoryEffects(
            open: { OpenedHistory(store: InMemoryHistoryStore()) }, queries: LiveQueries.all, post: { _ in })
        let effects = CheckEffects(
            queries: LiveQueries.all, history: history,
            expected: { job in
                let isAsked = job.draft.assertions == assertions && job.environmentName == "local" && job.path == Sample.draftPath
                return isAsked && job.isForTests ? [.string("200")] : []
            }
        ) { message in
            if case .checked(_, let found, _, _) = message { report.withLock { $0 = found } }
        }
        await effects.run(CheckJob(captures: [], assertions: assertions, exchange: exchange, collection: "c"))
        #expect(report.withLock { $0 }?.assertions.map(\.problem) == [nil])
    }

    @Test(arguments: [[], [CheckReport.Checked(sentence: "the request", problem: "unknown member")]])
    func `an unreadable part of the request's file fails the checks, even without others`(failed: [CheckReport.Checked]) async {
        var exchange = exchange(in: .bytes(bytes))
        exchange.origin.requestPath = Sample.draftPath
        let report = Mutex<CheckReport?>(nil)
        let history = HistoryEffects(
            open: { OpenedHistory(store: InMemoryHistoryStore()) }, queries: LiveQueries.all, post: { _ in })
        let effects = CheckEffects(queries: LiveQueries.all, history: history, failed: { $0 == Sample.draftPath ? failed : [] }) {
            if case .checked(_, let found, _, _) = $0 { report.withLock { $0 = found } }
        }
        await effects.run(CheckJob(captures: [], assertions: [], exchange: exchange, collection: "c"))
        #expect(report.withLock { $0 }?.assertions.count == (failed.isEmpty ? nil : 1))
    }

    @Test func `checking again finds the same as the history`() async {
        let report = await report(of: exchange(in: .file(path)), keeping: exchange(in: .bytes(bytes)))
        #expect(report?.captures.map(\.value?.text) == ["7"])
    }

    @Test func `a body without readers has only one name`() {
        var plain = exchange(in: .file(path))
        plain.draft?.captures = []
        plain.draft?.assertions = []
        #expect(HeldBody.hold(plain) == plain)
    }
}
