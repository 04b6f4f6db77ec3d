import HTTPConformance
import HTTPCurl
import Testing

/// A promise that waits for ever is broken too: the limit says which.
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
