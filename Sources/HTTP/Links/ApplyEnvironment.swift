#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Completes requests with the server environment they are for (part 7 of the series).
///
/// Stands before everything that looks at a URL: de-duplication, cache, redirects, authentication.
public struct ApplyEnvironment: HTTPLoaderLink {
    private let environment: ServerEnvironment?

    /// - Parameter environment: for requests that bring none of their own; nil for none.
    public init(_ environment: ServerEnvironment? = nil) { self.environment = environment }

    /// Hands on the completed request, which keeps the environment as its option for the links behind.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let environment = request.serverEnvironment ?? environment else { return try await nextLoader.load(request, task: task) }
        var completed = environment.applied(to: request)
        completed.serverEnvironment = environment
        task.reportChange(by: self, from: request, to: completed)
        return try await nextLoader.load(completed, task: task)
    }
}

/// Where a server lives and what each request to it carries: development, staging, production (part 7 of the series).
public struct ServerEnvironment: Hashable, Sendable {
    /// For a person to choose by.
    public var name: String
    /// `https` unless set.
    public var scheme: String
    /// A name or an address; nil leaves the request's host alone and gives headers and query to every host.
    public var host: String?
    /// Nil stands for the scheme's own port.
    public var port: Int?
    /// Put before paths that do not begin with `/`; percent-encoded; one slash at either end is added or dropped as needed.
    public var pathPrefix: String
    /// Added where the request has no field of that name.
    public var headers: HTTPHeaders
    /// Added where the request has no item of that name.
    public var queryItems: [URLQueryItem]

    /// An environment; all but the host can be left out.
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
    /// A missing host brings scheme and port along. A request that names another host than this one's gets neither prefix nor headers
    /// nor query: they are not that server's, and may hold credentials.
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

    /// True when the request goes to this environment's server, or when the environment is for any.
    func covers(_ request: HTTPRequest) -> Bool {
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

private enum ServerEnvironmentOption: HTTPRequestOption {
    static let defaultOptionValue: ServerEnvironment? = nil
}

extension HTTPRequest {
    /// The environment this request is for; it beats the one that ``ApplyEnvironment`` was made with.
    public var serverEnvironment: ServerEnvironment? {
        get { self[option: ServerEnvironmentOption.self] }
        set { self[option: ServerEnvironmentOption.self] = newValue }
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
