import Hashing
import Platform
import Synchronization

/// A link that proves knowledge of a password without sending it (RFC 7616, and RFC 2617 for old servers).
///
/// The first request to an origin gets a challenge and is sent again; later ones use the last challenge.
public final class DigestAuth: HTTPLoaderLink {
    private let memory: CredentialMemory
    private let makeClientNonce: @Sendable () -> String
    /// Guards the challenges and their counters.
    private let nonces = Mutex(DigestNonces())

    /// Creates a link.
    /// - Parameters:
    ///   - delegate: provides credentials for requests without them, once for each origin.
    ///   - makeClientNonce: returns a text that was not used before; nil for random text.
    public init(
        delegate: (any BasicAuthDelegate)? = nil,
        makeClientNonce: (@Sendable () -> String)? = nil
    ) {
        memory = CredentialMemory(delegate)
        self.makeClientNonce = makeClientNonce ?? { RandomText.make(byteCount: 16) }
    }

    /// Sends the request, and again for up to two challenges. Further refusals are returned.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` without credentials; ``HTTPError/Code/bodyNotReplayable`` if the body would have to
    ///   be sent twice and cannot.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let credentials = try await memory.credentials(for: request, task)
        var attempt = try authorized(request, credentials, task)
        var attemptsLeft = 2
        while true {
            task.reportChange(by: self, from: request, to: attempt)
            let response = try await nextLoader.load(attempt, task: task)
            guard response.status == .unauthorized, attemptsLeft > 0,
                let challenge = newChallenge(in: response, wasAnswered: attemptsLeft < 2 || request.headers.contains("Authorization"))
            else {
                if response.status == .unauthorized, attemptsLeft < 2 { memory.forget(credentials, of: request) }
                storeNextNonce(of: response, request, credentials)
                return response
            }
            guard request.body.isEmpty || request.body.replay == .restartable else {
                throw HTTPError(.bodyNotReplayable, request: request, response: response)
            }
            await response.body.discard()
            remember(challenge, request, credentials)
            attempt = try authorized(request, credentials, task)
            attemptsLeft -= 1
        }
    }

    /// Discards the challenges and the credentials from the delegate.
    public func reset() async {
        memory.forget()
        nonces.withLock { $0 = DigestNonces() }
    }

    /// The challenge to answer next: the first one for this request, because a request that used an older challenge may concern another
    /// part of the server; or one that only says that the nonce was too old.
    private func newChallenge(in response: HTTPResponse, wasAnswered: Bool) -> DigestChallenge? {
        let challenge = DigestChallenge.strongest(of: AuthenticationChallenge.parse(response.headers.values(for: "WWW-Authenticate")))
        return !wasAnswered || challenge?.isStale == true ? challenge : nil
    }

    private func remember(_ challenge: DigestChallenge, _ request: HTTPRequest, _ credentials: BasicCredentials) {
        guard let origin = request.origin else { return }
        nonces.withLock { $0.store(challenge, origin: origin, user: credentials.username) }
    }

    /// Stores the next nonce if the response has one (RFC 7616 section 3.5), which saves a challenge.
    private func storeNextNonce(of response: HTTPResponse, _ request: HTTPRequest, _ credentials: BasicCredentials) {
        guard let text = response.headers["Authentication-Info"], let origin = request.origin,
            let nonce = AuthenticationChallenge.parse(["Digest \(text)"]).first?.parameters["nextnonce"], !nonce.isEmpty
        else { return }
        nonces.withLock { $0.renew(nonce, origin: origin, user: credentials.username) }
    }

    private func authorized(_ request: HTTPRequest, _ credentials: BasicCredentials, _ task: HTTPTask) throws(HTTPError) -> HTTPRequest {
        guard let origin = request.origin,
            let turn = nonces.withLock({ $0.next(origin: origin, user: credentials.username, clientNonce: makeClientNonce()) })
        else { return request }
        let challenge = turn.challenge
        let protection = challenge.protections.contains(.auth) ? .auth : challenge.protections.first
        let authorization = DigestAuthorization(
            to: challenge, credentials: credentials, method: request.method, uri: request.requestTarget,
            clientNonce: turn.clientNonce, nonceCount: turn.count, protection: protection,
            bodyDigest: protection == .authInt ? try request.bodyDigest(challenge.algorithm, task: task) : "")
        var signed = request
        signed.headers["Authorization"] = authorization.headerValue
        return signed
    }
}

/// The challenges of servers, with the number of uses of each. Free of I/O.
struct DigestNonces {
    /// The values for the next use of a challenge.
    struct Turn {
        let challenge: DigestChallenge
        /// The number of uses, at least 1.
        let count: Int
        let clientNonce: String
    }

    private struct Entry {
        var challenge: DigestChallenge
        var count = 0
        /// The client nonce of the first use: the secret of a session is derived from both nonces (RFC 7616 section 3.4.2).
        var firstClientNonce: String?
    }

    private struct Key: Hashable {
        let origin: HTTPOrigin
        let user: String
    }

    private var entries: [Key: Entry] = [:]

    /// Replaces the challenge of that origin.
    mutating func store(_ challenge: DigestChallenge, origin: HTTPOrigin, user: String) {
        entries[Key(origin: origin, user: user)] = Entry(challenge: challenge)
    }

