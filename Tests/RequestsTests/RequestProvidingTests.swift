import Foundation
import HTTP
import Requests
import Testing

@Suite struct RequestProvidingTests {
    /// Gives each of its requests what all of them need.
    struct Signed: RequestProviding {
        let baseURL = URL("https://api.example")

        func request(to endpoint: String, using method: HTTPMethod) -> Request<Signed, Void> {
            Request(api: self, endpoint: endpoint, responseDecoder: .none, method: method).authenticated(with: .bearerToken("t"))
        }
    }

    /// One place for all of them.
    @Test func everyRequestGoesThroughTheOverridePoint() throws {
        let (api, body) = (Signed(), BodyProvider.text("x"))
        let requests: [any RequestConvertible] = [
            api.get(.text, from: "e"), api.post(body, to: "e"), api.put(body, to: "e"), api.patch("e", with: body), api.delete("e"),
            api.head("e"),
        ]
        for request in requests {
            #expect(try request.toHTTPRequest().headers["Authorization"] == "Bearer t", "\(request.method)")
        }
    }
}
