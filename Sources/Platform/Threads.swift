internal import Dispatch

#if canImport(CDispatch)
    // On Linux it also declares the attributes of threads.
    internal import CDispatch
#endif

/// Runs blocking work. The threads of tasks are as many as there are processors: two editors would take all of them.
public func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        DispatchQueue(label: "blocking work").async { continuation.resume(returning: work()) }
    }
}

/// Threads for blocking work, which would hold up Swift's cooperative pool.
///
/// All signals are blocked on them: the program's own threads handle signals, and writing to a closed connection cannot raise `SIGPIPE`.
package enum DetachedThread {
    /// The system cannot create a thread.
    package struct StartError: Error {
        package let code: Int32
    }

    /// Runs the closure on a new thread and returns at once.
    package static func start(stackByteCount: Int? = nil, _ body: @escaping @Sendable () -> Void) throws(StartError) {
        let argument = Unmanaged.passRetained(Shared(body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        if let stackByteCount { pthread_attr_setstacksize(&attributes, stackByteCount) }
        let code = pthread_create(&thread, &attributes, { DetachedThread.run($0) }, argument.toOpaque())
        guard code == 0 else {
            argument.release()
            throw StartError(code: code)
        }
    }

    /// Runs the closure on a new thread with a stack of that size, while the caller waits.
    package static func wait(stackByteCount: Int, _ body: @escaping @Sendable () -> Void) throws(StartError) {
        let end = DispatchSemaphore(value: 0)
        try start(stackByteCount: stackByteCount) {
            body()
            end.signal()
        }
        end.wait()
    }

    private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        if let argument { Unmanaged<Shared<@Sendable () -> Void>>.fromOpaque(argument).takeRetainedValue().value() }
        return nil
    }
}
