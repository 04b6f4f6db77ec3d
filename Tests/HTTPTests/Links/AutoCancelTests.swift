import HTTP
import HTTPTesting
import Testing

@Suite struct AutoCancelTests {
    @Test func aResetCancelsWhatIsInFlightAndReturnsWhenItIsOver() async {
        let clock = ManualClock()
        let mock = MockLoader().when({ _ in true }) { request throws(HTTPError) in
            try? await clock.clock.sleep(.seconds(60))
            return HTTPResponse(request: request, status: .ok)
        }
        let loader = AutoCancel() --> mock
        let tasks = (0..<3).map { _ in loader.start(HTTPRequest(url: "https://host/")) }
        await clock.waitForSleepers(3)
        await loader.reset()
        for task in tasks {
            #expect(task.isCancelled)
            #expect(await task.result.failure?.code == .cancelled)
        }
        #expect(mock.resetCount == 1)
    }

    @Test func aBodyOnItsWayIsCancelledToo() async throws {
        let loader = AutoCancel() --> MockLoader().then(200, body: "x")
        let task = loader.start(HTTPRequest(url: "https://host/"))
        let response = try await task.value
        await loader.reset()
        #expect(task.isCancelled)
        withExtendedLifetime(response) {}
    }

    @Test func whatIsOverIsForgotten() async throws {
        let loader = AutoCancel() --> MockLoader().then(200, body: "x")
        let task = loader.start(HTTPRequest(url: "https://host/"))
        _ = try await task.value.body.collect(upTo: 1)
        await loader.reset()
        #expect(!task.isCancelled)
    }
}
