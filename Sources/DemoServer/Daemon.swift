import CMicroHTTPD
import Platform
import Synchronization

/// A running libmicrohttpd server.
final class Daemon: Sendable {
    /// The daemon belongs to libmicrohttpd, and may be stopped from any thread but its own ones.
    private struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// The memory for a request's head and for the pieces of its body, in bytes.
    private static let connectionMemory = 128 << 10
    private static let idleTimeoutSeconds: UInt32 = 300
    private static let threadCount: UInt32 = 2
    private static let connectionLimit: UInt32 = 10_000

    let port: Int
    private let library: MicroHTTPD
    private let dispatcher: Dispatcher
    /// Guards the daemon, which is stopped once; nil afterwards.
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

    /// The callbacks get the dispatcher as an unretained pointer: `Daemon` keeps it while the threads run.
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
        let reason = code == 0 ? "the system gave no reason" : SystemError(code).reason
        switch code {
        case EADDRINUSE:
            return DemoServerError(.portInUse, "Another program listens on \(place). Choose another port, or 0 for a free one.")
        case EADDRNOTAVAIL:
            return DemoServerError(
                .invalidAddress, "\(address.host) is not an address of this machine. Choose one that is, such as 127.0.0.1.")
        default:
            return DemoServerError(.cannotListen, "Cannot listen on \(place): \(reason).")
        }
    }
}

/// libmicrohttpd, opened at run time.
///
/// `@unchecked Sendable`: the table holds functions of a library that stays loaded until the process ends, and that may be called from any
/// thread.
struct MicroHTTPD: @unchecked Sendable {
    let functions: mhd_library

    /// The file names on Linux, and on macOS with Homebrew.
    private static let paths = [
        "libmicrohttpd.so.12", "libmicrohttpd.so", "/opt/homebrew/lib/libmicrohttpd.dylib", "/usr/local/lib/libmicrohttpd.dylib",
    ]

    static func open() throws(DemoServerError) -> MicroHTTPD {
        var failures: [String] = []
        for path in paths {
            var functions = mhd_library()
            guard let failure = mhd_open(&functions, path) else { return MicroHTTPD(functions: functions) }
            failures.append(String(cString: failure))
        }
        throw DemoServerError(
            .libraryMissing,
            "The embedded server needs libmicrohttpd, which is not installed (\(failures[0])): install libmicrohttpd12 (libmicrohttpd on other systems)."
        )
    }
}
