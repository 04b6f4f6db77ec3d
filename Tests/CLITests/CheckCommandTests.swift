import Foundation
import JSON
import TestFixtures
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

    @Test func `an empty variable that a login captures is no problem`() async throws {
        let list = #"{"name": "List", "url": "http://h/", "auth": {"type": "bearer", "token": "{{token}}"}}"#
        let login = #"{"name": "Log in", "url": "http://h/", "captures": [{"variable": "token", "from": "body", "query": "$.token"}]}"#
        let environment = #"{"name": "dev", "variables": [{"name": "token", "value": ""}]}"#
        let program = try Program(files: [
            "collections/api/list.request.json": list, "collections/api/environments/dev.json": environment,
        ])
        #expect(try await Self.counts(program) == ["collections/api/list.request.json": 1])
        let both = try Program(files: [
            "collections/api/list.request.json": list, "collections/api/login.request.json": login,
            "collections/api/environments/dev.json": environment,
        ])
        #expect(try await both.run(["check"]).code == 0)
    }

    // MARK: Environments

    private static func environment(_ name: String, _ variables: [String]) -> String {
        #"{"name": "\#(name)", "variables": ["# + variables.map { #"{"name": "\#($0)", "value": "1"}"# }.joined(separator: ",") + "]}"
    }

    @Test func `an environment of the workspace counts for the collections whose variables it defines`() async throws {
        let program = try Program(files: [
            "collections/api/a.request.json": Self.request("A", "http://h/{{base}}/{{token}}"),
            "collections/api/collection.json": #"{"name": "API", "variables": [{"name": "base", "value": "{{root}}"}]}"#,
            "collections/other/b.request.json": Self.request("B", "http://h/{{mine}}"),
            "environments/api.json": Self.environment("api", ["token", "root"]),
            // Only a variable that the collection defines, too.
            "environments/base.json": Self.environment("base", ["base"]),
            // Only a variable that is in the value of another one.
            "environments/root.json": Self.environment("root", ["root"]),
            "environments/other.json": Self.environment("other", ["mine"]),
            "environments/none.json": #"{"name": "none", "variables": [{"name": "token", "value": "1", "enabled": false}]}"#,
        ])
        let issues = try JSONValue(parsing: try await program.run(["check", "--json"]).output).array ?? []
        #expect(
            issues.map { "\($0["file"]?.string ?? "") \($0["message"]?.string ?? "")" } == [
                "collections/api/a.request.json {{token}} is not defined in the environment base, the environment root"
            ])
        #expect(try await Self.counts(program, ["-e", "other"]) == ["collections/api/a.request.json": 2])
    }

    @Test func `a variable that no environment of the workspace defines is reported once`() async throws {
        let program = try Program(files: [
            "collections/api/a.request.json": Self.request("A", "http://h/{{x}}"), "environments/e.json": Self.environment("e", ["y"]),
        ])
        let issues = try JSONValue(parsing: try await program.run(["check", "--json"]).output).array ?? []
        #expect(issues.map { $0["message"]?.string } == ["{{x}} is not defined"])
    }

    @Test func `a request that names its environment uses no other`() async throws {
        let program = try Program(files: [
            "collections/api/a.request.json": #"{"name": "A", "url": "http://h/{{x}}/{{y}}", "options": {"environment": "one"}}"#,
            "collections/api/environments/one.json": Self.environment("one", ["x"]),
            "collections/api/environments/two.json": Self.environment("two", []),
        ])
        let issues = try JSONValue(parsing: try await program.run(["check", "--json"]).output).array ?? []
        #expect(issues.map { $0["message"]?.string } == ["{{y}} is not defined in the environment one"])
    }

    @Test func `an order with equal or unknown names is reported`() async throws {
        let program = try Program(files: [
            "collections/api/collection.json": #"{"name": "API", "order": ["f", "b", "a.request.json", "empty", "b"]}"#,
            "collections/api/f/folder.json": #"{"name": "F", "order": ["A", "c"]}"#,
            "collections/api/a.request.json": Self.request("A"), "collections/api/b.request.json": Self.request("B"),
            "collections/api/f/a.request.json": Self.request("FA"), "collections/api/f/c.request.json": Self.request("FC"),
            "collections/api/empty/note.txt": "",
        ])
        let file = "collections/api/collection.json"
        #expect(try await Self.counts(program) == [file: 1, "collections/api/f/folder.json": 1])
        #expect(try await Self.counts(program, [file]) == [file: 1])
    }

    #if os(Linux)
        /// As from a Mac and from Linux; the file system of a Mac cannot hold both.
        @Test func `names that differ only in their Unicode form are reported`() async throws {
            let program = try Program(files: [
                "collections/api/n\u{FC}.request.json": Self.request("A"), "collections/api/nu.request.json": Self.request("B"),
            ])
            let folder = program.folder.appending(path: "space/collections/api").path
            try #require(rename("\(folder)/nu.request.json", "\(folder)/nu\u{308}.request.json") == 0)
            #expect(try await Self.counts(program) == ["collections/api/n\u{FC}.request.json": 1])
        }
    #endif

    // MARK: Formatting

    @Test func `named files of other programs are not formatted`() async throws {
        let others = ["README.md": "# A\n", "collections/.gitignore": "*\n", "package.json": "{\"name\":\n\"p\"}"]
        let own = "collections/api/a.request.json"
        let program = try Program(files: others.merging([own: Self.request("A")]) { one, _ in one })
        let outcome = try await program.run(["fmt", own] + others.keys)
        #expect(outcome.code == 0 && outcome.output == own + "\n", "\(outcome)")
        for (file, text) in others { #expect(try program.text(of: file) == text) }
        #expect(try await program.run(["fmt", "--check"] + others.keys).code == 0)
        for missing in ["none.json", "collections/api/none.request.json"] {
            #expect(try await program.run(["fmt", missing, own]).code == 2)
        }
    }

    @Test func `formatting keeps the ends of lines`() async throws {
        let path = "collections/api/collection.json"
        let program = try Program(files: [path: "{\r\n  \"name\": \"A\"\r\n}\r\n"])
        #expect(try await program.run(["fmt", "--check"]).code == 0)
        let file = program.folder.appending(path: "space/\(path)")
        for (text, end) in [("{\r\n\"name\": \"A\"}\r\n", "\r\n"), ("{\r\n\"name\": \"A\"}\n", "\n")] {
            try Data(text.utf8).write(to: file)
            #expect(try await program.run(["fmt", "--check"]).code == 1)
            #expect(try await program.run(["fmt"]).code == 0)
            #expect(try Data(contentsOf: file) == Data("{\n  \"name\": \"A\"\n}\n".replacing("\n", with: end).utf8))
        }
    }

    // MARK: Links

    private static func link(_ path: String, to target: String, in program: Program) throws {
        let place = program.folder.appending(path: "space/\(path)").path
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: target)
    }

    @Test func `linked folders with requests are reported, and linked files are read and not formatted`() async throws {
        let program = try Program(files: [
            "collections/shop/visit/a.request.json": Self.request("A"), "collections/shop/assets/a.txt": "a",
            "shared.json": Self.request("S", "http://h/{{none}}"),
        ])
        for (path, target) in [
            ("collections/alias", "shop"), ("collections/api/linked", "../shop/visit"), ("collections/api/files", "../shop/assets"),
            ("collections/api/s.request.json", "../../shared.json"),
        ] {
            try Self.link(path, to: target, in: program)
        }
        let expected = ["collections/alias": 1, "collections/api/linked": 1, "collections/api/s.request.json": 1]
        #expect(try await Self.counts(program) == expected)
        for (file, count) in expected { #expect(try await Self.counts(program, [file]) == [file: count]) }
        #expect(try await program.run(["fmt"]).code == 0)
        #expect(try await program.run(["fmt", "--check"]).code == 0)
        #expect(try program.text(of: "shared.json") == Self.request("S", "http://h/{{none}}"))
        #expect(try await program.run(["fmt", "collections/api/s.request.json"]).code == 2)
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

    @Test(arguments: ["collections/api/collection.json", "collections/api/f/folder.json", "workspace.json"])
    func `settings with a merge conflict are one problem`(file: String) async throws {
        var files = [file: Self.conflict, "collections/api/environments/e.json": #"{"name": "e"}"#]
        for name in ["a", "b", "c"] { files["collections/api/f/\(name).request.json"] = Self.request(name) }
        let program = try Program(files: files)
        #expect(try await Self.counts(program) == [file: 1])
    }

    @Test func `a record of an import with a merge conflict is reported, and nothing is imported over it`() async throws {
        let record = "collections/api/.import.json"
        let source = #"{"openapi": "3.1.0", "info": {"title": "API", "version": "1"}, "paths": {"/a": {"get": {"summary": "A"}}}}"#
        let program = try Program(files: [
            "api.json": source, "other.json": source.replacing("API", with: "Other"),
            record: "{\n\"source\": \"api.json\",\n<<<<<<< HEAD\n\"name\": \"a\"\n=======\n>>>>>>> b\n}\n",
        ])
        #expect(try await Self.counts(program) == [record: 1])
        #expect(try await Self.counts(program, [record]) == [record: 1])
        for words in [["api.json"], ["other.json", "--collection", "api"], ["api.json", "--dry-run"]] {
            let refused = try await program.run(["import"] + words)
            #expect(refused.code == 2 && refused.error.contains(record), "\(refused)")
        }
        #expect(try await program.run(["list", "folders", "--names"]).output == "api\n")
        #expect(try await program.run(["import", "other.json"]).code == 0)
        #expect(try await program.run(["import", "api.json", "--new"]).code == 0)
        #expect(try await program.run(["list", "folders", "--names"]).output == "api\napi-2\nother\n")
    }

    @Test func `settings of the wrong kind are checked against their schema`() async throws {
        let program = try Program(files: ["collections/api/collection.json": #"{"order": "a", "nam": "b"}"#])
        #expect(try await Self.counts(program) == ["collections/api/collection.json": 2])
    }

    // MARK: Nothing to check

    @Test(arguments: [
        ("collections/.gitignore", "*.secrets.json\n", 0), ("collections/api/collection.json", #"{"name": "API"}"#, 0),
        ("empty.http", "# Nothing yet\n", 0), ("notes.txt", "Nothing of ours", 1),
    ])
    func `an empty workspace has no problem, a folder without a known file is one`(_ path: String, _ text: String, _ code: Int32)
        async throws
    {
        let program = try Program()
        let file = program.folder.appending(path: "here/\(path)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        #expect(try await program.run(["check", "../here"]).code == code)
    }

    @Test func `a folder without requests is neither listed nor checked`() async throws {
        let folder = TemporaryFolder(["a.txt": "x"])
        let program = try Program(files: ["collections/api/b.request.json": #"{"name": "B", "url": "http://h/"}"#])
        #expect(try await program.run(["list", folder.path]).code == 2)
        #expect(try await program.run(["list", "collections/api"]).code == 2)
        #expect(try await program.run(["check", folder.path]).code == 1)
        #expect(try await program.run(["check", "collections/api"]).code == 0)
        withExtendedLifetime(folder) {}
    }
}
