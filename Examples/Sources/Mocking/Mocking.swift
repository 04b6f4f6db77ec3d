import Foundation
import HTTP
import HTTPTesting
import Requests

/// Tests a client of an API without a network.
struct Droids: RequestProviding {
    let baseURL: URL

    struct Droid: Codable, Equatable, Sendable {
        let name: String
    }

    var all: Request<Droids, [Droid]> { self.get(.json(encoded: [Droid].self), from: "droids") }
}

@main struct Mocking {
    static func main() async throws {
        let api = Droids(baseURL: URL("https://api.example"))
        let mock = MockLoader().then(503).then(200, body: #"[{"name":"R2-D2"}]"#).then(404, body: #"{"title":"gone"}"#)
        let clock = ManualClock(advancesBySleeping: true)
        let connection = Connection(Retry(Backoff.exponential(), clock: clock.clock) --> mock)
        print("\(try await connection.request(api.all).map(\.name)) after \(mock.requests.count) requests")
        do {
            _ = try await connection.request(api.all)
        } catch {
            print("\(error.localizedDescription) \(String(decoding: error.responseData ?? Data(), as: UTF8.self))")
        }
        try mock.verify()
    }
}
