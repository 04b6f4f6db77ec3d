public import HTTP
import Synchronization

/// Says that something is not there at the next start, since it cannot be written: once for each of the user's folders, not at each save.
public final class StorageFailureReport: Sendable {
    /// The user's folders that something is kept in without being asked for.
    public enum Place: Sendable {
        /// Unsaved edits and the session.
        case state
        /// Cookies and the tokens of logins.
        case data
    }

    private struct State {
        var post: (@Sendable (String) -> Void)?
        var told: Set<Place> = []
    }

    // Guards what was told; cookies and tokens are kept from any thread.
    private let state = Mutex(State())

    /// A report without failures.
    public init() {}

    /// Takes the function that shows a failure.
    func attach(_ post: @escaping @Sendable (String) -> Void) { state.withLock { $0.post = post } }

    /// Something was not kept; `reason` is a sentence with the file and what the system said.
    func failed(_ place: Place, _ reason: String) {
        let post = state.withLock { state -> (@Sendable (String) -> Void)? in
            state.told.insert(place).inserted ? state.post : nil
        }
        post?("\(Self.subject(place)) not kept for the next start. \(reason) \(Self.advice)")
    }

    private static func subject(_ place: Place) -> String {
        switch place {
        case .state: "Unsaved edits and the session are"
        case .data: "Cookies and logins are"
        }
    }

    private static let advice = "Make room on the disk, or let the folder be written; this is said once."
}

// MARK: Storage

extension StorageFailureReport {
    /// The same storage, of which it is said when a jar was not kept.
    public func watching(_ storage: any CookieStorage) -> any CookieStorage { WatchedCookies(storage: storage, report: self) }

    /// The same store, of which it is said when tokens were not kept.
    public func watching(_ store: any OAuthCredentialStore) -> any OAuthCredentialStore { WatchedTokens(store: store, report: self) }
}

private struct WatchedCookies: CookieStorage {
    let storage: any CookieStorage
    let report: StorageFailureReport

    func load(_ jar: String) -> CookieList? { storage.load(jar) }

    func save(_ list: CookieList, as jar: String) -> String? {
        let problem = storage.save(list, as: jar)
        if let problem { report.failed(.data, problem) }
        return problem
    }

    func removeAll() { storage.removeAll() }
}

private struct WatchedTokens: OAuthCredentialStore {
    let store: any OAuthCredentialStore
    let report: StorageFailureReport

    func load(for configuration: OAuthConfiguration) -> OAuthCredentials? { store.load(for: configuration) }

    func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) -> String? {
        let problem = store.save(credentials, for: configuration)
        if let problem { report.failed(.data, problem) }
        return problem
    }
}
