import Platform
import Synchronization

/// A link that keeps cookies and sends them (RFC 6265bis), with a jar for each server environment.
///
/// Its place is inside ``Redirect``, so that each hop sets and gets its own cookies.
public final class CookieJar: HTTPLoaderLink {
    /// A jar in memory.
    private struct Jar {
        var list = CookieList()
        /// The version of the storage that the list was read from or written to.
        var version: Int?
        /// False if the last change is in memory only.
        var isStored = true
    }

    private let storage: (any CookieStorage)?
    private let suffixes: PublicSuffixes
    private let clock: HTTPClock
    /// Guards the jars, by environment name.
    private let jars = Mutex<[String: Jar]>([:])
    /// Serializes writing to the storage, so that the last version of a jar stays there.
    private let saving = Mutex<Void>(())

    /// Creates a jar.
    /// - Parameters:
    ///   - storage: keeps the jars between runs; nil for memory only.
    ///   - suffixes: the domains under which anyone can register, such as `co.uk`; no cookie is accepted for a whole one.
    ///   - clock: tells which cookies have expired.
    public init(storage: (any CookieStorage)? = nil, suffixes: PublicSuffixes = .system, clock: HTTPClock = .system) {
        self.storage = storage
        self.suffixes = suffixes
        self.clock = clock
    }

    /// Adds a `Cookie` field after the request's own cookies, and stores the cookies of the response.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard request.usesCookies else { return try await nextLoader.load(request, task: task) }
        let jar = request.serverEnvironment?.name ?? ""
        let session = request.cookieSession
        session?.begin(jar, with: { list(jar) })
        let sent = withCookies(session?.list(jar) ?? list(jar), request)
        task.reportChange(by: self, from: request, to: sent)
        let response = try await nextLoader.load(sent, task: task)
        let fields = response.headers.values(for: "Set-Cookie")
        guard !fields.isEmpty else { return response }
        let now = clock.now()
        func store(_ list: inout CookieList) { list.store(fields, from: sent, suffixes: suffixes, now: now) }
        if let session { session.change(jar, store) } else { change(jar, store) }
        return response
    }

    /// Empties every jar, including the storage.
    public func reset() async {
        saving.withLock { _ in
            jars.withLock { $0 = [:] }
            storage?.withLock { storage?.removeAll() }
        }
    }

    /// The cookies of an environment's jar. The empty name is for requests without an environment.
    public func cookies(in jar: String = "") -> [StoredCookie] { list(jar).cookies }

    /// Changes a jar directly, together with what other users of the storage have changed.
    /// - Returns: the reason why the storage did not keep the jar; nil if it did.
    @discardableResult
    public func change(_ jar: String = "", _ change: (inout CookieList) -> Void) -> String? {
        guard let storage else {
            jars.withLock { change(&$0[jar, default: Jar()].list) }
            return nil
        }
        return saving.withLock { _ in
            var problem: String?
            storage.withLock {
                let old = list(jar)
                let new = jars.withLock { jars in
                    change(&jars[jar, default: Jar()].list)
                    return jars[jar, default: Jar()]
                }
                guard new.list.lasting != old.lasting || !new.isStored else { return }
                problem = storage.save(new.list, as: jar)
                let (version, isStored) = (storage.version(of: jar), problem == nil)
                // The whole jar: a reader may have replaced its list by the stored one meanwhile.
                jars.withLock { $0[jar] = Jar(list: new.list, version: version, isStored: isStored) }
            }
            return problem
        }
    }

    /// Applies a user's change to a jar.
    /// - Throws: ``CookieChangeError`` if no server could have set one of the cookies, and nothing is changed; or if the storage did not
    ///   keep the jar, which is then changed for this run only.
    public func apply(_ change: CookieChange, to jar: String = "") throws(CookieChangeError) {
        for cookie in change.put {
            if let fault = cookie.fault { throw CookieChangeError(description: "The cookie “\(cookie.name)”: \(fault)") }
            if !cookie.isHostOnly, suffixes.isPublicSuffix(cookie.domain) {
                throw CookieChangeError(
                    description: "The cookie “\(cookie.name)”: anyone can register a name under \(cookie.domain), so it must be HostOnly.")
            }
        }
        let now = clock.now()
        let gone = Set(change.removed.map(\.key))
        let problem = self.change(jar) { list in
            list.removeAll { gone.contains($0.key) }
            for cookie in change.put {
                var cookie = cookie
                if cookie.creation == .distantPast { cookie.creation = now }
                list.put(cookie)
            }
        }
        if let problem { throw CookieChangeError(description: problem) }
    }

    private func withCookies(_ list: CookieList, _ request: HTTPRequest) -> HTTPRequest {
        let cookies = list.cookies(for: request, isCrossSite: isCrossSite(request), now: clock.now())
        guard !cookies.isEmpty else { return request }
        let requestCookies = request.headers.values(for: "Cookie")
        var copy = request
        copy.headers["Cookie"] = (requestCookies + cookies.map { "\($0.name)=\($0.value)" }).joined(separator: "; ")
        return copy
    }

    private func isCrossSite(_ request: HTTPRequest) -> Bool {
        guard let first = request.redirectedFrom, let origin = request.origin else { return false }
        let sites = [first.host, origin.host].map { suffixes.registrableDomain(of: $0) ?? $0 }
        return sites[0] != sites[1] || first.scheme != origin.scheme
    }

    /// The jar as it is in memory; read from the storage first, and again when another user has changed it there.
    private func list(_ jar: String) -> CookieList {
        let version = storage?.version(of: jar)
        if let known = jars.withLock({ $0[jar] }), known.version == version { return known.list }
        let stored = storage?.load(jar) ?? CookieList()
        return jars.withLock { jars in
            let list = jars[jar].map { stored.addingSessionCookies(of: $0.list) } ?? stored
            jars[jar] = Jar(list: list, version: version)
            return list
        }
    }
}