    /// The challenge to use next; nil if there is none.
    /// - Parameter clientNonce: a text that was not used before.
    mutating func next(origin: HTTPOrigin, user: String, clientNonce: @autoclosure () -> String) -> Turn? {
        let key = Key(origin: origin, user: user)
        guard var entry = entries[key] else { return nil }
        entry.count += 1
        let text = entry.challenge.isSession ? entry.firstClientNonce ?? clientNonce() : clientNonce()
        entry.firstClientNonce = entry.firstClientNonce ?? text
        entries[key] = entry
        return Turn(challenge: entry.challenge, count: entry.count, clientNonce: text)
    }

    /// Replaces the nonce by the next one from the server.
    mutating func renew(_ nonce: String, origin: HTTPOrigin, user: String) {
        let key = Key(origin: origin, user: user)
        guard let entry = entries[key] else { return }
        entries[key] = Entry(challenge: entry.challenge.renewed(nonce: nonce))
    }
}

extension HTTPRequest {
    /// The hexadecimal digest of the body, which is read in pieces, for schemes that sign it.
    /// - Throws: ``HTTPError/Code/bodyNotReplayable`` for a body that can be read only once; ``HTTPError/Code/invalidRequest`` for one that
    ///   cannot be read; ``HTTPError/Code/cancelled`` as soon as the task is cancelled, as a large file takes time.
    func bodyDigest(_ algorithm: HashAlgorithm, task: HTTPTask) throws(HTTPError) -> String {
        guard body.isEmpty || body.replay == .restartable else { throw HTTPError(.bodyNotReplayable, request: self) }
        var digest = MessageDigest(algorithm)
        do {
            var stream = try body.makeBytes()
            while !task.isCancelled, let chunk = try stream.next(upTo: 65_536) { digest.update(chunk) }
        } catch {
            throw HTTPError(.invalidRequest, request: self, underlyingError: error, message: "The body cannot be sent: \(error)")
        }
        if task.isCancelled { throw HTTPError(.cancelled, request: self) }
        return digest.finish().hexadecimal
    }
}

/// The response to a Digest challenge for one request (RFC 7616 section 3.4). Free of I/O.
public struct DigestAuthorization: Sendable {
    /// The challenge.
    public let challenge: DigestChallenge
    /// The credentials.
    public let credentials: BasicCredentials
    /// The method of the request.
    public let method: HTTPMethod
    /// The target in the request line.
    public let uri: String
    /// The nonce of this client.
    public let clientNonce: String
    /// The number of uses of the server's nonce, including this one: at least 1.
    public let nonceCount: Int
    /// The protection; nil for the oldest form.
    public let protection: DigestChallenge.Protection?
    /// The hexadecimal digest of the body, for `auth-int`.
    public let bodyDigest: String

    /// Creates the response to a challenge. `bodyDigest` is used for `auth-int` only.
    public init(
        to challenge: DigestChallenge, credentials: BasicCredentials, method: HTTPMethod, uri: String, clientNonce: String,
        nonceCount: Int = 1,
        protection: DigestChallenge.Protection? = nil, bodyDigest: String = ""
    ) {
        self.challenge = challenge
        self.credentials = credentials
        self.method = method
        self.uri = uri
        self.clientNonce = clientNonce
        self.nonceCount = nonceCount
        self.protection = protection
        self.bodyDigest = bodyDigest
    }

    /// The value of the `response` parameter.
    public var response: String {
        let secret = credentialsDigest
        guard let protection else { return hash("\(secret):\(challenge.nonce):\(requestDigest)") }
        return hash("\(secret):\(challenge.nonce):\(count):\(clientNonce):\(protection.rawValue):\(requestDigest)")
    }

    /// The value of `Authorization`.
    public var headerValue: String {
        var parts = [userParameter, "realm=\(quoted(challenge.realm))", "nonce=\(quoted(challenge.nonce))", "uri=\(quoted(uri))"]
        parts.append("response=\(quoted(response))")
        if let name = challenge.algorithmName { parts.append("algorithm=\(name)") }
        if let opaque = challenge.opaque { parts.append("opaque=\(quoted(opaque))") }
        if let protection { parts += ["qop=\(protection.rawValue)", "nc=\(count)", "cnonce=\(quoted(clientNonce))"] }
        if challenge.hashesUser { parts.append("userhash=true") }
        return "Digest " + parts.joined(separator: ", ")
    }

    /// The number of uses as eight hexadecimal digits.
    private var count: String {
        let digits = String(nonceCount, radix: 16)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }

    /// The user name; outside ASCII as `username*`, unless it is hashed (RFC 7616 section 3.4).
    private var userParameter: String {
        if challenge.hashesUser { return "username=\(quoted(hash("\(credentials.username):\(challenge.realm)")))" }
        if credentials.username.utf8.allSatisfy({ $0 < 0x80 }) || !challenge.isUTF8 { return "username=\(quoted(credentials.username))" }
        return "username*=UTF-8''\(credentials.username.percentEncoded(keeping: .unreserved))"
    }

    private var credentialsDigest: String {
        let plain = hash("\(credentials.username):\(challenge.realm):\(credentials.password.value)")
        return challenge.isSession ? hash("\(plain):\(challenge.nonce):\(clientNonce)") : plain
    }

    private var requestDigest: String {
        protection == .authInt ? hash("\(method):\(uri):\(bodyDigest)") : hash("\(method):\(uri)")
    }

    private func hash(_ text: String) -> String { challenge.algorithm.hexDigest(of: text) }

    private func quoted(_ text: String) -> String { "\"\(text.escapingWithBackslash("\"\\"))\"" }
}
