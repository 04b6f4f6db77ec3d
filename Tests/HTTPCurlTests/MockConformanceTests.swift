import HTTP
import HTTPCurl
import HTTPTesting
import Testing

/// A mock keeps the promises of a transport where its script answers as one would. Here a transport does, as what is promised is about bytes on a
/// socket; what links promise is played by a mock's own script (`StandardChainScriptTests`).
@Suite(.timeLimit(.minutes(5))) struct MockConformanceTests {
    /// What a script cannot do: it has no connection to measure or to end.
    private static let connectionsOnly: Set = [
        "metrics are complete", "a connection is used again, and the metrics say so",
        "a reset ends what is under way and the loader serves again",
        "cancelling the HTTP task while nobody reads closes the connection",
    ]
    private static let cases = ConformanceCase.all.filter { !connectionsOnly.contains($0.name) && !$0.name.contains("size on the wire") }

    @Test(arguments: cases) func keepsPromise(_ conformance: ConformanceCase) async throws {
        let (mock, transport) = (MockLoader(), CurlLoader())
        mock.when({ _ in true }) { request throws(HTTPError) in try await transport.load(request) }
        await #expect(throws: Never.self) { try await conformance.run(mock) }
    }
}
