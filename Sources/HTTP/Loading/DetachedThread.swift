import Platform

/// Threads for blocking work, which would hold up Swift's cooperative pool.
///
/// All signals are blocked on them: the program's own threads handle signals, and writing to a closed connection cannot raise `SIGPIPE`.
package enum DetachedThread {
    /// The system cannot create a thread.
    package struct Refusal: Error {
        package let code: Int32
    }

    private final class Body {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs the closure on a new thread and returns at once.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(Refusal) {
        let argument = Unmanaged.passRetained(Body(run: body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(&thread, nil, { DetachedThread.main($0) }, argument.toOpaque())
        guard code == 0 else {
            argument.release()
            throw Refusal(code: code)
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
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }
}
