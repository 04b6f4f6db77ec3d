public import HTTP

/// Adds the headers that tell a server who asks and what it may answer with, where a request says nothing of them.
///
/// Large public servers refuse requests without them. The link stands before the transport, so that logins and redirects have them too.
public struct AutomaticHeaders: HTTPLoaderLink {
    /// The headers that are added.
    public static let fields: HTTPHeaders = ["User-Agent": "apus/\(Version.number)", "Accept": "*/*"]

    /// A link that adds them.
    public init() {}

    /// Hands on the request with what it lacks.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        var complete = request
        for field in Self.fields.fields where !request.omittedAutomaticHeaders.contains(field.name.lowercased()) {
            complete.headers.appendIfAbsent(field.name, field.value)
        }
        task.reportChange(by: self, from: request, to: complete)
        return try await nextLoader.load(complete, task: task)
    }
}

private enum OmittedAutomaticHeaders: HTTPRequestOption {
    static let defaultOptionValue: Set<String> = []
}

extension HTTPRequest {
    /// The names, in lower case, of automatic headers that are not added.
    public var omittedAutomaticHeaders: Set<String> {
        get { self[option: OmittedAutomaticHeaders.self] }
        set { self[option: OmittedAutomaticHeaders.self] = newValue }
    }

    /// Goes without automatic headers.
    public mutating func omitAutomaticHeaders() { omittedAutomaticHeaders = Set(AutomaticHeaders.fields.map { $0.name.lowercased() }) }
}
