import Foundation
import HTTP
import HTTPTesting
import Synchronization
import Testing

@Suite struct SmallLinksTests {
    let request = HTTPRequest(url: "https://host/path?token=hunter2", headers: ["Authorization": "hunter2"])

    @Test func modifyingChangesWhatIsSent() async throws {
        let mock = MockLoader().then(200)
        let link = ModifyRequest {
            var copy = $0
            copy.headers["X"] = "1"
            return copy
        }
        _ = try await (link --> mock).load(request)
        #expect(mock.requests.first?.headers["X"] == "1")
    }

    @Test func swappingInAnotherRequestIsRefused() async {
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

    @Test func aChainBindsToTheRightAndListsItsStages() {
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

    @Test(arguments: [
        "", "tomorrow", "Sun, 30 Feb 2024 00:00:00 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "06 Nov 1994",
        // Found by `make fuzz`: it ended the program.
        "Sun, 06 Nov 12147483648994 08:49:37 GMT", "Sun, 9223372036854775807 Nov 1994 08:49:37 GMT",
    ])
    func whatIsNoDateIsNil(text: String) {
        #expect(HTTPDate.date(from: text) == nil)
    }
}
