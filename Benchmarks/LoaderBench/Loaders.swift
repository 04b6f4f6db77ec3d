import HTTP
import HTTPCurl

/// The loaders that are measured.
enum Loaders {
    /// `live` is the workbench's chain with every link and a recorder that forgets; all else the transport alone.
    static func named(_ name: String) -> any HTTPLoader {
        guard name == "live" else { return CurlLoader() }
        var chain = StandardChain()
        chain.recorder = ForgetfulRecorder()
        chain.retryStrategy = Backoff(.constant(.seconds(1)))
        return chain.loader(over: CurlLoader())
    }

    /// A request that goes straight to the benchmark's server.
    static func request(_ url: String, method: HTTPMethod = .get, body: any HTTPBody = EmptyBody()) -> HTTPRequest {
        var request = HTTPRequest(method: method, url: url, body: body)
        request.proxy = .none
        return request
    }
}

/// Takes down everything, as the history does, and lets it go.
private struct ForgetfulRecorder: HTTPRecorder {
    func record(_ exchange: HTTPExchange) {}
}
