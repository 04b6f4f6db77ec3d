public import HTTP
import Synchronization

/// Reports that data cannot be stored for the next start: once for each of the user's folders, not at each save.
public final class StorageFailureReport: Sendable {
    /// The user's folders in which data is stored automatically.
    enum Place: Sendable {
        /// Unsaved edits and the session.
        case state
        /// Cookies and the tokens of logins.
        case data
    }

    private struct State {
        var post: (@Sendable (String) -> Void)?
        var told: Set<Place> = []
        var autosaveProblem: String?
    }

    // Guards the set of reported failures; cookies and tokens are stored from any thread.
    private let state = Mutex(State())

    /// Creates a report without failures.
    public init() {}

    /// Takes the function that shows a failure.
    func attach(_ post: @escaping @Sendable (String) -> Void) { state.withLock { $0.post = post } }

    /// Reports a failure; `reason` is a sentence with the file and the system's message.
    func failed(_ place: Place, _ reason: String) {
        let post = state.withLock { state -> (@Sendable (String) -> Void)? in
            state.told.insert(place).inserted ? state.post : nil
        }
        post?("\(Self.subject(place)) not stored for the next start. \(reason) \(Self.advice)")
    }

    /// The reason why the last autosave failed; nil if all unsaved edits are stored.
    var autosaveProblem: String? { state.withLock { $0.autosaveProblem } }

    /// Notes the end of an autosave: its failure, or nil.
    /// - Returns: true if edits are stored now and were not before, or the other way round.
    func autosaved(_ problem: String?) -> Bool {
        state.withLock { state in
            defer { state.autosaveProblem = problem }
            return (state.autosaveProblem == nil) != (problem == nil)
        }
    }

    private static func subject(_ place: Place) -> String {
        switch place {
        case .state: "Unsaved edits and the session are"
        case .data: "Cookies and logins are"
        }
    }

    private static let advice = "Free disk space or make the folder writable. This message appears once."
}

// MARK: Storage

extension StorageFailureReport {
    /// The same storage with failures reported.
    public func watching(_ storage: any CookieStorage) -> any CookieStorage { WatchedCookies(storage: storage, report: self) }

    /// The same store with failures reported.
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

    func version(of jar: String) -> Int? { storage.version(of: jar) }

    func withLock(_ work: () -> Void) { storage.withLock(work) }
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

    func removeAll() { store.removeAll() }

    func lockPath(for configuration: OAuthConfiguration) -> String? { store.lockPath(for: configuration) }
}
