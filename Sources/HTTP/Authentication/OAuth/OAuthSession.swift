import Platform
import Synchronization

/// A state machine and the requests that wait for its token. One login or refresh is in progress at a time, and all share its outcome.
final class OAuthSession: Sendable {
    typealias Outcome = OAuthWaiter.Outcome

    private enum Joining {
        case ready(Outcome)
        case waits(OAuthWaiter)
    }

    private struct State {
        var machine: OAuthStateMachine
        var isStopped = false
        /// The reason why the login in progress was ended by its presentation; nil if it was not.
        var refusal: OAuthLoginError?
        var waiters: [Int: OAuthWaiter] = [:]
        var lastWaiter = 0
        /// The events of the transfer in progress, for requests that join later.
        var transfer: [HTTPTaskEvent] = []
        var runner: Task<Void, Never>?
    }

    private let clock: HTTPClock
    private let makeSeed: @Sendable () -> OAuthSeed
    /// Guards the state machine, its runner and the waiters.
    private let state: Mutex<State>

    init(_ configuration: OAuthConfiguration, clock: HTTPClock, makeSeed: @escaping @Sendable () -> OAuthSeed) {
        self.clock = clock
        self.makeSeed = makeSeed
        state = Mutex(State(machine: OAuthStateMachine(configuration)))
    }

    /// The current token if it is valid and was not rejected, or the outcome of obtaining a new one, which this call may start.
    func credentials(rejecting token: HTTPSecret? = nil, client: OAuthClient, task: HTTPTask) async -> Outcome {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        let handler = task.onCancel { self.leave(id) }
        defer { task.removeHandler(handler) }
        return await withCheckedContinuation { continuation in
            wait(continuation, id, rejecting: token, client, task)
            // A cancellation before the registration found no waiter.
            if task.isCancelled { leave(id) }
        }
    }

    /// The last tokens; nil if there are none.
    var credentials: OAuthCredentials? { state.withLock { $0.machine.credentials } }

