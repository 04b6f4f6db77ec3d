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

/// What a delegate answered, for each origin.
final class CredentialMemory: Sendable {
    /// A question under way, and those who wait for its answer.
    private struct Question {
        var asking: Task<Void, Never>?
        var waiters: [HTTPTask.ID: OneShot<BasicCredentials?>] = [:]
    }

    private struct State {
        var known: [HTTPOrigin: BasicCredentials] = [:]
        var questions: [HTTPOrigin: Question] = [:]
    }

    private let delegate: (any BasicAuthDelegate)?
    /// Guards the answers and the questions.
    private let state = Mutex(State())

    init(_ delegate: (any BasicAuthDelegate)?) { self.delegate = delegate }

    /// The request's own, else those known for its origin, else the delegate's.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` where nobody knows any, ``HTTPError/Code/cancelled`` at once when the task is.
    func credentials(for request: HTTPRequest, _ task: HTTPTask) async throws(HTTPError) -> BasicCredentials {
        if let own = request.basicCredentials { return own }
        guard let delegate, let origin = request.origin else { throw Self.nobody(request) }
        let answer = OneShot<BasicCredentials?>()
        if let known = register(answer, task.id, origin, request, delegate) { return known }
        let handler = task.onCancel { self.leave(task.id, origin) }
        defer { task.removeHandler(handler) }
        task.report(.waiting(for: nil, reason: "somebody to say user and password"))
        let credentials = await answer.value
        if task.isCancelled { throw HTTPError(.cancelled, request: request) }
        guard let credentials else { throw Self.nobody(request) }
        return credentials
    }

    /// Forgets what a server refused, so that the next request asks anew.
    func forget(_ credentials: BasicCredentials, of request: HTTPRequest) {
        guard let origin = request.origin else { return }
        state.withLock { if $0.known[origin] == credentials { $0.known[origin] = nil } }
    }

    /// Forgets everything, and ends the questions: who waits gets no answer.
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

    /// What is known; else joins the question for that origin, or begins it.
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

    /// One gives up waiting; when nobody is left, the question is taken back.
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
        // Nobody waits for the answer to a question that was taken back, and another one may be under way.
        if Task.isCancelled { return }
        let waiters = state.withLock { state in
            state.known[origin] = answer
            return state.questions.removeValue(forKey: origin)?.waiters.values
        }
        for waiter in waiters ?? [:].values { waiter.give(answer) }
    }

    private static func nobody(_ request: HTTPRequest) -> HTTPError {
        HTTPError(.cannotAuthenticate, request: request, message: "No user and password are given for this request.")
    }
}
