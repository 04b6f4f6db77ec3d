import Hashing
import Synchronization

/// Knows users and passwords that requests do not bring: asks a person, or a key chain.
public protocol BasicAuthDelegate: Sendable {
    /// Who asks for this request; nil when nobody does, which fails it.
    func basicCredentials(for request: HTTPRequest) async -> BasicCredentials?
}

/// Sends user and password with every request (RFC 7617; part 13 of the series).
public final class BasicAuth: HTTPLoaderLink {
    private let memory: CredentialMemory

    /// - Parameter delegate: asked once for each origin, when a request brings no credentials.
    public init(delegate: (any BasicAuthDelegate)? = nil) { memory = CredentialMemory(delegate) }

    /// Adds `Authorization`, unless the request has one.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` without credentials, ``HTTPError/Code/invalidRequest`` for a user with a colon.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let credentials = try await memory.credentials(for: request)
        guard !credentials.user.contains(":") else {
            throw HTTPError(
                .invalidRequest, request: request, message: "A user name with a colon cannot be sent with Basic authentication.")
        }
        var signed = request
        signed.headers.appendIfAbsent("Authorization", credentials.basicHeaderValue)
        task.reportChange(by: self, from: request, to: signed)
        return try await nextLoader.load(signed, task: task)
    }

    /// Forgets what the delegate said.
    public func reset() async { memory.forget() }
}

extension BasicCredentials {
    var basicHeaderValue: String { "Basic \(Base64.encode(Array("\(user):\(password.value)".utf8)))" }
}

/// What a delegate answered, for each origin.
final class CredentialMemory: Sendable {
    private let delegate: (any BasicAuthDelegate)?
    /// Guards the answers.
    private let known = Mutex<[HTTPOrigin: BasicCredentials]>([:])

    init(_ delegate: (any BasicAuthDelegate)?) { self.delegate = delegate }

    /// The request's own, else those known for its origin, else the delegate's.
    func credentials(for request: HTTPRequest) async throws(HTTPError) -> BasicCredentials {
        if let own = request.basicCredentials { return own }
        if let origin = request.origin, let known = known.withLock({ $0[origin] }) { return known }
        guard let answer = await delegate?.basicCredentials(for: request) else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "No user and password are given for this request.")
        }
        if let origin = request.origin { known.withLock { $0[origin] = answer } }
        return answer
    }

    func forget() { known.withLock { $0 = [:] } }
}
