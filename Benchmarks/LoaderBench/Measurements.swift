import Hashing
import HTTP
import HTTPCurl

/// Sends one request many times, with this number in flight.
struct LoadBench {
    let loader: any HTTPLoader
    let inFlight: Int
    let requestCount: Int

    func requestsPerSecond(url: String) async throws -> Int {
        let (loader, request, each) = (loader, Loaders.request(url), requestCount / inFlight)
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<inFlight {
                group.addTask {
                    for _ in 0..<each {
                        let response = try await loader.load(request)
                        guard try await response.body.collect(upTo: 65536).count == 1024 else { throw WrongAnswer() }
                    }
                }
            }
            try await group.waitForAll()
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return Int(Double(each * inFlight) / seconds)
    }
}

/// The error for an unexpected response.
struct WrongAnswer: Error {}

/// Downloads or uploads one large body.
enum TransferBench {
    static func get(_ url: String) async throws -> String {
        let start = ContinuousClock.now
        let response = try await CurlLoader().load(Loaders.request(url))
        var byteCount = 0
        for try await chunk in response.body { byteCount += chunk.count }
        return summary(byteCount, since: start)
    }

    static func put(_ path: String, to url: String) async throws -> String {
        try await send(FileBody(path: path), method: .put, to: url)
    }

    /// Sends the file as the second part of a form.
    static func form(_ path: String, to url: String) async throws -> String {
        try await send(MultipartBody([.field("title", "large"), .file("file", path: path)]), method: .post, to: url)
    }

    private static func send(_ body: any HTTPBody, method: HTTPMethod, to url: String) async throws -> String {
        let start = ContinuousClock.now
        guard case .known(let length) = body.length else { throw WrongAnswer() }
        let response = try await CurlLoader().load(Loaders.request(url, method: method, body: body))
        guard response.status == 204 else { throw WrongAnswer() }
        return summary(Int(length), since: start)
    }

    private static func summary(_ byteCount: Int, since start: ContinuousClock.Instant) -> String {
        "\(byteCount) \((ContinuousClock.now - start) / .seconds(1))"
    }
}

/// Measures the time from `cancel()` to the caller's error, for a request that is never answered.
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

/// Queues many requests and cancels half of them, at random.
enum ThrottleBench {
    static func run(count: Int) async -> String {
        let throttle = Throttle(maximumNumberOfRequests: 0)
        let loader = throttle --> Answering()
        var random = SplitMix64(seed: 42)
        let start = ContinuousClock.now
        let tasks = (0..<count).map { _ in loader.start(HTTPRequest(url: "http://bench.invalid/")) }
        while throttle.waitingCount < count { await Task.yield() }
        let cancelled = Set((0..<count).shuffled(using: &random).prefix(count / 2))
        for index in cancelled { tasks[index].cancel() }
        throttle.maximumNumberOfRequests = 6
        let answered = await answeredCount(of: tasks)
        let microseconds = (ContinuousClock.now - start) / .microseconds(1)
        return "\(answered) \(microseconds / Double(count))"
    }

    /// Reads all of them concurrently: a request counts as in flight until the end of its body.
    private static func answeredCount(of tasks: [HTTPTask]) async -> Int {
        await withTaskGroup(of: Int.self) { group in
            for task in tasks {
                group.addTask {
                    guard case .success(let response) = await task.result else { return 0 }
                    return (try? await response.body.collect(upTo: 1)) == nil ? 0 : 1
                }
            }
            return await group.reduce(0, +)
        }
    }
}

private struct Answering: HTTPLoader {
    func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        HTTPResponse(request: request, status: .noContent)
    }
}
