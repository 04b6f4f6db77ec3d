/// What is to be called at which time. No clock of its own.
struct LoopTimers {
    typealias Action = @MainActor () -> Void

    private struct Timer {
        let number: Int
        let due: ContinuousClock.Instant
        let action: Action
    }

    /// The earliest first; of two for the same time, the one that was added first.
    private var timers: [Timer] = []
    private var last = 0

    /// When the next one is due; nil without one.
    var next: ContinuousClock.Instant? { timers.first?.due }

    /// Adds a timer and gives its number.
    mutating func add(at due: ContinuousClock.Instant, _ action: @escaping Action) -> Int {
        last += 1
        let place = timers.firstIndex { $0.due > due } ?? timers.count
        timers.insert(Timer(number: last, due: due, action: action), at: place)
        return last
    }

    /// Takes one out; nil where it was taken before.
    mutating func take(_ number: Int) -> Action? {
        timers.firstIndex { $0.number == number }.map { timers.remove(at: $0).action }
    }

    /// Takes out those whose time has come, in order.
    mutating func takeDue(at now: ContinuousClock.Instant) -> [Action] {
        let due = timers.prefix { $0.due <= now }.map(\.action)
        timers.removeFirst(due.count)
        return due
    }
}
