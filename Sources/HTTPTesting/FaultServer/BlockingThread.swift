internal import Dispatch
internal import HTTP

/// A thread for work that waits for others, such as a server for its clients.
///
/// Dispatch has 255 threads at most, whatever the queues: as many servers that wait, of tests that run side by side, and none would get
/// a thread for the client that it waits for.
public enum BlockingThread {
    /// Runs `body` on a new thread, and returns at once.
    public static func start(_ body: @escaping @Sendable () -> Void) {
        do throws(DetachedThread.Refusal) {
            try DetachedThread.start(body)
        } catch {
            // The system gives no more threads; Dispatch may have one to spare.
            DispatchQueue(label: "blocking").async(execute: body)
        }
    }
}
