import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps cookies and sends them along (RFC 6265bis), in a jar for each server environment.
///
/// Stands inside ``Redirect``, so that every hop sets and gets its own cookies.
public final class CookieJar: HTTPLoaderLink {
    private let storage: (any CookieStorage)?
    private let suffixes: PublicSuffixes
    private let clock: HTTPClock
    /// Guards the jars, by environment name.
    private let jars = Mutex<[String: CookieList]>([:])
    /// Lets one at a time write to the storage, so that the newest of a jar is what stays there.
    private let saving = Mutex<Void>(())

    /// - Parameter storage: keeps the jars between runs; nil for memory only.
    public init(storage: (any CookieStorage)? = nil, suffixes: PublicSuffixes = .system, clock: HTTPClock = .system) {
        self.storage = storage
        self.suffixes = suffixes
        self.clock = clock
    }

    /// Adds a `Cookie` field, behind what the request has there itself, and takes in what the answer sets.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard request.usesCookies else { return try await nextLoader.load(request, task: task) }
        let jar = request.serverEnvironment?.name ?? ""
        let sent = withCookies(request, jar)
        task.reportChange(by: self, from: request, to: sent)
        let response = try await nextLoader.load(sent, task: task)
        let fields = response.headers.values(for: "Set-Cookie")
        if !fields.isEmpty { store(fields, from: sent, in: jar) }
        return response
    }

    /// Empties every jar, in the storage too.
    public func reset() async {
        saving.withLock { _ in
            jars.withLock { $0 = [:] }
            storage?.removeAll()
        }
    }

    /// What an environment's jar holds; the empty name is for requests without environment.
    public func cookies(in jar: String = "") -> [HTTPCookie] { list(jar).cookies }

    /// Changes a jar by hand.
    /// - Returns: why the storage did not keep it; nil when it did.
    @discardableResult
    public func change(_ jar: String = "", _ change: (inout CookieList) -> Void) -> String? {
        _ = list(jar)
        jars.withLock { change(&$0[jar, default: CookieList()]) }
        guard let storage else { return nil }
        return saving.withLock { _ in
            guard let newest = jars.withLock({ $0[jar] }) else { return nil }
            return storage.save(newest, as: jar)
        }
    }

    /// Takes a person's change: the next request is sent with it.
    /// - Throws: ``CookieChangeError`` where a cookie could not have been set by a server, and nothing is changed; or where the storage did not
    ///   keep the jar, which is changed for this run.
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

    private func withCookies(_ request: HTTPRequest, _ jar: String) -> HTTPRequest {
        let cookies = list(jar).cookies(for: request, isCrossSite: isCrossSite(request), now: clock.now())
        guard !cookies.isEmpty else { return request }
        let own = request.headers.values(for: "Cookie")
        var copy = request
        copy.headers["Cookie"] = (own + cookies.map { "\($0.name)=\($0.value)" }).joined(separator: "; ")
        return copy
    }

    private func isCrossSite(_ request: HTTPRequest) -> Bool {
        guard let first = request.redirectedFrom, let origin = request.origin else { return false }
        let sites = [first.host, origin.host].map { suffixes.registrableDomain(of: $0) ?? $0 }
        return sites[0] != sites[1] || first.scheme != origin.scheme
    }

    private func store(_ fields: [String], from request: HTTPRequest, in jar: String) {
        let now = clock.now()
        change(jar) { $0.store(fields, from: request, suffixes: suffixes, now: now) }
    }

    private func list(_ jar: String) -> CookieList {
        if let known = jars.withLock({ $0[jar] }) { return known }
        let stored = storage?.load(jar) ?? CookieList()
        return jars.withLock { jars in
            if jars[jar] == nil { jars[jar] = stored }
            return jars[jar] ?? stored
        }
    }
}

private enum UsesCookiesOption: HTTPRequestOption {
    static let defaultOptionValue = true
}

private enum RedirectedFromOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPOrigin? = nil
}

extension HTTPRequest {
    /// Whether ``CookieJar`` deals with this request.
    public var usesCookies: Bool {
        get { self[option: UsesCookiesOption.self] }
        set { self[option: UsesCookiesOption.self] = newValue }
    }

    /// Where a chain of redirects began; nil for a request that none led to.
    public internal(set) var redirectedFrom: HTTPOrigin? {
        get { self[option: RedirectedFromOption.self] }
        set { self[option: RedirectedFromOption.self] = newValue }
    }
}
