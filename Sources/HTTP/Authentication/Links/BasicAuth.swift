import Hashing

/// Knows users and passwords that requests do not bring: asks a person, or a key chain.
public protocol BasicAuthDelegate: Sendable {
    /// Who asks for this request; nil when nobody does, which fails it.
    func basicCredentials(for request: HTTPRequest) async -> BasicCredentials?
}

/// Sends user and password with every request (RFC 7617; part 13 of the series).
public final class BasicAuth: HTTPLoaderLink {
    private let memory: CredentialMemory

    /// - Parameter delegate: asked when a request brings no credentials, once for each origin until the server refuses what it said. Requests to
    ///   one origin wait for the same answer; when all are cancelled, so is the `Task` that asks.
    public init(delegate: (any BasicAuthDelegate)? = nil) { memory = CredentialMemory(delegate) }

    /// Adds `Authorization`, unless the request has one.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` without credentials, ``HTTPError/Code/invalidRequest`` for a user with a colon.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let credentials = try await memory.credentials(for: request, task)
        guard !credentials.user.contains(":") else {
            throw HTTPError(.invalidRequest, request: request, message: BasicCredentials.colonProblem)
        }
        var signed = request
        signed.headers.appendIfAbsent("Authorization", credentials.basicHeaderValue)
        task.reportChange(by: self, from: request, to: signed)
        let response = try await nextLoader.load(signed, task: task)
        if response.status == .unauthorized { memory.forget(credentials, of: request) }
        return response
    }

    /// Forgets what the delegate said.
    public func reset() async { memory.forget() }
}

extension BasicCredentials {
    /// RFC 7617 section 2: the first colon ends the user.
    static let colonProblem = "A user name with a colon cannot be sent with Basic authentication."

    var basicHeaderValue: String { "Basic \(Base64.encode(Array("\(user):\(password.value)".utf8)))" }
}
