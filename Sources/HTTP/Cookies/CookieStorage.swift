import Hashing
public import Platform
import Synchronization

/// Keeps cookie jars between runs.
public protocol CookieStorage: Sendable {
    /// The jar of that name; nil if there is none or it cannot be read.
    func load(_ jar: String) -> CookieList?

    /// Stores a jar. The storage may keep or drop session cookies.
    /// - Returns: the reason why the jar was not stored; nil if it was.
    @discardableResult func save(_ list: CookieList, as jar: String) -> String?

    /// Removes all jars, including those of earlier runs.
    func removeAll()

    /// A number that differs once another user of the storage has stored the jar; nil if there is no such jar. By default nil: the jar is
    /// loaded once.
    func version(of jar: String) -> Int?

    /// Runs `work` while no other user of the storage changes a jar. By default there are no others.
    func withLock(_ work: () -> Void)
}

extension CookieStorage {
    /// Nil: no other process uses the storage.
    public func version(of jar: String) -> Int? { nil }

    /// Runs `work`: no other process uses the storage.
    public func withLock(_ work: () -> Void) { work() }
}

/// Stores each jar in a JSON file with mode 0600, without session cookies. Several processes can use the same folder.
public struct FileCookieStorage: CookieStorage {
    /// The versions of jars that were seen lately, since each request asks for one.
    private final class SeenVersions: Sendable {
        /// The time for which a version is not looked up again.
        static let checkInterval = Duration.milliseconds(10)
        let versions = Mutex<[String: (version: Int?, moment: ContinuousClock.Instant)]>([:])
    }

    private let folder: String
    private let suffix: String
    private let warn: @Sendable (String) -> Void
    private let seen = SeenVersions()

    /// Creates a storage.
    /// - Parameters:
    ///   - folder: an existing folder.
    ///   - owner: the owner of the jars, such as the path of a workspace, so that jars of the same name are separate for each owner; nil if
    ///     the folder has one owner.
    ///   - warn: called with a sentence for a user when a damaged jar was renamed.
    public init(folder: String, owner: String? = nil, warn: @escaping @Sendable (String) -> Void = { _ in }) {
        self.folder = folder
        self.warn = warn
        suffix = (owner.map { "." + String(HashAlgorithm.sha256.hexDigest(of: $0).prefix(16)) } ?? "") + ".cookies.json"
    }

    /// Reads the file of a jar. A file that cannot be decoded is renamed, with `.damaged` at the end, so that it is not overwritten.
    public func load(_ jar: String) -> CookieList? {
        let path = path(of: jar)
        guard let bytes = try? FileBody(path: path).encode() else { return nil }
        do { return try JSONDecoder().decode(CookieList.self, from: Data(bytes)) } catch {
            guard (try? moveFile(path, to: path + Self.damaged)) != nil else { return nil }
            warn("The stored cookies were damaged and are kept in \(path + Self.damaged).")
            return nil
        }
    }

    /// Replaces the file atomically, unless it cannot be read. On failure the jar stays in memory only, because a full disk must not fail a
    /// request.
    @discardableResult public func save(_ list: CookieList, as jar: String) -> String? {
        seen.versions.withLock { $0[jar] = nil }
        let path = path(of: jar)
        if faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) != 0 {
            let error = SystemError(path: path)
            guard error.isMissing else { return "The cookies in \(path) cannot be read, so they are not replaced: \(error.reason)." }
        }
        return AtomicFile.write(json: list.lasting, to: path)
    }

    /// Removes the files of all jars of the owner.
    public func removeAll() {
        for name in namesInFolder(folder) where name.hasSuffix(suffix) || name.hasSuffix(suffix + Self.damaged) {
            unlink("\(folder)/\(name)")
        }
    }

    /// Identifies the file that holds the jar: each change replaces it. What another process changed is seen after 10 ms, and at once
    /// within ``withLock(_:)``.
    public func version(of jar: String) -> Int? {
        let now = ContinuousClock.now
        if let seen = seen.versions.withLock({ $0[jar] }), now - seen.moment < SeenVersions.checkInterval { return seen.version }
        let version = FileStatus(of: path(of: jar))?.hashValue
        seen.versions.withLock { $0[jar] = (version, now) }
        return version
    }

    /// Locks the folder. Without a lock, as on some file systems or while a process that was stopped holds it, the last of two changes at the
    /// same time wins.
    public func withLock(_ work: () -> Void) {
        let lock = try? FileLock(folder: folder, within: .seconds(5))
        seen.versions.withLock { $0 = [:] }
        work()
        withExtendedLifetime(lock) {}
    }

    private static let damaged = ".damaged"

    /// The path of a jar's file. The file name of the unnamed jar cannot be an encoded name.
    private func path(of jar: String) -> String {
        let name = jar.isEmpty ? "+" : jar.percentEncoded(keeping: ASCIISet.alphanumeric.union(ASCIISet("-_")))
        return "\(folder)/\(name)\(suffix)"
    }
}

