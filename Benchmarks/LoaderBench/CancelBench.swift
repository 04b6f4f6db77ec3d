import HTTP
import HTTPCurl

/// From `cancel()` to the error that its caller sees, for a request that a server never answers.
enum CancelBench {
    static func run(count: Int, url: String) async throws -> String {
        let loader = CurlLoader()
        var times: [Double] = []
        for _ in 0..<count {
            let task = loader.start(Loaders.request(url))
            // The request is on its way once libcurl has told of the connection.
            for await event in task.events { if case .connected = event { break } }
            let start = ContinuousClock.now
            task.cancel()
            guard case .failure(let error) = await task.result, error.code == .cancelled else { throw WrongAnswer() }
            times.append((ContinuousClock.now - start) / .microseconds(1))
        }
        times.sort()
        return "\(times[times.count / 2]) \(times[times.count * 99 / 100])"
    }
}
