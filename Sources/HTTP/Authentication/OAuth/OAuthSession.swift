#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Synchronization

/// One state machine and everyone who waits for its token: one login or refresh is under way at a time, and all share its outcome.
final class OAuthSession: Sendable {
    typealias Outcome = OAuthWaiter.Outcome

    private enum Joining {
        case ready(Outcome)
        case waits(OAuthWaiter)
    }

    private struct State {
        var machine: OAuthStateMachine
        var isStopped = false
        /// Whether the person gave up the login that is under way.
        var isGivenUp = false
        var waiters: [Int: OAuthWaiter] = [:]
        var lastWaiter = 0
        /// What was told of the transfer that is under way, for those who come while it is.
        var transfer: [HTTPTaskEvent] = []
        var runner: Task<Void, Never>?
    }

    private let clock: HTTPClock
    private let makeSeed: @Sendable () -> OAuthSeed
    /// Guards the machine, its runner and the waiters.
    private let state: Mutex<State>

    init(_ configuration: OAuthConfiguration, clock: HTTPClock, makeSeed: @escaping @Sendable () -> OAuthSeed) {
        self.clock = clock
        self.makeSeed = makeSeed
        state = Mutex(State(machine: OAuthStateMachine(configuration)))
    }

    /// The token in hand while it is valid and was not rejected, else the outcome of the way to a new one, which this call may begin.
    func credentials(rejecting token: HTTPSecret? = nil, client: OAuthClient, task: HTTPTask) async -> Outcome {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        let handler = task.onCancel { self.leave(id) }
        defer { task.removeHandler(handler) }
        return await withCheckedContinuation { continuation in
            wait(continuation, id, rejecting: token, client, task)
            // A cancel that came before the registration found nobody to leave.
            if task.isCancelled { leave(id) }
        }
    }

    /// Whether a token is in hand.
    var hasCredentials: Bool { state.withLock { $0.machine.credentials != nil } }

    /// Ends the way to a token; those who wait fail.
    func stop() async {
        let runner = state.withLock { state in
            state.isStopped = true
            return state.runner
        }
        runner?.cancel()
        await runner?.value
    }

    private func wait(
        _ continuation: CheckedContinuation<Outcome, Never>, _ id: Int, rejecting token: HTTPSecret?, _ client: OAuthClient,
        _ task: HTTPTask
    ) {
        let joining = state.withLock { state -> Joining in
            if state.isStopped { return .ready(.failure(Self.cancelled)) }
            var events: [HTTPTaskEvent] = []
            if state.runner != nil {
                events = [.waiting(for: nil, reason: "the token that another request is getting")] + state.transfer
            } else {
                let event =
                    token.map { OAuthStateMachine.Event.rejected($0, seed: makeSeed()) } ?? .needed(now: clock.now(), seed: makeSeed())
                if let outcome = begin(event, client, &state) { return .ready(outcome) }
            }
            let waiter = OAuthWaiter(continuation, client: client, reporter: task.reporter, events: events)
            state.waiters[id] = waiter
            return .waits(waiter)
        }
        switch joining {
        case .ready(let outcome): continuation.resume(returning: outcome)
        case .waits(let waiter): waiter.tellNews()
        }
    }

    /// Sets out on the way to a token, unless the machine has an outcome at once.
    private func begin(_ event: OAuthStateMachine.Event, _ client: OAuthClient, _ state: inout sending State) -> Outcome? {
        let action = state.machine.handle(event)
        switch action {
        case .finish(let credentials): return .success(credentials)
        case .fail(let reason): return .failure(OAuthProblem(description: reason))
        default:
            state.runner = Task { await run(action, client) }
            return nil
        }
    }

