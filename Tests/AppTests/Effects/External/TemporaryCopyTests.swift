import Foundation
import Platform
import Testing

@testable import App

/// Copies of responses for other programs.
@Suite struct TemporaryCopyTests {
    private let base = NSTemporaryDirectory() + "/apus-copies-\(UUID().uuidString)"

    /// A folder with files, changed at a time in seconds since 1970.
    private func make(_ folder: String, _ files: [String], at time: Int = 1_000) throws {
        let path = "\(base)/\(folder)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: folder.hasSuffix("shared") ? 0o755 : 0o700])
        for file in files { try Data("secret".utf8).write(to: URL(fileURLWithPath: "\(path)/\(file)")) }
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: Double(time))], ofItemAtPath: path)
    }

    @Test func `old copies are removed, and nothing else`() throws {
        try make("apus.old", ["body.json"])
        try make("apus.new", ["body.json"], at: 3_000)
        try make("apus.demo", ["body.json", "collections"])
        try make("apus.own", ["notes.txt"])
        try make("apus.shared", ["body.json"])
        try make("other.old", ["body.json"])
        try FileManager.default.createSymbolicLink(atPath: "\(base)/apus.link", withDestinationPath: "\(base)/other.old")
        defer { try? FileManager.default.removeItem(atPath: base) }
        TemporaryCopy.removeOld(in: base, before: 2_000)
        let left = try FileManager.default.contentsOfDirectory(atPath: base).sorted()
        #expect(left == ["apus.demo", "apus.link", "apus.new", "apus.own", "apus.shared", "other.old"])
        #expect(FileManager.default.fileExists(atPath: "\(base)/other.old/body.json"))
    }
}
