#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An answer that was stored, with what it takes to use it again.
public struct HTTPCacheEntry: Hashable, Sendable {
    /// Of the request that it answers, for `Vary`.
    public let requestHeaders: HTTPHeaders
    /// Who asked.
    public let identity: HTTPCacheIdentity
    /// Status, message and headers; the headers are brought up to date when the entry is validated.
    public var head: HTTPResponseHead
    /// The whole body.
    public let body: [UInt8]
    /// When the request went out.
    public var requestTime: Date
    /// When the answer came in.
    public var responseTime: Date

    /// An answer as it was received; fields that were for its connection are left out (RFC 9111 section 3.1).
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

    /// How long it is fresh, in seconds (RFC 9111 section 4.2.1, for a private cache).
    var freshnessLifetime: Double {
        if let seconds = CacheControl(head.headers).seconds("max-age") { return seconds }
        if let expires = head.headers["Expires"] { return HTTPDate.date(from: expires).map { max(0, $0.timeIntervalSince(date)) } ?? 0 }
        guard head.status.isHeuristicallyCacheable, let modified = head.headers["Last-Modified"].flatMap(HTTPDate.date) else {
            return 0
        }
        // A tenth of the time since it changed, at most a day (section 4.2.2).
        return min(max(0, date.timeIntervalSince(modified)) / 10, 86_400)
    }

    /// How old it is, in seconds (RFC 9111 section 4.2.3).
    func age(at now: Date) -> Double {
        let stated = head.headers["Age"].flatMap { Seconds(delta: ASCII.trimmed($0)) }?.value ?? 0
        let apparent = max(0, responseTime.timeIntervalSince(date))
        let corrected = stated + max(0, responseTime.timeIntervalSince(requestTime))
        return max(apparent, corrected) + max(0, now.timeIntervalSince(responseTime))
    }

    /// The same in whole seconds, for the `Age` field of an answer.
    func ageField(at now: Date) -> String { String(Seconds(nearest: age(at: now)).whole) }

    /// True when the same person asks, and the fields that `Vary` names are the same in both requests (RFC 9111 section 4.1).
    func matches(_ request: HTTPRequest) -> Bool {
        guard identity == request.cacheIdentity else { return false }
        return HeaderList.split(head.headers.values(for: "Vary")).allSatisfy { name in
            name != "*" && requestHeaders.combinedValue(for: name) == request.headers.combinedValue(for: name)
        }
    }

    /// Fields that ask whether it is still good (RFC 9111 section 4.3.1); empty where there is nothing to ask with.
    var validators: HTTPHeaders {
        var headers = HTTPHeaders()
        if let tag = head.headers["ETag"] { headers.append("If-None-Match", tag) }
        if let date = head.headers["Last-Modified"] { headers.append("If-Modified-Since", date) }
        return headers
    }

    /// The entry after a 304 (RFC 9111 section 3.2): fields of the new head replace those of the old.
    func freshened(by new: HTTPResponseHead, requestTime: Date, responseTime: Date) -> HTTPCacheEntry {
        var entry = self
        let kept: Set<String> = ["content-length", "content-encoding", "content-type", "content-range", "transfer-encoding"]
        let names = Set(new.headers.map { ASCII.lowercased($0.name) }).subtracting(kept).subtracting(new.headers.namesForConnection)
        for name in names { entry.head.headers.remove(name) }
        entry.head.headers.remove("Age")
        entry.head.headers.fields += new.headers.filter { names.contains(ASCII.lowercased($0.name)) }
        entry.requestTime = requestTime
        entry.responseTime = responseTime
        return entry
    }
}

extension HTTPStatus {
    /// May be stored without being told so (RFC 9110 section 15.1). Not 206, which needs more than a store.
    var isHeuristicallyCacheable: Bool { [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(self) }
}

extension HTTPHeaders {
    /// What is for one connection only: the fields that RFC 9111 section 3.1 names, and those that `Connection` does; in small letters.
    fileprivate var namesForConnection: Set<String> {
        let fixed = ["connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade"]
        let ofProxies = ["proxy-authenticate", "proxy-authentication-info", "proxy-authorization"]
        return Set(HeaderList.split(values(for: "Connection")).map { ASCII.lowercased($0) } + fixed + ofProxies)
    }
}

/// Who asks whom, as far as the request says: its credentials, its cookies, the environment whose jar it uses, which server it goes to whatever
/// the URL says, what it demands of that server's certificate, and whether its answer is unpacked.
///
/// RFC 9111 section 3.5 keeps shared caches from using an answer to `Authorization`; a workbench is private but asks as many people, so what an
/// answer was got with is part of it, whatever the field is called (`X-API-Key`). Compared, never shown. Credentials that only a delegate knows are not in it: one delegate stands for one person.
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
    private var decompression = HTTPDecompression.automatic

    /// Nobody in particular.
    public init() {}

    /// Who sends a request.
    init(of request: HTTPRequest) {
        for field in request.headers where field.isCredential { fields[ASCII.lowercased(field.name), default: []].append(field.value) }
        jar = request.usesCookies ? request.serverEnvironment?.name : nil
        certificate = request.clientCertificate
        trust = request.serverTrust
        authoritiesPath = request.certificateAuthoritiesPath
        socketPath = request.unixSocketPath
        connectOverrides = request.connectOverrides
        addressOverrides = request.addressOverrides
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
    /// Whose answers may answer it.
    var cacheIdentity: HTTPCacheIdentity { HTTPCacheIdentity(of: self) }
}
