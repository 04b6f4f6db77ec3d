/// One line of the route table: which requests, what they get, and what a person should know about it.
struct Route: Sendable {
    /// Answers a request, or says what is wrong with it. Called on any of the server's threads; never waits.
    typealias Handler = @Sendable (Request) throws(Problem) -> Response

    /// Stands for every method.
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

    /// A route for GET answers HEAD as well: libmicrohttpd leaves the body out.
    func allows(_ method: String) -> Bool {
        endpoint.method == Self.anyMethod || endpoint.method == method || (endpoint.method == "GET" && method == "HEAD")
    }
}
