/// A queue with limits for concurrency and rate, first in first out. Performs no I/O; times are uptimes.
struct ThrottleQueue {
    typealias ID = Int

    enum Action: Equatable {
        /// The request starts.
        case start(ID)
        /// The request is first and waits for the rate only; ``alarm(_:now:)`` is to be called at that time.
        case sleep(ID, until: Duration)
    }

    /// The limit; nil for none, 0 for a pause.
    private(set) var limit: Int?
    private let interval: Duration?
    private var runningCount = 0
    private var earliestStart: Duration = .zero
    private var sleeper: ID?
    private var lastID = 0
    /// The requests in order of arrival. Those that left are skipped, which makes leaving cheap.
    private var line: [ID] = []
    private var lineStart = 0
    private var waiting: Set<ID> = []

    init(limit: Int?, requestsPerSecond: Double?) {
        self.limit = limit
        interval = requestsPerSecond.map { Seconds(nearest: $0 > 0 ? 1 / $0 : .infinity).duration }
    }

    var waitingCount: Int { waiting.count }
    /// True if a request waits for an alarm.
    var hasSleeper: Bool { sleeper != nil }

    mutating func makeID() -> ID {
        lastID += 1
        return lastID
    }

    /// Starts a request that need not wait, as most; false if it must enter the queue.
    mutating func enterAtOnce(now: Duration) -> Bool {
        guard first() == nil, runningCount < limit ?? .max, interval == nil || now >= earliestStart else { return false }
        runningCount += 1
        if let interval { earliestStart = now + interval }
        return true
    }

    mutating func enter(_ id: ID, now: Duration) -> [Action] {
        line.append(id)
        waiting.insert(id)
        return advance(now: now)
    }

    /// Ends a request that was started.
    mutating func leave(now: Duration) -> [Action] {
        runningCount -= 1
        return advance(now: now)
    }

    /// Removes a waiting request.
    mutating func cancel(_ id: ID, now: Duration) -> [Action] {
        guard waiting.remove(id) != nil else { return [] }
        if sleeper == id { sleeper = nil }
        return advance(now: now)
    }

    /// Handles the time at which a sleeping request may start.
    mutating func alarm(_ id: ID, now: Duration) -> [Action] {
        if sleeper == id { sleeper = nil }
        return advance(now: now)
    }

    mutating func setLimit(_ limit: Int?, now: Duration) -> [Action] {
        self.limit = limit
        return advance(now: now)
    }

    /// Removes all waiting requests and returns them. Started ones will still leave.
    mutating func removeAllWaiting() -> [ID] {
        defer {
            line = []
            lineStart = 0
            waiting = []
            sleeper = nil
        }
        return Array(waiting)
    }

    private mutating func advance(now: Duration) -> [Action] {
        var actions: [Action] = []
        while let id = first(), runningCount < limit ?? .max {
            // A sleeping request is started by its alarm only.
            if id == sleeper { break }
            if interval != nil, now < earliestStart {
                actions.append(.sleep(id, until: earliestStart))
                sleeper = id
                break
            }
            start(id, now: now)
            actions.append(.start(id))
        }
        return actions
    }

    private mutating func start(_ id: ID, now: Duration) {
        lineStart += 1
        waiting.remove(id)
        runningCount += 1
        if let interval { earliestStart = max(now, earliestStart) + interval }
    }

    private mutating func first() -> ID? {
        while lineStart < line.count, !waiting.contains(line[lineStart]) { lineStart += 1 }
        if lineStart > 64, lineStart > line.count / 2 {
            line.removeFirst(lineStart)
            lineStart = 0
        }
        return lineStart < line.count ? line[lineStart] : nil
    }
}
