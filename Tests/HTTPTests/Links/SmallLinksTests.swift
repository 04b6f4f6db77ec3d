import Foundation
@testable import HTTP
import HTTPTesting
import Synchronization
import Testing

@Suite struct SmallLinksTests {
    let request = HTTPRequest(url: "https://host/path?token=hunter2", headers: ["Authorization": "hunter2"])

    @Test func modifiesTheRequest() async throws {
        let mock = MockLoader().then(200)
        let link = ModifyRequest {
            var copy = $0
            copy.headers["X"] = "1"
            return copy
        }
        _ = try await (link --> mock).load(request)
        #expect(mock.requests.first?.headers["X"] == "1")
    }

    @Test func modifyingMayWait() async throws {
        let mock = MockLoader().then(200)
        let link = ModifyRequest { request in
            await Task.yield()
            var copy = request
            copy.headers[.userAgent] = "falcon/1"
            return copy
        }
        _ = try await (link --> mock).load(request)
        #expect(mock.requests.first?.headers["User-Agent"] == "falcon/1")
    }

    @Test func addsMissingDefaultHeaders() async throws {
        let mock = MockLoader().then(200)
        _ = try await (DefaultHeaders(["User-Agent": "falcon/1", "authorization": "other"]) --> mock).load(request)
        #expect(mock.requests.first?.headers == ["Authorization": "hunter2", "User-Agent": "falcon/1"])
    }

    /// A chain is one operand of `??` and `?:`, and links and loaders may be missing.
    @Test func chainsAreOptionalOperands() async throws {
        let mock = MockLoader().then(200).then(200)
        let (noLink, noLoader): ((any HTTPLoaderLink)?, (any HTTPLoader)?) = (nil, nil)
        let loader: any HTTPLoader = ResetGuard() --> noLoader ?? ResetGuard() --> mock
        #expect((loader as? HTTPChain)?.stages.count == 2)
        let plain: any HTTPLoader = noLink --> mock
        #expect(plain is MockLoader)
        #expect((ResetGuard() --> noLink --> noLoader) == nil)
        #expect((noLink --> (mock as (any HTTPLoader)?)) is MockLoader)
        let chosen: any HTTPLoader = mock.requests.isEmpty ? ResetGuard() --> mock : AutoCancel() --> mock
        #expect((chosen as? HTTPChain)?.link is ResetGuard)
    }

    /// A change is noticed even if both bodies have the same length.
    @Test func aChangedBodyIsSeen() async {
        let link = ModifyRequest {
            var copy = $0
            copy.body = TextBody("b")
            return copy
        }
        let unchanged = ModifyRequest { $0 }
        let task = (unchanged --> link --> MockLoader().then(200)).start(
            HTTPRequest(method: .post, url: "https://host/", body: TextBody("a")))
        let changes = await task.allEvents().compactMap { if case .changed(let change) = $0 { change } else { nil } }
        #expect(changes.count == 1)
        #expect(changes.first?.before.body is TextBody)
        #expect(changes.first?.addedHeaders.isEmpty == true)
    }

    @Test func refusesAReplacedRequest() async {
        let mock = MockLoader().then(200)
        let loader = ModifyRequest { _ in HTTPRequest(url: "https://other/") } --> mock
        let error = await #expect(throws: HTTPError.self) { try await loader.load(request) }
        #expect(error?.code == .invalidRequest)
        #expect(mock.requests.isEmpty)
    }

    @Test func printingShowsBeginAndEndWithoutSecrets() async throws {
        let lines = Mutex<[String]>([])
        let loader = PrintLoader(clock: ManualClock().clock) { line in lines.withLock { $0.append(line) } } --> MockLoader().then(404)
        _ = try await loader.load(request)
        await #expect(throws: HTTPError.self) { try await loader.load(request) }
        let text = lines.withLock { $0 }
        #expect(text.map { $0.prefix(5) } == ["→ GET", "← 404", "→ GET", "✗ unk"])
        #expect(!text.joined().contains("hunter2"))
    }

    @Test func aChainIsRightAssociativeAndListsItsStages() {
        let loader = ResetGuard() --> AutoCancel() --> MockLoader()
        #expect(loader.stages.map { "\(type(of: $0))" } == ["ResetGuard", "AutoCancel", "MockLoader"])
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
    ])
    func datesInHeadersAreReadInAllThreeForms(text: String, seconds: Double) {
        #expect(HTTPDate.date(from: text)?.timeIntervalSince1970 == seconds)
    }

    /// RFC 9110 section 5.6.7: what would be more than 50 years ahead is in the past.
    @Test(arguments: [
        (2026, 76, 2076), (2026, 77, 1977), (2026, 70, 2070), (2026, 99, 1999), (2026, 0, 2000), (2090, 39, 2139), (2090, 41, 2041),
    ])
    func aYearOfTwoDigitsIsAtMostFiftyYearsAhead(now: Int, digits: Int, year: Int) throws {
        let today = try #require(HTTPDate.date(from: "Thu, 01 Jul \(now) 00:00:00 GMT"))
        let short = "Thursday, 01-Jul-\(digits < 10 ? "0" : "")\(digits) 00:00:00 GMT"
        #expect(HTTPDate.date(from: short, now: today) == HTTPDate.date(from: "Thu, 01 Jul \(year) 00:00:00 GMT"))
        if digits == 76 {
            let justTooFar = try #require(HTTPDate.date(from: "Thursday, 01-Jul-76 00:00:01 GMT", now: today))
            #expect(justTooFar < today)
        }
    }

    @Test(arguments: [
        "", "tomorrow", "Sun, 30 Feb 2024 00:00:00 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "06 Nov 1994",
        // Found by `make fuzz`: it ended the program.
        "Sun, 06 Nov 12147483648994 08:49:37 GMT", "Sun, 9223372036854775807 Nov 1994 08:49:37 GMT",
    ])
    func returnsNilForAnInvalidDate(text: String) {
        #expect(HTTPDate.date(from: text) == nil)
    }
}