    /// One gives up waiting; when nobody is left, the way to a token ends.
    private func leave(_ id: Int) {
        let (waiter, abandoned) = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: id)
            return (waiter, waiter != nil && state.waiters.isEmpty ? state.runner : nil)
        }
        abandoned?.cancel()
        waiter?.leave(.failure(Self.cancelled))
    }

    private static let cancelled = OAuthProblem(description: "The request was cancelled.")

    private func run(_ first: OAuthStateMachine.Action, _ client: OAuthClient) async {
        // What is shown to a person goes before those who wait go on.
        end(
            await withTaskGroup(of: Void.self) { showing in
                defer { showing.cancelAll() }
                var action = first
                while true {
                    switch action {
                    case .finish(let credentials): return .success(credentials)
                    case .fail(let reason): return .failure(OAuthProblem(description: reason))
                    default:
                        if case .poll(let code, isFirst: true, _) = action { showing.addTask { await self.show(code, client) } }
                        action = await next(after: action, client)
                    }
                }
            })
    }

    private func next(after action: OAuthStateMachine.Action, _ client: OAuthClient) async -> OAuthStateMachine.Action {
        if let wait = action.wait { tell(wait) }
        let event = await client.perform(action) { self.forward($0) }
        let isOver = Task.isCancelled && !event.mustBeKept
        return state.withLock { state in
            state.transfer = []
            let reason = state.isGivenUp ? "The login was given up." : "The login was cancelled."
            return state.machine.handle(isOver ? .failed(reason) : event)
        }
    }

    /// Shows a code while the login is under way, and ends that where the person gives up.
    private func show(_ code: OAuthDeviceCode, _ client: OAuthClient) async {
        do throws(CancellationError) {
            try await client.delegate?.show(code)
        } catch {
            guard !Task.isCancelled else { return }
            let runner = state.withLock { state in
                state.isGivenUp = true
                return state.runner
            }
            runner?.cancel()
        }
    }

    /// Tells all who wait of something that happened on the way, but not the running counts: they are not of the bodies that those wait for.
    private func forward(_ event: HTTPTaskEvent) {
        guard event.countKind == nil else { return }
        state.withLock { state in
            if case .started = event { state.transfer = [] }
            state.transfer.append(event)
            return Array(state.waiters.values)
        }
        .forEach { $0.tell(event) }
    }

    private func tell(_ event: HTTPTaskEvent) {
        for waiter in state.withLock({ Array($0.waiters.values) }) { waiter.tell(event) }
    }

    private func end(_ outcome: Outcome) {
        let isAbandoned = Task.isCancelled
        let (waiters, outcome) = state.withLock { state -> ([OAuthWaiter], Outcome) in
            state.runner = nil
            defer { state.isGivenUp = false }
            // A token that comes with the log-out is nobody's.
            let outcome = state.isStopped ? .failure(Self.cancelled) : outcome
            // Someone came after all others had left and the way was broken off: set out again.
            if isAbandoned, !state.isStopped, !state.isGivenUp, let client = state.waiters.values.first?.client {
                guard let outcome = begin(.needed(now: clock.now(), seed: makeSeed()), client, &state) else {
                    return ([OAuthWaiter](), outcome)
                }
                defer { state.waiters = [:] }
                return (Array(state.waiters.values), outcome)
            }
            defer { state.waiters = [:] }
            return (Array(state.waiters.values), outcome)
        }
        for waiter in waiters { waiter.end(outcome) }
    }
}

extension OAuthStateMachine.Event {
    /// A token that was granted is kept even if nobody waits for it any more: the refresh token that paid for it may be void now.
    fileprivate var mustBeKept: Bool {
        switch self {
        case .granted, .saved: true
        default: false
        }
    }
}

extension OAuthStateMachine.Action {
    /// What those who want a token wait for meanwhile.
    fileprivate var wait: HTTPTaskEvent? {
        switch self {
        case .discover, .requestDeviceCode, .requestToken: .waiting(for: nil, reason: "the authorization server")
        case .logIn: .waiting(for: nil, reason: "somebody to log in")
        case .poll(let code, _, _): .polling(after: code.interval, reason: "somebody to log in on another device")
        case .load, .save, .finish, .fail: nil
        }
    }
}
