import HTTP
import Testing

@Suite struct HTTPErrorTests {
    /// Code that handles both finds the response in one place.
    @Test func failuresHoldTheReceivedResponse() {
        let request = HTTPRequest(url: "https://host/")
        let response = HTTPResponse(request: request, status: 206)
        let cutOff = HTTPError(.invalidResponse, request: request, response: response)
        let results: [HTTPResult] = [.success(response), .failure(cutOff), .failure(HTTPError(.cannotConnect, request: request))]
        #expect(results.map { $0.response?.status } == [206, 206, nil])
        #expect(results.allSatisfy { $0.request.id == request.id })
    }
}
