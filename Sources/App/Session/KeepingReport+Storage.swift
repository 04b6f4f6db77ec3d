public import HTTP

extension KeepingReport {
    /// The same storage, of which it is said when a jar was not kept.
    public func watching(_ storage: any CookieStorage) -> any CookieStorage { WatchedCookies(storage: storage, report: self) }

    /// The same store, of which it is said when tokens were not kept.
    public func watching(_ store: any OAuthCredentialStore) -> any OAuthCredentialStore { WatchedTokens(store: store, report: self) }
}

private struct WatchedCookies: CookieStorage {
    let storage: any CookieStorage
    let report: KeepingReport

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
    let report: KeepingReport

    func load(for configuration: OAuthConfiguration) -> OAuthCredentials? { store.load(for: configuration) }

    func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) -> String? {
        let problem = store.save(credentials, for: configuration)
        if let problem { report.failed(.data, problem) }
        return problem
    }
}
