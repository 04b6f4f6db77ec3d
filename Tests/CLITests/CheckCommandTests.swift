import Foundation
import JSON
import Testing

/// `apus check` and `apus fmt` in a workspace that several people change in git.
@Suite(.timeLimit(.minutes(5))) struct CheckCommandTests {
    private static let conflict = "{\n<<<<<<< HEAD\n \"name\": \"A\"\n=======\n \"name\": \"B\"\n>>>>>>> other\n}\n"

    private static func request(_ name: String, _ url: String = "http://h/") -> String { #"{"name": "\#(name)", "url": "\#(url)"}"# }

    /// The files with problems and the number of them in each, as `apus check` reports them.
    private static func counts(_ program: Program, _ words: [String] = []) async throws -> [String: Int] {
        let issues = try JSONValue(parsing: try await program.run(["check", "--json"] + words).output).array ?? []
        return Dictionary(issues.map { ($0["file"]?.string ?? "", 1) }, uniquingKeysWith: +)
    }

    // MARK: Merge conflicts

    @Test(arguments: ["collections/api/collection.json", "collections/api/f/folder.json"])
    func `settings with a merge conflict are not formatted`(file: String) async throws {
        let program = try Program(files: [file: Self.conflict, "collections/api/f/a.request.json": Self.request("A")])
        for words in [["fmt", "--check"], ["fmt"]] {
            let outcome = try await program.run(words)
            #expect(outcome.code == 2 && outcome.error.contains(file), "\(outcome)")
        }
        #expect(try program.text(of: file) == Self.conflict)
    }

    @Test func `settings of the wrong kind are checked against their schema`() async throws {
        let program = try Program(files: ["collections/api/collection.json": #"{"order": "a", "nam": "b"}"#])
        #expect(try await Self.counts(program) == ["collections/api/collection.json": 2])
    }
}
