import Platform
import Synchronization

/// A value that one task waits for and several may provide; the first one counts.
package final class OneShot<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case waiting(CheckedContinuation<Value, Never>)
        case given(Value)
    }

    /// Guards the value and the waiting continuation.
    private let state = Mutex(State.empty)

    package init() {}

    package func give(_ value: Value) {
        let waiter: CheckedContinuation<Value, Never>? = state.withLock { state in
            if case .given = state { return nil }
            defer { state = .given(value) }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiter?.resume(returning: value)
    }

    /// Waits for the value; to be called once. Cancelling does not end the wait: the code that cancels provides a value.
    package var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let given: Value? = state.withLock { state in
                    if case .given(let value) = state { return value }
                    state = .waiting(continuation)
                    return nil
                }
                if let given { continuation.resume(returning: given) }
            }
        }
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

    private final class Body {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }

    #if canImport(Darwin)
        private typealias Handle = pthread_t?
    #else
        private typealias Handle = pthread_t
    #endif

    /// Runs the closure on a new thread and returns at once.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(StartError) {
        let thread = try create(stackByteCount: nil, body)
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
    }

    /// Runs the closure on a new thread with a stack of that size, while the caller waits.
    package static func wait(stackByteCount: Int, _ body: @escaping @Sendable () -> Void) throws(StartError) {
        let thread = try create(stackByteCount: stackByteCount, body)
        #if canImport(Darwin)
            if let thread { pthread_join(thread, nil) }
        #else
            pthread_join(thread, nil)
        #endif
    }

    private static func create(stackByteCount: Int?, _ body: @escaping @Sendable () -> Void) throws(StartError) -> Handle {
        let argument = Unmanaged.passRetained(Body(run: body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackByteCount { pthread_attr_setstacksize(&attributes, stackByteCount) }
        let code = pthread_create(&thread, &attributes, { DetachedThread.main($0) }, argument.toOpaque())
        guard code == 0 else {
            argument.release()
            throw StartError(code: code)
        }
        return thread
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
