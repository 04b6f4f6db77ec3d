import Platform
import Testing

@testable import DemoServer

@Suite struct FlakyTests {
    let server: TestServer

    init() throws {
        server = try TestServer()
    }

    private func statuses(_ targets: [String]) throws -> [Int] {
        try targets.map { try server.get($0).status }
    }

    @Test func failsTheGivenNumberOfTimesThenStartsAgain() throws {
        #expect(try statuses(Array(repeating: "/flaky/2?id=a", count: 5)) == [503, 503, 200, 503, 503])
    }

    @Test func eachIDHasASeparateCount() throws {
        #expect(try statuses(["/flaky/1?id=a", "/flaky/1?id=b", "/flaky/1?id=a", "/flaky/1?id=b"]) == [503, 503, 200, 200])
    }

    @Test func setsRetryAfter() throws {
        #expect(try server.get("/flaky/1?retry_after=7")["Retry-After"] == "7")
        let date = CivilTime(secondsSince1970: server.clock.now + 60).httpDate
        #expect(try server.get("/flaky/2?retry_after=60&format=date")["Retry-After"] == date)
    }

    @Test(arguments: ["/flaky/x", "/flaky/-1", "/flaky/1?retry_after=x"])
    func refusesInvalidParameters(target: String) throws {
        #expect(try server.get(target).status == 400)
    }
}