/// A change of a jar by a user: cookies to remove, and cookies to add or replace.
///
/// A difference rather than a whole jar, so that cookies that responses set meanwhile are kept.
public struct CookieChange: Hashable, Sendable {
    /// The cookies to remove.
    public let removed: [StoredCookie]
    /// The cookies to add or replace. A creation date of `distantPast` is replaced by the time of the change.
    public let put: [StoredCookie]

    /// Creates the difference between two lists.
    public init(from old: [StoredCookie], to new: [StoredCookie]) {
        let kept = Set(new.map(\.key))
        let known = Set(old)
        removed = old.filter { !kept.contains($0.key) }
        put = new.filter { !known.contains($0) }
    }

    /// True if nothing changes.
    public var isEmpty: Bool { removed.isEmpty && put.isEmpty }
}

/// The reason why a jar did not apply or store a change.
public struct CookieChangeError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for a user.
    public let description: String
    /// The text for a user.
    public var errorDescription: String? { description }
}

/// The cookies of one jar, with the rules for storing and sending them (RFC 6265bis section 5). Free of I/O: the time is a parameter.
public struct CookieList: Hashable, Sendable, Codable {
    static let maxPerDomain = 180
    static let maxInAll = 3_000

    /// The cookies in the order in which they were first set.
    public private(set) var cookies: [StoredCookie]

    /// Creates a jar; empty by default.
    public init(_ cookies: [StoredCookie] = []) { self.cookies = cookies }

    /// The list without session cookies.
    var lasting: CookieList { CookieList(cookies.filter { $0.expires != nil }) }

    /// The list with the session cookies of another one; for the same name, domain and path its own cookie stays.
    func addingSessionCookies(of other: CookieList) -> CookieList {
        let known = Set(cookies.map(\.key))
        let more = other.cookies.filter { $0.expires == nil && !known.contains($0.key) }
        return more.isEmpty ? self : CookieList((cookies + more).sorted { $0.creation < $1.creation })
    }

    /// Stores the cookies of a response.
    /// - Parameters:
    ///   - fields: the values of its `Set-Cookie` fields.
    ///   - request: the request, with its host and path.
    ///   - suffixes: the domains under which anyone can register; no cookie is stored for a whole one.
    ///   - now: the time at which the response arrived.
    public mutating func store(_ fields: [String], from request: HTTPRequest, suffixes: PublicSuffixes, now: Date) {
        let found = fields.compactMap { try? Self.cookie($0, request, suffixes, now) }
        // A plain connection sets no secure cookies, so the known secure ones are collected once.
        let secure = CookieRules.isTrustworthy(request) ? [:] : Dictionary(grouping: cookies.filter(\.isSecure), by: \.name)
        put(found.filter { !$0.hidesOne(of: secure[$0.name] ?? []) })
        removeExpired(now: now)
        trim()
    }

