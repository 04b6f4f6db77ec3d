import JSON

/// A refusal in OAuth's words (RFC 6749, sections 4.1.2.1 and 5.2; RFC 8628, section 3.5).
struct OAuthError: Error, Hashable {
    let code: String
    /// What was wrong and what was expected, for the program's author.
    let detail: String
    /// Whether the client tried to authenticate by header, and is to be told how (RFC 6749, section 5.2).
    var challengesClient = false

    init(_ code: String, _ detail: String, challengesClient: Bool = false) {
        self.code = code
        self.detail = detail
        self.challengesClient = challengesClient
    }

    var response: Response {
        let body: JSONValue = ["error": .string(code), "error_description": .string(detail)]
        var headers = HeaderList([("Cache-Control", "no-store")])
        if challengesClient { headers.append("WWW-Authenticate", "Basic realm=\"Apus\"") }
        return .json(body, status: code == "invalid_client" ? 401 : 400, headers: headers)
    }
}
