import Foundation
import Platform
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

/// Several stores at one place, and programs that die.
struct SharingTests {
    private let folder: TemporaryFolder
    private let location: HistoryLocation

    init() throws {
        folder = TemporaryFolder()
        location = HistoryLocation(folder: folder.path)
    }

    @Test func severalStoresWriteAtOnce() async throws {
        let location = location
        let large = ExchangeBody(Array(repeating: 9, count: 100_000))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let store = SQLiteHistoryStore(location)
                    for index in 0..<20 { try await store.record(.sample("\(writer)-\(index)", at: Double(index), body: large)) }
                    if writer == 0 { try await store.delete((0..<20).map { "0-\($0)" }) }
                }
            }
            try await group.waitForAll()
        }
        let store = SQLiteHistoryStore(location)
        #expect(try await store.count(HistoryFilter()) == 60)
        #expect(try await store.exchange("3-19")?.response?.body.beginning(.max).count == 100_000)
    }

    /// A migration takes long, and a program that was stopped never goes on.
    @Test(.timeLimit(.minutes(5))) func `a request is not kept waiting by a program that opens the history`() throws {
        let store = SQLiteHistoryStore(location)
        let lock = try FileLock(file: folder.path + "/history.lock", within: .zero)
        try store.openHere()
        #expect(!folder.names.contains("history.sqlite"))
        _ = consume lock
        try store.recordHere(.sample("a"))
        #expect(try Database(path: location.database).integer("SELECT count(*) FROM exchange") == 1)
    }

    /// What is open with limits stays so, and the other program may be done at the next try.
    @Test(.timeLimit(.minutes(5)), arguments: [false, true])
    func `a history that another program opens is an error that names the folder`(isThere: Bool) async throws {
        if isThere { try await SQLiteHistoryStore(location).record(.sample("old", at: 1)) }
        let lock = try FileLock(file: folder.path + "/history.lock", within: .seconds(60))
        let store = SQLiteHistoryStore(location)
        let error = await #expect(throws: HistoryError.self) { try await store.open() }
        #expect(error?.code == .unavailable && error?.message.contains(folder.path) == true)
        _ = consume lock
        try await store.record(.sample("new", at: 2))
        #expect(try await store.count(HistoryFilter()) == (isThere ? 2 : 1))
    }

    @Test(arguments: [false, true])
    func `the next write reports a removed database once`(isReplaced: Bool) async throws {
        let store = SQLiteHistoryStore(location)
        try await store.record(.sample("a"))
        let aside = TemporaryFolder()
        for name in folder.names where name.hasPrefix("history.sqlite") {
            try moveFile(folder.path + "/" + name, to: aside.path + "/" + name)
        }
        let other = SQLiteHistoryStore(location)
        if isReplaced { try await other.record(.sample("theirs")) }
        #expect(try await store.latest(10).map(\.id) == (isReplaced ? ["theirs"] : []))
        let error = await #expect(throws: HistoryError.self) { try await store.record(.sample("b")) }
        #expect(error?.code == .replaced)
        try await store.record(.sample("c"))
        await store.close()
        #expect(try await Set(other.latest(10).map(\.id)) == (isReplaced ? ["theirs", "b", "c"] : ["b", "c"]))
    }

    @Test func `an entry that another program has pinned is not deleted`() async throws {
        let (one, other) = (SQLiteHistoryStore(location), SQLiteHistoryStore(location))
        for id in ["a", "b"] { try await one.record(.sample(id, at: 1)) }
        try await other.setPinned(true, ["a"])
        #expect(try await one.delete(["a", "b"]) == 1)
        #expect(try await one.exchange("a") != nil)
        #expect(try await one.exchange("b") == nil)
    }

    @Test func `a large deletion lets another program and other calls proceed`() async throws {
        let (one, other) = (SQLiteHistoryStore(location), SQLiteHistoryStore(location))
        let count = 5 * SQLiteHistoryStore.deletedAtOnce
        let large = ExchangeBody(Array(repeating: 9, count: 100_000))
        try await one.record(
            (0..<count).map { Exchange.sample("\($0)", at: Double($0), body: $0 < 9 ? large : ExchangeBody(), isPinned: $0 == 3) })
        async let deletion = one.delete((0..<count).map { "\($0)" })
        while try await one.count(HistoryFilter()) == count { await Task.yield() }
        #expect(try await one.latest(2).count == 2, "lists do not wait for the whole deletion")
        try await other.record(.sample("new", at: 9_999))
        let keptCount = try await deletion
        #expect(keptCount == 1)
        #expect(try await one.latest(9).map(\.id) == ["new", "3"])
        #expect(folder.names(in: "history-bodies").count == 1)
        try await one.delete(["new"])
        #expect(try await one.count(HistoryFilter(text: "example")) == 1)
    }

    /// Exchanges that come at the same time share a transaction.
    @Test func recordsConcurrentExchanges() async throws {
        let store = SQLiteHistoryStore(location, limits: HistoryLimits(count: 150))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                // Some bodies are the same, and some exchanges have the same id.
                let body = ExchangeBody(Array(repeating: UInt8(index % 7), count: index % 3 == 0 ? 100_000 : 10))
                group.addTask { try await store.record(.sample("\(index % 190)", at: Double(index), body: body)) }
            }
            try await group.waitForAll()
        }
        #expect(try await store.count(HistoryFilter()) == 150)
        for row in try await store.latest(150) { #expect(try await store.exchange(row.id)?.response?.body.isComplete == true) }
        #expect(folder.names(in: "history-incoming").isEmpty)
        #expect(folder.names(in: "history-bodies").count == 7)
    }

    @Test func noticesWritesOfOtherProcesses() async throws {
        let (store, other) = (SQLiteHistoryStore(location), SQLiteHistoryStore(location))
        var version = try await store.externalVersion()
        try await store.record(.sample("own", at: 1, body: ExchangeBody(Array(repeating: 9, count: 100_000))))
        try await store.setPinned(true, ["own"])
        #expect(try await store.externalVersion() == version)
        try await other.record(.sample("others", at: 0))
        #expect(try await store.externalVersion() != version)
        version = try await store.externalVersion()
        _ = try await (store.latest(10), other.latest(10))
        #expect(try await store.externalVersion() == version)
        // Another connection counts from its own beginning.
        await store.close()
        #expect(try await store.externalVersion() != version)
    }

    @Test func openingAnExistingHistoryWritesNothing() async throws {
        let store = SQLiteHistoryStore(location)
        try await store.record(.sample("a"))
        let version = try await store.externalVersion()
        try await SQLiteHistoryStore(location).open()
        #expect(try await store.externalVersion() == version)
        // 2 is INCREMENTAL: the room of removed entries is given back.
        #expect(try Database(path: location.database).integer("PRAGMA auto_vacuum") == 2)
    }

    @Test(arguments: 0..<5) func aProgramThatIsKilledLeavesASoundHistory(round: Int) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String, round = round as Int] in
            let store = SQLiteHistoryStore(HistoryLocation(folder: path), limits: HistoryLimits(count: 20))
            for index in 0... {
                if index == 5 + round {
                    Thread.detachNewThread {
                        usleep(UInt32(round * 700))
                        kill(getpid(), SIGKILL)
                    }
                }
                let bytes = Array(repeating: UInt8(truncatingIfNeeded: index), count: index % 2 == 0 ? 70_000 : 100)
                try await store.record(.sample("\(index)", at: Double(index), body: ExchangeBody(bytes)))
            }
        }
        let store = SQLiteHistoryStore(location)
        let rows = try await store.latest(100)
        #expect(rows.count >= min(5 + round, 20))
        for row in rows { #expect(try await store.exchange(row.id)?.response?.body.isComplete == true) }
        #expect(try Database(path: location.database).rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        #expect(try Database(path: location.database).rows("INSERT INTO search (search) VALUES ('integrity-check')") { _ in () }.isEmpty)
    }
}
