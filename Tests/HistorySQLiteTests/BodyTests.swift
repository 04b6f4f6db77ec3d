import Foundation
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

struct BodyTests {
    private let folder: TemporaryFolder
    private let location: HistoryLocation
    private let store: SQLiteHistoryStore
    private let large = ExchangeBody(Array("large ".utf8) + Array(repeating: UInt8(ascii: "x"), count: 100_000))

    init() throws {
        folder = TemporaryFolder()
        location = HistoryLocation(folder: folder.path)
        store = SQLiteHistoryStore(location)
    }

    private func bytes(_ body: ExchangeBody?) throws -> [UInt8] {
        guard case .file(let path) = body?.storage else { return [] }
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test func aLargeBodyIsAFileNamedByItsContent() async throws {
        try await store.record(.sample("a", body: large))
        let names = folder.names(in: "history-bodies")
        #expect(names.count == 1 && names[0].count == 64)
        let body = try await store.exchange("a")?.response?.body
        #expect(try bytes(body) == large.beginning(.max))
        #expect(body?.byteCount == large.byteCount && body?.isComplete == true)
    }

    @Test func `the folder of bodies is made again, and an error names the file that failed`() async throws {
        try await store.record(.sample("a", body: large))
        try folder.remove("history-bodies")
        try await store.record(.sample("b", body: large))
        #expect(try bytes(await store.exchange("b")?.response?.body) == large.beginning(.max))
        #expect(folder.mode(of: "history-bodies") == 0o700)
        try folder.remove("history-bodies")
        try folder.write("", to: "history-bodies")
        let error = await #expect(throws: HistoryError.self) { try await store.record(.sample("c", body: large)) }
        #expect(error?.message.contains("history-bodies/") == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [0, 65_536]) func aBodyUpToTheLimitStandsInTheDatabase(count: Int) async throws {
        try await store.record(.sample("a", body: ExchangeBody(Array(repeating: 7, count: count))))
        #expect(folder.names(in: "history-bodies").isEmpty)
        #expect(try await store.exchange("a")?.response?.body == ExchangeBody(Array(repeating: 7, count: count)))
    }

    @Test func equalBodiesShareAFileUntilTheLastGoes() async throws {
        try await store.record(.sample("a", requestBody: large, body: large))
        try await store.record(.sample("b", body: large))
        #expect(folder.names(in: "history-bodies").count == 1)
        try await store.delete(["a"])
        #expect(folder.names(in: "history-bodies").count == 1)
        try await store.delete(["b"])
        #expect(folder.names(in: "history-bodies").isEmpty)
    }

    @Test func aFileInTheIncomingFolderIsTakenOver() async throws {
        try await store.open()
        let path = location.makeIncomingPath()
        try Data(large.beginning(.max)).write(to: URL(fileURLWithPath: path))
        try await store.record(.sample("a", body: ExchangeBody(storage: .file(path), byteCount: 200_000, isComplete: false)))
        #expect(folder.names(in: "history-incoming").isEmpty)
        let body = try await store.exchange("a")?.response?.body
        #expect(try bytes(body) == large.beginning(.max))
        #expect(body?.byteCount == 200_000 && body?.isComplete == false)
    }

    /// A file that was hashed while it was written is not read again for its name; one from elsewhere is.
    @Test(arguments: [true, false]) func aKnownHashNamesTheFile(isOwn: Bool) async throws {
        try await store.open()
        let path = isOwn ? location.makeIncomingPath() : folder.path + "/mine"
        try Data(large.beginning(.max)).write(to: URL(fileURLWithPath: path))
        let sha256 = String(repeating: "a", count: 64)
        try await store.record(.sample("a", body: ExchangeBody(storage: .file(path), byteCount: large.byteCount, sha256: sha256)))
        #expect((folder.names(in: "history-bodies") == [sha256]) == isOwn)
        // A file that was written before the end of its exchange is not verified.
        let stored = location.path(ofBody: folder.names(in: "history-bodies")[0])
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: stored)
        #expect(try bytes(await store.exchange("a")?.response?.body) == large.beginning(.max))
    }

    @Test(arguments: [10, 100_000]) func copiesAndKeepsAnExternalFile(count: Int) async throws {
        let path = folder.path + "/mine"
        try Data(repeating: 7, count: count).write(to: URL(fileURLWithPath: path))
        try await store.record(.sample("a", requestBody: ExchangeBody(storage: .file(path), byteCount: Int64(count))))
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(try await store.exchange("a")?.request.body.beginning(.max).count == count)
        #expect(folder.names(in: "history-incoming").isEmpty)
    }

    @Test func aBodyWithoutItsFileIsIncomplete() async throws {
        try await store.record(.sample("a", body: large))
        let name = folder.names(in: "history-bodies")[0]
        try FileManager.default.removeItem(atPath: location.path(ofBody: name))
        #expect(
            try await store.exchange("a")?.response?.body
                == ExchangeBody(storage: .bytes([]), byteCount: large.byteCount, isComplete: false))
    }

    @Test(arguments: [false, true]) func `a body whose file was changed is not shown, and of a shorter one the part that is there`(
        isShorter: Bool
    )
        async throws
    {
        try await store.record(.sample("a", body: large))
        let path = location.path(ofBody: folder.names(in: "history-bodies")[0])
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        if isShorter { bytes.removeLast() } else { bytes[500] ^= 1 }
        try bytes.write(to: URL(fileURLWithPath: path))
        let body = try #require(try await store.exchange("a")?.response?.body)
        #expect(!body.isComplete && body.byteCount == large.byteCount)
        #expect(body.beginning(.max).count == (isShorter ? bytes.count : 0))
    }

    @Test func theBeginningOfALargeBodyIsSearched() async throws {
        try await store.record(.sample("a", body: large))
        #expect(try await store.latest(1, filter: HistoryFilter(text: "large")).map(\.id) == ["a"])
    }

    @Test func aBodyThatCannotBeReadIsAnError() async throws {
        let body = ExchangeBody(storage: .file(folder.path + "/nowhere"), byteCount: 1)
        await #expect(throws: HistoryError.self) { try await store.record(.sample("a", body: body)) }
        #expect(try await store.exchange("a") == nil)
    }

    @Test(arguments: [false, true]) func removesLeftoverFilesAfterADay(onThisThread: Bool) async throws {
        try await store.open()
        for (name, age) in [("old", 100_000.0), ("new", 10)] {
            let path = location.incoming + "/" + name
            try Data([1]).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
        }
        // A history of a few exchanges is opened for each of them.
        let other = SQLiteHistoryStore(location, limits: HistoryLimits(count: 1))
        if onThisThread { try other.openHere() } else { try await other.open() }
        #expect(folder.names(in: "history-incoming") == ["new"])
    }
}
