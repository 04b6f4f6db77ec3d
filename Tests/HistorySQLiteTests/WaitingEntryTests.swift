import Foundation
import Platform
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

/// Exchanges that a command leaves in files beside the database.
struct WaitingEntryTests {
    private let folder: TemporaryFolder
    private let location: HistoryLocation

    init() async throws {
        folder = TemporaryFolder()
        location = HistoryLocation(folder: folder.path)
        try await SQLiteHistoryStore(location).open()
    }

    private var waitingCount: Int { WaitingEntry.paths(location).count }

    private func leave(_ exchange: Exchange, limits: HistoryLimits = HistoryLimits()) throws {
        let store = SQLiteHistoryStore(location, limits: limits)
        try store.openHere()
        try store.recordHere(exchange)
    }

    @Test func `an exchange waits in a private file and is stored whole by the next program`() async throws {
        try leave(.full)
        try leave(.sample("a", status: nil, error: .init(code: "cannotConnect", message: "Refused.")))
        #expect(waitingCount == 2)
        let path = try #require(WaitingEntry.paths(location).first)
        #expect(FileStatus(of: path)?.permissions == 0o600)
        let store = SQLiteHistoryStore(location)
        #expect(try await store.exchange(Exchange.full.id) == .full)
        #expect(try await store.exchange("a")?.error?.message == "Refused.")
        #expect(try await store.list(after: nil, limit: 10, filter: HistoryFilter(text: "refused")).map(\.id) == ["a"])
        #expect(waitingCount == 0)
    }

    @Test func `a program that is open notices an exchange that waits`() async throws {
        let store = SQLiteHistoryStore(location)
        let version = try await store.externalVersion()
        #expect(try await store.externalVersion() == version)
        try leave(.sample("a"))
        #expect(try await store.externalVersion() != version)
        #expect(try await store.count(HistoryFilter()) == 1)
    }

    @Test func `a program notices only new entries, also if one cannot be stored`() async throws {
        // A number that is too large.
        try Database(path: location.database).execute(
            """
            CREATE TRIGGER failing BEFORE INSERT ON exchange WHEN (SELECT exchangeCount FROM total) = 1 BEGIN
              SELECT abs(-9223372036854775807 - 1);
            END
            """)
        let store = SQLiteHistoryStore(location)
        let empty = try await store.externalVersion()
        for id in ["a", "b"] { try leave(.sample(id)) }
        let contents = try ["a", "b"].map { try [UInt8](Data(contentsOf: URL(filePath: "\(location.waiting)/\($0)"))) }
        let version = try await store.externalVersion()
        #expect(version != empty && waitingCount == 1)
        // Left by a process that was killed before it removed the files.
        for (id, bytes) in zip(["a", "b"], contents) { try AtomicFile.write(bytes, to: "\(location.waiting)/\(id)") }
        #expect(try await store.externalVersion() == version)
        #expect(try await store.count(HistoryFilter()) == 1)
    }

    @Test func `the first exchange creates the database, and after many one stores all`() async throws {
        let empty = HistoryLocation(folder: folder.path + "/other")
        for index in 0...WaitingEntry.maxCount + 1 {
            let store = SQLiteHistoryStore(empty)
            try store.openHere()
            try store.recordHere(.sample("\(index)"))
            #expect(WaitingEntry.paths(empty).count == index % (WaitingEntry.maxCount + 1))
        }
        #expect(try await SQLiteHistoryStore(empty).count(HistoryFilter()) == WaitingEntry.maxCount + 2)
    }

    @Test func `large bodies, few exchanges and a folder that is missing need the database`() async throws {
        var large = Exchange.sample("large")
        large.response?.body = ExchangeBody([UInt8](repeating: 7, count: 100_000))
        try leave(large)
        try leave(.sample("few"), limits: HistoryLimits(count: WaitingEntry.maxCount))
        try leave(.sample("small"), limits: HistoryLimits(byteCount: 1_000_000))
        rmdir(location.waiting)
        try leave(.sample("missing"))
        #expect(waitingCount == 0)
        #expect(try await SQLiteHistoryStore(location).count(HistoryFilter()) == 4)
    }

    @Test func `a large exchange is stored although the history opens with limits only then`() async throws {
        let shared = location.database + "-shm"
        unlink(shared)
        // SQLite opens no link as its shared memory.
        #expect(symlink("nowhere", shared) == 0)
        var large = Exchange.sample("large")
        large.response?.body = ExchangeBody([UInt8](repeating: 7, count: 100_000))
        let store = SQLiteHistoryStore(location)
        try store.openHere()
        let error = #expect(throws: HistoryError.self) { try store.recordHere(large) }
        #expect(error?.code == .limited)
        #expect(try await store.exchange("large")?.response?.body.byteCount == 100_000)
    }

    /// Requires root, which can give files away.
    @Test(.enabled(if: geteuid() == 0)) func `an exchange of root goes to the database of another user, who could not read its file`()
        async throws
    {
        #expect(chown(location.database, 65534, 65534) == 0)
        try leave(.sample("a"))
        #expect(waitingCount == 0)
        #expect(try await SQLiteHistoryStore(location).count(HistoryFilter()) == 1)
    }

