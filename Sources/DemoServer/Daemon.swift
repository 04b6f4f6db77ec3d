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
    private static let threadCount: UInt32 = 2
    private static let connectionLimit: UInt32 = 10_000

    let port: Int
    private let library: MicroHTTPD
    private let dispatcher: Dispatcher
    /// Guards the daemon, which is stopped once; nil afterwards.
    private let handle: Mutex<Handle?>

    init(
        library: MicroHTTPD, address: SocketAddress, configuration: DemoServerConfiguration, scheduler: any DelayScheduler,
        responder: any Responder
    ) throws(DemoServerError) {
        let dispatcher = Dispatcher(
            library: library, responder: responder, suspensions: Suspensions(library: library, scheduler: scheduler),
            configuration: configuration)
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
                idle_timeout_seconds: dispatcher.headTimeoutSeconds,
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

    static func open() throws(DemoServerError) -> MicroHTTPD {
        var failures: [String] = []
        for path in DynamicLibrary.Names.microhttpd {
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

/// A numeric address and port, for the socket functions.
struct SocketAddress: Sendable {
    let host: String
    let port: Int
    private let storage: sockaddr_storage

    init(host: String, port: Int) throws(DemoServerError) {
        guard let number = in_port_t(exactly: port) else {
            throw DemoServerError(.invalidAddress, "\(port) is not a port. Choose one from 1 to 65535, or 0 for a free one.")
        }
        let numeric = host == "localhost" ? "127.0.0.1" : host
        guard let storage = Self.ipv4(numeric, port: number) ?? Self.ipv6(numeric, port: number) else {
            throw DemoServerError(
                .invalidAddress, "“\(host)” is not a numeric address. Use an IPv4 or IPv6 address, such as 127.0.0.1, ::1 or 0.0.0.0.")
        }
        self.host = host
        self.port = port
        self.storage = storage
    }

    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }

    /// The numeric host of an address; nil if it is neither IPv4 nor IPv6.
    static func host(of address: UnsafePointer<sockaddr>) -> String? {
        let length = Int32(address.pointee.sa_family) == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(address, socklen_t(length), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else { return nil }
        return name.withUnsafeBufferPointer { buffer in buffer.baseAddress.map { String(cString: $0) } }
    }

    private static func ipv4(_ host: String, port: in_port_t) -> sockaddr_storage? {
        var address = sockaddr_in()
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        return stored(address)
    }

    private static func ipv6(_ host: String, port: in_port_t) -> sockaddr_storage? {
        var address = sockaddr_in6()
        guard inet_pton(AF_INET6, host, &address.sin6_addr) == 1 else { return nil }
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        return stored(address)
    }

    private static func stored<Address>(_ address: Address) -> sockaddr_storage {
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { target in
            withUnsafeBytes(of: address) { target.copyMemory(from: $0) }
        }
        return storage
    }
}
