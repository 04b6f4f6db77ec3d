/// An HTTP server inside this process that answers what people try out clients with.
///
/// It listens on the loopback address unless told otherwise, has threads of its own that sleep until a request arrives,
/// and keeps what clients create (people, planets, tokens) in memory until it stops. Each server has its own state.
public final class DemoServer: Sendable {
    /// The port that it listens on; the one that the system chose when the configuration said 0.
    public let port: Int
    /// The start of every address it answers, without a slash at the end: `http://127.0.0.1:41234`.
    public let url: String

    private let daemon: Daemon

    private init(daemon: Daemon, host: String) {
        self.daemon = daemon
        port = daemon.port
        url = "http://\(host.contains(":") ? "[\(host)]" : host):\(daemon.port)"
    }

    /// Starts a server. It answers when this returns, and until `stop()` or until nobody holds it any more.
    ///
    /// - Throws: `DemoServerError` when libmicrohttpd is not installed, or the host or port cannot be listened on.
    public static func start(configuration: DemoServerConfiguration = .init()) throws(DemoServerError) -> DemoServer {
        try start(configuration: configuration, services: .live)
    }

    static func start(configuration: DemoServerConfiguration, services: Services) throws(DemoServerError) -> DemoServer {
        let address = try SocketAddress(host: configuration.host, port: configuration.port)
        let library = try MicroHTTPD.open()
        let daemon = try Daemon(
            library: library, address: address, bodyMemoryLimit: configuration.bodyMemoryLimit,
            scheduler: services.scheduler, router: Router(groups: RouteTable.groups(services: services)))
        return DemoServer(daemon: daemon, host: configuration.host)
    }

    deinit {
        stop()
    }

    /// Closes every connection and frees the port. Answers that are under way break off. Stopping twice does nothing.
    public func stop() {
        daemon.stop()
    }
}
