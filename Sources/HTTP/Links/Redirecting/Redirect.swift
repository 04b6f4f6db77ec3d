/// Follows redirects, each hop through everything behind this link, so that cookies, credentials and the trace see it.
///
/// Credentials never cross to another origin: those of the request's options, and headers that are called like one (`Authorization`, `Cookie`,
/// `X-API-Key`). They do not come back either where the way leads to the first origin again, as in the Fetch standard: what is asked for there was
/// chosen by another. Only ``CookieJar`` looks at every hop anew. And https never leads to http unless the request's ``HTTPRequest/redirectPolicy`` says so.
public struct Redirect: HTTPLoaderLink {
    /// What is asked of the request's option is all there is.
    public init() {}

    /// The first answer that does not redirect.
    /// - Throws: ``HTTPError/Code/tooManyRedirects``, ``HTTPError/Code/bodyNotReplayable``, ``HTTPError/Code/insecureConnection`` or
    ///   ``HTTPError/Code/invalidResponse`` with the redirecting answer.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let policy = request.redirectPolicy
        var current = request
        var hopCount = 0
        while true {
            let response = try await nextLoader.load(current, task: task)
            switch RedirectDecision(for: current, status: response.status, headers: response.headers, policy: policy) {
            case .stay: return response
            case .refuse(let code, let message): throw await refusal(code, response, message)
            case .follow(let next):
                guard hopCount < policy.limit else {
                    throw await refusal(
                        .tooManyRedirects, response,
                        "The server redirected more than \(policy.limit) times: raise `redirectPolicy.limit`, or see where it goes in circles."
                    )
                }
                await response.body.discard()
                task.report(.redirected(from: current, answer: response.head, to: next))
                current = next
                hopCount += 1
            }
        }
    }

    private func refusal(_ code: HTTPError.Code, _ response: HTTPResponse, _ message: String) async -> HTTPError {
        await response.body.discard()
        return HTTPError(code, request: response.request, response: response, message: message)
    }
}
