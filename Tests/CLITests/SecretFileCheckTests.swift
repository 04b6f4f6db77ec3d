import Foundation
import JSON
import Testing

/// `apus check` on files with secrets in a git repository.
@Suite struct SecretFileCheckTests {
    @Test(
        arguments: [
            ([:], 2), ([".gitignore": "*.secrets.json"], 0),
            ([".gitignore": "# *.json\n/*/*.secrets.json \ncollections/**/e.s?crets.json\n"], 0),
            ([".gitignore": "*.json\n!gone.secrets.json"], 1), ([".gitignore": "environments/\n"], 0),
            (["collections/.gitignore": "/api"], 1),
            ([".gitignore": "/e.secrets.json\n!\n/\n"], 2), ([".git/info/exclude": "*.secrets.json"], 0),
            ([".gitignore": "*.secrets.json", ".git/index": "DIRC\u{0}\u{19}environments/gone.secrets.json\u{0}"], 0),
            ([".gitignore": "*.secrets.json", ".git/index": "DIRC\u{0}\u{1E}environments/gone.secrets.json\u{0}"], 1),
            ([".gitignore": "*.secrets.json", ".git/index": "DIRC\u{0}\u{1E}@\u{0}environments/gone.secrets.json\u{0}"], 1),
            ([".gitignore": "/environments/**\n!/environments/*.json\ncollections/**"], 1),
            ([".git": "gitdir: git", "git/commondir": "shared\n", "git/shared/info/exclude": "*.secrets.json"], 0),
        ] as [([String: String], Int)])
    func `files with secrets that git has or does not ignore are problems`(files: [String: String], count: Int) async throws {
        let secrets = ["collections/api/environments/e.secrets.json", "environments/gone.secrets.json"]
        let repository = files[".git"] == nil ? [".git/HEAD": ""] : [:]
        let own = Dictionary(uniqueKeysWithValues: secrets.map { ($0, #"{"a": "hunter2"}"#) })
        let program = try Program(files: files.merging(own) { $1 }.merging(repository) { $1 })
        let outcome = try await program.run(["check", "--json"])
        let issues = try JSONValue(parsing: outcome.output).array ?? []
        #expect(issues.count == count && outcome.code == (count == 0 ? 0 : 1), "\(outcome.output)")
        #expect(issues.allSatisfy { secrets.contains($0["file"]?.string ?? "") } && !outcome.output.contains("hunter2"))
    }
}
