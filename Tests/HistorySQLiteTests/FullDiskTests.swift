import Foundation
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

/// A history on a disk without room.
@Suite struct FullDiskTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: [30_000, 200_000]) func whatWasKeptIsStillThere(byteCount: Int) async throws {
        await #expect(processExitsWith: .success) { [path = folder.path as String, byteCount = byteCount as Int] in
            let location = HistoryLocation(folder: path)
            let store = SQLiteHistoryStore(location)
            try await store.record(.sample("old"))
            FullDisk.begin(after: 150_000)
            var failure: HistoryError?
            for index in 0..<20 where failure == nil {
                let body = ExchangeBody((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ index) })
                do throws(HistoryError) { try await store.record(.sample("\(index)", at: 1, body: body)) } catch { failure = error }
            }
            #expect(failure?.code == .unwritable)
            for part in [location.database, "cannot be written"] {
                #expect(failure?.message.contains(part) == true, "\(failure?.message ?? "")")
            }
            #expect(try await store.exchange("old")?.id == "old")
            FullDisk.end()
            try await store.record(.sample("new", at: 2))
            await store.close()
        }
        let store = SQLiteHistoryStore(HistoryLocation(folder: folder.path))
        try await store.open()
        let rows = try await store.latest(100).map(\.id)
        #expect(rows.first == "new" && rows.last == "old")
        #expect(try folder.contents(of: "history-incoming") == [])
        #expect(try folder.contents().filter { $0.contains("damaged") } == [])
    }
}
