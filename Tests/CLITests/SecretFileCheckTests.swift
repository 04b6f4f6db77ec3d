import Foundation
import JSON
import Testing

/// An index of version 4 with two files in a folder.
private func shortened(_ folder: String, _ name: String) -> String {
    let entry = String(repeating: "\u{0}", count: 60) + "\u{0}\u{1}"
    return "DIRC\u{0}\u{0}\u{0}\u{4}\u{0}\u{0}\u{0}\u{2}\(entry)\u{0}\(folder)a.json\u{0}\(entry)\u{6}\(name)\u{0}"
}

/// The end of an index that shares entries with a file, and the name of that file.
private let link = "link\u{0}\u{0}\u{0}\u{14}" + String(repeating: "a", count: 20)
private let sharedName = ".git/sharedindex." + String(repeating: "61", count: 20)

/// Files of settings that include each other so often that nobody has time to read all.
private let including = (1..<10).reduce(
    into: [".git/config": "[include]\npath = 1\n[core]\nexcludesFile = mine\n", "mine": "*.secrets.json"]
) { files, number in
    files[".git/\(number)"] = String(repeating: "[include]\npath = \(number + 1)\n", count: 20)
}

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
            ([".gitignore": "*.secrets.json\n!go[a-z]e.secrets.json"], 1),
            ([".gitignore": "\\*.json\ngone\\?secrets.json\n"], 2),
            (["collections/.gitignore": "*.json", "environments/.gitignore": "!*"], 1),
            ([".git/config": "[Core]\n\tExcludesFile = mine ; all\n", "mine": "*.secrets.json"], 0),
            ([".git/config": "[core]\nexcludesfile=\"~/space/mine\"\n", "mine": "*.secrets.json", ".gitignore": "!gone.secrets.json"], 1),
            ([".git/config": "[other]\nexcludesfile = mine\n", "mine": "*.secrets.json"], 2), (["xdg/git/ignore": "*.secrets.json"], 0),
            ([".gitignore": "*.secrets.json", ".git/index": shortened("environments/", "gone.secrets.json")], 1),
            ([".gitignore": "*.secrets.json", ".git/index": shortened("environments/", "other.json")], 0),
            ([".gitignore": "*.secrets.json", ".git/index": "DIRC\u{0}\u{0}\u{0}\u{4}"], 2),
            ([".gitignore": "/environments/**\n!/environments/*.json\ncollections/**"], 1),
            ([".gitignore": "*.secrets.json", ".git/index": "DIRC" + link, sharedName: "\u{1E}environments/gone.secrets.json\u{0}"], 1),
            ([".gitignore": "*.secrets.json", ".git/index": "DIRC" + link, sharedName: "\u{19}environments/gone.secrets.json\u{0}"], 0),
            // A file that another index shared before.
            ([".gitignore": "*.secrets.json", ".git/index": "DIRC", sharedName: "\u{1E}environments/gone.secrets.json\u{0}"], 0),
            ([".git/config": "[include] path = more\n", ".git/more": "[core]excludesFile = mine\n", "mine": "*.secrets.json"], 0),
            ([".git/config": "[include]\npath = config\n[core]\nexcludesFile = mine\n", "mine": "*.secrets.json"], 0),
            (
                [
                    ".git/config": "[core]\nexcludesFile = mine\n[includeIf \"gitdir:~/\"]\npath = ~/space/more\n",
                    "more": "[core]\nexcludesFile = other\n", "mine": "*.secrets.json",
                ], 2
            ),
            ([".git/config": "[includeIf \"onbranch:a\"]\npath = none\n", "xdg/git/ignore": "*.secrets.json"], 0),
            (including, 0),
            ([".git": "gitdir: git", "git/commondir": "shared\n", "git/shared/info/exclude": "*.secrets.json"], 0),
        ] as [([String: String], Int)])
    func `files with secrets that git has or does not ignore are problems`(files: [String: String], count: Int) async throws {
        let secrets = ["collections/api/environments/e.secrets.json", "environments/gone.secrets.json"]
        let repository = files[".git"] == nil ? [".git/HEAD": ""] : [:]
        let own = Dictionary(uniqueKeysWithValues: secrets.map { ($0, #"{"a": "hunter2"}"#) })
        let program = try Program(files: files.merging(own) { $1 }.merging(repository) { $1 })
        let lists = ["XDG_CONFIG_HOME": program.folder.appending(path: "space/xdg").path]
        let outcome = try await program.run(["check", "--json"], environment: lists)
        let issues = try JSONValue(parsing: outcome.output).array ?? []
        #expect(issues.count == count && outcome.code == (count == 0 ? 0 : 1), "\(outcome.output)")
        #expect(issues.allSatisfy { secrets.contains($0["file"]?.string ?? "") } && !outcome.output.contains("hunter2"))
    }
}
