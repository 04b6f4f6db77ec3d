import Foundation
import JSON
import Testing
import Workspace

@Suite struct ExportCommandTests {
    private func run(_ words: [String]) async throws -> Program.Outcome { try await Program().run(["export"] + words) }

    private func workspace() throws -> (folder: String, store: WorkspaceStore) {
        let folder = FileManager.default.temporaryDirectory.path + "/apus-export-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let store = try WorkspaceStore(opening: folder)
        var tree = CollectionTree(.init(FolderDraft(name: "Demo", variables: [Row("base", "https://h")])))
        tree.root.items = [
            .request(
                .init(
                    RequestDraft(name: "One", url: "{{base}}/1", headers: [Row("Authorization", "Bearer TYPED")]),
                    examples: [SavedResponse(name: "ok", status: 200)], extensions: ["x-postman": ["proxy": ["host": "p"]]]))
        ]
        tree.environments = [
            .init(EnvironmentDraft(name: "Live", secrets: [SecretEntry("key", .file)]), secretValues: ["key": "VALUE"])
        ]
        _ = try store.createCollection(tree)
        return (folder, store)
    }

    @Test func `a collection is written with its environments, once`() async throws {
        let (folder, _) = try workspace()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let words = ["Demo", "--as", "postman", "--from", folder, "--to", folder + "/out"]
        let outcome = try await run(words)
        #expect(outcome.code == 0, "\(outcome.error)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/out").sorted()
        #expect(names == ["Demo.postman_collection.json", "Live.postman_environment.json"])
        let text = try String(contentsOfFile: folder + "/out/Demo.postman_collection.json", encoding: .utf8)
        #expect(text.contains("\"proxy\"") && !text.contains("TYPED"))
        let example = try JSONValue(parsing: text)["item"]?[0]?["response"]?[0]
        #expect(example?["name"] == "ok" && example?["code"] == 200)
        let written = folder + "/out/Demo.postman_collection.json"
        try Data("mine".utf8).write(to: URL(filePath: written))
        let refused = try await run(words)
        #expect(refused.code == 2 && refused.error.contains("Demo.postman_collection.json"), "\(refused.error)")
        #expect(try String(contentsOfFile: written, encoding: .utf8) == "mine")
        #expect(try await run(words + ["--force", "--secrets"]).code == 0)
        #expect(try String(contentsOfFile: written, encoding: .utf8).contains("TYPED"))
        #expect(try String(contentsOfFile: folder + "/out/Live.postman_environment.json", encoding: .utf8).contains("VALUE"))
    }

    @Test func `the workspace is named as for other commands`() async throws {
        let (folder, _) = try workspace()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let expected = try await run(["--as", "markdown", "--to", "-", "--from", folder])
        #expect(expected.code == 0 && !expected.output.isEmpty)
        for option in ["-w", "--workspace"] {
            let outcome = try await run(["--as", "markdown", "--to", "-", option, folder])
            #expect(outcome.code == 0 && outcome.output == expected.output, "\(outcome)")
        }
        #expect(try await run(["--as", "markdown", "--to", "-", "-w", folder, "--from", folder]).code == 2)
    }

    @Test func `environments of the workspace are written where the format has a place, and named where it has none`() async throws {
        let (folder, store) = try workspace()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let shared = EnvironmentDraft(name: "Shared", variables: [Row("v", "1")], secrets: [SecretEntry("key", .file)])
        let path = try store.create(shared, in: "")
        try store.storeSecrets(["key": "HIDDEN"], for: path)
        for (format, file) in [
            ("postman", "Shared.postman_environment.json"), ("bruno", "Demo/environments/Shared.bru"), ("http", "http-client.env.json"),
        ] {
            let out = "\(folder)/\(format)"
            let outcome = try await run(["Demo", "--as", format, "--from", folder, "--to", out])
            #expect(outcome.code == 0, "\(outcome.error)")
            let text = try String(contentsOfFile: "\(out)/\(file)", encoding: .utf8)
            #expect(text.contains("Shared") || format == "bruno")
            let files = try FileManager.default.subpathsOfDirectory(atPath: out).compactMap {
                FileManager.default.contents(atPath: "\(out)/\($0)")
            }
            #expect(!files.contains { String(decoding: $0, as: UTF8.self).contains("HIDDEN") })
        }
        let outcome = try await run(["Demo", "--as", "har", "--from", folder, "--to", "\(folder)/har"])
        #expect(outcome.output.contains("“Shared”"))
    }

