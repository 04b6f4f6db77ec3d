#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Starts a detached thread that takes no signals.
///
/// Signals stay with the program's own threads: a handler never interrupts a transfer, and writing to a closed connection
/// cannot raise `SIGPIPE` (libcurl leaves that to us under `CURLOPT_NOSIGNAL`).
enum EngineThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }

    static func start(_ body: @escaping @Sendable () -> Void) throws(CurlUnavailable) {
        let argument = Unmanaged.passRetained(Body(run: body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(&thread, nil, { EngineThread.main($0) }, argument.toOpaque())
        guard code == 0 else {
            argument.release()
            throw CurlUnavailable(reason: "the system gives no thread for transfers (error \(code))")
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
