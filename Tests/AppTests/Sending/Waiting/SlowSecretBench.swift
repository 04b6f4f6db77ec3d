import Engine
import Foundation
import HTTP
import HTTPTesting
import TestFixtures
import Workspace

@testable import App

/// A workspace with a secret `token` from a program that runs longer than any test.
struct SlowSecretBench {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }
    let store = InMemoryHistoryStore()
    /// The loader, which must not get a request.
    let loader = MockLoader()

    init(isProtected: Bool = false) throws {
        try temporary.write("{}", to: "collections/c/collection.json")
        let file = #"{"name":"e","protected":\#(isProtected),"secrets":[{"name":"token","from":"command","command":["sleep","1000"]}]}"#
        try temporary.write(file, to: "collections/c/environments/e.json")
    }

    func job(_ draft: RequestDraft) -> SendJob {
        SendJob(draft: draft, path: nil, environmentPath: "collections/c/environments/e.json")
    }

    /// An exchange of the workspace's environment, without secrets in its request.
    func exchange(_ draft: RequestDraft, sentWith options: RequestOptions?) -> Exchange {
        var exchange = Sample.exchange("old")
        (exchange.draft, exchange.options) = (draft, options)
        exchange.origin = Exchange.Origin(requestPath: "collections/c/a.request.json", environment: "e")
        exchange.request = Exchange.Request(method: "GET", url: "http://h/", headers: [:])
        return exchange
    }

    /// All messages of an effect.
    func messages(_ work: @escaping @Sendable (SendEffects) async -> Void) async -> [Message] { await messages(cancelsAtOnce: false, work) }

    /// All messages of an effect that is cancelled at its first message.
    func cancelled(_ work: @escaping @Sendable (SendEffects) async -> Void) async -> [Message] { await messages(cancelsAtOnce: true, work) }

    private func messages(cancelsAtOnce: Bool, _ work: @escaping @Sendable (SendEffects) async -> Void) async -> [Message] {
        let environment = AppEnvironment(
            workspace: FileWorkspace(folder: folder, environment: ["PATH": "/usr/bin:/bin"], trust: .everything),
            openHistory: { [store] in OpenedHistory(store: store) }, makeLoader: { [loader] _ in loader })
        let history = HistoryEffects(open: environment.openHistory, queries: environment.queries, post: { _ in })
        let (stream, posted) = AsyncStream<Message>.makeStream()
        let effects = SendEffects(environment: environment, history: history) { posted.yield(.sending($0)) }
        let task = Task {
            await work(effects)
            posted.finish()
        }
        var messages: [Message] = []
        for await message in stream {
            messages.append(message)
            if cancelsAtOnce { task.cancel() }
        }
        return messages
    }
}
