import Synchronization
import Workspace

/// The drafts of this run whose secrets were typed out: what the history keeps signs of can be sent again until the program ends.
final class LastSentDrafts: Sendable {
    private static let mostDrafts = 50
    // Guards the drafts, the oldest first; requests are sent from any thread.
    private let drafts = Mutex<[(id: Exchange.ID, draft: RequestDraft)]>([])

    /// Remembers what was sent, where the history does not keep it whole.
    func note(_ draft: RequestDraft, as id: Exchange.ID) {
        guard draft.withoutSecrets() != draft else { return }
        drafts.withLock { drafts in
            drafts.append((id, draft))
            if drafts.count > Self.mostDrafts { drafts.removeFirst() }
        }
    }

    /// The draft of an exchange as it was typed, where it is still known.
    func draft(of exchange: Exchange) -> RequestDraft? {
        drafts.withLock { drafts in drafts.last { $0.id == exchange.id }?.draft } ?? exchange.draft
    }
}
