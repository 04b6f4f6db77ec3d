import HTTPConformance
import HTTPTesting
import Testing

/// The links' promises with a mock as the transport; `CurlConformanceTests` has the same over sockets.
@Suite(.timeLimit(.minutes(5))) struct StandardChainScriptTests {
    @Test(arguments: ExchangeScript.all) func keepsPromise(_ script: ExchangeScript) async throws {
        await #expect(throws: Never.self) { try await script.run(on: MockLoader()) }
    }

    @Test func everyScriptHasItsName() {
        #expect(Set(ExchangeScript.all.map(\.name)).count == ExchangeScript.all.count)
    }
}
