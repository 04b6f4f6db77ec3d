import Hashing
import JSON

/// Basic and Bearer authentication.
enum AuthenticationRoutes {
    private static let realm = "Apus"

    static let routes = [
        Route(Route.anyMethod, "/basic-auth/{user}/{password}", "200 for that user and password, else 401 (RFC 7617)", handler: basic),
        Route(Route.anyMethod, "/bearer", "200 for any bearer token, else 401 (RFC 6750)", handler: bearer),
    ]

    private static func basic(_ request: Request) throws(Problem) -> Response {
        let expected = "\(request.parameter("user").text):\(request.parameter("password").text)"
        guard let sent = basicCredentials(request), sent == expected else {
            throw unauthorized("Send the user and password of the path as Basic authentication.", challenge: "Basic realm=\"\(realm)\"")
        }
        return .json(["authenticated": true, "user": .string(request.parameter("user").text)])
    }

    private static func bearer(_ request: Request) throws(Problem) -> Response {
        guard let token = bearerToken(request) else {
            throw unauthorized("Send any token as “Authorization: Bearer …”.", challenge: "Bearer realm=\"\(realm)\"")
        }
        return .json(["authenticated": true, "token": .string(token)])
    }

    /// `user:password` from the `Authorization` header.
    static func basicCredentials(_ request: Request) -> String? {
        guard let value = authorization(request, scheme: "basic"), let bytes = Base64.decode(value) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    static func bearerToken(_ request: Request) -> String? {
        authorization(request, scheme: "bearer")
    }

    static func unauthorized(_ detail: String, challenge: String) -> Problem {
        Problem(status: 401, title: "Unauthorized", detail: detail, headers: HeaderList([("WWW-Authenticate", challenge)]))
    }

    private static func authorization(_ request: Request, scheme: String) -> String? {
        let parts = (request.headers["Authorization"] ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == scheme else { return nil }
        return String(parts[1])
    }
}
