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
        try await send(FileBody(path: path), method: .put, to: url)
    }

    /// As a form: a field, and the file as its second part.
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
