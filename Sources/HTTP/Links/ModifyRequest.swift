/// A link that changes every request (part 7 of “HTTP in Swift”).
public struct ModifyRequest: HTTPLoaderLink {
    private let modifier: @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPRequest

    /// - Parameter modifier: returns a changed copy of the request. It may wait, such as for a token, and throw to refuse the request.
    public init(modifier: @escaping @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPRequest) { self.modifier = modifier }

    /// Passes on the changed request.
    /// - Throws: ``HTTPError/Code/invalidRequest`` if the function returns a request with another identity, whose response the caller did
    ///   not ask for.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let modified = try await modifier(request)
        guard modified.id == request.id else {
            throw HTTPError(
                .invalidRequest, request: request,
                message: "ModifyRequest returned a different request: return a changed copy of the one that it was given.")
        }
        task.reportChange(by: self, from: request, to: modified)
        return try await nextLoader.load(modified, task: task)
    }
}

/// A link that adds header fields to requests that lack them, to whichever host they go.
///
/// ```swift
/// let loader = DefaultHeaders(["User-Agent": "falcon/1.0"]) --> CurlLoader()
/// ```
public struct DefaultHeaders: HTTPLoaderLink {
    private let headers: HTTPHeaders

    /// - Parameter headers: the fields to add, without credentials: an ``ApplyEnvironment`` adds those to its own server only.
    public init(_ headers: HTTPHeaders) { self.headers = headers }

    /// Passes on the completed request.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        var completed = request
        completed.headers.merge(defaults: headers)
        task.reportChange(by: self, from: request, to: completed)
        return try await nextLoader.load(completed, task: task)
    }
}

/// A link that writes a line for each request and each outcome (part 6 of “HTTP in Swift”), without header values and queries, which may be
/// secret.
public struct PrintLoader: HTTPLoaderLink {
    private let clock: HTTPClock
    private let write: @Sendable (String) -> Void

    /// Creates a link that prints.
    /// - Parameters:
    ///   - clock: measures how long a response took.
    ///   - write: receives each line, without a line break; prints it by default.
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