    /// Cancels obtaining a token; waiting requests fail.
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
            let waiter = OAuthWaiter(continuation, client: client, execution: task.execution, events: events)
            state.waiters[id] = waiter
            return .waits(waiter)
        }
        switch joining {
        case .ready(let outcome): continuation.resume(returning: outcome)
        case .waits(let waiter): waiter.deliver()
        }
    }

    /// Starts to obtain a token, unless the state machine has an outcome at once.
    private func begin(_ event: OAuthStateMachine.Event, _ client: OAuthClient, _ state: inout sending State) -> Outcome? {
        let action = state.machine.handle(event)
        switch action {
        case .finish(let credentials): return .success(credentials)
        case .fail(let reason): return .failure(OAuthClientError(description: reason))
        default:
            state.runner = Task { await run(action, client) }
            return nil
        }
    }

    /// Stops waiting. The last one to leave cancels the login.
    private func leave(_ id: Int) {
        let (waiter, abandoned) = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: id)
            return (waiter, waiter != nil && state.waiters.isEmpty ? state.runner : nil)
        }
        abandoned?.cancel()
        waiter?.leave(.failure(Self.cancelled))
    }

    private static let cancelled = OAuthClientError(description: "The request was cancelled.")

    private func run(_ first: OAuthStateMachine.Action, _ client: OAuthClient) async {
        // Closes what is shown to the user before the waiting requests continue.
        end(
            await withTaskGroup(of: Void.self) { showing in
                defer { showing.cancelAll() }
                var (action, renewal) = (first, OAuthRenewal())
                while true {
                    switch action {
                    case .finish(let credentials): return .success(credentials)
                    case .fail(let reason): return .failure(OAuthClientError(description: reason))
                    default:
                        if case .poll(let code, isFirst: true, _) = action { showing.addTask { await self.show(code, client) } }
                        action = await next(after: action, client, &renewal)
                    }
                }
            })
    }

    private func next(
        after action: OAuthStateMachine.Action, _ client: OAuthClient, _ renewal: inout OAuthRenewal
    ) async -> OAuthStateMachine.Action {
        if let wait = action.wait { report(wait) }
        let event = await renewal.perform(action, client) { self.forward($0) }
        let isOver = Task.isCancelled && !event.mustBeKept
        return state.withLock { state in
            state.transfer = []
            let reason = state.refusal?.message ?? "The login was cancelled."
            return state.machine.handle(isOver ? .failed(reason) : event)
        }
    }

    /// Presents a code during the login, and ends the login if that fails.
    private func show(_ code: OAuthDeviceCode, _ client: OAuthClient) async {
        do throws(OAuthLoginError) {
            try await client.delegate?.show(code)
        } catch {
            guard !Task.isCancelled else { return }
            let runner = state.withLock { state in
                state.refusal = error
                return state.runner
            }
            runner?.cancel()
        }
    }

    /// Forwards an event to all waiting requests, except running counts, which do not concern their bodies.
    private func forward(_ event: HTTPTaskEvent) {
        guard event.countKind == nil else { return }
        state.withLock { state in
            if case .started = event { state.transfer = [] }
            state.transfer.append(event)
            return Array(state.waiters.values)
        }
        .forEach { $0.report(event) }
    }

    private func report(_ event: HTTPTaskEvent) {
        for waiter in state.withLock({ Array($0.waiters.values) }) { waiter.report(event) }
    }

    private func end(_ outcome: Outcome) {
        let isAbandoned = Task.isCancelled
        let (waiters, outcome) = state.withLock { state -> ([OAuthWaiter], Outcome) in
            state.runner = nil
            defer { state.refusal = nil }
            // A token that arrives during a log-out is discarded.
            let outcome = state.isStopped ? .failure(Self.cancelled) : outcome
            // A request joined after all others had left and the login was cancelled: start again.
            if isAbandoned, !state.isStopped, state.refusal == nil, let client = state.waiters.values.first?.client {
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

/// The actions of one run, which uses a refresh token only while no other program does: a server may accept it only once, and revoke
/// everything at its second use.
struct OAuthRenewal {
    /// The longest wait for another program, which may have been stopped.
    private static let longestWait = Duration.seconds(30)

    /// A held lock, whose file is removed at its end.
    private final class Held: Sendable {
        private let lock: FileLock
        private let path: String

        init(_ lock: consuming FileLock, _ path: String) {
            self.lock = lock
            self.path = path
        }

        // Removed while it is locked, so that it cannot be the file of another program.
        deinit { unlink(path) }
    }

    /// The lock, until the tokens are stored or a user is asked to log in.
    private var held: Held?
    /// The stored tokens when they were read last.
    private var known: OAuthCredentials?

    /// Performs an action, alone if it uses a refresh token.
    mutating func perform(
        _ action: OAuthStateMachine.Action, _ client: OAuthClient, observer: @escaping OAuthClient.Observer
    ) async -> OAuthStateMachine.Event {
        switch action {
        case .requestToken(let form) where form.parameters["grant_type"]?.value == "refresh_token":
            guard let path = await client.delegate?.lockPath(for: client.configuration) else { break }
            await lock(path, client, observer)
            if Task.isCancelled { return .failed("The login was cancelled.") }
            let stored = await client.delegate?.savedCredentials(for: client.configuration)
            let isUsable = stored?.isValid(at: client.clock.now()) == true || stored?.refreshToken != form.parameters["refresh_token"]
            // Another program has renewed them: its tokens are read instead, unless they have expired again and the refresh token is the same.
            if stored != known, isUsable { return .refused(code: "invalid_grant", description: nil, now: client.clock.now()) }
        case .logIn, .requestDeviceCode: held = nil
        default: break
        }
        let event = await client.perform(action, observer: observer)
        if case .loaded(let stored, _) = event { known = stored }
        return event
    }

    /// Waits until no other program holds the lock; returns without it after the longest wait, or if there is no such file.
    private mutating func lock(_ path: String, _ client: OAuthClient, _ observer: OAuthClient.Observer) async {
        guard held == nil else { return }
        do throws(SystemError) {
            held = Held(try FileLock(file: path, within: .zero), path)
        } catch {
            guard error.number == EWOULDBLOCK else { return }
            observer(.waiting(for: nil, reason: "another program that renews the token"))
            held = await Self.waitForLock(path, client.clock)
        }
    }

    /// The lock, which a thread of its own waits for; nil after the longest wait or a cancellation. A lock that comes later is given up at once.
    private static func waitForLock(_ path: String, _ clock: HTTPClock) async -> Held? {
        let arrival = OneShot<Held?>()
        do throws(DetachedThread.StartError) {
            try DetachedThread.start {
                if let lock = try? FileLock(file: path, within: Self.longestWait) {
                    arrival.give(Held(lock, path))
                } else {
                    arrival.give(nil)
                }
            }
        } catch {
            return nil
        }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask {
                _ = try? await clock.sleep(Self.longestWait)
                arrival.give(nil)
            }
            defer { group.cancelAll() }
            return await arrival.value
        }
    }
}

extension OAuthStateMachine.Event {
    /// True for a granted token, which is kept even without waiting requests: its refresh token may have replaced the old one.
    fileprivate var mustBeKept: Bool {
        switch self {
        case .granted, .saved: true
        default: false
        }
    }
}

extension OAuthStateMachine.Action {
    /// The event for the waiting requests during an action.
    fileprivate var wait: HTTPTaskEvent? {
        switch self {
        case .discover, .requestDeviceCode, .requestToken: .waiting(for: nil, reason: "the authorization server")
        case .logIn: .waiting(for: nil, reason: "the user to log in")
        case .poll(let code, _, _): .polling(after: code.interval, reason: "the user to log in on another device")
        case .load, .save, .finish, .fail: nil
        }
    }
}

/// Descriptions of forms and responses for the trace and for errors, without the values of secrets.
enum OAuthWords {
    private static let hidden = "••••"
    /// The maximum number of characters of a response.
    private static let limit = 4_000
    /// The parameters whose values are no secrets.
    static let open: Set = [
        "grant_type", "response_type", "client_id", "scope", "audience", "resource", "redirect_uri", "username", "code_challenge_method",
    ]

    /// `name=value` pairs in their order.
    static func description(ofForm form: [URLQueryItem]) -> String {
        form.map { "\($0.name)=\(open.contains($0.name) ? $0.value ?? "" : hidden)" }.joined(separator: ", ")
    }

    /// The type of a token, its lifetime and scope.
    static func description(of credentials: OAuthCredentials) -> String {
        let life = credentials.lifetime.map { ", expires in \(Int($0)) s" } ?? ", no expiry date"
        let scope = credentials.scope.map { ", scope \($0.quotedForMessage(upTo: limit))" } ?? ""
        return credentials.tokenType + life + (credentials.refreshToken == nil ? "" : ", can be refreshed") + scope
    }

    /// The header fields and the text of a response.
    static func description(of head: HTTPResponseHead, _ bytes: [UInt8], hiding secrets: Set<String>) -> String {
        let fields = ["Retry-After", "WWW-Authenticate", "Content-Type"].compactMap { name in head.headers[name].map { "\(name): \($0)" } }
        return "Response \(head.status) of the authorization server: "
            + (fields + [text(of: bytes, hiding: secrets)]).joined(separator: "; ")
    }

    /// The text of a response in one line. Values that were sent are hidden. Of JSON, only texts that describe an error or a token are shown; of
    /// other texts, no values of keys that sound secret.
    static func text(of bytes: [UInt8], hiding secrets: Set<String>) -> String {
        if let json = try? JSONDecoder().decode(ShownJSON.self, from: Data(bytes)) {
            return hiding(secrets, in: String(json.text(isShown: true).prefix(limit)))
        }
        let words = String(decoding: bytes.prefix(limit), as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return "no body" }
        let secret = /((?:token|secret|password|assertion|code|key|jwt|verifier)["']?\s*[:=]\s*["']?)([^"'&<>,}\s]+)/.ignoresCase()
        return hiding(secrets, in: words).replacing(secret) { "\($0.1)\(hidden)" }
    }

    /// A text without the values that were sent; those of up to three characters would hide parts of words.
    static func hiding(_ secrets: Set<String>, in text: String) -> String {
        secrets.filter { $0.count > 3 }.reduce(text) { $0.replacing($1, with: hidden) }
    }

    /// The time to wait and the beginning of a plain text, for an error.
    static func hint(_ head: HTTPResponseHead, _ bytes: [UInt8], hiding secrets: Set<String>) -> String {
        let wait = head.headers["Retry-After"].map { ", Retry-After: \($0.quotedForMessage)" } ?? ""
        let text = text(of: bytes, hiding: secrets)
        return wait + (bytes.isEmpty || text.hasPrefix("<") ? "" : ": \(text.quotedForMessage(upTo: 200))")
    }

    /// JSON in which texts are hidden unless their key tells that they are no secrets.
    private enum ShownJSON: Decodable {
        case object([String: ShownJSON])
        case array([ShownJSON])
        case text(String)
        case other(String)

        private static let shown: Set = [
            "error", "error_description", "error_uri", "error_codes", "message", "detail", "title", "status", "token_type", "scope",
        ]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let members = try? value.decode([String: ShownJSON].self) {
                self = .object(members)
            } else if let elements = try? value.decode([ShownJSON].self) {
                self = .array(elements)
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let number = try? value.decode(Double.self) {
                self = .other(number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)")
            } else {
                self = .other((try? value.decode(Bool.self)).map { "\($0)" } ?? "null")
            }
        }

        func text(isShown: Bool) -> String {
            switch self {
            case .object(let members):
                "{"
                    + members.sorted { $0.key < $1.key }
                    .map { "\"\($0.key)\":" + $0.value.text(isShown: Self.shown.contains($0.key.lowercased())) }.joined(separator: ",")
                    + "}"
            case .array(let elements): "[" + elements.map { $0.text(isShown: isShown) }.joined(separator: ",") + "]"
            case .text(let text): isShown ? "\"\(text)\"" : "\"\(hidden)\""
            case .other(let text): text
            }
        }
    }
}
