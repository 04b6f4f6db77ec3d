import JSON

/// The list of everything, made from the route table itself: HTML for browsers, JSON for the rest.
struct IndexRoute: Sendable {
    private let groups: [EndpointGroup]

    init(others: [RouteGroup]) {
        groups = [EndpointGroup(title: Self.title, endpoints: [Self.endpoint])] + others.map(\.endpoints)
    }

    var group: RouteGroup {
        RouteGroup(title: Self.title, routes: [Route(Self.endpoint, handler: answer)])
    }

    private static let title = "Index"
    private static let endpoint = Endpoint(method: "GET", path: "/", summary: "This list: HTML or JSON, as Accept asks")

    private func answer(_ request: Request) -> Response {
        let accepted = request.headers["Accept"] ?? ""
        return accepted.contains("text/html") ? .text(html, type: "text/html; charset=utf-8") : .json(json)
    }

    private var json: JSONValue {
        let endpoints = groups.flatMap(\.endpoints)
        return [
            "endpoints": .array(
                endpoints.map { ["method": .string($0.method), "path": .string($0.path), "summary": .string($0.summary)] })
        ]
    }

    private var html: String {
        let sections = groups.map { group in
            let rows = group.endpoints.map { endpoint in
                "<tr><td>\(endpoint.method)</td><td><code>\(HTML.escape(endpoint.path))</code></td><td>\(HTML.escape(endpoint.summary))</td></tr>"
            }
            return "<h2>\(HTML.escape(group.title))</h2>\n<table>\n\(rows.joined(separator: "\n"))\n</table>"
        }
        return HTML.page(title: "Apus demo server", body: sections.joined(separator: "\n"))
    }
}
