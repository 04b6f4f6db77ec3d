import Synchronization

/// Says that something is not there at the next start, since it cannot be written: once for each of the user's folders, not at each save.
public final class KeepingReport: Sendable {
    /// The user's folders that something is kept in without being asked for.
    public enum Place: Sendable {
        /// Unsaved edits and the session.
        case state
        /// Cookies and the tokens of logins.
        case data
    }

    private struct State {
        var post: (@Sendable (Message) -> Void)?
        var told: Set<Place> = []
    }

    // Guards what was told; cookies and tokens are kept from any thread.
    private let state = Mutex(State())

    /// A report without failures.
    public init() {}

    /// Takes where messages go.
    func attach(_ post: @escaping @Sendable (Message) -> Void) { state.withLock { $0.post = post } }

    /// Something was not kept; `reason` is a sentence with the file and what the system said.
    func failed(_ place: Place, _ reason: String) {
        let post = state.withLock { state -> (@Sendable (Message) -> Void)? in
            state.told.insert(place).inserted ? state.post : nil
        }
        post?(.application(.complain("\(Self.subject(place)) not kept for the next start. \(reason) \(Self.advice)")))
    }

    private static func subject(_ place: Place) -> String {
        switch place {
        case .state: "Unsaved edits and the session are"
        case .data: "Cookies and logins are"
        }
    }

    private static let advice = "Make room on the disk, or let the folder be written; this is said once."
}
