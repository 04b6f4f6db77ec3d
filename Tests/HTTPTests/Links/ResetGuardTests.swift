@testable import HTTP
import HTTPTesting
import Synchronization
import Testing

@Suite struct ResetGuardTests {
    /// A loader whose reset waits for the test.
    final class SlowToReset: HTTPLoader {
        let gate = Gate()
        let resetCount = Mutex(0)

        func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
            HTTPResponse(request: request, status: .ok)
        }
        func reset() async {
            resetCount.withLock { $0 += 1 }
            await gate.enter()
        }
    }

    @Test func requestsDuringAResetFailAndLaterOnesPass() async throws {
        let slow = SlowToReset()
        let loader = ResetGuard() --> slow
        async let reset: Void = loader.reset()
        await slow.gate.waitUntilEntered()
        let error = await #expect(throws: HTTPError.self) { try await loader.load(HTTPRequest(url: "https://host/")) }
        #expect(error?.code == .resetInProgress)
        slow.gate.open()
        await reset
        #expect(try await loader.load(HTTPRequest(url: "https://host/")).status == 200)
    }

    @Test func aSecondResetJoinsTheFirst() async {
        let slow = SlowToReset()
        let (joined, continuation) = AsyncStream.makeStream(of: Void.self)
        let loader = ResetGuard(onJoin: { continuation.yield() }) --> slow
        async let first: Void = loader.reset()
        await slow.gate.waitUntilEntered()
        let order = Mutex<[String]>([])
        async let second: Void = {
            await loader.reset()
            order.withLock { $0.append("returned") }
        }()
        for await _ in joined { break }
        for _ in 0..<1_000 { await Task.yield() }
        order.withLock { $0.append("over") }
        slow.gate.open()
        _ = await (first, second)
        #expect(order.withLock { $0 } == ["over", "returned"])
        #expect(slow.resetCount.withLock { $0 } == 1)
        await loader.reset()
        #expect(slow.resetCount.withLock { $0 } == 2)
    }
}
