import HTTP
import Hashing

/// Many requests that wait in line while half of them, at random, are cancelled.
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

    /// Reads all of them at once: a request holds its place until its body has ended.
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
