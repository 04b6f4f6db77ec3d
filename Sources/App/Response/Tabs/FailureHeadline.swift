/// The kind of a failure in a few words.
enum FailureHeadline {
    /// The headline and the code, by the names of `HTTPError.Code`; a code that has no headline stands for itself, with nothing beside it.
    static func parts(of code: String) -> (headline: String, code: String) {
        headlines[code].map { ($0, code) } ?? (code, "")
    }

    private static let headlines = [
        "invalidRequest": "The request is not valid", "cannotResolveHost": "Host not found", "cannotConnect": "Could not connect",
        "cancelled": "Cancelled", "timedOut": "Timed out", "insecureConnection": "The connection is not secure",
        "invalidResponse": "The answer is not valid", "tooManyRedirects": "Too many redirects",
        "cannotAuthenticate": "Could not authenticate", "bodyNotReplayable": "The body could not be sent again",
        "responseTooLarge": "The answer is too large", "resetInProgress": "The loader is being reset", "unknown": "The request failed",
    ]
}