    @Test func `a waiting entry keeps its age and counts towards the limit`() async throws {
        let store = SQLiteHistoryStore(location, limits: HistoryLimits(count: 40))
        try leave(.sample("a"))
        let path = location.waiting + "/a"
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        #expect(try await store.count(HistoryFilter()) == 1)
        try await store.setPinned(true, ["a"])
        // Left by a process that was killed before it removed the file.
        try AtomicFile.write(bytes, to: path)
        #expect(try await store.exchange("a")?.isPinned == true)
        #expect(waitingCount == 0)
        try await store.record((0..<40).map { .sample("\($0)", at: Double($0)) })
        try leave(.sample("new", at: 100))
        #expect(try await store.count(HistoryFilter()) == 41)
        #expect(try await store.exchange("new") != nil)
        #expect(try await store.exchange("0") == nil)
    }

    @Test func `a damaged file is set aside, one of a later version waits, and an incomplete one is removed in time`() async throws {
        try leave(.sample("a"))
        let whole = try [UInt8](Data(contentsOf: URL(filePath: location.waiting + "/a")))
        let files: [String: [UInt8]] = [
            "cut": whole.dropLast(), "long": whole + [0], "empty": [], "text": Array("nothing\nof ours".utf8),
            "zeros": Array(repeating: 0, count: 99),
            "later": Array("{\"version\":2}\n".utf8),
            "row": Array("{\"version\":1,\"row\":{\"id\":\"row\",\"startedAt\":1},\"detail\":2,\"bodies\":[]}\n{}".utf8),
            "size": Array("{\"version\":1,\"row\":{\"id\":\"size\",\"startedAt\":1},\"detail\":-1,\"bodies\":[]}\n{}".utf8),
            ".apus-1.tmp": whole,
        ]
        for (name, bytes) in files { try AtomicFile.write(bytes, to: "\(location.waiting)/\(name)") }
        let store = SQLiteHistoryStore(location)
        #expect(try await store.count(HistoryFilter()) == 1)
        let names = Set(namesInFolder(location.waiting))
        #expect(
            names == [
                "later", ".apus-1.tmp", "cut.damaged", "long.damaged", "empty.damaged", "text.damaged", "zeros.damaged", "row.damaged",
                "size.damaged",
            ])
        var times = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
        for name in [".apus-1.tmp", "cut.damaged"] { utimes("\(location.waiting)/\(name)", &times) }
        try await SQLiteHistoryStore(location).open()
        #expect(Set(namesInFolder(location.waiting)) == names.subtracting([".apus-1.tmp"]))
    }

    @Test func `a pipe, a folder, a link and a large file among the exchanges are set aside`() async throws {
        try leave(.sample("a"))
        #expect(mkfifo("\(location.waiting)/pipe", 0o600) == 0 && mkdir("\(location.waiting)/folder", 0o700) == 0)
        #expect(symlink("a", "\(location.waiting)/link") == 0)
        try AtomicFile.write([UInt8](repeating: 7, count: 2 << 20), to: "\(location.waiting)/large")
        #expect(try await SQLiteHistoryStore(location).count(HistoryFilter()) == 1)
        #expect(Set(namesInFolder(location.waiting)) == ["pipe.damaged", "folder.damaged", "link.damaged", "large.damaged"])
    }

    @Test func `an exchange waits beside a database that another program locks`() async throws {
        let other = try Database(path: location.database)
        try other.execute("BEGIN IMMEDIATE")
        try leave(.sample("a"))
        let store = SQLiteHistoryStore(location)
        #expect(try await store.count(HistoryFilter()) == 0)
        #expect(waitingCount == 1)
        try other.execute("COMMIT")
        #expect(try await store.count(HistoryFilter()) == 1)
    }

    @Test func `an entry recorded while the database is locked is stored later`() async throws {
        let other = try Database(path: location.database)
        let store = SQLiteHistoryStore(location)
        try await store.open()
        try other.execute("BEGIN IMMEDIATE")
        try await store.record([.sample("a"), .sample("b", at: 1)])
        #expect(waitingCount == 2)
        try other.execute("COMMIT")
        #expect(try await store.latest(9).map(\.id) == ["b", "a"])
        #expect(waitingCount == 0)
    }

    @Test(arguments: [HistoryLimits(count: 3), HistoryLimits(byteCount: 100_000)])
    func `no more exchanges wait beside a locked database than the history may have`(limits: HistoryLimits) async throws {
        let other = try Database(path: location.database)
        let store = SQLiteHistoryStore(location, limits: limits)
        try await store.open()
        try other.execute("BEGIN IMMEDIATE")
        let body = ExchangeBody([UInt8](repeating: 7, count: 30_000))
        let error = await #expect(throws: HistoryError.self) {
            try await store.record((0..<5).map { .sample("\($0)", at: Double($0), body: body) })
        }
        #expect(error?.code == .unwritable)
        #expect(waitingCount == 3)
        try other.execute("COMMIT")
        #expect(try await store.count(HistoryFilter()) == 3)
    }

    /// To wait for the other program with each of them would take longer than the limit.
    @Test(.timeLimit(.minutes(7))) func `a large exchange does not delay other writes to a locked database`() async throws {
        let other = try Database(path: location.database)
        let store = SQLiteHistoryStore(location)
        try await store.open()
        try other.execute("BEGIN IMMEDIATE")
        let large = Exchange.sample("large", body: ExchangeBody([UInt8](repeating: 7, count: 200_000)))
        let error = await #expect(throws: HistoryError.self) {
            try await store.record((0..<100).map { .sample("\($0)", at: 1) } + [large])
        }
        #expect(error?.code == .unwritable)
        #expect(waitingCount == 100)
        try other.execute("COMMIT")
        #expect(try await store.count(HistoryFilter()) == 100)
    }
}
