import CMainQueue
import Dispatch
import Platform

/// The main thread's event loop: file descriptors, timers and the main dispatch queue.
///
/// On Linux the main thread polls itself. With `dispatchMain`, one libdispatch thread would wait and wake another to run the work, which
/// costs two thread switches for each key and three for each timer (docs/decisions/0012-the-main-threads-loop.md). On other systems
/// libdispatch runs the loop.
@MainActor
public enum MainLoop {
    /// Identifies a timer.
    public struct TimerID: Hashable, Sendable {
        let number: Int
    }

    private static var timers = LoopTimers()

    /// Calls `action` once after `delay`, while ``run()`` is running.
    ///
    /// - Returns: An identifier for ``cancel(_:)``.
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

    /// Cancels a timer; does nothing if it has fired.
    public static func cancel(_ id: TimerID) { _ = timers.removeTimer(id.number) }

    /// Runs the loop on the main thread until the process ends.
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
            for action in timers.removeDueTimers(at: .now) { action() }
            // The calls above may have put work on the queue. Run it now instead of after another wait.
            var news: UInt64 = 0
            _ = read(queue, &news, MemoryLayout.size(ofValue: news))
            main_queue_run()
        }

        /// Waits until a descriptor is ready, a timer is due or a signal arrives.
        private static func wait(for entries: inout [pollfd]) {
            let limit = timers.next.map { next in
                // Rounded up to a millisecond, so that the loop does not wake before the timer is due.
                let (seconds, attoseconds) = max(next - .now, .zero).components
                return Int32(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
            }
            _ = poll(&entries, nfds_t(entries.count), limit ?? -1)
        }
    }
#endif

/// Calls a function on the main actor whenever a descriptor is readable or writable, until it is cancelled. Works only while ``MainLoop``
/// runs.
@MainActor
final class DescriptorWatch {
    let descriptor: Int32
    let awaitsInput: Bool
    private var action: (@MainActor () -> Void)?
    #if !os(Linux)
        private var source: (any DispatchSourceProtocol)?
    #endif

    /// Watches for input.
    init(reading descriptor: Int32, _ action: @escaping @MainActor () -> Void) {
        self.descriptor = descriptor
        self.action = action
        awaitsInput = true
        begin()
    }

    /// Watches for free output space.
    init(writing descriptor: Int32, _ action: @escaping @MainActor () -> Void) {
        self.descriptor = descriptor
        self.action = action
        awaitsInput = false
        begin()
    }

    func call() { action?() }

    #if os(Linux)
        private func begin() { MainLoop.add(self) }

        /// Stops watching.
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
            // Activated after the first frame, because the first source creates a thread. Only the main queue uses the source from here on.
            nonisolated(unsafe) let source = source
            DispatchQueue.main.async { source.activate() }
        }

        /// Stops watching.
        func cancel() {
            action = nil
            source?.cancel()
            source = nil
        }
    #endif
}

/// The pending timers, ordered by time. Has no clock of its own.
struct LoopTimers {
    typealias Action = @MainActor () -> Void

    private struct Timer {
        let number: Int
        let due: ContinuousClock.Instant
        let action: Action
    }

    /// The timers in ascending order of time; those for the same time stay in the order in which they were added.
    private var timers: [Timer] = []
    private var last = 0

    /// The time of the next timer; nil if there is none.
    var next: ContinuousClock.Instant? { timers.first?.due }

    /// Adds a timer and returns its number.
    mutating func add(at due: ContinuousClock.Instant, _ action: @escaping Action) -> Int {
        last += 1
        let place = timers.firstIndex { $0.due > due } ?? timers.count
        timers.insert(Timer(number: last, due: due, action: action), at: place)
        return last
    }

    /// Removes a timer and returns its action; nil if it is no longer pending.
    mutating func removeTimer(_ number: Int) -> Action? {
        timers.firstIndex { $0.number == number }.map { timers.remove(at: $0).action }
    }

    /// Removes the timers that are due and returns their actions in order.
    mutating func removeDueTimers(at now: ContinuousClock.Instant) -> [Action] {
        let due = timers.prefix { $0.due <= now }.map(\.action)
        timers.removeFirst(due.count)
        return due
    }
}
