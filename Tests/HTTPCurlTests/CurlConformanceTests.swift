import HTTPConformance
import HTTPCurl
import Testing

/// A case that never ends fails at the limit, which names it.
@Suite(.timeLimit(.minutes(5))) struct CurlConformanceTests {
    @Test(arguments: ConformanceCase.all)
    func keepsPromise(_ conformance: ConformanceCase) async throws {
        await #expect(throws: Never.self) { try await conformance.run(CurlLoader()) }
    }

    @Test(arguments: ExchangeScript.all)
    func keepsPromiseOfTheChain(_ script: ExchangeScript) async throws {
        await #expect(throws: Never.self) { try await script.run(over: CurlLoader()) }
    }
}
