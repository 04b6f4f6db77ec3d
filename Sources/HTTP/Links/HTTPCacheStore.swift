public import Platform
import Synchronization

/// A store of responses in memory with a size limit. It discards the least recently used entries first.
public final class HTTPCacheStore: Sendable {
    private struct Record {
        var entries: [HTTPCacheEntry]
        var lastUse = 0
        var byteCount: Int { entries.reduce(0) { $0 + $1.body.count + 1_024 } }
    }

    private struct State {
        private(set) var records: [String: Record] = [:]
        private(set) var byteCount = 0
        private var useCount = 0
        /// The uses of all records, oldest first. Only the last use of a record counts; earlier ones are skipped.
        private var uses: ArraySlice<(url: String, number: Int)> = []

        /// Marks the record of a URL as the most recently used one.
        mutating func noteUse(of url: String) {
            guard records[url] != nil else { return }
            useCount += 1
            records[url]?.lastUse = useCount
            uses.append((url, useCount))
            // At least half of the uses are skipped ones, so that the cost for each use is constant.
            guard uses.count > 2 * records.count + 64 else { return }
            uses = uses.filter { records[$0.url]?.lastUse == $0.number }[...]
        }

        mutating func insert(_ record: Record, for url: String) {
            records[url] = record
            byteCount += record.byteCount
            noteUse(of: url)
        }

        mutating func remove(_ url: String) { byteCount -= records.removeValue(forKey: url)?.byteCount ?? 0 }

        /// Removes the least recently used records until the others have at most this size.
        mutating func shrink(to limit: Int) {
            while byteCount > limit, let use = uses.popFirst() {
                if records[use.url]?.lastUse == use.number { remove(use.url) }
            }
        }
    }

    private let limit: Int
    /// Guards the records and their order of use.
    private let state = Mutex(State())

    /// - Parameter limit: the maximum number of body bytes, with 1 KiB added for each head.
    public init(limit: Int = 64 << 20) { self.limit = limit }

    /// Returns the entries for a URL in its canonical form, newest first, and marks them as used; several if responses vary with the request's
    /// headers.
    public func entries(for url: String) -> [HTTPCacheEntry] {
        state.withLock { state in
            state.noteUse(of: url)
            return state.records[url]?.entries ?? []
        }
    }

    /// Replaces the entries for a URL, marks them as used, and discards others to make room; an empty list removes them.
    public func setEntries(_ entries: [HTTPCacheEntry], for url: String) {
        state.withLock { state in
            state.remove(url)
            let record = Record(entries: entries)
            guard !entries.isEmpty, record.byteCount <= limit else { return }
            state.insert(record, for: url)
            state.shrink(to: limit)
        }
    }

    /// Removes all entries.
    public func removeAll() { state.withLock { $0 = State() } }
}

/// A store for concurrent requests: changes are serialized, and a request from before a reset stores nothing after it.
final class CacheShelf: Sendable {
    /// The maximum number of variants of one URL.
    static let maxVariants = 8

    private let store: HTTPCacheStore
    /// Guards changes of the store; counts how often it was emptied.
    private let resetCount = Mutex(0)

    init(_ store: HTTPCacheStore) { self.store = store }

    /// The period between two resets. A request stores its response only in the period in which it began.
    var current: Period { Period(shelf: self, number: resetCount.withLock { $0 }) }

    func forget(_ request: HTTPRequest) {
        resetCount.withLock { _ in store.setEntries([], for: request.cacheURL) }
    }

    func removeAll() {
        resetCount.withLock { count in
            count += 1
            store.removeAll()
        }
    }

    struct Period: Sendable {
        let shelf: CacheShelf
        let number: Int

        func entry(for request: HTTPRequest) -> HTTPCacheEntry? {
            shelf.store.entries(for: request.cacheURL).first { $0.matches(request) }
        }

