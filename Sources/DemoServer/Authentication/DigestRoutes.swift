import JSON
import Synchronization

/// Digest authentication (RFC 7616).
final class DigestRoutes: Sendable {
    private static let realm = "Apus"

    private let services: Services
    /// Guards the nonces.
    private let nonces = Mutex(NonceLedger())

    init(services: Services) {
        self.services = services
    }

    var routes: [Route] {
        [
            Route(
                Route.anyMethod, "/digest-auth/{qop}/{user}/{password}/{algorithm?}/{stale_after?}",
                "200 for that user and password, else 401; qop auth, auth-int, both or none; MD5, SHA-256 or SHA-512-256, also -sess",
                handler: answer)
        ]
    }

    /// What the path asks for.
    private struct Settings {
        let qops: [String]
        let algorithm: DigestAlgorithm
        let mostUses: Int

        init(_ request: Request) throws(Problem) {
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
                throw name.wrong("no session: that needs a qop (RFC 7616, section 3.4.2)")
            }
            self.algorithm = algorithm
            mostUses = try request.parameter(optional: "stale_after")?.integer(in: 1...1_000_000) ?? Int.max
        }
    }

    private func answer(_ request: Request) throws(Problem) -> Response {
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

    private func check(_ credentials: DigestCredentials, _ settings: Settings, _ request: Request) throws(Problem) {
        guard credentials.uri == request.head.target.text else {
            throw Problem(
                status: 400, title: "Wrong uri",
                detail: "The credentials are for \(credentials.uri), the request is for \(request.head.target.text).")
        }
        guard credentials.qop.map(settings.qops.contains) ?? settings.qops.isEmpty else {
            throw challenge(settings, isStale: false, "The qop is “\(credentials.qop ?? "")”, which was not offered.")
        }
        guard let content = request.body.bytes else {
            throw Problem(
                status: 413, title: "Content too large", detail: "The body is longer than the server keeps, so it cannot be checked.")
        }
        let expected = response(credentials, settings, request, method: request.method, body: content)
        guard credentials.userName == request.parameter("user").text, credentials.response == expected else {
            throw challenge(settings, isStale: false, "The user or the response is wrong.")
        }
        let now = services.now()
        let count = credentials.qop == nil ? nil : credentials.useCount ?? 0
        guard
            nonces.withLock({
                $0.use(credentials.nonce, count: count, clientNonce: credentials.clientNonce, mostTimes: settings.mostUses, now: now)
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

    private func challenge(_ settings: Settings, isStale: Bool, _ detail: String) -> Problem {
        let nonce = services.makeToken()
        let now = services.now()
        nonces.withLock { $0.add(nonce, now: now) }
        let qop = settings.qops.isEmpty ? "" : ", qop=\"\(settings.qops.joined(separator: ", "))\""
        return AuthenticationRoutes.unauthorized(
            detail,
            challenge: "Digest realm=\"\(Self.realm)\"\(qop), algorithm=\(settings.algorithm.name), nonce=\"\(nonce)\""
                + (isStale ? ", stale=true" : ""))
    }

    /// The server knows the password too, and proves it (section 3.5).
    private func proving(_ response: Response, _ credentials: DigestCredentials, _ settings: Settings, _ request: Request) -> Response {
        guard let qop = credentials.qop, case .bytes(let content) = response.body else { return response }
        let proof = self.response(credentials, settings, request, method: "", body: content)
        return response.adding(
            "Authentication-Info", "rspauth=\"\(proof)\", qop=\(qop), nc=\(credentials.count), cnonce=\"\(credentials.clientNonce)\"")
    }
}
