internal import Dispatch
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A thread for work that waits for others, such as a server for its clients.
///
/// Dispatch has 255 threads at most, whatever the queues: as many servers that wait, of tests that run side by side, and none would get
/// a thread for the client that it waits for.
public enum BlockingThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread, and returns at once.
    public static func start(_ body: @escaping @Sendable () -> Void) {
        let argument = Unmanaged.passRetained(Body(run: body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        guard pthread_create(&thread, nil, { BlockingThread.main($0) }, argument.toOpaque()) == 0 else {
            argument.release()
            // The system gives no more threads; Dispatch may have one to spare.
            return DispatchQueue(label: "blocking").async(execute: body)
        }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
    }

    #if canImport(Darwin)
        private static func main(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { run(argument) }
    #else
        private static func main(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { argument.flatMap(run) }
    #endif

    private static func run(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        // Writing to a connection that the client has closed must not end the process.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }
}