/// Cookies that only some requests share, in memory. They begin as those of ``CookieJar``, which does not change.
public final class CookieSession: Sendable {
    /// The cookies by environment name.
    private let lists = Mutex<[String: CookieList]>([:])

    /// Creates a session without requests.
    public init() {}

    fileprivate func begin(_ jar: String, with list: () -> CookieList) {
        guard lists.withLock({ $0[jar] }) == nil else { return }
        let list = list()
        lists.withLock { if $0[jar] == nil { $0[jar] = list } }
    }

    fileprivate func list(_ jar: String) -> CookieList { lists.withLock { $0[jar] } ?? CookieList() }

    fileprivate func change(_ jar: String, _ change: (inout CookieList) -> Void) {
        lists.withLock { change(&$0[jar, default: CookieList()]) }
    }
}

private enum CookieSessionOption: HTTPRequestOption { static let defaultOptionValue: CookieSession? = nil }

private enum UsesCookiesOption: HTTPRequestOption { static let defaultOptionValue = true }

private enum RedirectedFromOption: HTTPRequestOption { static let defaultOptionValue: HTTPOrigin? = nil }

extension HTTPRequest {
    /// True if ``CookieJar`` adds and stores cookies for this request.
    public var usesCookies: Bool {
        get { self[option: UsesCookiesOption.self] }
        set { self[option: UsesCookiesOption.self] = newValue }
    }

    /// The cookies that ``CookieJar`` uses in place of its own; nil for its own.
    public var cookieSession: CookieSession? {
        get { self[option: CookieSessionOption.self] }
        set { self[option: CookieSessionOption.self] = newValue }
    }

    /// The origin at which a chain of redirects began; nil for a request that was not redirected.
    public internal(set) var redirectedFrom: HTTPOrigin? {
        get { self[option: RedirectedFromOption.self] }
        set { self[option: RedirectedFromOption.self] = newValue }
    }
}
