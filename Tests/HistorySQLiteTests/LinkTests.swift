import Foundation
import TestFixtures
import Testing
import Workspace

@testable import HistorySQLite

/// A history never writes through a link to another file.
@Suite struct LinkTests {
    private let folder: TemporaryFolder
    private let elsewhere: TemporaryFolder

    init() throws {
        folder = TemporaryFolder()
        elsewhere = TemporaryFolder()
    }

    @Test(arguments: ["history.sqlite", "history.lock"], [nil, "", "somebody's text"])
    func refusesALink(name: String, content: String?) async throws {
        let target = "\(elsewhere.path)/file"
        if let content {
            try Data(content.utf8).write(to: URL(filePath: target))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target)
        }
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(name)", withDestinationPath: target)
        let store = SQLiteHistoryStore(HistoryLocation(folder: folder.path))
        let error = await #expect(throws: HistoryError.self) { try await store.open() }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("it is a link, which is not followed") == true, "\(error?.message ?? "")")
        #expect((try? String(contentsOfFile: target, encoding: .utf8)) == content)
        #expect(elsewhere.names == (content == nil ? [] : ["file"]))
        if content != nil { #expect(elsewhere.mode(of: "file") == 0o644) }
    }

    /// The folder may lie where its owner put it.
    @Test func aFolderThatIsALinkIsUsed() async throws {
        let path = "\(folder.path)/data"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere.path)
        let store = SQLiteHistoryStore(HistoryLocation(folder: path))
        try await store.record(.sample("one"))
        #expect(elsewhere.names.contains("history.sqlite"))
    }
}
