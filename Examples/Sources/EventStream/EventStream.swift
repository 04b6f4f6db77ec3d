import HTTP
import HTTPCurl

/// Reads events, and asks for the rest when the stream ends: `swift run EventStream http://127.0.0.1:8080`.
@main struct EventStream {
    static func main() async throws {
        guard let server = CommandLine.arguments.dropFirst().first else { return print("usage: EventStream SERVER") }
        var count = 0
        for try await event in CurlLoader().serverSentEvents(for: HTTPRequest(url: server + "/sse?count=3")) {
            print("\(event.id): \(event.event)")
            count += 1
            if count == 3 { break }
        }
    }
}