    @Test func `settings of an editor keep what the export does not write`() async throws {
        let (folder, _) = try workspace()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let words = ["Demo", "--as", "vscode", "--from", folder, "--to", folder + "/out"]
        let settings = folder + "/out/.vscode/settings.json"
        try FileManager.default.createDirectory(atPath: folder + "/out/.vscode", withIntermediateDirectories: true)
        let mine = #"{ "editor.tabSize": 2, /* mine */ "rest-client.environmentVariables": { "$shared": { "a": "1" } } }"#
        try Data(mine.utf8).write(to: URL(filePath: settings))
        #expect(try await run(words).code == 2)
        #expect(try await run(words + ["--force"]).code == 0)
        let text = try String(contentsOfFile: settings, encoding: .utf8)
        #expect(text.contains("/* mine */"))
        let written = try JSONValue(parsing: text.replacing("/* mine */", with: ""))
        #expect(written["editor.tabSize"] == 2 && written["rest-client.environmentVariables"]?["$shared"]?["a"] == "1")
        #expect(written["rest-client.environmentVariables"]?["Live"] != nil)
        try Data("mine".utf8).write(to: URL(filePath: settings))
        let refused = try await run(words + ["--force"])
        #expect(refused.code == 2 && refused.error.contains("rest-client.environmentVariables"))
        #expect(try String(contentsOfFile: settings, encoding: .utf8) == "mine")
    }

    @Test(.timeLimit(.minutes(5))) func `the built program exports another workspace, with secrets, over files`() async throws {
        let (folder, _) = try workspace()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = try Program()
        let words = ["export", "Demo", "--as", "postman", "--from", folder, "--to"]
        let masked = try await program.run(words + ["-"])
        #expect(masked.code == 0 && masked.output.contains("{{base}}/1") && !masked.output.contains("TYPED"), "\(masked.error)")
        for (options, code) in [([], 0), ([], 2), (["--force", "--secrets"], 0)] as [([String], Int32)] {
            #expect(try await program.run(words + ["out"] + options).code == code)
        }
        #expect(try program.text(of: "out/Demo.postman_collection.json").contains("TYPED"))
    }

    @Test(arguments: [("postman", true), ("http", true), ("bruno", false)])
    func `standard output has one document`(format: String, isPrinted: Bool) async throws {
        let (folder, _) = try workspace()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let outcome = try await run(["Demo", "--as", format, "--from", folder, "--to", "-"])
        #expect(outcome.code == (isPrinted ? 0 : 2) && outcome.output.isEmpty != isPrinted && outcome.error.contains("--to FOLDER"))
        if format == "postman" { #expect(throws: Never.self) { try JSONValue(parsing: outcome.output) } }
    }

    @Test func `a folder is written within its collection`() async throws {
        let (folder, store) = try workspace()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let people = try store.create(FolderDraft(name: "People"), in: "collections/demo")
        _ = try store.create(RequestDraft(name: "Two", url: "{{base}}/2"), in: people)
        for name in ["demo/people", "collections/demo/people"] {
            let outcome = try await run([name, "--as", "hurl", "--from", folder, "--to", "-"])
            #expect(outcome.output.contains("/2") && !outcome.output.contains("/1") && outcome.output.contains("https://h"))
        }
        #expect(try await run(["demo/none", "--as", "hurl", "--from", folder, "--to", "-"]).code == 2)
    }

    @Test func `the only collection needs no name, and is written to standard output`() async throws {
        let (folder, store) = try workspace()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let outcome = try await run(["--as", "markdown", "--from", folder, "--to", "-"])
        #expect(outcome.output.contains("# Demo") && outcome.code == 0)
        _ = try store.createCollection(CollectionTree(.init(FolderDraft(name: "Other"))))
        #expect(try await run(["--as", "markdown", "--from", folder, "--to", "-"]).code == 2)
        #expect(try await run(["nothing", "--as", "markdown", "--from", folder]).code == 2)
    }

    @Test(arguments: ["-", "out"])
    func `a collection without requests is not written where its file could not be read`(_ target: String) async throws {
        let (folder, store) = try workspace()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try store.createCollection(CollectionTree(.init(FolderDraft(name: "Bare"))))
        let to = target == "-" ? target : "\(folder)/\(target)"
        let outcome = try await run(["Bare", "--as", "hurl", "--from", folder, "--to", to])
        #expect(outcome.code == 2 && outcome.output.isEmpty)
        #expect(outcome.error == "lost: collection: Hurl cannot contain a collection without requests\n")
        #expect(!FileManager.default.fileExists(atPath: folder + "/out"))
    }

    @Test(arguments: [[], ["a"], ["a", "--as"], ["a", "--as", "word"], ["a", "b", "--as", "har"], ["--what", "--as", "har"]])
    func `a command line that cannot be understood is a problem`(_ words: [String]) async throws {
        let outcome = try await run(words)
        #expect(outcome.code == 2 && outcome.output.isEmpty, "\(outcome.output)")
    }

    @Test func `reading returns the written content`() throws {
        let (folder, store) = try workspace()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (tree, problems) = try store.collection(at: "collections/demo", includingSecrets: true)
        #expect(problems.isEmpty)
        #expect(tree.requests.map(\.request.draft.name) == ["One"])
        #expect(tree.requests[0].request.extensions["x-postman"]?["proxy"]?["host"] == "p")
        #expect(tree.requests[0].request.examples.map(\.name) == ["ok"])
        #expect(tree.environments.map(\.secretValues) == [["key": "VALUE"]])
    }
}
