import Dispatch

@testable import DemoServer

/// A demo server whose delays under 20 s end immediately and longer ones never.
enum ImmediateDelayServer {
    private struct Scheduler: DelayScheduler {
        private let queue = DispatchQueue(label: "delays")

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