    /// The cookies to send with a request, ordered by the length of the path, the longest first, then by age, the oldest first.
    /// - Parameters:
    ///   - request: the request, with its scheme, host and path.
    ///   - isCrossSite: true if another site caused the request, as by a redirect.
    ///   - now: the time of the request; expired cookies are not returned.
    public func cookies(for request: HTTPRequest, isCrossSite: Bool = false, now: Date) -> [StoredCookie] {
        guard !cookies.isEmpty, let host = request.host.map(WebHost.canonical) else { return [] }
        let path = CookieRules.comparablePath(request.percentEncodedPath)
        let matching = cookies.filter { cookie in
            (cookie.isHostOnly ? cookie.domain == host : CookieRules.domain(cookie.domain, matches: host))
                && CookieRules.path(cookie.path, matches: path) && (!cookie.isSecure || CookieRules.isTrustworthy(request))
                && !cookie.isExpired(at: now) && !cookie.holdsControl && (!isCrossSite || cookie.mayCrossSites(method: request.method))
        }
        return matching.enumerated()
            .sorted { ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset) }
            .map(\.element)
    }

    /// Removes the cookies that satisfy the condition.
    public mutating func removeAll(where shouldRemove: (StoredCookie) -> Bool) { cookies.removeAll(where: shouldRemove) }

    /// Replaces the cookie of the same name, domain and path, or appends the cookie.
    public mutating func put(_ cookie: StoredCookie) { put(cookie, at: cookies.firstIndex { $0.key == cookie.key }) }

    /// Puts cookies, found by an index of their keys: a response can have thousands.
    private mutating func put(_ found: [StoredCookie]) {
        guard !found.isEmpty else { return }
        var places = Dictionary(cookies.indices.map { (cookies[$0].key, $0) }, uniquingKeysWith: { first, _ in first })
        for cookie in found {
            let place = places[cookie.key]
            if place == nil { places[cookie.key] = cookies.count }
            put(cookie, at: place)
        }
    }

    private mutating func put(_ cookie: StoredCookie, at index: Int?) {
        guard let index else { return cookies.append(cookie) }
        let creation = cookies[index].creation
        cookies[index] = cookie
        cookies[index].creation = creation
    }

    private mutating func removeExpired(now: Date) { cookies.removeAll { $0.isExpired(at: now) } }

    private mutating func trim() {
        var counts: [String: Int] = [:]
        let kept = cookies.reversed().filter { cookie in
            counts[cookie.domain, default: 0] += 1
            return counts[cookie.domain, default: 0] <= Self.maxPerDomain
        }
        cookies = kept.prefix(Self.maxInAll).reversed()
    }

    /// The reason why a `Set-Cookie` field is not stored, as a phrase for a user; nil if it is stored. A cookie of a plain connection that a
    /// secure one hides is not found here.
    /// - Parameters:
    ///   - field: the value of the field.
    ///   - request: the request, with its host and path.
    ///   - suffixes: the domains under which anyone can register.
    public static func refusal(of field: String, from request: HTTPRequest, suffixes: PublicSuffixes = .system) -> String? {
        do throws(Refusal) {
            _ = try cookie(field, request, suffixes, .distantPast)
            return nil
        } catch {
            return error.reason
        }
    }

    private struct Refusal: Error {
        let reason: String
    }

    private static func cookie(
        _ field: String, _ request: HTTPRequest, _ suffixes: PublicSuffixes, _ now: Date
    ) throws(Refusal) -> StoredCookie {
        guard let parsed = SetCookie(field) else {
            throw Refusal(reason: "it has no name, a control character, or more than \(SetCookie.maxNameAndValueBytes) bytes")
        }
        guard let host = request.host.map(WebHost.canonical) else { throw Refusal(reason: "the URL has no host") }
        var cookie = StoredCookie(
            name: parsed.name, value: parsed.value, domain: host, expires: parsed.expires(now: now), isSecure: parsed.isSecure,
            isHTTPOnly: parsed.isHTTPOnly, sameSite: parsed.sameSite, creation: now)
        cookie.path = parsed.path ?? CookieRules.defaultPath(for: request.percentEncodedPath)
        if let domain = parsed.domain.map({ DomainName.ascii($0) ?? $0 }) {
            guard CookieRules.domain(domain, matches: host) else {
                throw Refusal(reason: "its Domain is neither the host \(host) nor above it")
            }
            guard domain == host || !suffixes.isPublicSuffix(domain) else {
                throw Refusal(reason: "anyone can register a name under its Domain")
            }
            cookie.domain = domain
            cookie.isHostOnly = domain == host && suffixes.isPublicSuffix(domain)
        }
        let fault = cookie.fault(from: request, hasPathAttribute: parsed.path != nil, hasDomainAttribute: parsed.domain != nil)
        if let fault { throw Refusal(reason: fault) }
        return cookie
    }
}

