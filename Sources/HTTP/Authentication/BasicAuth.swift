import Hashing
import Synchronization

/// Provides user names and passwords for requests without them, from a user or a keychain.
public protocol BasicAuthDelegate: Sendable {
    /// The credentials for a request; nil if there are none, which fails the request.
    func basicCredentials(for request: HTTPRequest) async -> BasicCredentials?
}

/// A link that sends a user name and password with each request (RFC 7617; part 13 of “HTTP in Swift”).
public final class BasicAuth: HTTPLoaderLink {
    private let memory: CredentialMemory

    /// - Parameter delegate: provides credentials for requests without them, once for each origin until the server refuses them. Concurrent
    ///   requests to one origin share the call; its `Task` is cancelled when all of them are.
    public init(delegate: (any BasicAuthDelegate)? = nil) { memory = CredentialMemory(delegate) }

    /// Adds `Authorization` unless the request has it.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` without credentials; ``HTTPError/Code/invalidRequest`` for a user name with a colon.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let credentials = try await memory.credentials(for: request, task)
        guard !credentials.username.contains(":") else {
            throw HTTPError(.invalidRequest, request: request, message: BasicCredentials.colonProblem)
        }
        var signed = request
        signed.headers.appendIfAbsent("Authorization", credentials.basicHeaderValue)
        task.reportChange(by: self, from: request, to: signed)
        let response = try await nextLoader.load(signed, task: task)
        if response.status == .unauthorized { memory.forget(credentials, of: request) }
        return response
    }

    /// Discards the credentials from the delegate.
    public func reset() async { memory.forget() }
}

extension BasicCredentials {
    /// A colon ends the user name (RFC 7617 section 2).
    static let colonProblem = "A user name with a colon cannot be sent with Basic authentication."

    var basicHeaderValue: String { "Basic \(Base64.encode(Array("\(username):\(password.value)".utf8)))" }
}

/// The credentials from a delegate, by origin.
final class CredentialMemory: Sendable {
    /// A call of the delegate in progress, and the requests that wait for it.
    private struct Question {
        var asking: Task<Void, Never>?
        var waiters: [HTTPTask.ID: OneShot<BasicCredentials?>] = [:]
    }

    private struct State {
        var known: [HTTPOrigin: BasicCredentials] = [:]
        var questions: [HTTPOrigin: Question] = [:]
    }

    private let delegate: (any BasicAuthDelegate)?
    /// Guards the credentials and the calls.
    private let state = Mutex(State())

    init(_ delegate: (any BasicAuthDelegate)?) { self.delegate = delegate }

    /// The credentials of the request, or those known for its origin, or those of the delegate.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` if there are none; ``HTTPError/Code/cancelled`` as soon as the task is cancelled.
    func credentials(for request: HTTPRequest, _ task: HTTPTask) async throws(HTTPError) -> BasicCredentials {
        if let credentials = request.basicCredentials { return credentials }
        guard let delegate, let origin = request.origin else { throw Self.noCredentials(request) }
        let answer = OneShot<BasicCredentials?>()
        if let known = register(answer, task.id, origin, request, delegate) { return known }
        let handler = task.onCancel { self.leave(task.id, origin) }
        defer { task.removeHandler(handler) }
        task.report(.waiting(for: nil, reason: "the user name and password"))
        let credentials = await answer.value
        if task.isCancelled { throw HTTPError(.cancelled, request: request) }
        guard let credentials else { throw Self.noCredentials(request) }
        return credentials
    }

    /// Discards credentials that a server refused.
    func forget(_ credentials: BasicCredentials, of request: HTTPRequest) {
        guard let origin = request.origin else { return }
        state.withLock { if $0.known[origin] == credentials { $0.known[origin] = nil } }
    }

    /// Discards all credentials and cancels all calls; waiting requests fail.
    func forget() {
        let questions = state.withLock { state in
            defer { state = State() }
            return state.questions.values
        }
        for question in questions {
            question.asking?.cancel()
            for waiter in question.waiters.values { waiter.give(nil) }
        }
    }

    /// Returns the known credentials, or joins or starts the call for that origin.
    private func register(
        _ answer: OneShot<BasicCredentials?>, _ id: HTTPTask.ID, _ origin: HTTPOrigin, _ request: HTTPRequest,
        _ delegate: any BasicAuthDelegate
    ) -> BasicCredentials? {
        state.withLock { state in
            if let known = state.known[origin] { return known }
            state.questions[origin, default: Question()].waiters[id] = answer
            if state.questions[origin]?.asking == nil {
                state.questions[origin]?.asking = Task { end(await delegate.basicCredentials(for: request), origin) }
            }
            return nil
        }
    }

    /// Stops waiting. The last one to leave cancels the call.
    private func leave(_ id: HTTPTask.ID, _ origin: HTTPOrigin) {
        let (waiter, abandoned) = state.withLock { state in
            let waiter = state.questions[origin]?.waiters.removeValue(forKey: id)
            guard waiter != nil, state.questions[origin]?.waiters.isEmpty == true else { return (waiter, nil as Task<Void, Never>?) }
            return (waiter, state.questions.removeValue(forKey: origin)?.asking)
        }
        abandoned?.cancel()
        waiter?.give(nil)
    }

    private func end(_ answer: BasicCredentials?, _ origin: HTTPOrigin) {
        // The call was cancelled, and another one may be in progress.
        if Task.isCancelled { return }
        let waiters = state.withLock { state in
            state.known[origin] = answer
            return state.questions.removeValue(forKey: origin)?.waiters.values
        }
        for waiter in waiters ?? [:].values { waiter.give(answer) }
    }

    private static func noCredentials(_ request: HTTPRequest) -> HTTPError {
        HTTPError(.cannotAuthenticate, request: request, message: "This request has no user name and password.")
    }
}
