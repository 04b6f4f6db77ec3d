import HTTP
import HTTPCurl
import Synchronization

/// A link of one's own, which counts requests and adds a header: `swift run OwnLink http://127.0.0.1:8080`.
final class Numbering: HTTPLoaderLink {
    private let count = Mutex(0)

    func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        var numbered = request
        numbered.headers["X-Number"] = count.withLock { count in
            count += 1
            return "\(count)"
        }
        // The change is part of the trace.
        task.reportChange(by: self, from: request, to: numbered)
        return try await nextLoader.load(numbered, task: task)
    }

    func reset() async { count.withLock { $0 = 0 } }
}

@main struct OwnLink {
    struct Echo: Decodable {
        let headers: [String: String]
    }

    static func main() async throws {
        guard let server = CommandLine.arguments.dropFirst().first else { return print("usage: OwnLink SERVER") }
        let loader = ResetGuard() --> Numbering() --> CurlLoader()
        for round in 1...3 {
            if round == 3 { await loader.reset() }
            let echo = try await loader.load(HTTPRequest(url: server + "/headers")).body.decode(Echo.self)
            print(echo.headers["X-Number"] ?? "none")
        }
    }
}
