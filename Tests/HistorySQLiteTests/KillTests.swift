import Foundation
import Hashing
import HTTPConformance
import JSON
import Platform
import ScreenTesting
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

/// A program that is killed while it saves: its files are the old ones or the new ones, and what was unsaved is offered.
@Suite struct KillTests {
    private static let request = "collections/demo/get.request.json"
    /// Together they are as many kills as the project's rules ask for.
    private static let lanes = 4
    private static let rounds = 50

    @Test(arguments: 0..<lanes) func everyFileIsTheOldOrTheNewOne(lane: Int) async throws {
        let folder = TemporaryFolder()
        let files = FileManager.default
        for name in ["space/collections/demo", "state", "data"] {
            try files.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        }
        try Data(#"{ "name": "0" }"#.utf8).write(to: URL(filePath: "\(folder.path)/space/\(Self.request)"))
        var random = SplitMix64(seed: UInt64(lane))
        var last = 0
        for _ in 0..<Self.rounds {
            try await kill(
                in: folder.path, afterSteps: Int.random(in: 4...12, using: &random), turns: Int.random(in: 0...400, using: &random))
            last = try await check(folder.path, since: last)
        }
        #expect(last > 0)
    }

    /// Starts the writer, and kills it some turns of the scheduler after this number of steps has begun.
    private func kill(in folder: String, afterSteps count: Int, turns: Int) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            BlockingThread.start { continuation.resume(with: Result { try Self.kill(in: folder, afterSteps: count, turns: turns) }) }
        }
    }

    private static func kill(in folder: String, afterSteps count: Int, turns: Int) throws {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: BuiltProgram.path("kill-probe"))
        process.arguments = ["space", "state", "data"].map { "\(folder)/\($0)" }
        process.standardOutput = output
        try process.run()
        var begun = 0
        while begun < count {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { break }
            begun += bytes.count
        }
        for _ in 0..<turns { sched_yield() }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && begun >= count, "the writer ended by itself")
    }

    /// Looks at all that is there, and gives the number that the request has; it is not less than before.
    private func check(_ folder: String, since last: Int) async throws -> Int {
        let saved = try WorkspaceStore(opening: "\(folder)/space").request(at: Self.request).draft
        let number = try #require(Int(saved.name))
        #expect(number >= last && isWhole(saved))
        if let session = StateFile.read(folder: "\(folder)/state/sessions", name: "session.json") {
            let kept = RequestDraft(name: session["name"]?.string ?? "", docs: session["text"]?.string ?? "")
            #expect(isWhole(kept) && (number...number + 1).contains(Int(kept.name) ?? -1))
        }
        let journal = DraftJournal(folder: "\(folder)/state/drafts", workspace: "\(folder)/space")
        let found = try await journal.takeOver()
        #expect(found.damaged.isEmpty)
        let drafts = found.drafts.map(\.draft)
        #expect(drafts.count == 1 && drafts.allSatisfy(isWhole))
        #expect(drafts.allSatisfy { (number...number + 1).contains(Int($0.name) ?? -1) })
        try await journal.store([])
        try await checkHistory(folder, number)
        return number
    }

    private func isWhole(_ draft: RequestDraft) -> Bool {
        draft.name == "0" || draft.docs == String(repeating: "line \(draft.name)\n", count: 500)
    }

    private func checkHistory(_ folder: String, _ number: Int) async throws {
        let location = HistoryLocation(folder: "\(folder)/data")
        let store = SQLiteHistoryStore(location)
        try await store.open()
        let newest = try await store.latest(1)
        #expect((number...number + 1).contains(newest.first.flatMap { Int($0.id) } ?? -1))
        for row in newest { #expect(try await store.exchange(row.id)?.response?.body.isComplete == true) }
        for row in try await store.latest(20) {
            let notes = Exchange.Notes(text: "note\(row.id)", tags: ["tag\(row.id)"])
            #expect(row.notes == notes || row.id == newest.first?.id && row.notes.isEmpty)
            let found = try await store.latest(100, filter: HistoryFilter(text: "note\(row.id) tag:tag\(row.id)")).map(\.id)
            #expect(found.contains(row.id) == !row.notes.isEmpty)
        }
        #expect(namesInFolder(location.waiting).allSatisfy { $0.hasPrefix(".") })
        let filters = try await store.savedFilters()
        #expect(filters.count <= 1 && filters.allSatisfy { ["note\(number - 1)", "note\(number)", "note\(number + 1)"].contains($0.text) })
        #expect(try Database(path: location.database).rows("PRAGMA quick_check") { $0.text(0) } == ["ok"])
    }
}
