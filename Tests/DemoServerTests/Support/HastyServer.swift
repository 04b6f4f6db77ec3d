import Dispatch

@testable import DemoServer

/// A server that lets nobody wait: what takes it less than twenty seconds is over at once, what takes longer never is.
enum HastyServer {
    private struct Scheduler: DelayScheduler {
        private let queue = DispatchQueue(label: "hasty")

        func run(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
            if delay < .seconds(20) { queue.async(execute: action) }
        }
    }

    static func start() throws -> DemoServer {
        var services = Services.live
        services.scheduler = Scheduler()
        return try DemoServer.start(configuration: DemoServerConfiguration(), services: services)
    }
}
