import Engine
import Synchronization
import Workspace

/// Notes whether a program was asked for a secret while a request was resolved, which the screen then says.
final class SecretWait: Sendable {
    // Guards what the resolving thread notes and the effect asks.
    private let state = Mutex(false)

    /// True once a secret was asked for.
    var hasBegun: Bool { state.withLock { $0 } }

    /// Notes that one is asked.
    func begin() { state.withLock { $0 = true } }

    /// The words shown while a secret is waited for.
    static func text(of entry: SecretEntry) -> String {
        "waiting for the secret \(entry.name)" + (entry.source.program.map { " (from: \($0))" } ?? "")
    }
}

extension Sending {
    /// A request of which nothing is sent before a secret is there.
    init(_ id: Exchange.ID, waitingFor entry: SecretEntry, of job: SendJob) {
        self.init(id: id, owner: job.owner, method: job.draft.method, url: job.draft.withoutSecrets().url)
        progress.phase = SecretWait.text(of: entry)
    }
}
