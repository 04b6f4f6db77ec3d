import HTTP
import HTTPCurl

/// Sends a file in constant memory and tells how far it is: `swift run Upload http://127.0.0.1:8080 FILE`.
@main struct Upload {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let server = arguments.first, let path = arguments.dropFirst().first else { return print("usage: Upload SERVER FILE") }
        let body = MultipartBody([.field("title", "Plans"), .file("plans", path: path, contentType: "application/octet-stream")])
        let task = CurlLoader().start(HTTPRequest(method: .post, url: server + "/post", body: body))
        async let response = task.value
        var last: Int64 = 0
        for await event in task.events {
            if case .sent(let count, _) = event { last = count }
            if case .responded(let head) = event {
                print("\(head.status) after \(last == body.byteCount ? "all" : "\(last)") bytes")
                break
            }
        }
        try await response.body.cancel()
    }
}

extension HTTPBody {
    fileprivate var byteCount: Int64? { if case .known(let count) = length { count } else { nil } }
}
