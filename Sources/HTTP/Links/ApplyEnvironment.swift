public import Platform

/// A link that completes requests by a server environment (part 7 of “HTTP in Swift”).
///
/// Its place is before everything that uses the URL: deduplication, cache, redirects, authentication.
public struct ApplyEnvironment: HTTPLoaderLink {
    private let environment: ServerEnvironment?

    /// - Parameter environment: the environment for requests without one of their own.
    public init(environment: ServerEnvironment? = nil) { self.environment = environment }

    /// Passes on the completed request, with the environment as its option for the links after.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let environment = request.serverEnvironment ?? environment else { return try await nextLoader.load(request, task: task) }
        var completed = environment.applied(to: request)
        completed.serverEnvironment = environment
        task.reportChange(by: self, from: request, to: completed)
        return try await nextLoader.load(completed, task: task)
    }
}

/// The location of a server and the defaults for requests to it: development, staging, production (part 7 of “HTTP in Swift”).
public struct ServerEnvironment: Hashable, Sendable {
    /// The name shown to a user.
    public var name: String
    /// The scheme; `https` by default.
    public var scheme: String
    /// A name or an address. Nil keeps the request's host, and adds the headers and query for every host.
    public var host: String?
    /// The port; nil for the default of the scheme.
    public var port: Int?
    /// The prefix of paths that do not begin with `/`, percent-encoded. Slashes at its ends are optional.
    public var pathPrefix: String
    /// Headers that are added unless the request has a field of that name.
    public var headers: HTTPHeaders
    /// Query items that are added unless the request has one of that name.
    public var queryItems: [URLQueryItem]

    /// Creates an environment.
    public init(
        name: String = "", scheme: String = "https", host: String?, port: Int? = nil, pathPrefix: String = "", headers: HTTPHeaders = [:],
        queryItems: [URLQueryItem] = []
    ) {
        self.name = name
        self.scheme = scheme
        self.host = host
        self.port = port
        self.pathPrefix = pathPrefix
        self.headers = headers
        self.queryItems = queryItems
    }

    /// The request, completed by this environment.
    ///
    /// A request without a host gets the host, scheme and port. A request to another host gets no prefix, headers or query, because they do
    /// not belong to that server and may be credentials.
    public func applied(to request: HTTPRequest) -> HTTPRequest {
        var request = request
        if (request.host ?? "").isEmpty, let host {
            request.scheme = scheme
            request.host = host
            request.port = port
        }
        if !request.percentEncodedPath.hasPrefix("/"), request.percentEncodedPath != "*" {
            request.percentEncodedPath = covers(request) ? joined(to: request.percentEncodedPath) : "/" + request.percentEncodedPath
        }
        if covers(request) { complete(&request) }
        return request
    }

    /// True if the request goes to this environment's server, or the environment is for every host.
    public func covers(_ request: HTTPRequest) -> Bool {
        guard let host else { return true }
        return request.origin == HTTPRequest.origin(scheme: scheme, host: host, port: port)
    }

    private func complete(_ request: inout HTTPRequest) {
        request.headers.merge(defaults: headers)
        let present = Set(request.queryItems.map(\.name))
        request.appendQueryItems(queryItems.filter { !present.contains($0.name) })
    }

    private func joined(to path: String) -> String {
        let prefix = pathPrefix.split(separator: "/").joined(separator: "/")
        guard !prefix.isEmpty else { return "/" + path }
        return path.isEmpty ? "/" + prefix : "/\(prefix)/\(path)"
    }
}

extension ServerEnvironment: HTTPRequestOption {
    /// No environment of the request's own.
    public static let defaultOptionValue: ServerEnvironment? = nil
}

extension HTTPRequest {
    /// The environment of this request; it replaces that of ``ApplyEnvironment``.
    public var serverEnvironment: ServerEnvironment? {
        get { self[option: ServerEnvironment.self] }
        set { self[option: ServerEnvironment.self] = newValue }
    }
}

extension HTTPRequest {
    static func origin(scheme: String, host: String, port: Int?) -> HTTPOrigin? {
        var request = HTTPRequest()
        request.scheme = scheme
        request.host = host
        request.port = port
        return request.origin
    }
}
