import Platform
import Synchronization
import Testing

@Suite struct ThreadsTests {
    @Test func `a thread with a stack of its own ends before its caller goes on`() throws {
        let depth = Mutex(0)
        @Sendable func descend(_ rest: Int) -> Int { rest == 0 ? 0 : 1 + descend(rest - 1) }
        try DetachedThread.wait(stackByteCount: 64 << 20) {
            let reached = descend(10_000)
            depth.withLock { $0 = reached }
        }
        #expect(depth.withLock { $0 } == 10_000)
    }

    @Test func `a detached thread runs by itself`() async throws {
        let isRun = await withCheckedContinuation { continuation in
            if (try? DetachedThread.start { continuation.resume(returning: true) }) == nil { continuation.resume(returning: false) }
        }
        #expect(isRun)
    }
}
