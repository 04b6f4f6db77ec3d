import Foundation
import Platform
import Testing

@testable import App

/// Copies of responses for other programs.
@Suite struct TemporaryCopyTests {
    private let base = NSTemporaryDirectory() + "/apus-copies-\(UUID().uuidString)"

    private func make(_ folder: String, _ files: [String]) throws {
        let path = "\(base)/\(folder)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: folder.hasSuffix("shared") ? 0o755 : 0o700])
        for file in files { try Data("secret".utf8).write(to: URL(fileURLWithPath: "\(path)/\(file)")) }
    }

    @Test func `only copies of ended processes are removed`() throws {
        try make("apus.old", ["body.json"])
        try make("apus.new", ["body.json"])
        // As a running process holds it.
        let lock = try FileLock(folder: "\(base)/apus.new")
        defer { withExtendedLifetime(lock) {} }
        try make("apus.edited", ["body.json", "body.json~", ".body.json.swp", "#body.json#"])
        try make("apus.demo", ["body.json", "collections"])
        try make("apus.own", ["notes.txt"])
        try make("apus.shared", ["body.json"])
        try make("other.old", ["body.json"])
        try FileManager.default.createSymbolicLink(atPath: "\(base)/apus.link", withDestinationPath: "\(base)/other.old")
        defer { try? FileManager.default.removeItem(atPath: base) }
        TemporaryCopy.removeAbandoned(in: base)
        let left = try FileManager.default.contentsOfDirectory(atPath: base).sorted()
        #expect(left == ["apus.demo", "apus.link", "apus.new", "apus.own", "apus.shared", "other.old"])
        #expect(FileManager.default.fileExists(atPath: "\(base)/other.old/body.json"))
    }

    @Test func `a copy of this process stays until it is removed`() throws {
        let path = try TemporaryCopy.make(suffix: ".json") { file throws(SystemError) in try file.write([1]) }
        let folder = parentFolder(of: path)
        TemporaryCopy.removeAbandoned(in: parentFolder(of: folder))
        #expect(FileManager.default.fileExists(atPath: path))
        // An editor's backup and undo have the content too.
        for name in ["body.json~", ".body.json.un~"] { try Data("secret".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        TemporaryCopy.remove(path)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @MainActor @Test(arguments: [("printf changed > \"$1\"; false", "changed"), ("printf '\\377' > \"$1\"", "\u{FFFD}"), ("false", nil)])
    func `a text that the editor wrote before it failed is kept`(script: String, written: String?) async throws {
        let editor = ExternalEditor("f() { \(script); }; f", environment: [:])
        let error = await #expect(throws: ExternalProgramError.self) { try await editor.edit("old", suffix: ".json") }
        let kept = error?.description.firstRange(of: /\/[^ ]*\/edited\.json/).map { String(error?.description[$0] ?? "") }
        defer { if let kept { TemporaryCopy.remove(kept) } }
        if let kept { TemporaryCopy.removeAbandoned(in: parentFolder(of: parentFolder(of: kept))) }
        #expect(kept.flatMap { FileManager.default.contents(atPath: $0) }.map { String(decoding: $0, as: UTF8.self) } == written)
    }

    @MainActor @Test func `a text that is too long to be read is kept`() async throws {
        let editor = ExternalEditor("f() { dd of=\"$1\" bs=1 count=0 seek=2147483648 2>/dev/null; }; f", environment: [:])
        let error = await #expect(throws: ExternalProgramError.self) { try await editor.edit("old", suffix: ".json") }
        let kept = try #require(error?.description.firstRange(of: /\/[^ ]*\/edited\.json/).map { String(error?.description[$0] ?? "") })
        defer { TemporaryCopy.remove(kept) }
        #expect(try FileManager.default.attributesOfItem(atPath: kept)[.size] as? Int == 2_147_483_648)
    }
}
