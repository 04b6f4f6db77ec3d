#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ServerEnvironment {
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

extension HTTPRequest {
    static func origin(scheme: String, host: String, port: Int?) -> HTTPOrigin? {
        var request = HTTPRequest()
        request.scheme = scheme
        request.host = host
        request.port = port
        return request.origin
    }
}
