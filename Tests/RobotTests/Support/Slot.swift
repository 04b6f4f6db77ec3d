import Synchronization

/// The right to run programs, which only some tests have at a time; it returns when it is deinitialized.
///
/// A hundred programs at once would wait for each other, and would ask for more watches of files than one user has (128, inotify(7)).
final class Slot: Sendable {
    private struct Queue {
        var free = 8
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private static let queue = Mutex(Queue())

    /// Waits until a slot is free; the first who asked gets it first.
    init() async {
        await withCheckedContinuation { continuation in
            let isFree = Self.queue.withLock { queue in
                guard queue.free == 0 else {
                    queue.free -= 1
                    return true
                }
                queue.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    deinit {
        let next = Self.queue.withLock { queue -> CheckedContinuation<Void, Never>? in
            guard queue.waiting.isEmpty else { return queue.waiting.removeFirst() }
            queue.free += 1
            return nil
        }
        next?.resume()
    }
}
