import CLI
import Foundation
import JSON
import Testing
import Workspace

@Suite struct ImportCommandTests {
    private static let collection = #"""
        {"info": {"name": "My API"}, "variable": [{"key": "base", "value": "http://h"}], "item": [
          {"name": "Users", "item": [{"name": "List", "request": "{{base}}/users"}, {"name": "List", "request": "{{base}}/users?page=2"}]},
          {"name": "../../etc", "request": "{{base}}/x"}, 7]}
        """#

    /// Runs the command in a workspace of its own, removed afterwards, and gives its files.
    private func run(
        _ words: [String], input: String = collection, around: (URL) throws -> Void = { _ in }
    ) throws -> (outcome: ImportCommand.Outcome, files: [String]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-cli-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "w"), withIntermediateDirectories: true)
        try around(folder)
        let command = ImportCommand(try CommandWords(words + ["--into", folder.appending(path: "w").path], of: ImportCommand.spec))
        let outcome = command.run { Array(input.utf8) }
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        return (outcome, files.sorted())
    }

    @Test func writesACollectionIntoTheWorkspaceAlone() throws {
        let (outcome, files) = try run(["-"])
        #expect(outcome.code == 1)
        #expect(
            files == [
                "w/collections/my-api/collection.json", "w/collections/my-api/etc.request.json", "w/collections/my-api/users/folder.json",
                "w/collections/my-api/users/list-2.request.json", "w/collections/my-api/users/list.request.json",
            ])
    }

    @Test func writesNothingInADryRun() throws {
        let (outcome, files) = try run(["-", "--dry-run", "--json"])
        #expect(files.isEmpty)
        let report = try JSONValue(parsing: outcome.output)
        #expect(report["collections"]?[0]?["requests"]?.integer == 3)
        #expect(report["issues"]?[0]?["pointer"] == "/item/2")
        #expect(report["issues"]?[0]?["severity"] == "failed")
    }

    @Test func refusesABrokenFileWithItsPlace() throws {
        let (outcome, files) = try run(["-"], input: "{\n\"info\": ,")
        #expect(outcome.code == 2)
        #expect(outcome.error.contains("line 2, column 9"))
        #expect(files.isEmpty)
    }

    @Test func asksForTheCollectionOfAnEnvironment() throws {
        let environment = #"{"name": "Local", "values": [{"key": "token", "value": "x", "type": "secret"}]}"#
        #expect(try run(["-"], input: environment).outcome.code == 2)
        let make: (URL) throws -> Void = { folder in
            for name in ["a", "b"] {
                let path = folder.appending(path: "w/collections/\(name)")
                try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
                try Data("{}".utf8).write(to: path.appending(path: "collection.json"))
            }
        }
        #expect(try run(["-"], input: environment, around: make).outcome.code == 2)
        let (outcome, files) = try run(["-", "--collection", "b"], input: environment, around: make)
        #expect(outcome.code == 0)
        #expect(files.contains("w/collections/b/environments/local.secrets.json"))
        #expect(!files.contains("w/collections/a/environments/local.json"))
    }

    @Test func importsAFolderWithItsEnvironments() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-cli-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Self.collection.utf8).write(to: folder.appending(path: "c"))
        try Data(#"{"name": "Local", "values": [{"key": "a", "value": "b"}]}"#.utf8).write(to: folder.appending(path: "e"))
        try Data("nothing".utf8).write(to: folder.appending(path: "README"))
        let (_, files) = try run([folder.path])
        #expect(files.contains("w/collections/my-api/environments/local.json"))
    }

    @Test func printsFactsOnOneLine() throws {
        let outcome = ImportCommand(try CommandWords(["--facts", "-"], of: ImportCommand.spec)).run { Array(Self.collection.utf8) }
        let facts = try JSONValue(parsing: outcome.output)
        #expect(facts["items"]?[0]?["path"] == ["Users", "List"])
        #expect(facts["items"]?[1]?["url"] == "{{base}}/users?page=2")
    }

    @Test(arguments: [[], ["--into"], ["-x", "f"], ["a", "b"]]) func refusesACommandLine(_ words: [String]) {
        #expect(throws: UsageError.self) { try CommandWords(words, of: ImportCommand.spec) }
    }
}