extension StoredCookie {
    /// The reason why a cookie of these attributes is not stored: it is secure from a plain origin, or a prefixed name does not satisfy its
    /// conditions (RFC 6265bis sections 4.1.3 and 5.7).
    fileprivate func fault(from request: HTTPRequest, hasPathAttribute: Bool, hasDomainAttribute: Bool) -> String? {
        if isSecure, !CookieRules.isTrustworthy(request) { return "it is Secure and the connection was not" }
        if sameSite == StoredCookie.SameSite.none, !isSecure { return "SameSite=None needs Secure" }
        let lower = ASCII.lowercased(name)
        if lower.hasPrefix("__secure-"), !isSecure { return "a name with __Secure- needs Secure" }
        if lower.hasPrefix("__host-"), !(isSecure && !hasDomainAttribute && hasPathAttribute && path == "/") {
            return "a name with __Host- needs Secure, the path / and no Domain"
        }
        return nil
    }

    /// True if the cookie would replace or hide one of these, which have its name (RFC 6265bis section 5.7: secure cookies are left alone by
    /// those of plain connections).
    fileprivate func hidesOne(of secure: [StoredCookie]) -> Bool {
        secure.contains { known in
            CookieRules.path(known.path, matches: path)
                && (CookieRules.domain(known.domain, matches: domain) || CookieRules.domain(domain, matches: known.domain))
        }
    }

    /// True if the cookie may be sent with a request that another site caused; `Lax` is the default.
    fileprivate func mayCrossSites(method: HTTPMethod) -> Bool {
        switch sameSite {
        case .some(.none): true
        case .strict: false
        case .lax, nil: method.isSafe
        }
    }
}

/// Matching of hosts and paths (RFC 6265 section 5.1).
enum CookieRules {
    /// True if the host is the domain or below it, both in lower case. An address has no parent domains.
    static func domain(_ domain: String, matches host: String) -> Bool {
        if host == domain { return true }
        return host.hasSuffix("." + domain) && !host.hasPrefix("[") && !IPv4Address.endsInNumber(host)
    }

    static func path(_ path: String, matches requestPath: String) -> Bool {
        guard requestPath.hasPrefix(path) else { return false }
        return requestPath.utf8.count == path.utf8.count || path.hasSuffix("/")
            || requestPath.utf8.dropFirst(path.utf8.count).first == 0x2F
    }

    /// The path of the request up to its last slash.
    static func defaultPath(for requestPath: String) -> String {
        guard requestPath.hasPrefix("/"), let slash = requestPath.lastIndex(of: "/"), slash != requestPath.startIndex else { return "/" }
        return String(requestPath[..<slash])
    }

    /// The path with unnecessary escapes decoded (RFC 3986 section 6.2.2.2): `%6F` becomes `o`.
    static func comparablePath(_ path: String) -> String {
        let path = path.isEmpty ? "/" : path
        guard path.contains("%") else { return path }
        var output = ""
        var rest = path[...]
        while let percent = rest.firstIndex(of: "%") {
            output += rest[..<percent]
            let escape = rest[percent...].prefix(3)
            let decoded = Array(escape.utf8).percentDecoded()
            output +=
                decoded.count == 1 && ASCIISet.unreserved.contains(decoded[0]) ? String(decoding: decoded, as: UTF8.self) : String(escape)
            rest = rest[percent...].dropFirst(3)
        }
        return output + rest
    }

    /// True for https, and for plain connections to this machine.
    static func isTrustworthy(_ request: HTTPRequest) -> Bool {
        request.scheme == "https" || isLoopback(WebHost.canonical(request.host ?? ""))
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || (IPv4Address.endsInNumber(host) && host.hasPrefix("127."))
    }
}
