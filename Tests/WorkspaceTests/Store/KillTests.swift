import Foundation
import Testing
import Workspace

/// A program that is killed while it saves.
struct KillTests {
    @Test(arguments: 0..<4) func everyFileIsTheOldOneOrTheNewOne(round: Int) async throws {
        let workspace = try TemporaryWorkspace(["collections/demo/get.request.json": #"{"name": "0"}"#])
        await #expect(processExitsWith: .signal(SIGKILL)) { [root = workspace.url.path as String, round = round as Int] in
            let store = try WorkspaceStore(opening: root)
            var request = try store.request(at: "collections/demo/get.request.json")
            for index in 1... {
                if index == 3 {
                    Thread.detachNewThread {
                        usleep(UInt32(round * 500))
                        kill(getpid(), SIGKILL)
                    }
                }
                var draft = request.draft
                draft.name = String(index)
                draft.docs = String(repeating: "line \(index)\n", count: 2_000)
                request = try store.save(draft, over: request)
            }
        }
        let draft = try workspace.store.request(at: "collections/demo/get.request.json").draft
        let isWhole = draft.docs == String(repeating: "line \(draft.name)\n", count: 2_000)
        #expect(isWhole && (Int(draft.name) ?? 0) >= 2)
    }
}
