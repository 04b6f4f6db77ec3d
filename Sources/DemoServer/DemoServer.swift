import Platform

/// An HTTP server inside this process for trying out clients.
///
/// It listens on the loopback address unless configured otherwise. Its threads sleep until a request arrives. Data that clients create (people,
/// planets, tokens) stays in memory until the server stops; each server has its own.
public final class DemoServer: Sendable {
    /// The port of the server; chosen by the system if the configuration says 0.
    public let port: Int
    /// The base URL without a final slash: `http://127.0.0.1:41234`.
    public let url: String

    private let daemon: Daemon

    private init(daemon: Daemon, host: String) {
        self.daemon = daemon
        port = daemon.port
        url = "http://\(host.contains(":") ? "[\(host)]" : host):\(daemon.port)"
    }

    /// Starts a server, which responds until ``stop()`` or until its last reference is released.
    ///
    /// - Throws: `DemoServerError` if libmicrohttpd is not installed, or the host or port cannot be used.
    public static func start(configuration: DemoServerConfiguration = .init()) throws(DemoServerError) -> DemoServer {
        try start(configuration: configuration, services: .live)
    }

    /// Starts a server that returns stored responses.
    ///
    /// - Throws: `DemoServerError`, for the same reasons as ``start(configuration:)``.
    public static func start(
        configuration: DemoServerConfiguration = .init(), responding responses: StoredResponses
    ) throws(DemoServerError) -> DemoServer {
        try start(configuration, Services.live.scheduler, responses.allowing(configuration.names))
    }

    static func start(configuration: DemoServerConfiguration, services: Services) throws(DemoServerError) -> DemoServer {
        let access = AccessPolicy(names: configuration.names)
        return try start(configuration, services.scheduler, Router(groups: RouteTable.groups(services: services), access: access))
    }

    static func start(
        _ configuration: DemoServerConfiguration, _ scheduler: any DelayScheduler, _ responder: any Responder
    ) throws(DemoServerError) -> DemoServer {
        let address = try SocketAddress(host: configuration.host, port: configuration.port)
        let library = try MicroHTTPD.open()
        let daemon = try Daemon(
            library: library, address: address, configuration: configuration, scheduler: scheduler, responder: responder)
        return DemoServer(daemon: daemon, host: configuration.host)
    }

    deinit {
        stop()
    }

    /// Closes every connection and frees the port. Unfinished responses break off. A second call does nothing.
    public func stop() { daemon.stop() }
}

/// The address of the server, and its limit on request bodies.
public struct DemoServerConfiguration: Sendable {
    /// An IPv4 or IPv6 address, or `localhost`. Everyone who can reach an address other than the loopback one can use the server.
    public var host: String
    /// 1 to 65535, or 0 for a free port.
    public var port: Int
    /// The largest request body that is kept to be echoed and parsed, in bytes. Longer ones are only counted and hashed, so
    /// an upload of any size costs no more memory than this.
    public var bodyMemoryLimit: Int

    /// The names allowed in `Host` and `Origin`, besides addresses, `localhost` and names that cannot be registered; `*` for any. Others
    /// are refused, since web pages can make a browser send them (DNS rebinding).
    public var names: [String]

    /// The seconds without any byte after which a connection without a request in progress is closed.
    var headTimeoutSeconds: UInt32 = 30

    /// Creates a configuration; by default the loopback address, a free port, 4 MiB of each body, and no other names.
    public init(host: String = "127.0.0.1", port: Int = 0, bodyMemoryLimit: Int = 4 << 20, names: [String] = []) {
        self.host = host
        self.port = port
        self.bodyMemoryLimit = bodyMemoryLimit
        self.names = names
    }
}

/// A server that could not start.
public struct DemoServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable {
        /// libmicrohttpd is not installed, or too old.
        case libraryMissing
        /// The host is not an address of this machine, or the port is out of range.
        case invalidAddress
        /// Another program listens there.
        case portInUse
        /// The system refused for another reason.
        case cannotListen
    }

    /// The kind of failure.
    public let code: Code
    /// A message for the user: what failed, why, and what to do.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

/// Time and random values for the handlers. Tests pass their own.
struct Services: Sendable {
    var scheduler: any DelayScheduler
    /// Seconds since 1970.
    var now: @Sendable () -> Int
    /// Makes a text that cannot be guessed: letters and digits, at least 128 random bits.
    var makeToken: @Sendable () -> String

    static let live = Services(
        scheduler: SystemDelayScheduler(),
        now: { time(nil) },
        makeToken: {
            var generator = SystemRandomNumberGenerator()
            return String(generator.next(), radix: 36) + String(generator.next(), radix: 36) + String(generator.next(), radix: 36)
        })
}
