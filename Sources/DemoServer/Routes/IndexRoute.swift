import JSON

/// The list of all endpoints, generated from the route table: HTML for browsers, JSON for other clients.
struct IndexRoute: Sendable {
    private let groups: [EndpointGroup]

    init(others: [RouteGroup]) {
        groups = [EndpointGroup(title: Self.title, endpoints: [Self.endpoint])] + others.map(\.endpoints)
    }

    var group: RouteGroup {
        RouteGroup(title: Self.title, routes: [Route(Self.endpoint, handler: answer)])
    }

    private static let title = "Index"
    private static let endpoint = Endpoint(method: "GET", path: "/", summary: "This list: HTML or JSON, depending on Accept")

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

/// HTML pages.
enum HTML {
    /// - Parameter body: HTML; data from a client must be escaped.
    static func page(title: String, body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>\(escape(title))</title>
        <style>body { font: 16px/1.5 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em } td { padding: 0 1em 0 0; vertical-align: top }</style>
        </head>
        <body>
        <h1>\(escape(title))</h1>
        \(body)
        </body>
        </html>

        """
    }

    /// The text for use between tags and in quoted attributes.
    static func escape(_ text: String) -> String {
        var output = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            default: output.unicodeScalars.append(character)
            }
        }
        return output
    }

    /// A question with two links.
    ///
    /// - Parameter address: path and query, to which `allow` or `deny` is appended.
    static func decision(title: String, question: String, address: String) -> Response {
        let links = [("Allow", "allow"), ("Deny", "deny")].map { label, word in
            "<a href=\"\(escape(address + word))\">\(label)</a>"
        }
        let body = "<p>\(escape(question))</p>\n<p>\(links.joined(separator: " &nbsp; "))</p>"
        return .text(page(title: title, body: body), type: "text/html; charset=utf-8")
    }
}
