import Testing
import Workspace

@testable import App

/// Every shipped request, sent as by the workbench, and checked with its own assertions.
@Suite(.timeLimit(.minutes(10))) struct ShippedRequestsTests {
    /// Requests without a response by design, with their errors.
    private static let failures = ["Too many redirects": "tooManyRedirects", "Too slow": "timedOut", "Nothing moves": "timedOut"]
    /// Expected statuses other than 200 of requests without assertions.
    private static let statuses = ["A status by chance": [200, 503]]

    /// The request of Star Wars to a public server is omitted, since tests use no network.
    @Test(arguments: ["demo", "star-wars"])
    func everyRequestKeepsItsPromises(collection: String) async throws {
        let bench = try SendingBench(collection: "collections/\(collection)")
        let requests = try ShippedCollections().requests(in: collection).filter { $0.draft.options.environment == nil }
        #expect(requests.count > 10)
        for request in requests {
            let outcome = try await bench.send(request)
            check(outcome, of: request)
            bench.take(outcome)
        }
    }

    private func check(_ outcome: SendingBench.Outcome, of request: LoadedRequest) {
        let name = request.draft.name
        #expect(outcome.refusals == [], "\(request.path)")
        #expect(outcome.exchange?.error?.code == Self.failures[name], "\(request.path): \(outcome.exchange?.error?.message ?? "")")
        if name == "Nothing moves" { #expect(outcome.exchange?.error?.message.contains("Raise Options → Idle timeout") == true) }
        guard Self.failures[name] == nil else { return }
        #expect(outcome.report?.captures.compactMap(\.problem) == [], "\(request.path)")
        for check in outcome.report?.assertions ?? [] { #expect(check.problem == nil, "\(request.path): \(check.sentence)") }
        if request.draft.assertions.isEmpty {
            #expect((Self.statuses[name] ?? [200]).contains(outcome.exchange?.response?.status ?? 0), "\(request.path)")
        }
    }
}
