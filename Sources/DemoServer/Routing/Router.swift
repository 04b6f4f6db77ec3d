/// Finds the route for a request.
struct Router: Sendable {
    private let routes: [String?: [Route]]
    private let paths: [String]

    init(groups: [RouteGroup]) {
        let all = groups.flatMap(\.routes)
        routes = Dictionary(grouping: all, by: \.pattern.firstLiteral)
        paths = all.map(\.endpoint.path)
    }

    func respond(to request: Request) -> Response {
        do throws(Problem) {
            return try answer(request)
        } catch {
            return error.response
        }
    }

    /// The endpoint that answers such a request, `nil` where none does.
    func endpoint(method: String, path: String) -> Endpoint? {
        matches(RequestTarget(path).segments).first { $0.route.allows(method) }?.route.endpoint
    }

    private func answer(_ request: Request) throws(Problem) -> Response {
        let matches = matches(request.head.target.segments)
        guard !matches.isEmpty else { throw Problem.notFound(request.head.target.path, known: paths) }
        guard let match = matches.first(where: { $0.route.allows(request.method) }) else {
            return try answerWithoutRoute(request, allowed: matches.map(\.route.endpoint.method))
        }
        var request = request
        request.parameters = match.parameters
        return try match.route.handler(request)
    }

    private func matches(_ path: [String]) -> [(route: Route, parameters: [String: String])] {
        let candidates = routes[path.first, default: []]
        return candidates.compactMap { route in route.pattern.match(path).map { (route, $0) } }
    }

    /// OPTIONS is answered for every path (RFC 9110, section 9.3.7), other methods are not allowed there.
    private func answerWithoutRoute(_ request: Request, allowed: [String]) throws(Problem) -> Response {
        let methods = allowed.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] } + ["OPTIONS"]
        guard request.method == "OPTIONS" else {
            throw Problem.methodNotAllowed(request.method, path: request.head.target.path, allowed: methods)
        }
        return Response(status: 204, headers: HeaderList([("Allow", methods.joined(separator: ", "))]))
    }
}
