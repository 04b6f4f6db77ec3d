/// A queue with limits for concurrency and rate. Performs no I/O; times are uptimes.
///
/// Requests and readers of bodies share the places. A reader holds a response that has arrived, so readers go first, and no pause holds up the
/// last of them.
struct ThrottleQueue {
    typealias ID = Int

    enum Action: Equatable {
        /// The request or reader starts.
        case start(ID)
        /// The request is first and waits for the rate only; ``alarm(_:now:)`` is to be called at that time.
        case sleep(ID, until: Duration)
    }

    /// The limit outside a pause; nil for none, 0 for a pause.
    private(set) var maximum: Int?
    /// The rate; nil for none.
    private(set) var requestsPerSecond: Double?
    private(set) var isPaused = false
    private var runningCount = 0
    private var lastStart: Duration?
    private var sleeper: ID?
    private var lastID = 0
    private var requests = Line()
    private var readers = Line()

    init(limit: Int?, requestsPerSecond: Double?) {
        maximum = limit
        self.requestsPerSecond = requestsPerSecond
    }

    /// The present limit; nil for none.
    private var limit: Int? { isPaused ? 0 : maximum }

    /// The time at which the rate allows the next start; nil for any.
    private var earliestStart: Duration? {
        guard let lastStart, let requestsPerSecond else { return nil }
        return lastStart + Seconds(nearest: requestsPerSecond > 0 ? 1 / requestsPerSecond : .infinity).duration
    }

    var waitingCount: Int { requests.count }
    /// True if a request waits for an alarm.
    var hasSleeper: Bool { sleeper != nil }

    mutating func makeID() -> ID {
        lastID += 1
        return lastID
    }

    /// Starts a request that need not wait, as most; false if it must enter the queue.
    mutating func enterAtOnce(now: Duration) -> Bool {
        guard requests.isEmpty, readers.isEmpty, runningCount < limit ?? .max, now >= earliestStart ?? now else { return false }
        runningCount += 1
        lastStart = now
        return true
    }

    mutating func enter(_ id: ID, now: Duration) -> [Action] {
        requests.append(id)
        return advance(now: now)
    }

    /// Starts a reader that need not wait; false if it must enter the queue.
    mutating func enterReadingAtOnce() -> Bool {
        guard readers.isEmpty, runningCount < max(limit ?? .max, 1) else { return false }
        runningCount += 1
        return true
    }

    mutating func enterReading(_ id: ID, now: Duration) -> [Action] {
        readers.append(id)
        return advance(now: now)
    }

    /// Ends a request or reader that was started if none waits for its place; false if it must ``leave(now:)``.
    mutating func leaveAtOnce() -> Bool {
        guard requests.isEmpty, readers.isEmpty else { return false }
        runningCount -= 1
        return true
    }

    /// Ends a request or reader that was started.
    mutating func leave(now: Duration) -> [Action] {
        runningCount -= 1
        return advance(now: now)
    }

    /// Removes a waiting request or reader.
    mutating func cancel(_ id: ID, now: Duration) -> [Action] {
        guard requests.remove(id) || readers.remove(id) else { return [] }
        if sleeper == id { sleeper = nil }
        return advance(now: now)
    }

    /// Handles the time at which a sleeping request may start.
    mutating func alarm(_ id: ID, now: Duration) -> [Action] {
        if sleeper == id { sleeper = nil }
        return advance(now: now)
    }

    mutating func setLimit(_ limit: Int?, now: Duration) -> [Action] {
        maximum = limit
        return advance(now: now)
    }

    mutating func setPaused(_ isPaused: Bool, now: Duration) -> [Action] {
        self.isPaused = isPaused
        return advance(now: now)
    }

    mutating func setRate(_ requestsPerSecond: Double?, now: Duration) -> [Action] {
        self.requestsPerSecond = requestsPerSecond
        // The first request starts now, or gets another alarm.
        sleeper = nil
        return advance(now: now)
    }

    /// Removes all that wait and returns them. Started ones will still leave.
    mutating func removeAllWaiting() -> [ID] {
        defer {
            requests = Line()
            readers = Line()
            sleeper = nil
        }
        return requests.ids + readers.ids
    }

    private mutating func advance(now: Duration) -> [Action] {
        var actions: [Action] = []
        while runningCount < max(limit ?? .max, 1), let id = readers.popFirst() {
            runningCount += 1
            actions.append(.start(id))
        }
        while runningCount < limit ?? .max, let id = requests.first {
            // A sleeping request is started by its alarm only.
            if id == sleeper { break }
            if let earliestStart, now < earliestStart {
                actions.append(.sleep(id, until: earliestStart))
                sleeper = id
                break
            }
            _ = requests.popFirst()
            runningCount += 1
            lastStart = now
            actions.append(.start(id))
        }
        return actions
    }
}

/// Waiting entries in order of arrival. Removed ones are skipped later, which makes removing cheap.
private struct Line {
    private var order: [ThrottleQueue.ID] = []
    private var start = 0
    private var members: Set<ThrottleQueue.ID> = []

    var count: Int { members.count }
    var isEmpty: Bool { members.isEmpty }
    var ids: [ThrottleQueue.ID] { Array(members) }

    mutating func append(_ id: ThrottleQueue.ID) {
        order.append(id)
        members.insert(id)
    }

    mutating func remove(_ id: ThrottleQueue.ID) -> Bool { members.remove(id) != nil }

    var first: ThrottleQueue.ID? {
        mutating get {
            while start < order.count, !members.contains(order[start]) { start += 1 }
            if start > 64, start > order.count / 2 {
                order.removeFirst(start)
                start = 0
            }
            return start < order.count ? order[start] : nil
        }
    }

    mutating func popFirst() -> ThrottleQueue.ID? {
        guard let id = first else { return nil }
        members.remove(id)
        return id
    }
}
