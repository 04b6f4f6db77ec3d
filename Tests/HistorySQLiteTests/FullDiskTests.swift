import Foundation
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

/// A history on a disk without room.
@Suite struct FullDiskTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = TemporaryFolder()
    }

    /// SQLite's file of shared memory has 32 KiB.
    @Test(arguments: [true, false]) func `a history without room for shared memory can be read`(hasLog: Bool) async throws {
        let (folder, copy) = (folder.path, TemporaryFolder())
        let store = SQLiteHistoryStore(HistoryLocation(folder: folder))
        try await store.record(.sample("old", body: ExchangeBody(Array(repeating: 9, count: 100_000))))
        try await store.record(.sample("new", at: 1))
        if !hasLog { try await moveLog(of: store) }
        for name in self.folder.names where !name.hasSuffix("-shm") {
            try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(copy.path)/\(name)")
        }
        #expect(copy.names.contains("history.sqlite-wal") == hasLog)
        await #expect(processExitsWith: .success) { [path = copy.path as String] in
            FullDisk.begin(after: 20_000)
            let store = SQLiteHistoryStore(HistoryLocation(folder: path))
            let error = await failure { () async throws(HistoryError) in try await store.open() }
            #expect(error?.code == .limited && error?.message.contains("no space") == true, "\(error?.message ?? "")")
            #expect(try await store.latest(9).map(\.id) == ["new", "old"])
            #expect(try await store.exchange("old")?.response?.body.isComplete == true)
            FullDisk.end()
            try await store.record(.sample("newest", at: 2))
            await store.close()
        }
        #expect(try await SQLiteHistoryStore(HistoryLocation(folder: copy.path)).latest(9).map(\.id) == ["newest", "new", "old"])
    }

    /// Requires root, which can become a user without files.
    @Test(.enabled(if: geteuid() == 0), arguments: [true, false])
    func `a history in a folder that cannot be written can be read`(hasLog: Bool) async throws {
        let store = SQLiteHistoryStore(HistoryLocation(folder: folder.path))
        try await store.record(.sample("old"))
        if hasLog { await store.close() } else { try await moveLog(of: store) }
        for name in folder.names where name.hasPrefix("history.sqlite") {
            try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: "\(folder.path)/\(name)")
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            #expect(seteuid(65534) == 0)
            let store = SQLiteHistoryStore(HistoryLocation(folder: path))
            let error = await failure { () async throws(HistoryError) in try await store.open() }
            #expect(error?.code == .limited && error?.message.contains("for reading") == true, "\(error?.message ?? "")")
            let rows = try await store.latest(9)
            #expect(rows.map(\.id) == ["old"])
            // It is not in the full-text index, which cannot be written.
            #expect(try await store.latest(9, filter: HistoryFilter(text: "example status:200")).map(\.id) == ["old"])
            let refusal = await failure { () async throws(HistoryError) in try await store.record(.sample("new")) }
            #expect(refusal != nil)
        }
        #expect(folder.names.contains("history.sqlite-wal") == hasLog)
    }

    @Test func `an exchange that had no room does not replace a later record of it`() async throws {
        let store = SQLiteHistoryStore(HistoryLocation(folder: folder.path))
        try await store.open()
        let other = try Database(path: store.location.database)
        // As without room: none of those that are kept can be stored.
        try other.execute(
            """
            CREATE TRIGGER failing BEFORE INSERT ON exchange WHEN NEW.id = 'kept' BEGIN SELECT abs(-9223372036854775807 - 1); END
            """)
        try await store.keepUnwritten([.sample("a", status: 500), .sample("kept")])
        try await store.record(.sample("a", status: 201))
        #expect(try await store.exchange("a")?.response?.status == 201)
        try other.execute("DROP TRIGGER failing")
        #expect(try await store.exchange("kept") != nil)
        #expect(try await store.exchange("a")?.response?.status == 201)
    }

    /// Closes the store and moves what is in the write-ahead log into the database.
    private func moveLog(of store: SQLiteHistoryStore) async throws {
        await store.close()
        // The last connection moves it when it closes.
        _ = try Database(path: store.location.database).integer("PRAGMA page_count")
    }

    @Test(arguments: [30_000, 200_000]) func storedEntriesSurvive(byteCount: Int) async throws {
        await #expect(processExitsWith: .success) { [path = folder.path as String, byteCount = byteCount as Int] in
            let location = HistoryLocation(folder: path)
            let store = SQLiteHistoryStore(location)
            try await store.record(.sample("old"))
            FullDisk.begin(after: 150_000)
            var failure: HistoryError?
            var refused = ""
            for index in 0..<20 where failure == nil {
                refused = "\(index)"
                let body = ExchangeBody((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ index) })
                do throws(HistoryError) { try await store.record(.sample("\(index)", at: 1, body: body)) } catch { failure = error }
            }
            #expect(failure?.code == .unwritable)
            for part in [location.database, "cannot be written"] {
                #expect(failure?.message.contains(part) == true, "\(failure?.message ?? "")")
            }
            #expect(try await store.exchange("old")?.id == "old")
            let version = try await store.externalVersion()
            FullDisk.end()
            // A small entry is kept until there is room, and lists notice it then.
            #expect(try await (store.externalVersion() != version) == (byteCount == 30_000))
            try await store.record(.sample("new", at: 2))
            #expect(try await (store.exchange(refused) != nil) == (byteCount == 30_000))
            await store.close()
        }
        let store = SQLiteHistoryStore(HistoryLocation(folder: folder.path))
        try await store.open()
        let rows = try await store.latest(100).map(\.id)
        #expect(rows.first == "new" && rows.last == "old")
        #expect(folder.names(in: "history-incoming") == [])
        #expect(folder.names.filter { $0.contains("damaged") } == [])
    }
}

extension SQLiteHistoryStore {
    /// Keeps exchanges as those for which the disk had no room.
    fileprivate func keepUnwritten(_ exchanges: [Exchange]) throws(HistoryError) {
        for exchange in exchanges { unwritten.append(try bodies.entryHere(for: exchange)) }
    }
}

private func failure(of work: () async throws(HistoryError) -> Void) async -> HistoryError? {
    do throws(HistoryError) {
        try await work()
        return nil
    } catch {
        return error
    }
}
