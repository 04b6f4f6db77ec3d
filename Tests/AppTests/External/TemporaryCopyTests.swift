import Foundation
import Platform
import Testing
import Workspace

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

    @Test func `cleaning up removes only copies of ended processes`() throws {
        try make("apus.old", ["body.json"])
        try make("apus.new", ["body.json"])
        // As a running process holds it.
        let lock = try FileLock(folder: "\(base)/apus.new", within: .zero)
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

    @Test func `a text that was changed in an editor is never removed`() throws {
        let script: [(folder: String, files: [String: String], left: TemporaryCopy.Left)] = [
            ("apus.same", ["body.json": "old"], .nothing), ("apus.gone", [:], .nothing), ("apus.new", ["body.json": "new"], .text("new")),
            ("apus.backup", ["body.json": "new", "body.json~": "old"], .text("new")),
            ("apus.swap", ["body.json": "old", ".body.json.swp": "typed"], .other), ("apus.empty", ["body.json": ""], .text("")),
            ("apus.ended", ["body.json": "old\n"], .nothing),
        ]
        for (folder, files, _) in script {
            try make(folder, [])
            for (name, text) in files.merging([".body.original": "old"], uniquingKeysWith: { first, _ in first }) {
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(base)/\(folder)/\(name)"))
            }
        }
        defer { try? FileManager.default.removeItem(atPath: base) }
        for (folder, _, left) in script { #expect(TemporaryCopy.left(in: "\(base)/\(folder)/body.json") == left, "\(folder)") }
        TemporaryCopy.removeAbandoned(in: base)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: base).sorted() == ["apus.backup", "apus.empty", "apus.new", "apus.swap"])
    }

    @MainActor
    @Test(arguments: [
        ("old", "cat \"$1\" > \"$1.new\"; echo >> \"$1.new\"; mv \"$1.new\" \"$1\"", "old"), ("old\n", "echo >> \"$1\"", "old\n\n"),
        ("old", "printf 'old\\r\\n' > \"$1\"", "old"), ("old", "echo new > \"$1\"", "new\n"), ("", "echo > \"$1\"", ""),
        ("old\n", "printf old > \"$1\"", "old"),
    ])
    func `a line end that an editor adds to the last line is no change`(text: String, script: String, expected: String) async throws {
        let editor = ExternalEditor("f() { \(script); }; f", environment: [:], atOnce: .zero)
        let saved = try await editor.edit(text, suffix: ".txt")
        #expect(Array(saved.utf8) == Array(expected.utf8))
    }

    @MainActor @Test func `an editor that ends at once without a change is no silent one`() async throws {
        let error = await #expect(throws: ExternalProgramError.self) {
            try await ExternalEditor("true", environment: [:], atOnce: .seconds(3600)).edit("old", suffix: ".txt")
        }
        #expect(error?.description.contains("--wait") == true && error?.copy == nil)
        #expect(try await ExternalEditor("true", environment: [:], atOnce: .zero).edit("old", suffix: ".txt") == "old")
    }

    @MainActor @Test(arguments: ["no-such-editor --wait", "/etc/passwd"])
    func `the message about an editor that cannot start names the setting for another`(command: String) async throws {
        let error = await #expect(throws: ExternalProgramError.self) {
            try await ExternalEditor(nil, environment: ["EDITOR": command]).edit("old", suffix: ".txt")
        }
        #expect(error?.description.contains(command) == true && error?.description.contains("VISUAL") == true)
    }

    @Test func `nothing is read from a folder that others can change`() throws {
        try make("apus.shared", ["body.json"])
        defer { try? FileManager.default.removeItem(atPath: base) }
        #expect(TemporaryCopy.left(in: "\(base)/apus.shared/body.json") == .nothing)
    }

    @MainActor @Test func `the journal knows the open text until the editor has ended`() async throws {
        let (state, seen) = (base + "/state", base + "/seen")
        try FileManager.default.createDirectory(atPath: seen, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: base) }
        let journal = DraftJournal(folder: state, workspace: "/w")
        let editor = ExternalEditor("f() { cp '\(state)'/*.json '\(seen)'; printf new > \"$1\"; }; f", environment: [:])
        let request = AutosavedDraft(path: "a.request.json", draft: RequestDraft(name: "A"))
        #expect(try await editor.edit("old", suffix: ".json", field: "json", of: request, in: journal) == "new")
        let noted = try FileManager.default.contentsOfDirectory(atPath: seen).compactMap {
            FileManager.default.contents(atPath: "\(seen)/\($0)")
        }
        #expect(noted.map { String(decoding: $0, as: UTF8.self) }.contains { $0.contains("body.json") && $0.contains("a.request.json") })
        #expect(try FileManager.default.contentsOfDirectory(atPath: state).filter { $0.hasSuffix(".json") } == [])
    }

    @MainActor @Test(arguments: [("printf changed > \"$1\"; false", "changed"), ("printf '\\377' > \"$1\"", "\u{FFFD}"), ("false", nil)])
    func `a text that the editor wrote before it failed is kept`(script: String, written: String?) async throws {
        let editor = ExternalEditor("f() { \(script); }; f", environment: [:])
        let error = await #expect(throws: ExternalProgramError.self) { try await editor.edit("old", suffix: ".json") }
        let kept = error?.copy
        defer { if let kept { TemporaryCopy.remove(kept) } }
        if let kept { TemporaryCopy.removeAbandoned(in: parentFolder(of: parentFolder(of: kept))) }
        #expect(kept.flatMap { FileManager.default.contents(atPath: $0) }.map { String(decoding: $0, as: UTF8.self) } == written)
    }

    @MainActor @Test func `a text that is too long to be read is kept`() async throws {
        let editor = ExternalEditor("f() { dd of=\"$1\" bs=1 count=0 seek=2147483648 2>/dev/null; }; f", environment: [:])
        let error = await #expect(throws: ExternalProgramError.self) { try await editor.edit("old", suffix: ".json") }
        let kept = try #require(error?.copy)
        #expect(error?.description.contains(kept) == true)
        defer { TemporaryCopy.remove(kept) }
        #expect(try FileManager.default.attributesOfItem(atPath: kept)[.size] as? Int == 2_147_483_648)
    }
}
