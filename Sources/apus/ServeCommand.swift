import CLI
import DemoServer
import Platform

/// `apus serve`: runs the embedded server alone, until a signal ends it.
enum ServeCommand {
    /// - Parameter names: names that requests may say, besides addresses and names of this machine; `*` for any.
    static func run(host: String, port: UInt16, names: [String]) throws {
        // Blocked before the server's threads begin, so that they leave the signals to `sigwait`.
        var endings = sigset_t()
        sigemptyset(&endings)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&endings, number) }
        pthread_sigmask(SIG_BLOCK, &endings, nil)
        let server = try DemoServer.start(configuration: DemoServerConfiguration(host: host, port: Int(port), names: names))
        defer { server.stop() }
        try? CommandStreams().write("serving \(server.url), ^C ends it\n")
        var received: Int32 = 0
        sigwait(&endings, &received)
    }
}
