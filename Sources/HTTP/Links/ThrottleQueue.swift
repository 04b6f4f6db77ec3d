/// Who may go when: first in first out, so many at once, so many a second. No I/O and no clock; times are uptimes.
struct ThrottleQueue {
    typealias ID = Int

    enum Action: Equatable {
        /// Its turn has come.
        case start(ID)
        /// It is first in line and waits for the rate only: it is to call ``alarm(_:now:)`` at that time.
        case sleep(ID, until: Duration)
    }

    /// Nil for any number; 0 pauses.
    private(set) var limit: Int?
    private let interval: Duration?
    private var runningCount = 0
    private var earliestStart: Duration = .zero
    private var sleeper: ID?
    private var lastID = 0
    /// Arrival order; those who left are skipped, which makes leaving cheap.
    private var line: [ID] = []
    private var lineStart = 0
    private var waiting: Set<ID> = []

    init(limit: Int?, requestsPerSecond: Double?) {
        self.limit = limit
        interval = requestsPerSecond.map { Seconds(nearest: $0 > 0 ? 1 / $0 : .infinity).duration }
    }

    var waitingCount: Int { waiting.count }
    /// Whether somebody was told to sleep and has not been woken.
    var hasSleeper: Bool { sleeper != nil }

    mutating func makeID() -> ID {
        lastID += 1
        return lastID
    }

    /// Starts one that need not wait, as nearly all; false where it is to get into the line.
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

    /// One that was started is done.
    mutating func leave(now: Duration) -> [Action] {
        runningCount -= 1
        return advance(now: now)
    }

    /// One that waits gives up.
    mutating func cancel(_ id: ID, now: Duration) -> [Action] {
        guard waiting.remove(id) != nil else { return [] }
        if sleeper == id { sleeper = nil }
        return advance(now: now)
    }

    /// The time that a sleeper was told to wait for has come.
    mutating func alarm(_ id: ID, now: Duration) -> [Action] {
        if sleeper == id { sleeper = nil }
        return advance(now: now)
    }

    mutating func setLimit(_ limit: Int?, now: Duration) -> [Action] {
        self.limit = limit
        return advance(now: now)
    }

    /// Forgets those who wait and returns them. Those who run will still leave.
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
            // One that sleeps starts by its own alarm: nobody could hand it its turn meanwhile.
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
