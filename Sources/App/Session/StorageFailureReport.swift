public import HTTP
import Synchronization

/// Reports that data cannot be stored for the next start: once for each of the user's folders, until it can be stored again.
public final class StorageFailureReport: Sendable {
    /// A kind of content that is stored automatically.
    enum Content: Sendable {
        case edits
        case session
        case cookies
        /// The tokens of logins.
        case logins

        /// The contents of the folder that has this content, for a message.
        var contents: String {
            switch self {
            case .edits, .session: "Unsaved edits and the session"
            case .cookies, .logins: "Cookies and logins"
            }
        }
    }

    private struct State {
        var post: (@Sendable (_ contents: String, _ text: String?) -> Void)?
        var failing: Set<Content> = []
        var autosaveProblem: String?
    }

    // Guards what cannot be stored; cookies and tokens are stored from any thread.
    private let state = Mutex(State())

    /// Creates a report without failures.
    public init() {}

    /// Sets the function that shows the failure for the contents of a folder; a nil text withdraws it.
    func attach(_ post: @escaping @Sendable (_ contents: String, _ text: String?) -> Void) { state.withLock { $0.post = post } }

    /// Notes the end of a write: its failure as a sentence with the file and the system's message, or nil.
    /// - Returns: true if this content is stored now and was not before, or the other way round.
    @discardableResult func stored(_ content: Content, _ problem: String?) -> Bool {
        let contents = content.contents
        // Told under the lock, so that the messages of several threads have the order of their writes.
        return state.withLock { state in
            let wasFailing = state.failing.contains { $0.contents == contents }
            let isChanged = state.failing.contains(content) == (problem == nil)
            if problem == nil { state.failing.remove(content) } else { state.failing.insert(content) }
            if state.failing.contains(where: { $0.contents == contents }) != wasFailing {
                state.post?(contents, problem.map { "\(contents) are not stored for the next start. \($0) \(Self.advice)" })
            }
            return isChanged
        }
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

    private static let advice = "Free disk space or make the folder writable. This message goes when they are stored again."
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
        report.stored(.cookies, problem)
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
        report.stored(.logins, problem)
        return problem
    }

    func removeAll() { store.removeAll() }

    func lockPath(for configuration: OAuthConfiguration) -> String? { store.lockPath(for: configuration) }
}
