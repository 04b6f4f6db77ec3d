import Foundation
import JSON
import Testing

/// `apus export` of the built program.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ExportedFilesTests {
    private func program() throws -> Program {
        try Program(files: [
            "collections/api/one.request.json":
                #"{"name": "One", "url": "https://example.org/one", "auth": {"type": "bearer", "token": "typed-token"}}"#
        ])
    }

    @Test func `typed secrets are written when that is asked for`() async throws {
        let program = try program()
        let masked = try await program.run(["export", "--as", "postman", "--to", "-"])
        #expect(masked.code == 0 && masked.output.contains("https://example.org/one"), "\(masked.error)")
        #expect(!masked.output.contains("typed-token"))
        #expect(try await program.run(["export", "--as", "postman", "--to", "-", "--secrets"]).output.contains("typed-token"))
    }

    @Test func `files that are there are overwritten when that is asked for`() async throws {
        let program = try program()
        let words = ["export", "API", "--as", "postman", "--to", "out"]
        #expect(try await program.run(words).code == 0)
        let out = program.folder.appending(path: "space/out")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: out.path).first)
        try Data("mine".utf8).write(to: out.appending(path: name))
        let refused = try await program.run(words)
        #expect(refused.code == 2 && refused.error.contains(name), "\(refused.error)")
        #expect(try program.text(of: "out/\(name)") == "mine")
        #expect(try await program.run(words + ["--force"]).code == 0)
        #expect(try JSONValue(parsing: program.text(of: "out/\(name)"))["info"] != nil)
    }

    @Test func `the workspace may be elsewhere`() async throws {
        let program = try program()
        let other = try Program()
        let outcome = try await other.run(["export", "--from", program.folder.path + "/space", "--as", "http", "--to", "-"])
        #expect(outcome.code == 0 && outcome.output.contains("GET https://example.org/one"), "\(outcome.error)")
    }
}
