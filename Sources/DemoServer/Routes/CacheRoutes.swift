import HTTP
import JSON
import Platform

/// Cacheable responses and conditional requests (RFC 9110, section 13; RFC 9111).
struct CacheRoutes: Sendable {
    private let answers = Counter()

    var group: RouteGroup {
        RouteGroup(
            title: "Caching",
            routes: [
                Route("GET", "/etag/{tag?}", "An entity tag, and 304 or 412 for If-None-Match and If-Match", handler: etag),
                Route(
                    "GET", "/cache/{seconds}", "Fresh for that long, then 304 for its tag; “answers” counts the full responses; ?vary=",
                    handler: cache),
            ])
    }

    private func etag(_ request: Request) throws(RouteError) -> Response {
        let tag = request.parameter(optional: "tag")?.text ?? "apus"
        guard tag.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }) else {
            throw Input(name: "tag", text: tag).wrong("printable characters without spaces and quotes")
        }
        let headers: HTTPHeaders = ["ETag": "\"\(tag)\""]
        if let condition = request.headers["If-Match"], !EntityTag.matches(tag, condition: condition, isWeak: false) {
            throw RouteError(
                status: 412, title: "Precondition failed", detail: "The entity tag is \"\(tag)\", If-Match requires \(condition).",
                headers: headers)
        }
        if let condition = request.headers["If-None-Match"], EntityTag.matches(tag, condition: condition, isWeak: true) {
            return Response(status: 304, headers: headers)
        }
        return .json(Echo(request).everything, headers: headers)
    }

    private func cache(_ request: Request) throws(RouteError) -> Response {
        let seconds = try request.parameter("seconds").integer(in: 0...31_536_000)
        let tag = "cache-\(seconds)"
        var headers: HTTPHeaders = ["Cache-Control": "public, max-age=\(seconds)", "ETag": "\"\(tag)\""]
        if let vary = request.query("vary") { headers.append("Vary", try EchoRoutes.headerName(vary, parameter: "vary")) }
        if let condition = request.headers["If-None-Match"], EntityTag.matches(tag, condition: condition, isWeak: true) {
            return Response(status: 304, headers: headers)
        }
        let count = answers.increment(request.head.target.text)
        return .json(["seconds": .number(seconds), "answers": .number(count), "headers": Echo(request).headers], headers: headers)
    }
}

/// Entity tags in conditions (RFC 9110, sections 8.8.3 and 13.1).
enum EntityTag {
    /// True if the condition holds the tag, or `*`; a weak tag counts for `If-None-Match`.
    static func matches(_ tag: String, condition: String, isWeak: Bool) -> Bool {
        condition.split(separator: ",").contains { candidate in
            let text = candidate.trimmingSpacesAndTabs
            return text == "*" || text == "\"\(tag)\"" || (isWeak && text == "W/\"\(tag)\"")
        }
    }
}

/// Sets, lists and deletes cookies. For cookies with other attributes use `/response-headers?Set-Cookie=…`.
enum CookieRoutes {
    static let group = RouteGroup(
        title: "Cookies",
        routes: [
            Route("GET", "/cookies", "The cookies that arrived") { .json(["cookies": JSONValue(grouping: $0.cookies)]) },
            Route("GET", "/cookies/set", "Sets each pair of the query as a cookie, then redirects to /cookies", handler: set),
            Route("GET", "/cookies/set/{name}/{value}", "Sets that cookie, then redirects to /cookies") { request throws(RouteError) in
                try setting([NameValue(request.parameter("name").text, request.parameter("value").text)])
            },
            Route("GET", "/cookies/delete", "Deletes each cookie that the query names, then redirects to /cookies", handler: delete),
        ])

    private static func set(_ request: Request) throws(RouteError) -> Response {
        try setting(request.queryItems)
    }

    private static func delete(_ request: Request) throws(RouteError) -> Response {
        let names = request.queryItems.map { NameValue($0.name, "") }
        return try setting(names, attributes: "; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0")
    }

    private static func setting(_ cookies: [NameValue], attributes: String = "") throws(RouteError) -> Response {
        var response = Response(status: 302, headers: ["Location": "/cookies"])
        for cookie in cookies {
            guard !cookie.name.isEmpty, isAllowed(cookie.name), !cookie.name.contains("="), isAllowed(cookie.value) else {
                throw RouteError(
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
