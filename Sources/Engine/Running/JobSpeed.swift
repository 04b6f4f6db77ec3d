import Synchronization

/// The step of ``concurrently(_:at:_:taking:)`` after a result.
package enum NextJob<Job> {
    /// Starts no other job; the running ones end.
    case stop
    /// Starts the next job of the sequence.
    case next
    /// Starts this job before the next one of the sequence.
    case start(Job)
}

/// The limits for the number of jobs at once and for the frequency of their starts. They can change while jobs run.
package final class JobSpeed: Sendable {
    /// The values of a speed.
    package struct Setting: Sendable, Equatable {
        /// The maximum number of jobs at once, from 1.
        package var atOnce: Int
        /// The time between the starts of two jobs; nil for none.
        package var interval: Duration?
        /// True while no job starts.
        package var isPaused: Bool

        /// Creates a setting.
        package init(atOnce: Int, interval: Duration? = nil, isPaused: Bool = false) {
            self.atOnce = max(1, atOnce)
            self.interval = interval
            self.isPaused = isPaused
        }
    }

    /// True if it never changes.
    fileprivate let isFixed: Bool
    // Guards the setting and the stream of its changes: any thread changes it while another starts jobs.
    private let state: Mutex<(setting: Setting, changes: AsyncStream<Void>.Continuation?)>

    /// Creates a speed.
    package init(_ setting: Setting, isFixed: Bool = false) {
        self.isFixed = isFixed
        state = Mutex((setting, nil))
    }

    /// The present setting.
    package var setting: Setting { state.withLock { $0.setting } }

    /// Changes the setting, also of the jobs that run.
    package func change(_ setting: Setting) {
        state.withLock { state in
            state.setting = setting
            state.changes?.yield()
        }
    }

    /// True if only one job runs at any time, each right after the one before.
    fileprivate var isAlwaysOne: Bool { isFixed && setting == Setting(atOnce: 1) }

    /// The changes from now on, for the function that starts jobs.
    fileprivate func changes() -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.changes = continuation }
        return changes
    }
}

/// The jobs that have not started, and the state that decides when the next one does.
private struct JobQueue<Jobs: IteratorProtocol> {
    private var rest: Jobs
    /// The jobs that start before the rest.
    private var first: [Jobs.Element] = []
    private var following: Jobs.Element?
    private var isStopped = false
    /// The number of jobs that run.
    var runningCount = 0
    /// True until the time between two starts has passed.
    var isWaiting = false
    private var nextStart = ContinuousClock.now

    init(_ jobs: Jobs) {
        rest = jobs
        following = rest.next()
    }

    /// True if nothing runs and nothing will.
    var isOver: Bool { runningCount == 0 && first.isEmpty && following == nil }

    mutating func next() -> Jobs.Element? {
        if !first.isEmpty { return first.removeFirst() }
        defer { if following != nil { following = rest.next() } }
        return following
    }

    /// The job to start now, and the end of the wait after it; nil if none may start.
    mutating func next(_ setting: JobSpeed.Setting) -> (job: Jobs.Element, waitEnd: ContinuousClock.Instant?)? {
        guard !setting.isPaused, runningCount < setting.atOnce, !isWaiting, let job = next() else { return nil }
        runningCount += 1
        guard let interval = setting.interval else { return (job, nil) }
        isWaiting = true
        nextStart = max(nextStart, .now) + interval
        return (job, nextStart)
    }

    /// Follows the step after a result.
    mutating func follow(_ step: NextJob<Jobs.Element>) {
        switch step {
        case .stop: (isStopped, first, following) = (true, [], nil)
        case .next: break
        case .start(let job): if !isStopped { first.append(job) }
        }
    }
}

/// An event that may let a job start.
private enum JobEvent<Job: Sendable, Result: Sendable>: Sendable {
    case ended(Job, Result)
    case speedChanged
    /// The time between two starts has passed.
    case waited
}

/// Runs the jobs of a sequence in order, as many at once as the speed allows.
///
/// - Parameter take: gets each result as soon as it is available, one at a time.
/// - Throws: the errors of `work` and `take`, or a `CancellationError`; running jobs are cancelled.
package func concurrently<Job: Sendable, Result: Sendable>(
    _ jobs: some Sequence<Job>, at speed: JobSpeed, _ work: @escaping @Sendable (Job) async throws -> Result,
    taking take: (Job, Result) throws -> NextJob<Job>
) async throws {
    var queue = JobQueue(jobs.makeIterator())
    // In the calling task: a task for each job would change threads twice.
    while speed.isAlwaysOne, let job = queue.next() {
        queue.follow(try take(job, await work(job)))
        try Task.checkCancellation()
    }
    let changes = speed.changes()
    try await withThrowingTaskGroup(of: JobEvent<Job, Result>.self) { group in
        var event: JobEvent<Job, Result>? = .speedChanged
        while let current = event {
            switch current {
            case .speedChanged:
                guard !speed.isFixed else { break }
                // In a cancelled task each wait ends at once: without running jobs, this loop would not end.
                try Task.checkCancellation()
                group.addTask { await nextChange(changes) }
            case .waited: queue.isWaiting = false
            case .ended(let job, let result):
                queue.runningCount -= 1
                queue.follow(try take(job, result))
                try Task.checkCancellation()
            }
            while let (job, waitEnd) = queue.next(speed.setting) {
                group.addTask { .ended(job, try await work(job)) }
                guard let waitEnd else { continue }
                group.addTask {
                    try await Task.sleep(until: waitEnd, clock: .continuous)
                    return .waited
                }
            }
            event = queue.isOver ? nil : try await group.next()
        }
        group.cancelAll()
    }
}

/// Waits for the next change of a speed, or until the task is cancelled.
private func nextChange<Job, Result>(_ changes: AsyncStream<Void>) async -> JobEvent<Job, Result> {
    for await _ in changes { break }
    return .speedChanged
}

/// Spreads the starts of requests evenly over time.
package actor Pace {
    private let interval: Duration
    private var next = ContinuousClock.now

    /// A pace of at most `rate` requests per second.
    package init(rate: Int) { interval = .seconds(1) / rate }

    /// Waits until the next request may start.
    package func wait() async throws {
        let place = max(next, .now)
        next = place + interval
        try await Task.sleep(until: place, clock: .continuous)
    }
}
