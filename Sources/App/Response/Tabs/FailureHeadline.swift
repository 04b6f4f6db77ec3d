/// The kind of a failure in a few words.
enum FailureHeadline {
    /// The headline of a code, by the names of `HTTPError.Code`; a code without one stands for itself.
    static func text(of code: String) -> String { headlines[code] ?? code }

    private static let headlines = [
        "invalidRequest": "Invalid request", "cannotResolveHost": "Host not found", "cannotConnect": "Could not connect",
        "cancelled": "Cancelled", "timedOut": "Timed out", "insecureConnection": "Insecure connection",
        "invalidResponse": "Invalid response", "tooManyRedirects": "Too many redirects",
        "cannotAuthenticate": "Could not authenticate", "bodyNotReplayable": "The body could not be sent again",
        "responseTooLarge": "Response too large", "resetInProgress": "The loader is being reset", "unknown": "Request failed",
    ]
}
