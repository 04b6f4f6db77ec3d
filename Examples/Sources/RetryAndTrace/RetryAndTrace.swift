import Foundation
import HTTP
import HTTPCurl

/// Retries what may pass, follows redirects, and prints each step: `swift run RetryAndTrace http://127.0.0.1:8080/flaky/2`.
@main struct RetryAndTrace {
    static func main() async {
        guard let url = CommandLine.arguments.dropFirst().first else { return print("usage: RetryAndTrace URL") }
        let loader = Retry(Backoff.constant(.milliseconds(100))) --> Redirect() --> CookieJar() --> CurlLoader()
        let task = loader.start(HTTPRequest(url: url))
        let result = await task.result
        switch result {
        case .success(let response): print("\(response.status) with \((try? await response.body.text().count) ?? 0) characters")
        case .failure(let error): print(error.localizedDescription)
        }
        for await event in task.events {
            switch event {
            case .redirected(_, let response, let next): print("\(response.status) → \(next.url)")
            case .retrying(let attempt, let delay, let reason): print("\(reason): attempt \(attempt) in \(delay)")
            default: break
            }
        }
    }
}
