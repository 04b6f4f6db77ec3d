import JSON

/// Answers that say what arrived.
enum EchoRoutes {
    static let group = RouteGroup(
        title: "Echo",
        routes: [
            Route(Route.anyMethod, "/anything/{path*}", "Everything that arrived: method, query, headers in order, body, form, files, JSON")
            {
                .json(Echo($0).everything)
            },
            Route("GET", "/get", "The same for GET") { .json(Echo($0).everything) },
            Route("POST", "/post", "The same for POST") { .json(Echo($0).everything) },
            Route("PUT", "/put", "The same for PUT") { .json(Echo($0).everything) },
            Route("PATCH", "/patch", "The same for PATCH") { .json(Echo($0).everything) },
            Route("DELETE", "/delete", "The same for DELETE") { .json(Echo($0).everything) },
            Route("GET", "/headers", "The headers that arrived, in order") { .json(["headers": Echo($0).headers]) },
            Route("GET", "/response-headers", "An answer with the headers that the query names", handler: responseHeaders),
        ])

    /// Names and values that would break the answer's head are refused (RFC 9110, section 5.5), and so are those that say where the answer
    /// ends, which the server must say itself.
    private static func responseHeaders(_ request: Request) throws(Problem) -> Response {
        var response = Response.json(["headers": JSONValue(grouping: request.queryItems)])
        if request.queryItems.contains(where: { $0.name.lowercased() == "content-type" }) { response.headers = HeaderList() }
        for item in request.queryItems {
            guard isToken(item.name), isLine(item.value), !framing.contains(item.name.lowercased()) else {
                throw Problem(
                    status: 400, title: "Bad header",
                    detail: "“\(item.name)” cannot be chosen: the name must be letters, digits and hyphens, the value one line that is not "
                        + "empty, and Connection, Content-Length and Transfer-Encoding are the server's own.")
            }
            response.headers.append(item.name, item.value)
        }
        return response
    }

    private static let framing: Set = ["connection", "content-length", "transfer-encoding"]

    private static func isLine(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }

    /// A text that may stand where the name of a header goes (RFC 9110, section 5.1), for a header that names others.
    static func headerName(_ text: String, parameter: String) throws(Problem) -> String {
        guard isToken(text) else { throw Input(name: parameter, text: text).wrong("the name of a header") }
        return text
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(tokenCharacters.contains)
    }

    private static let tokenCharacters = Set("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
}
