public import HTTP
public import Platform
import Synchronization

/// A clock whose time passes only when a test advances it.
public final class ManualClock: Sendable {
    private struct Sleeper {
        let id: Int
        let deadline: Duration
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var uptime: Duration = .zero
        var sleepers: [Sleeper] = []
        var lastID = 0
        var cancelledIDs: Set<Int> = []
        var requestedSleeps: [Duration] = []
        var watchers: [(count: Int, signal: AsyncStream<Never>.Continuation)] = []
    }

    private let start: Date
    private let advancesBySleeping: Bool
    /// Guards the time and those who wait for it.
    private let state = Mutex(State())

    /// Makes a clock that stands still, by default at the beginning of 2026, UTC.
    /// - Parameters:
    ///   - start: the time that the clock shows.
    ///   - advancesBySleeping: true to let every wait advance the clock and return at once.
    public init(startingAt start: Date = Date(timeIntervalSince1970: 1_767_225_600), advancesBySleeping: Bool = false) {
        self.start = start
        self.advancesBySleeping = advancesBySleeping
    }

    /// The clock to pass to a link.
    public var clock: HTTPClock {
        HTTPClock(now: { self.now }, uptime: { self.uptime }, sleep: { try await self.sleep($0) })
    }

    /// The time of day.
    public var now: Date {
        let (seconds, attoseconds) = uptime.components
        return start.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// The time since the clock was made.
    public var uptime: Duration { state.withLock { $0.uptime } }

    /// The durations of all waits, in the order in which they began.
    public var requestedSleeps: [Duration] { state.withLock { $0.requestedSleeps } }

    /// Advances the time and ends the waits that are over.
    public func advance(by duration: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            state.uptime += duration
            let due = state.sleepers.filter { $0.deadline <= state.uptime }
            state.sleepers.removeAll { $0.deadline <= state.uptime }
            return due.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume(returning: true) }
    }

    /// Waits until this number of tasks waits at the same time. Cancelling ends the wait.
    public func waitForSleepers(_ count: Int = 1) async {
        let (signals, signal) = AsyncStream<Never>.makeStream()
        state.withLock { state in
            if state.sleepers.count < count { state.watchers.append((count, signal)) } else { signal.finish() }
        }
        for await _ in signals {}
    }

    private func sleep(_ duration: Duration) async throws {
        let (id, deadline) = state.withLock { state in
            state.requestedSleeps.append(duration)
            state.lastID += 1
            return (state.lastID, state.uptime + duration)
        }
        if advancesBySleeping { advance(by: duration) }
        let wasReached = await withTaskCancellationHandler {
            await withCheckedContinuation { add(Sleeper(id: id, deadline: deadline, continuation: $0)) }
        } onCancel: {
            cancelSleeper(id)
        }
        if !wasReached { throw CancellationError() }
    }

    private func add(_ sleeper: Sleeper) {
        enum Outcome {
            case reached
            case cancelled
            case waits([AsyncStream<Never>.Continuation])
        }
        let outcome: Outcome = state.withLock { state in
            if state.cancelledIDs.remove(sleeper.id) != nil { return .cancelled }
            if sleeper.deadline <= state.uptime { return .reached }
            state.sleepers.append(sleeper)
            let satisfied = state.watchers.filter { $0.count <= state.sleepers.count }
            state.watchers.removeAll { $0.count <= state.sleepers.count }
            return .waits(satisfied.map(\.signal))
        }
        switch outcome {
        case .reached: sleeper.continuation.resume(returning: true)
        case .cancelled: sleeper.continuation.resume(returning: false)
        case .waits(let watchers): for watcher in watchers { watcher.finish() }
        }
    }

    private func cancelSleeper(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                state.cancelledIDs.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(returning: false)
    }
}
