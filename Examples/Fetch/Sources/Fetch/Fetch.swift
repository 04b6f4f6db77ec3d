import Foundation
import HTTP
import HTTPCurl
import Requests

/// Asks a server for text and prints it, with every hop on the way: `swift run Fetch https://example.org/`.
///
/// A program that uses the loaders without the terminal: links before a transport, events of a task, a typed request.
@main struct Fetch {
    static func main() async {
        guard let text = CommandLine.arguments.dropFirst().first, let url = URL(string: text), url.host != nil else {
            print("usage: Fetch URL")
            return
        }
        let loader =
            Retry(Backoff(.exponential(first: .milliseconds(200), most: .seconds(5)))) --> Redirect() --> CookieJar() --> CurlLoader()
        await trace(text, loader)
        let request = AnonymousRequestProvider(baseURL: url).get(.text, from: "").adding(headerField: .accept(.plainText))
        do {
            let (response, resource) = try await loader.perform(request)
            print("\(response.status) with \(resource.count) characters")
        } catch {
            print(error.underlyingError)
        }
    }

    private static func trace(_ url: String, _ loader: any HTTPLoader) async {
        let task = loader.start(HTTPRequest(method: .head, url: url))
        if case .failure(let error) = await task.result { print(error.message) }
        (try? await task.value)?.body.cancel()
        for await event in task.events {
            switch event {
            case .redirected(_, let answer, let next): print("\(answer.status) → \(next.url)")
            case .retrying(let attempt, let delay, let reason): print("\(reason): attempt \(attempt) in \(delay)")
            default: break
            }
        }
    }
}
