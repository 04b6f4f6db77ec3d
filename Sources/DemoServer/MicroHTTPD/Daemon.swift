import CMicroHTTPD
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A running libmicrohttpd with a router behind it. The only place that starts and stops one.
final class Daemon: Sendable {
    /// A daemon is libmicrohttpd's own, and may be stopped from any thread but its own.
    private struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// Room for a request's head and for the pieces in which its body arrives.
    private static let connectionMemory = 128 << 10
    private static let idleTimeoutSeconds: UInt32 = 300
    private static let threadCount: UInt32 = 2
    private static let connectionLimit: UInt32 = 10_000

    let port: Int
    private let library: MicroHTTPD
    private let dispatcher: Dispatcher
    /// Guards that the daemon is stopped once; `nil` afterwards.
    private let handle: Mutex<Handle?>

    init(
        library: MicroHTTPD, address: SocketAddress, bodyMemoryLimit: Int, scheduler: any DelayScheduler, router: Router
    ) throws(DemoServerError) {
        let dispatcher = Dispatcher(
            library: library, router: router, suspensions: Suspensions(library: library, scheduler: scheduler),
            bodyMemoryLimit: bodyMemoryLimit)
        guard let daemon = Self.start(library: library, address: address, dispatcher: dispatcher) else {
            throw Self.failure(errno, address: address)
        }
        self.library = library
        self.dispatcher = dispatcher
        handle = Mutex(Handle(pointer: daemon))
        var functions = library.functions
        port = Int(mhd_port(&functions, daemon))
    }

    func stop() {
        let daemon = handle.withLock { handle in
            defer { handle = nil }
            return handle
        }
        guard let daemon else { return }
        dispatcher.suspensions.resumeAll()
        library.functions.stop_daemon(daemon.pointer)
    }

    /// The callbacks find the dispatcher through an unretained pointer: `Daemon` holds it for as long as threads run.
    private static func start(library: MicroHTTPD, address: SocketAddress, dispatcher: Dispatcher) -> OpaquePointer? {
        address.withSocketAddress { socketAddress in
            var functions = library.functions
            var settings = mhd_settings(
                address: socketAddress, thread_count: threadCount, connection_limit: connectionLimit,
                idle_timeout_seconds: idleTimeoutSeconds,
                connection_memory: connectionMemory, context: Unmanaged.passUnretained(dispatcher).toOpaque(),
                handler: handleRequest, request_started: startRequest, request_completed: completeRequest)
            errno = 0
            return mhd_start(&functions, &settings)
        }
    }

    private static func failure(_ code: Int32, address: SocketAddress) -> DemoServerError {
        let place = "\(address.host) port \(address.port)"
        let reason = code == 0 ? "the system gave no reason" : String(cString: strerror(code))
        switch code {
        case EADDRINUSE:
            return DemoServerError(.portInUse, "Another program listens on \(place). Give another port, or 0 for a free one.")
        case EADDRNOTAVAIL:
            return DemoServerError(.invalidAddress, "\(address.host) is no address of this machine. Give one that is, such as 127.0.0.1.")
        default:
            return DemoServerError(.cannotListen, "Cannot listen on \(place): \(reason).")
        }
    }
}
