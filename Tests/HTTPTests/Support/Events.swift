import HTTP

extension HTTPTask {
    /// Reads the response to its end and returns every event.
    func allEvents() async -> [HTTPTaskEvent] {
        if case .success(let response) = await result { _ = try? await response.body.collect(upTo: 1 << 20) }
        var list: [HTTPTaskEvent] = []
        for await event in events { list.append(event) }
        return list
    }
}

extension HTTPResponse {
    /// The body as text.
    func text() async throws -> String { String(decoding: try await body.collect(upTo: 1 << 20), as: UTF8.self) }
}