        func insert(_ entry: HTTPCacheEntry, for request: HTTPRequest) {
            shelf.resetCount.withLock { count in
                guard count == number else { return }
                let url = request.cacheURL
                let others = shelf.store.entries(for: url).filter { !$0.matches(request) }
                shelf.store.setEntries(Array(([entry] + others).prefix(CacheShelf.maxVariants)), for: url)
            }
        }
    }
}

/// A stored response with the information needed to use it.
public struct HTTPCacheEntry: Hashable, Sendable {
    /// The headers of its request, for `Vary`.
    public let requestHeaders: HTTPHeaders
    /// The credentials and options of its request.
    public let identity: HTTPCacheIdentity
    /// The status, message and headers; a validation updates the headers.
    public var head: HTTPResponseHead
    /// The whole body.
    public let body: [UInt8]
    /// The time at which the request was sent.
    public var requestTime: Date
    /// The time at which the response arrived.
    public var responseTime: Date

    /// Creates an entry, without the header fields that were for its connection (RFC 9111 section 3.1).
    public init(
        requestHeaders: HTTPHeaders, identity: HTTPCacheIdentity = HTTPCacheIdentity(), head: HTTPResponseHead, body: [UInt8],
        requestTime: Date, responseTime: Date
    ) {
        self.requestHeaders = requestHeaders
        self.identity = identity
        self.head = head
        for name in head.headers.namesForConnection { self.head.headers.remove(name) }
        self.body = body
        self.requestTime = requestTime
        self.responseTime = responseTime
    }

    private var date: Date { head.headers["Date"].flatMap(HTTPDate.date) ?? responseTime }

    /// The freshness lifetime in seconds (RFC 9111 section 4.2.1, for a private cache).
    var freshnessLifetime: Double {
        if let seconds = CacheControl(head.headers).seconds("max-age") { return seconds }
        if let expires = head.headers["Expires"] { return HTTPDate.date(from: expires).map { max(0, $0.timeIntervalSince(date)) } ?? 0 }
        guard head.status.isHeuristicallyCacheable, let modified = head.headers["Last-Modified"].flatMap(HTTPDate.date) else {
            return 0
        }
        // A tenth of the time since the last change, at most a day (section 4.2.2).
        return min(max(0, date.timeIntervalSince(modified)) / 10, 86_400)
    }

    /// The age in seconds (RFC 9111 section 4.2.3).
    func age(at now: Date) -> Double {
        let stated = head.headers["Age"].flatMap { Seconds(delta: ASCII.trimmed($0)) }?.value ?? 0
        let apparent = max(0, responseTime.timeIntervalSince(date))
        let corrected = stated + max(0, responseTime.timeIntervalSince(requestTime))
        return max(apparent, corrected) + max(0, now.timeIntervalSince(responseTime))
    }

    /// The age in whole seconds, for the `Age` field.
    func ageField(at now: Date) -> String { String(Seconds(nearest: age(at: now)).whole) }

    /// True if the request has the same identity and the same values for the fields in `Vary` (RFC 9111 section 4.1).
    func matches(_ request: HTTPRequest) -> Bool {
        guard identity == request.cacheIdentity else { return false }
        return HeaderList.split(head.headers.values(for: "Vary")).allSatisfy { name in
            name != "*" && requestHeaders.combinedValue(for: name) == request.headers.combinedValue(for: name)
        }
    }

    /// The fields for a validation (RFC 9111 section 4.3.1); empty if there are none.
    var validators: HTTPHeaders {
        var headers = HTTPHeaders()
        if let tag = head.headers["ETag"] { headers.append("If-None-Match", tag) }
        if let date = head.headers["Last-Modified"] { headers.append("If-Modified-Since", date) }
        return headers
    }

