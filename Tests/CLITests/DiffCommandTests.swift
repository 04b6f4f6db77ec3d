import JSON
import Testing

/// `apus diff` of files with the built program; for entries of the history see ``HistoryCommandTests``.
@Suite(.timeLimit(.minutes(5))) struct DiffCommandTests {
    /// Two documents and options, with the exit code.
    @Test(arguments: [
        (#"{"a": 1, "b": [1, 2]}"#, #"{"b": [1, 2], "a": 1}"#, [], 0),
        (#"{"a": 1, "b": [1, 2]}"#, #"{"b": [2, 1], "a": 1}"#, [], 1),
        (#"{"a": 1, "b": [1, 2]}"#, #"{"b": [2, 1], "a": 1}"#, ["--ignore-order"], 0),
        (#"{"a": 1, "m": {"x": 1}}"#, #"{"a": 1, "m": {"x": 2}}"#, ["--ignore", "/m/x"], 0),
        (#"[{"etag": 1}]"#, #"[{"etag": 2}]"#, ["-i", "etag"], 0),
        (#"[{"id": 1, "at": "2026-11-23T06:00:00Z"}]"#, #"[{"id": 2, "at": "2026-11-24T06:00:00Z"}]"#, ["--ignore-ids"], 1),
        (
            #"[{"id": 1, "at": "2026-11-23T06:00:00Z"}]"#, #"[{"id": 2, "at": "2026-11-24T06:00:00Z"}]"#,
            ["--ignore-ids", "--ignore-times"], 0
        ),
        ("one\ntwo\n", "one\n2\n", [], 1), ("<a><b/></a>", "<a>\n  <b/>\n</a>", [], 0),
    ])
    func `files are compared`(old: String, new: String, options: [String], code: Int32) async throws {
        let program = try Program(files: ["a": old, "b": new])
        let outcome = try await program.run(["diff", "a", "b"] + options)
        #expect(outcome.code == code, "\(outcome.output) \(outcome.error)")
        #expect(outcome.output.isEmpty == (code == 0))
        #expect(try await program.run(["diff", "a", "-"] + options, input: new).code == code)
    }

    @Test func `a moved value is printed with both places`() async throws {
        let long = String(repeating: "x", count: 400)
        let program = try Program(files: [
            "a": #"{"n": {"old name": "\#(long)"}, "l": ["first", "second", "third"]}"#,
            "b": #"{"n": {"new name": "\#(long)"}, "l": ["third", "first", "second"]}"#,
        ])
        let json = try JSONValue(parsing: try await program.run(["diff", "a", "b", "--json"]).output)
        let differences = try #require(json["body"]?["differences"]?.array)
        #expect(
            differences == [
                ["kind": "moved", "path": "/n/new name", "from": "/n/old name", "old": .string(long), "new": .string(long)],
                ["kind": "moved", "path": "/l/0", "from": "/l/2", "old": "third", "new": "third"],
            ])
        #expect(try await program.run(["diff", "a", "b"]).output.contains("\"third\"  ⇠ /l/2\n"))
    }

    @Test func `each block of differences begins with its path`() async throws {
        let equal = (0..<20).map { #""k\#($0)": 0"# }.joined(separator: ", ")
        func document(_ first: Int, _ last: Int) -> String { #"{"l": [{"a/b": \#(first), "c": \#(first)}], \#(equal), "z": \#(last)}"# }
        let program = try Program(files: ["a": document(1, 1), "b": document(2, 2), "c": "[]"])
        let lines = try await program.run(["diff", "a", "b"]).output.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("@") } == ["@ /l/0/a~1b", "@ /z"])
        #expect(try await program.run(["diff", "a", "c"]).output.contains("@") == false)
    }

    @Test func `too many ignored paths are an error, and ignored differences are in no unified diff`() async throws {
        let program = try Program(files: ["a": #"{"k199": 1, "id": 1}"#, "b": #"{"id": 2, "k199": 1}"#])
        let many = try await program.run(["diff", "a", "b"] + (0..<200).flatMap { ["-i", "/k\($0)"] })
        #expect(many.code == 2 && many.error.contains("/k125"), "\(many.error)")
        let unified = try await program.run(["diff", "a", "b", "--ignore-ids", "-u"])
        #expect(unified.code == 0 && unified.output.isEmpty, "\(unified.output) \(unified.error)")
    }

    @Test func `a difference is printed for programs`() async throws {
        let program = try Program(files: [
            "a.json": #"{"a": 1, "b": 2, "e": {"f": 5}}"#, "b.json": #"{"a": 1, "b": 3, "e": [6], "c": [4, {"d": "["}]}"#,
            "x": "1\0", "y": "2\0",
        ])
        let patch = try await program.run(["diff", "a.json", "b.json", "--json-patch"])
        let operations = try JSONValue(parsing: patch.output)
        #expect(patch.code == 1 && operations[0]?["op"]?.string == "replace" && operations[2]?["path"]?.string == "/c")
        #expect(try await program.run(["diff", "a.json", "b.json", "--unified"]).output.hasPrefix("--- a.json\n+++ b.json\n@@"))
        let json = try JSONValue(parsing: try await program.run(["diff", "a.json", "b.json", "--json"]).output)
        #expect(json["equal"] == false && json["body"]?["changed"]?.integer == 2 && json["body"]?["added"]?.integer == 1)
        #expect(json["body"]?["differences"]?[0] == ["kind": "changed", "path": "/b", "old": 2, "new": 3])
        #expect(json["body"]?["differences"]?[1] == ["kind": "changed", "path": "/e", "old": ["f": 5], "new": [6]])
        #expect(json["body"]?["differences"]?[2] == ["kind": "added", "path": "/c", "new": [4, ["d": "["]]])
        for option in ["--unified", "--json-patch"] { #expect(try await program.run(["diff", "x", "y", option]).code == 2) }
        #expect(try await program.run(["diff", "x", "y"]).output.contains("SHA-256"))
    }
}
