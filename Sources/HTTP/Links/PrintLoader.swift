/// A link that writes a line for each request and each outcome (part 6 of the series), without header values and queries, which may be
/// secret.
public struct PrintLoader: HTTPLoaderLink {
    private let clock: HTTPClock
    private let write: @Sendable (String) -> Void

    /// - Parameter write: receives each line, without a line break; prints it by default.
    public init(clock: HTTPClock = .system, write: @escaping @Sendable (String) -> Void = { print($0) }) {
        self.clock = clock
        self.write = write
    }

    /// Passes the request on unchanged.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let place = "\(request.method) \(request.origin?.description ?? "")\(request.percentEncodedPath)"
        write("→ \(place)")
        let start = clock.uptime()
        do throws(HTTPError) {
            let response = try await nextLoader.load(request, task: task)
            write("← \(response.status) \(place) after \(clock.uptime() - start)")
            return response
        } catch {
            write("✗ \(error.code) \(place) after \(clock.uptime() - start)")
            throw error
        }
    }
}
