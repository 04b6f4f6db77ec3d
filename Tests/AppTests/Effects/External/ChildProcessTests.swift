import Foundation
import Testing

@testable import App

@Suite(.timeLimit(.minutes(5))) struct ChildProcessTests {
    @Test(arguments: [("exit 3", Int32(3)), ("kill -9 $$", 137), ("exit 0", 0)])
    func tellsHowAChildEnded(script: String, status: Int32) async throws {
        #expect(await ChildProcess.wait(for: try ChildProcess.spawnQuietly(["/bin/sh", "-c", script])) == status)
    }

    /// Two open editors must not keep requests from being sent on a machine with two processors.
    @Test func waitingHoldsNobodyUp() async throws {
        let count = ProcessInfo.processInfo.activeProcessorCount * 2
        let children = try (0..<count).map { _ in try ChildProcess.spawnQuietly(["/bin/sh", "-c", "exec sleep 1000"]) }
        let waits = children.map { child in Task.detached { await ChildProcess.wait(for: child) } }
        for _ in 0..<count { await Task.detached { await Task.yield() }.value }
        for child in children { kill(child, SIGTERM) }
        for wait in waits { #expect(await wait.value == 128 + SIGTERM) }
    }
}
