import DemoServer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `apus serve`: the embedded server alone, until it is told to end.
enum ServeCommand {
    static func run(host: String, port: UInt16) throws {
        // Blocked before the server's threads begin, so that every one of them leaves the signals to `sigwait`.
        var endings = sigset_t()
        sigemptyset(&endings)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&endings, number) }
        pthread_sigmask(SIG_BLOCK, &endings, nil)
        let server = try DemoServer.start(configuration: DemoServerConfiguration(host: host, port: Int(port)))
        defer { server.stop() }
        StandardStream.output.write("serving \(server.url), ^C ends it\n")
        var received: Int32 = 0
        sigwait(&endings, &received)
    }
}
