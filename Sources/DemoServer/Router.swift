import HTTP
import JSON

/// A row of the route table: a method and a path, the handler, and the documentation.
struct Route: Sendable {
    /// Makes the response, or throws the client's error. Called on any of the server's threads; must not block.
    typealias Handler = @Sendable (Request) throws(RouteError) -> Response

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

    /// True if the route handles a method. A route for GET also handles HEAD: libmicrohttpd leaves out the body.
    func allows(_ method: String) -> Bool {
        endpoint.method == Self.anyMethod || endpoint.method == method || (endpoint.method == "GET" && method == "HEAD")
    }
}

/// Routes under one heading.
struct RouteGroup: Sendable {
    let title: String
    let routes: [Route]

    var endpoints: EndpointGroup { EndpointGroup(title: title, endpoints: routes.map(\.endpoint)) }
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

    /// The parameters of a path of decoded segments; nil if the path does not match.
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

/// Finds the route for a request.
struct Router: Responder {
    private let routes: [String?: [Route]]
    private let paths: [String]
    private let access: AccessPolicy

    init(groups: [RouteGroup], access: AccessPolicy = AccessPolicy(names: [])) {
        self.access = access
        let all = groups.flatMap(\.routes)
        routes = Dictionary(grouping: all, by: \.pattern.firstLiteral)
        paths = all.map(\.endpoint.path)
    }

    func respond(to request: Request) -> Response {
        do throws(RouteError) {
            return try dispatch(request)
        } catch {
            return error.response
        }
    }

    private func dispatch(_ request: Request) throws(RouteError) -> Response {
        try access.check(request.head)
        let matches = matches(request.head.target.segments)
        guard !matches.isEmpty else { throw RouteError.notFound(request.head.target.path, known: paths) }
        guard let match = matches.first(where: { $0.route.allows(request.method) }) else {
            return try respondWithoutRoute(request, allowed: matches.map(\.route.endpoint.method))
        }
        var request = request
        request.parameters = match.parameters
        return try match.route.handler(request)
    }

    func matches(_ path: [String]) -> [(route: Route, parameters: [String: String])] {
        let candidates = routes[path.first, default: []]
        return candidates.compactMap { route in route.pattern.match(path).map { (route, $0) } }
    }

    /// Responds to OPTIONS, which works for every path (RFC 9110, section 9.3.7); refuses other methods without a route.
    private func respondWithoutRoute(_ request: Request, allowed: [String]) throws(RouteError) -> Response {
        let methods = allowed.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] } + ["OPTIONS"]
        guard request.method == "OPTIONS" else {
            throw RouteError.methodNotAllowed(request.method, path: request.head.target.path, allowed: methods)
        }
        return Response(status: 204, headers: ["Allow": methods.joined(separator: ", ")])
    }
}

/// The documentation of a route.
struct Endpoint: Sendable, Hashable {
    let method: String
    let path: String
    let summary: String
}

/// Endpoints under one heading of the index and the documentation.
struct EndpointGroup: Sendable, Hashable {
    let title: String
    let endpoints: [Endpoint]
}

/// All routes of the server, for the router, the index page and the documentation.
enum RouteTable {
    static func groups(services: Services) -> [RouteGroup] {
        let groups = [
            EchoRoutes.group,
            StatusRoutes.group,
            CookieRoutes.group,
            RouteGroup(title: "Authentication", routes: AuthenticationRoutes.routes + DigestRoutes(services: services).routes),
            CompressionRoutes.group,
            GeneratedRoutes.group,
            StreamRoutes.group,
            DocumentRoutes.group,
            CacheRoutes().group,
            FlakyRoutes(services: services).group,
            OAuthRoutes(services: services).group,
            RouteGroup(
                title: "A small API",
                routes: ResourceRoutes(Catalogue.people).routes + ResourceRoutes(Catalogue.planets).routes + EncyclopediaRoutes.routes),
        ]
        return [IndexRoute(others: groups).group] + groups
    }
}

/// An error of the client; its response holds problem details (RFC 9457).
struct RouteError: Error {
    var status: Int
    var title: String
    /// The reason for this request: what is wrong, what was expected, and what to do.
    var detail: String
    var headers = HTTPHeaders()
    /// More members of the response body.
    var members: [(String, JSONValue)] = []

    var response: Response {
        var body: JSONValue = ["type": "about:blank", "title": .string(title), "status": .number(status), "detail": .string(detail)]
        for (name, value) in members { body[name] = value }
        return .json(body, type: "application/problem+json", status: status, headers: headers)
    }

    static func notFound(_ path: String, known patterns: [String]) -> RouteError {
        RouteError(
            status: 404, title: "Not found", detail: "There is no endpoint at \(path). GET / lists all endpoints.",
            members: [("endpoints", .array(patterns.map { .string($0) }))])
    }

    static func methodNotAllowed(_ method: String, path: String, allowed: [String]) -> RouteError {
        RouteError(
            status: 405, title: "Method not allowed",
            detail: "\(path) does not support \(method). It supports \(allowed.joined(separator: ", ")).",
            headers: ["Allow": allowed.joined(separator: ", ")], members: [("allowed", .array(allowed.map { .string($0) }))])
    }
}
