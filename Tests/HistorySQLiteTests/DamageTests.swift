import Foundation
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

/// A history that cannot be used is set aside or reported.
struct DamageTests {
    private let folder: TemporaryFolder
    private let location: HistoryLocation

    init() throws {
        folder = TemporaryFolder()
        location = HistoryLocation(folder: folder.path)
    }

    private func code(_ work: () async throws -> Void) async -> HistoryError.Code? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? HistoryError)?.code
        }
    }

    private func fill() async throws {
        let store = SQLiteHistoryStore(location)
        for index in 0..<50 {
            try await store.record(.sample("\(index)", at: Double(index), body: ExchangeBody(Array(repeating: 1, count: 60_000 + index))))
        }
        try await store.record(.sample("large", body: ExchangeBody(Array(repeating: 1, count: 100_000))))
        await store.close()
    }

    private func overwrite(_ range: Range<Int>) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: location.database))
        try file.seek(toOffset: UInt64(range.lowerBound))
        try file.write(contentsOf: Data(repeating: 0x5A, count: range.count))
        try file.close()
    }

    private func damagedFolder() -> String? {
        folder.names.first { $0.hasPrefix("history-damaged-") }
    }

    @Test(arguments: [0..<100, 100..<4096, 20..<24]) func setsAsideADamagedFileAtOpening(range: Range<Int>) async throws {
        try await fill()
        try overwrite(range)
        let store = SQLiteHistoryStore(location)
        let error = await #expect(throws: HistoryError.self) { try await store.open() }
        let aside = try #require(damagedFolder())
        #expect(error?.code == .damaged && error?.message.contains(aside) == true)
        #expect(folder.names(in: aside).contains("history.sqlite"))
        #expect(folder.names(in: aside + "/history-bodies").count == 1)
        try await store.record(.sample("new"))
        #expect(try await store.latest(10).map(\.id) == ["new"])
    }

    @Test func setsAsideAFileThatIsNotADatabase() async throws {
        try Data("this is no database, but it is long enough to look at".utf8).write(to: URL(fileURLWithPath: location.database))
        let store = SQLiteHistoryStore(location)
        #expect(await code { try await store.open() } == .damaged)
        #expect(damagedFolder() != nil)
        #expect(await code { try await store.open() } == nil)
    }

    @Test func setsAsideAFileFoundDamagedWhileReading() async throws {
        try await fill()
        let store = SQLiteHistoryStore(location)
        try await store.open()
        let size = try #require(try FileManager.default.attributesOfItem(atPath: location.database)[.size] as? Int)
        try overwrite(40_000..<size)
        #expect(await code { for index in 0..<50 { _ = try await store.exchange("\(index)") } } == .damaged)
        #expect(damagedFolder() != nil)
        #expect(try await store.latest(10).isEmpty)
    }

    @Test func `damage of the full-text index that is found in the background is reported by the next call`() async throws {
        try await fill()
        let page = try #require(
            try Database(path: location.database).integer("SELECT rootpage FROM sqlite_schema WHERE name = 'search_data'"))
        let store = SQLiteHistoryStore(location)
        try overwrite(Int(page - 1) * 4096..<Int(page) * 4096)
        try await store.open(keepsIndexed: true)
        await store.indexing?.value
        try #require(damagedFolder() != nil)
        #expect(await code { _ = try await store.latest(10) } == .damaged)
        #expect(await code { _ = try await store.latest(10) } == nil)
    }

    @Test func recordsAnExchangeDespiteDamageFoundWhileWriting() async throws {
        try await fill()
        let store = SQLiteHistoryStore(location)
        try await store.open()
        let size = try #require(try FileManager.default.attributesOfItem(atPath: location.database)[.size] as? Int)
        try overwrite(8192..<size)
        let body = ExchangeBody(Array(repeating: 3, count: 100_000))
        #expect(await code { try await store.record(.sample("new", at: 25.5, body: body)) } == .damaged)
        #expect(try await store.exchange("new")?.response?.body.beginning(.max).count == 100_000)
    }

    @Test func anEmptyFileBecomesADatabase() async throws {
        try Data().write(to: URL(fileURLWithPath: location.database))
        let store = SQLiteHistoryStore(location)
        try await store.record(.sample("a"))
        #expect(try await store.count(HistoryFilter()) == 1)
    }

    @Test func doesNotChangeTheDatabaseOfAnotherProgram() async throws {
        try Database(path: location.database).execute("CREATE TABLE theirs (a)")
        let store = SQLiteHistoryStore(location)
        #expect(await code { try await store.open() } == .unavailable)
        #expect(try Database(path: location.database).integer("SELECT count(*) FROM sqlite_schema") == 1)
    }

    @Test func doesNotChangeTheDatabaseOfALaterVersion() async throws {
        try await fill()
        try Database(path: location.database).execute("PRAGMA user_version = 99")
        #expect(await code { try await SQLiteHistoryStore(location).open() } == .unavailable)
        #expect(try Database(path: location.database).integer("PRAGMA user_version") == 99)
    }

    @Test(arguments: [-1, 0, -2_147_483_648]) func `a damaged version number is an error`(version: Int) async throws {
        try await fill()
        try Database(path: location.database).execute("PRAGMA user_version = \(version)")
        #expect(await code { try await SQLiteHistoryStore(location).open() } == .unavailable)
    }

    @Test func aFileInPlaceOfTheFolderIsAClearError() async throws {
        let file = folder.path + "/file"
        try Data().write(to: URL(fileURLWithPath: file))
        for path in [file, file + "/below", "/proc/nowhere/history"] {
            let store = SQLiteHistoryStore(HistoryLocation(folder: path))
            let error = await #expect(throws: HistoryError.self) { try await store.record(.sample("a")) }
            #expect(error?.code == .unavailable && error?.message.contains(path) == true)
        }
    }

    @Test func aFolderInPlaceOfTheDatabaseIsAClearError() async throws {
        try FileManager.default.createDirectory(atPath: location.database, withIntermediateDirectories: false)
        #expect(await code { try await SQLiteHistoryStore(location).open() } == .unavailable)
    }

    @Test func opensAfterTheProblemIsFixed() async throws {
        try FileManager.default.createDirectory(atPath: location.database, withIntermediateDirectories: false)
        let store = SQLiteHistoryStore(location)
        #expect(await code { try await store.open() } == .unavailable)
        try FileManager.default.removeItem(atPath: location.database)
        #expect(await code { try await store.open() } == nil)
    }
}