    /// The entry after a 304 (RFC 9111 section 3.2): fields of the new head replace the old ones, except those about the content and the connection.
    func freshened(by new: HTTPResponseHead, requestTime: Date, responseTime: Date) -> HTTPCacheEntry {
        var entry = self
        let kept: Set<String> = ["content-length", "content-encoding", "content-type", "content-range", "transfer-encoding"]
        let names = Set(new.headers.map { ASCII.lowercased($0.name) }).subtracting(kept).subtracting(new.headers.namesForConnection)
        for name in names { entry.head.headers.remove(name) }
        entry.head.headers.remove("Age")
        entry.head.headers.fields += new.headers.fields.filter { names.contains(ASCII.lowercased($0.name)) }
        entry.requestTime = requestTime
        entry.responseTime = responseTime
        return entry
    }
}

extension HTTPStatus {
    /// True if a response may be stored without an explicit directive (RFC 9110 section 15.1). Excludes 206, which needs support for
    /// ranges.
    var isHeuristicallyCacheable: Bool { [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(self) }
}

extension HTTPHeaders {
    /// The names, in lower case, of the fields for one connection: those of RFC 9111 section 3.1 and those that `Connection` names.
    fileprivate var namesForConnection: Set<String> {
        let fixed = ["connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade"]
        let ofProxies = ["proxy-authenticate", "proxy-authentication-info", "proxy-authorization"]
        return Set(HeaderList.split(values(for: "Connection")).map { ASCII.lowercased($0) } + fixed + ofProxies)
    }
}

/// The parts of a request on which its response may depend in addition to the URL and `Vary`: credentials, cookies, the environment whose
/// cookie jar is used, a `Host` field, the server or proxy contacted instead of the URL's, the requirements for its certificate, and decompression.
///
/// RFC 9111 section 3.5 keeps shared caches from using responses to `Authorization`. A workbench is a private cache that sends requests as
/// many users, so the credentials of a request are part of the identity, including fields such as `X-API-Key`. Identities are compared and
/// never shown. Credentials that only a delegate knows are not included: one delegate stands for one user.
public struct HTTPCacheIdentity: Hashable, Sendable {
    private var fields: [String: [String]] = [:]
    private var method: AuthenticationMethod?
    private var basic: BasicCredentials?
    private var bearer: HTTPSecret?
    private var apiKey: APIKey?
    private var oauth: OAuthConfiguration?
    private var aws: AWSCredentials?
    private var transport: HTTPTransportAuthentication?
    private var jar: String?
    private var certificate: HTTPClientCertificate?
    private var trust = HTTPServerTrust()
    private var authoritiesPath: String?
    private var socketPath: String?
    private var connectOverrides: [HTTPConnectOverride] = []
    private var addressOverrides: [HTTPAddressOverride] = []
    private var proxy = HTTPProxySelection.environment
    private var decompression = HTTPDecompression.automatic

    /// Creates an identity without credentials.
    public init() {}

    /// Creates the identity of a request.
    init(of request: HTTPRequest) {
        // A Host of its own names another server at the same address.
        for field in request.headers.fields where field.isCredential || field.isNamed("Host") {
            fields[ASCII.lowercased(field.name), default: []].append(field.value)
        }
        jar = request.usesCookies ? request.serverEnvironment?.name : nil
        certificate = request.clientCertificate
        trust = request.serverTrust
        authoritiesPath = request.certificateAuthoritiesPath
        socketPath = request.unixSocketPath
        connectOverrides = request.connectOverrides
        addressOverrides = request.addressOverrides
        proxy = request.proxy
        decompression = request.decompression
        transport = request.transportAuthentication
        method = request.authenticationMethod
        guard method != nil else { return }
        basic = request.basicCredentials
        bearer = request.bearerToken
        apiKey = request.apiKey
        oauth = request.oauthConfiguration
        aws = request.awsCredentials
    }
}

extension HTTPRequest {
    /// The URL under which responses are stored, the same for all spellings of its host.
    var cacheURL: String {
        guard let origin else { return url }
        return "\(origin.scheme)://\(percentEncodedUserInfo.map { "\($0)@" } ?? "")\(origin.host):\(origin.port)\(requestTarget)"
    }

    /// The identity of this request.
    var cacheIdentity: HTTPCacheIdentity { HTTPCacheIdentity(of: self) }
}
