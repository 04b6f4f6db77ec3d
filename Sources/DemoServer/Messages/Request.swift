/// What a client asked, as a handler sees it.
struct Request: Sendable {
    let head: RequestHead
    let body: RequestBody
    /// What stood in the path where the route's pattern has a name.
    var parameters: [String: String] = [:]

    init(head: RequestHead, body: RequestBody) {
        self.head = head
        self.body = body
    }

    var method: String { head.method }
    var headers: HeaderList { head.headers }
    var queryItems: [NameValue] { head.target.queryItems }

    /// The first value of that name in the query.
    func query(_ name: String) -> String? {
        queryItems.first { $0.name == name }?.value
    }

    /// Scheme, host and port under which the client reached the server.
    var baseURL: String {
        "http://\(head.target.authority ?? headers["Host"] ?? "localhost")"
    }

    /// The whole URL that the client asked for.
    var url: String {
        baseURL + head.target.text
    }
}
