import Synchronization

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
