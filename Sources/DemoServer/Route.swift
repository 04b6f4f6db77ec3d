/// A row of the route table: a method and a path, the handler, and the documentation.
struct Route: Sendable {
    /// Makes the response, or throws the client's error. Called on any of the server's threads; must not block.
    typealias Handler = @Sendable (Request) throws(Problem) -> Response

    /// Matches every method.
    static let anyMethod = "ANY"

    let endpoint: Endpoint
    let pattern: RoutePattern
    let handler: Handler

    init(_ method: String, _ path: String, _ summary: String, handler: @escaping Handler) {
        self.init(Endpoint(method: method, path: path, summary: summary), handler: handler)
    }

    init(_ endpoint: Endpoint, handler: @escaping Handler) {
        self.endpoint = endpoint
        pattern = RoutePattern(endpoint.path)
        self.handler = handler
    }

    /// A route for GET takes HEAD as well: libmicrohttpd leaves out the body.
    func allows(_ method: String) -> Bool {
        endpoint.method == Self.anyMethod || endpoint.method == method || (endpoint.method == "GET" && method == "HEAD")
    }
}

/// Routes under one heading.
struct RouteGroup: Sendable {
    let title: String
    let routes: [Route]

    var endpoints: EndpointGroup {
        EndpointGroup(title: title, endpoints: routes.map(\.endpoint))
    }
}

/// A pattern for paths: `/status/{codes}`.
///
/// `{name}` matches one segment, `{name?}` one that may be missing (with all segments after it), `{name*}` the rest of the path, which may be
/// empty.
struct RoutePattern: Sendable, Hashable {
    private enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
        case optional(String)
        case rest(String)
    }

    private let segments: [Segment]

    init(_ text: String) {
        segments = text.split(separator: "/").map(Self.segment)
    }

    /// The first segment; nil if it is a parameter.
    var firstLiteral: String? {
        if case .literal(let text) = segments.first { text } else { nil }
    }

    /// The parameters of a path; nil if the path does not match.
    ///
    /// - Parameter path: the segments, decoded.
    func match(_ path: [String]) -> [String: String]? {
        var parameters: [String: String] = [:]
        var rest = path[...]
        for segment in segments {
            switch segment {
            case .literal(let text): guard rest.popFirst() == text else { return nil }
            case .parameter(let name):
                guard let value = rest.popFirst() else { return nil }
                parameters[name] = value
            case .optional(let name): parameters[name] = rest.popFirst()
            case .rest(let name):
                parameters[name] = rest.joined(separator: "/")
                return parameters
            }
        }
        return rest.isEmpty ? parameters : nil
    }

    private static func segment(_ text: Substring) -> Segment {
        guard text.hasPrefix("{"), text.hasSuffix("}") else { return .literal(String(text)) }
        let name = text.dropFirst().dropLast()
        switch name.last {
        case "?": return .optional(String(name.dropLast()))
        case "*": return .rest(String(name.dropLast()))
        default: return .parameter(String(name))
        }
    }
}
