import HTTP
import HTTPCurl
import Platform

/// Measures the loader; `Benchmarks/loaders/run.py` compares the figures with those of a C program and of curl.
@main enum LoaderBench {
    private static let usage = """
        usage: loader-bench load CHAIN IN_FLIGHT REQUESTS URL   requests per second; CHAIN is curl (the transport alone) or live (all links)
               loader-bench get URL                             reads an answer of any size; prints bytes and seconds
               loader-bench put FILE URL                        sends a file; prints bytes and seconds
               loader-bench form FILE URL                       the same as a part of a form
               loader-bench cancel COUNT URL                    microseconds from cancel() to the caller's error: median and 99 of 100
               loader-bench throttle COUNT                      microseconds for each of so many waiting requests, half of them cancelled
        """

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("load", 5):
            let inFlight = number(arguments[2])
            let load = LoadBench(
                loader: Loaders.named(arguments[1], connections: inFlight), inFlight: inFlight, requestCount: number(arguments[3]))
            try await print(load.requestsPerSecond(url: arguments[4]))
        case ("get", 2): try await print(TransferBench.get(arguments[1]))
        case ("put", 3): try await print(TransferBench.put(arguments[1], to: arguments[2]))
        case ("form", 3): try await print(TransferBench.form(arguments[1], to: arguments[2]))
        case ("cancel", 3): try await print(CancelBench.run(count: number(arguments[1]), url: arguments[2]))
        case ("throttle", 2): await print(ThrottleBench.run(count: number(arguments[1])))
        default:
            print(usage)
            exit(2)
        }
    }

    private static func number(_ text: String) -> Int { Int(text) ?? 0 }
}

/// The loaders that are measured.
enum Loaders {
    /// `live` is the workbench's chain with every link and a recorder that forgets; all else the transport alone. Each request in flight may have
    /// its connection, as in the C program.
    static func named(_ name: String, connections: Int) -> any HTTPLoader {
        let transport = CurlLoader(connectionLimits: HTTPConnectionLimits(perHost: connections, total: connections))
        guard name == "live" else { return transport }
        var chain = StandardChain()
        chain.recorder = ForgetfulRecorder()
        chain.defaultHeaders = [:]
        chain.retryStrategy = Backoff(.constant(.seconds(1)))
        return chain.loader(over: transport)
    }

    /// A request that goes straight to the benchmark's server.
    static func request(_ url: String, method: HTTPMethod = .get, body: any HTTPBody = EmptyBody()) -> HTTPRequest {
        var request = HTTPRequest(method: method, url: url, body: body)
        request.proxy = .none
        return request
    }
}

/// Records every exchange, as the history does, and drops it.
private struct ForgetfulRecorder: HTTPRecorder {
    func record(_ exchange: HTTPExchange) {}
}
