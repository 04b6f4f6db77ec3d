import HTTP
import HTTPCurl

/// Logs in by OAuth 2 and asks who it is: `swift run Login http://127.0.0.1:8080`.
///
/// The token is asked for once; all requests of the loader use it until it expires.
@main struct Login {
    static func main() async throws {
        guard let server = CommandLine.arguments.dropFirst().first else { return print("usage: Login SERVER") }
        let service = OAuthConfiguration(
            grant: .clientCredentials, clientID: "demo-service", clientSecret: "demo-secret",
            endpoints: OAuthEndpoints(token: server + "/oauth/token"))
        let loader = OAuth() --> CurlLoader()
        for _ in 1...2 {
            var request = HTTPRequest(url: server + "/oauth/userinfo")
            request.authenticate(with: .oauth(service))
            let response = try await loader.load(request)
            print("\(response.status): \(try await response.body.text().contains("demo-service"))")
        }
    }
}
