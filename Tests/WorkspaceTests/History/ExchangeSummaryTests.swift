import Foundation
import HTTP
import Testing
import Workspace

@Suite struct ExchangeSummaryTests {
    private func row(_ status: Int?, _ code: String?) -> ExchangeSummary {
        ExchangeSummary(
            id: "one", startedAt: Date(timeIntervalSince1970: 0), method: "GET", url: "http://h/", status: status, errorCode: code)
    }

    @Test func `an entry without a response has the words for its failure`() {
        let codes: [HTTPError.Code] = [
            .timedOut, .cannotConnect, .cannotResolveHost, .insecureConnection, .cancelled, .tooManyRedirects, .invalidResponse,
        ]
        for code in codes {
            let row = row(nil, code.name)
            #expect(row.failure == FailureHeadline.text(of: code.name) && row.outcome == row.failure)
            #expect(row.failure != code.name && row.failure?.split(separator: " ").count ?? 9 <= 3, "\(code)")
        }
        #expect(Set(codes.map { row(nil, $0.name).outcome }).count == codes.count)
    }

    @Test func `a request that the user ended is known by its code`() {
        #expect(row(nil, HTTPError.Code.cancelled.name).isCancelled)
        #expect(!row(nil, HTTPError.Code.timedOut.name).isCancelled && !row(200, nil).isCancelled)
        let failure = Exchange.Failure(code: HTTPError.Code.cannotAuthenticate.name, message: "")
        #expect(failure.isOf(.cannotAuthenticate) && !failure.isCancelled)
        #expect(Exchange.Failure(code: "cancelled", message: "").isCancelled, "the name is stored in files")
        #expect(FailureHeadline.afterHead("cancelled") == FailureHeadline.text(of: "cancelled"))
        #expect(FailureHeadline.afterHead("cannotConnect") != FailureHeadline.text(of: "cannotConnect"))
    }

    @Test func `an entry with a status has no failure beside it`() {
        #expect(row(200, nil).outcome == "200" && row(200, nil).failure == nil)
        #expect(row(200, "invalidResponse").outcome == "200" && row(200, "invalidResponse").failure == nil)
        #expect(row(nil, nil).failure == nil && !row(nil, nil).outcome.isEmpty)
    }
}
