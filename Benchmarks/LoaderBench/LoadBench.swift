import HTTP

/// One kind of request, so many at a time.
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

/// The server did not answer what it was asked for.
struct WrongAnswer: Error {}
