import JSON

/// Sets, lists and deletes cookies. For cookies with other attributes use `/response-headers?Set-Cookie=…`.
enum CookieRoutes {
    static let group = RouteGroup(
        title: "Cookies",
        routes: [
            Route("GET", "/cookies", "The cookies that arrived") { .json(["cookies": JSONValue(grouping: $0.cookies)]) },
            Route("GET", "/cookies/set", "Sets each pair of the query as a cookie, then redirects to /cookies", handler: set),
            Route("GET", "/cookies/set/{name}/{value}", "Sets that cookie, then redirects to /cookies") { request throws(Problem) in
                try setting([NameValue(request.parameter("name").text, request.parameter("value").text)])
            },
            Route("GET", "/cookies/delete", "Deletes each cookie that the query names, then redirects to /cookies", handler: delete),
        ])

    private static func set(_ request: Request) throws(Problem) -> Response {
        try setting(request.queryItems)
    }

    private static func delete(_ request: Request) throws(Problem) -> Response {
        let names = request.queryItems.map { NameValue($0.name, "") }
        return try setting(names, attributes: "; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0")
    }

    private static func setting(_ cookies: [NameValue], attributes: String = "") throws(Problem) -> Response {
        var response = Response(status: 302, headers: HeaderList([("Location", "/cookies")]))
        for cookie in cookies {
            guard !cookie.name.isEmpty, isAllowed(cookie.name), !cookie.name.contains("="), isAllowed(cookie.value) else {
                throw Problem(
                    status: 400, title: "Bad cookie",
                    detail:
                        "“\(cookie.name)” is not a valid cookie: names and values must not hold spaces, commas, semicolons, quotes or backslashes."
                )
            }
            response.headers.append("Set-Cookie", "\(cookie.name)=\(cookie.value); Path=/\(attributes)")
        }
        return response
    }

    /// True for the characters of a cookie's value (RFC 6265, section 4.1.1).
    private static func isAllowed(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\",;\\".utf8.contains($0) }
    }
}
