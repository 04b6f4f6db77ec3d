import HTTP
import Hashing
import JSON
import Synchronization

/// Basic and Bearer authentication.
enum AuthenticationRoutes {
    private static let realm = "Apus"

    static let routes = [
        Route(Route.anyMethod, "/basic-auth/{user}/{password}", "200 for that user and password, else 401 (RFC 7617)", handler: basic),
        Route(Route.anyMethod, "/bearer", "200 for any bearer token, else 401 (RFC 6750)", handler: bearer),
    ]

    private static func basic(_ request: Request) throws(RouteError) -> Response {
        let expected = "\(request.parameter("user").text):\(request.parameter("password").text)"
        guard let sent = basicCredentials(request), sent == expected else {
            throw unauthorized("Send the user and password of the path as Basic authentication.", challenge: "Basic realm=\"\(realm)\"")
        }
        return .json(["authenticated": true, "user": .string(request.parameter("user").text)])
    }

    private static func bearer(_ request: Request) throws(RouteError) -> Response {
        guard let token = bearerToken(request) else {
            throw unauthorized("Send any token as “Authorization: Bearer …”.", challenge: "Bearer realm=\"\(realm)\"")
        }
        return .json(["authenticated": true, "token": .string(token)])
    }

    /// `user:password` from the `Authorization` header.
    static func basicCredentials(_ request: Request) -> String? {
        guard let value = authorization(request, scheme: "basic"), let bytes = Base64.decode(value) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    static func bearerToken(_ request: Request) -> String? { authorization(request, scheme: "bearer") }

    static func unauthorized(_ detail: String, challenge: String) -> RouteError {
        RouteError(status: 401, title: "Unauthorized", detail: detail, headers: ["WWW-Authenticate": challenge])
    }

    private static func authorization(_ request: Request, scheme: String) -> String? {
        let parts = (request.headers["Authorization"] ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == scheme else { return nil }
        return String(parts[1])
    }
}

/// Digest authentication (RFC 7616).
final class DigestRoutes: Sendable {
    private static let realm = "Apus"

    private let services: Services
    /// Guards the nonces.
    private let nonces = Mutex(NonceLedger())

    init(services: Services) { self.services = services }

    var routes: [Route] {
        [
            Route(
                Route.anyMethod, "/digest-auth/{qop}/{user}/{password}/{algorithm?}/{stale_after?}",
                "200 for that user and password, else 401; qop auth, auth-int, both or none; MD5, SHA-256 or SHA-512-256, also -sess",
                handler: answer)
        ]
    }

    /// The settings in the path.
    private struct Settings {
        let qops: [String]
        let algorithm: DigestAlgorithm
        let maxUses: Int

        init(_ request: Request) throws(RouteError) {
            let qop = request.parameter("qop")
            switch qop.text {
            case "auth", "auth-int": qops = [qop.text]
            case "both": qops = ["auth", "auth-int"]
            case "none": qops = []
            default: throw qop.wrong("auth, auth-int, both or none")
            }
            let name = request.parameter(optional: "algorithm") ?? Input(name: "algorithm", text: "MD5")
            guard let algorithm = DigestAlgorithm.named(name.text) else {
                throw name.wrong("one of " + DigestAlgorithm.all.map(\.name).joined(separator: ", "))
            }
            guard !algorithm.isSession || !qops.isEmpty else {
                throw name.wrong("an algorithm without -sess, which needs a qop (RFC 7616, section 3.4.2)")
            }
            self.algorithm = algorithm
            maxUses = try request.parameter(optional: "stale_after")?.integer(in: 1...1_000_000) ?? Int.max
        }
    }

    private func answer(_ request: Request) throws(RouteError) -> Response {
        let settings = try Settings(request)
        guard let credentials = DigestCredentials(request.headers["Authorization"]) else {
            throw challenge(settings, isStale: false, "Send the user and password of the path as Digest authentication.")
        }
        try check(credentials, settings, request)
        let body: JSONValue = [
            "authenticated": true, "user": .string(credentials.userName), "algorithm": .string(settings.algorithm.name),
            "qop": credentials.qop.map { .string($0) } ?? .null,
        ]
        return proving(.json(body), credentials, settings, request)
    }

    private func check(_ credentials: DigestCredentials, _ settings: Settings, _ request: Request) throws(RouteError) {
        guard credentials.uri == request.head.target.text else {
            throw RouteError(
                status: 400, title: "Wrong uri",
                detail: "The credentials are for \(credentials.uri), the request is for \(request.head.target.text).")
        }
        guard credentials.qop.map(settings.qops.contains) ?? settings.qops.isEmpty else {
            throw challenge(settings, isStale: false, "The qop is “\(credentials.qop ?? "")”, which was not offered.")
        }
        guard let content = request.body.bytes else {
            throw RouteError(
                status: 413, title: "Content too large", detail: "The body is longer than the server's limit, so it cannot be checked.")
        }
        let expected = response(credentials, settings, request, method: request.method, body: content)
        guard credentials.userName == request.parameter("user").text, credentials.response == expected else {
            throw challenge(settings, isStale: false, "The user or the response is wrong.")
        }
        let now = services.now()
        let count = credentials.qop == nil ? nil : credentials.useCount ?? 0
        guard
            nonces.withLock({
                $0.use(credentials.nonce, count: count, clientNonce: credentials.clientNonce, maxTimes: settings.maxUses, now: now)
            })
        else {
            throw challenge(settings, isStale: true, "The nonce is too old or its count was used before.")
        }
    }

    private func response(
        _ credentials: DigestCredentials, _ settings: Settings, _ request: Request, method: String, body: [UInt8]
    ) -> String {
        let first = nonces.withLock { $0.firstClientNonce(credentials.nonce, now: services.now()) }
        return credentials.expectedResponse(
            realm: Self.realm, password: request.parameter("password").text, sessionNonce: first, method: method, body: body,
            algorithm: settings.algorithm)
    }

    private func challenge(_ settings: Settings, isStale: Bool, _ detail: String) -> RouteError {
        let nonce = services.makeToken()
        let now = services.now()
        nonces.withLock { $0.add(nonce, now: now) }
        let qop = settings.qops.isEmpty ? "" : ", qop=\"\(settings.qops.joined(separator: ", "))\""
        return AuthenticationRoutes.unauthorized(
            detail,
            challenge: "Digest realm=\"\(Self.realm)\"\(qop), algorithm=\(settings.algorithm.name), nonce=\"\(nonce)\""
                + (isStale ? ", stale=true" : ""))
    }

    /// Adds the server's own proof that it knows the password (section 3.5).
    private func proving(_ response: Response, _ credentials: DigestCredentials, _ settings: Settings, _ request: Request) -> Response {
        guard let qop = credentials.qop, case .bytes(let content) = response.body else { return response }
        let proof = self.response(credentials, settings, request, method: "", body: content)
        return response.adding(
            "Authentication-Info", "rspauth=\"\(proof)\", qop=\(qop), nc=\(credentials.count), cnonce=\"\(credentials.clientNonce)\"")
    }
}

/// A hash function of Digest authentication, in its plain or its session form (RFC 7616, section 3.3).
struct DigestAlgorithm: Sendable, Hashable {
    static let all = [HashAlgorithm.md5, .sha256, .sha512Truncated256].flatMap {
        [DigestAlgorithm(hash: $0, isSession: false), DigestAlgorithm(hash: $0, isSession: true)]
    }

    let hash: HashAlgorithm
    let isSession: Bool

    /// The name in the challenge: `SHA-256-sess`.
    var name: String { isSession ? "\(hash.rawValue)-sess" : hash.rawValue }

    static func named(_ name: String) -> DigestAlgorithm? {
        all.first { $0.name.lowercased() == name.lowercased() }
    }
}

/// The client's `Authorization: Digest …` (RFC 7616, section 3.4).
struct DigestCredentials: Sendable, Hashable {
    let userName: String
    let nonce: String
    let uri: String
    let response: String
    /// `auth` or `auth-int`; nil from clients that support neither (RFC 2069).
    let qop: String?
    let clientNonce: String
    let count: String

    /// Nil if the header is missing, incomplete or of another scheme.
    init?(_ authorization: String?) {
        guard let credentials = AuthenticationChallenge.parse([authorization ?? ""]).first, credentials.isScheme("Digest") else {
            return nil
        }
        let parameters = credentials.parameters
        guard let userName = parameters["username"], let nonce = parameters["nonce"], let uri = parameters["uri"],
            let response = parameters["response"]
        else { return nil }
        self.userName = userName
        self.nonce = nonce
        self.uri = uri
        self.response = response
        qop = parameters["qop"]
        clientNonce = parameters["cnonce"] ?? ""
        count = parameters["nc"] ?? ""
    }

    /// The number of uses of the nonce by the client's count, with this one.
    var useCount: Int? { Int(count, radix: 16) }

    /// The response that proves the password (section 3.4.1).
    ///
    /// - Parameters:
    ///   - sessionNonce: the client's nonce at the beginning of the session; nil for the first use.
    ///   - method: empty for the server's own proof in `Authentication-Info` (section 3.5).
    ///   - body: the content that `auth-int` protects.
    func expectedResponse(
        realm: String, password: String, sessionNonce: String?, method: String, body: [UInt8], algorithm: DigestAlgorithm
    ) -> String {
        let hash = algorithm.hash
        var secret = hash.hexDigest(of: "\(userName):\(realm):\(password)")
        if algorithm.isSession { secret = hash.hexDigest(of: "\(secret):\(nonce):\(sessionNonce ?? clientNonce)") }
        let content = qop == "auth-int" ? ":\(hash.digest(of: body).hexadecimal)" : ""
        let subject = hash.hexDigest(of: "\(method):\(uri)\(content)")
        guard let qop else { return hash.hexDigest(of: "\(secret):\(nonce):\(subject)") }
        return hash.hexDigest(of: "\(secret):\(nonce):\(count):\(clientNonce):\(qop):\(subject)")
    }
}

/// The issued nonces with their uses.
struct NonceLedger: Sendable {
    private static let lifetime = 300

    private struct Use: Sendable {
        var highestCount = 0
        var times = 0
        /// The client's nonce of the first use; the secret of a session is derived from it (RFC 7616, section 3.4.2).
        var firstClientNonce: String?
    }

    private var nonces = ExpiringTable<Use>()

    mutating func add(_ nonce: String, now: Int) {
        nonces.insert(Use(), key: nonce, expiry: now + Self.lifetime, now: now)
    }

    /// The client's nonce at the beginning of a session; nil before the first use.
    func firstClientNonce(_ nonce: String, now: Int) -> String? { nonces.value(nonce, now: now)?.firstClientNonce }

    /// Records a use.
    ///
    /// - Parameter count: nil from clients that do not count.
    /// - Returns: false if the nonce is unknown, too old or used up, or if its count did not rise: a replayed request (RFC 7616,
    ///   section 3.4).
    mutating func use(_ nonce: String, count: Int?, clientNonce: String, maxTimes: Int, now: Int) -> Bool {
        guard let use = nonces.value(nonce, now: now), use.times < maxTimes, count.map({ $0 > use.highestCount }) ?? true else {
            return false
        }
        nonces.update(nonce, now: now) { use in
            use.times += 1
            use.highestCount = count ?? 0
            use.firstClientNonce = use.firstClientNonce ?? clientNonce
        }
        return true
    }
}
