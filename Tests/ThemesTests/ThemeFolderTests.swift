import Foundation
import Screen
import Testing

@testable import Themes

@Suite struct ThemeFolderTests {
    @Test func `a folder that is not there has no themes`() {
        let (themes, problems) = ThemeFolder.load("/nowhere/at/all")
        #expect(themes.isEmpty && problems.isEmpty)
    }

    @Test func `loading reads valid themes and names invalid files`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("themes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try #"{"name": "b", "appearance": "dark", "styles": {"eror": {}}}"#.write(
            to: folder.appending(path: "b.json"), atomically: false, encoding: .utf8)
        try #"{"name": "a", "appearance": "dark"}"#.write(to: folder.appending(path: "a.json"), atomically: false, encoding: .utf8)
        try "no JSON".write(to: folder.appending(path: "c.json"), atomically: false, encoding: .utf8)
        try "not a theme".write(to: folder.appending(path: "notes.txt"), atomically: false, encoding: .utf8)
        try FileManager.default.createDirectory(at: folder.appending(path: "d.json"), withIntermediateDirectories: true)
        let (themes, problems) = ThemeFolder.load(folder.path)
        #expect(themes.map(\.name) == ["a", "b"])
        #expect(problems.map { $0.file.split(separator: "/").last } == ["b.json", "c.json", "d.json"])
    }
}
