import HTTP
import HTTPCurl

/// One large body, down or up.
enum TransferBench {
    static func get(_ url: String) async throws -> String {
        let start = ContinuousClock.now
        let response = try await CurlLoader().load(Loaders.request(url))
        var byteCount = 0
        for try await chunk in response.body { byteCount += chunk.count }
        return summary(byteCount, since: start)
    }

    static func put(_ path: String, to url: String) async throws -> String {
        let start = ContinuousClock.now
        let body = FileBody(path: path)
        guard case .known(let length) = body.length else { throw WrongAnswer() }
        let response = try await CurlLoader().load(Loaders.request(url, method: .put, body: body))
        guard response.status == 204 else { throw WrongAnswer() }
        return summary(Int(length), since: start)
    }

    private static func summary(_ byteCount: Int, since start: ContinuousClock.Instant) -> String {
        "\(byteCount) \((ContinuousClock.now - start) / .seconds(1))"
    }
}
