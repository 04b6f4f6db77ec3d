#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
