import Synchronization
import Testing
import Workspace

@testable import App

/// Theme files that change while the program runs or starts.
@Suite struct ThemeFilesTests {
    private static func loaded(_ warning: String) -> LoadedThemes { LoadedThemes(themes: [], warnings: [warning]) }

    /// The reports for files with the contents `texts` in turn, with this number of changes once they are watched.
    private func warnings(known: String, then texts: [String], changeCount: Int) async -> [String] {
        let coming = Mutex(texts)
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        for _ in 0..<changeCount { continuation.yield() }
        continuation.finish()
        let files = ThemeFiles(
            known: Self.loaded(known), load: { Self.loaded(coming.withLock { $0.removeFirst() }) }, watch: { changes })
        let warnings = Mutex<[String]>([])
        await files.reportChanges({ loaded in warnings.withLock { $0 += loaded.warnings } }, reportProblem: { Issue.record("\($0)") })
        return warnings.withLock(\.self)
    }

    @Test func `changes between the start and the watch are reported`() async {
        #expect(await warnings(known: "old", then: ["new"], changeCount: 0) == ["new"])
    }

    @Test func `unchanged files are not reported`() async {
        #expect(await warnings(known: "old", then: ["old"], changeCount: 0) == [])
    }

    @Test func `every noticed change is reported`() async {
        #expect(await warnings(known: "old", then: ["old", "one", "one"], changeCount: 2) == ["one", "one"])
    }

    @Test func `no theme is read without a folder to watch`() async {
        let files = ThemeFiles(load: { Self.loaded("read") })
        await files.reportChanges({ Issue.record("\($0)") }, reportProblem: { Issue.record("\($0)") })
    }

    @Test func `a failure to watch is reported with its reason`() async {
        let message = "Changes in /c/themes will not be noticed: too many open files."
        let files = ThemeFiles(watch: { throw WorkspaceError(.unreadable, path: "", message: message) })
        let said = Mutex<[String]>([])
        await files.reportChanges({ Issue.record("\($0)") }, reportProblem: { message in said.withLock { $0.append(message) } })
        #expect(said.withLock(\.self) == [message])
    }
}
