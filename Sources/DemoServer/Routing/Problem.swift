import JSON

/// A mistake of the client, answered as problem details (RFC 9457).
struct Problem: Error {
    var status: Int
    var title: String
    /// What was wrong with this very request, what was expected, and what to do.
    var detail: String
    var headers = HeaderList()
    /// Further members of the answer.
    var members: [(String, JSONValue)] = []

    var response: Response {
        var body: JSONValue = ["type": "about:blank", "title": .string(title), "status": .number(status), "detail": .string(detail)]
        for (name, value) in members { body[name] = value }
        return .json(body, type: "application/problem+json", status: status, headers: headers)
    }

    static func notFound(_ path: String, known patterns: [String]) -> Problem {
        Problem(
            status: 404, title: "Not found", detail: "Nothing answers at \(path). GET / says what each endpoint does.",
            members: [("endpoints", .array(patterns.map { .string($0) }))])
    }

    static func methodNotAllowed(_ method: String, path: String, allowed: [String]) -> Problem {
        Problem(
            status: 405, title: "Method not allowed",
            detail: "\(path) does not answer \(method). It answers \(allowed.joined(separator: ", ")).",
            headers: HeaderList([("Allow", allowed.joined(separator: ", "))]), members: [("allowed", .array(allowed.map { .string($0) }))])
    }
}
