import CMainQueue
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
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
