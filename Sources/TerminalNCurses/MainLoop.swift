import CMainQueue
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

#if !os(Linux)
    import Dispatch
#endif

/// The main thread's loop: waits for descriptors, for moments in time, and for what is put on the main queue.
///
/// On Linux the thread waits itself. With `dispatchMain` one thread of libdispatch waits, and wakes another one, which runs what came: each key costs
/// two changes of threads, each timer three (docs/decisions/0012-the-main-threads-loop.md). Elsewhere libdispatch does it.
@MainActor
public enum MainLoop {
    /// Names a timer.
    public struct TimerID: Hashable, Sendable {
        let number: Int
    }

    private static var timers = LoopTimers()

    /// Calls a function once, after so long; only while ``run()`` runs.
    /// - Returns: a name to cancel it with.
    @discardableResult
    public static func after(_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> TimerID {
        let id = TimerID(number: timers.add(at: .now + delay, action))
        #if !os(Linux)
            let (seconds, attoseconds) = delay.components
            let interval = DispatchTimeInterval.nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
            DispatchQueue.main.asyncAfter(deadline: .now() + interval) {
                MainActor.assumeIsolated { timers.take(id.number)?() }
            }
        #endif
        return id
    }

    /// Forgets a timer, also one that has been called.
    public static func cancel(_ id: TimerID) { _ = timers.take(id.number) }

    /// Serves the main queue until the process ends; for the main thread.
    public static func run() -> Never {
        #if os(Linux)
            while true { turn() }
        #else
            dispatchMain()
        #endif
    }
}

#if os(Linux)
    extension MainLoop {
        private static let queue = main_queue_descriptor()
        private static var watches: [DescriptorWatch] = []

        static func add(_ watch: DescriptorWatch) { watches.append(watch) }
        static func remove(_ watch: DescriptorWatch) { watches.removeAll { $0 === watch } }

        private static func turn() {
            let watched = watches
            var entries = [pollfd(fd: queue, events: Int16(POLLIN), revents: 0)]
            entries += watched.map { pollfd(fd: $0.descriptor, events: Int16($0.awaitsInput ? POLLIN : POLLOUT), revents: 0) }
            wait(for: &entries)
            for (watch, entry) in zip(watched, entries.dropFirst()) where entry.revents != 0 { watch.call() }
            for action in timers.takeDue(at: .now) { action() }
            // What was called may have put something on the queue: it is run at once, and not found by another wait.
            var news: UInt64 = 0
            _ = read(queue, &news, MemoryLayout.size(ofValue: news))
            main_queue_run()
        }

        /// Waits until a descriptor is ready or a timer due; a signal ends it too.
        private static func wait(for entries: inout [pollfd]) {
            let limit = timers.next.map { next in
                // Up to the next millisecond, so as not to wake before it is due.
                let (seconds, attoseconds) = max(next - .now, .zero).components
                return Int32(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
            }
            _ = poll(&entries, nfds_t(entries.count), limit ?? -1)
        }
    }
#endif

/// Calls a function on the main actor whenever a descriptor can be read, or written, until it is cancelled; only while ``MainLoop`` runs.
@MainActor
final class DescriptorWatch {
    let descriptor: Int32
    let awaitsInput: Bool
    private var action: (@MainActor () -> Void)?
    #if !os(Linux)
        private var source: (any DispatchSourceProtocol)?
    #endif

    /// Begins to watch.
    init(reading descriptor: Int32, _ action: @escaping @MainActor () -> Void) {
        self.descriptor = descriptor
        self.action = action
        awaitsInput = true
        begin()
    }

    /// Begins to watch for room.
    init(writing descriptor: Int32, _ action: @escaping @MainActor () -> Void) {
        self.descriptor = descriptor
        self.action = action
        awaitsInput = false
        begin()
    }

    func call() { action?() }

    #if os(Linux)
        private func begin() { MainLoop.add(self) }

        /// Calls no more.
        func cancel() {
            action = nil
            MainLoop.remove(self)
        }
    #else
        private func begin() {
            let source: any DispatchSourceProtocol =
                awaitsInput
                ? DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
                : DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
            source.setEventHandler { [weak self] in
                MainActor.assumeIsolated { self?.call() }
            }
            self.source = source
            // Not before the first frame: the first source makes a thread. Only the main queue has it from here on.
            nonisolated(unsafe) let source = source
            DispatchQueue.main.async { source.activate() }
        }

        /// Calls no more.
        func cancel() {
            action = nil
            source?.cancel()
            source = nil
        }
    #endif
}

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
