import HTTP
import HTTPCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Measures the loader; `Benchmarks/loaders/run.py` puts its figures beside those of C.
///
///     loader-bench load IN_FLIGHT REQUESTS URL     requests per second
@main enum LoaderBench {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().map { $0 }
        switch arguments.first {
        case "load" where arguments.count == 4:
            try await load(inFlight: number(arguments[1]), requests: number(arguments[2]), url: arguments[3])
        default:
            print("usage: loader-bench load IN_FLIGHT REQUESTS URL")
            exit(2)
        }
    }

    private static func number(_ text: String) -> Int { Int(text) ?? 0 }

    private static func load(inFlight: Int, requests: Int, url: String) async throws {
        let loader: any HTTPLoader = CurlLoader()
        var request = HTTPRequest(url: url)
        request.proxy = .none
        let start = ContinuousClock.now
        let each = requests / inFlight
        try await withThrowingTaskGroup(of: Void.self) { [request] group in
            for _ in 0..<inFlight {
                group.addTask {
                    for _ in 0..<each {
                        let response = try await loader.load(request)
                        guard try await response.body.collect(upTo: 65536).count == 1024 else { exit(1) }
                    }
                }
            }
            try await group.waitForAll()
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print(Int(Double(each * inFlight) / seconds))
    }
}
