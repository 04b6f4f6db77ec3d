import HTTPCurl
import HTTPTesting
import Testing

@Suite struct CurlConformanceTests {
    @Test(arguments: ConformanceCase.all)
    func keepsPromise(_ conformance: ConformanceCase) async throws {
        try await conformance.run(CurlLoader())
    }
}
