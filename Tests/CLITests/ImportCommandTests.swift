import Foundation
import JSON
import Testing
import Workspace

@testable import CLI

@Suite struct ImportCommandTests {
    private static let collection = #"""
        {"info": {"name": "My API"}, "variable": [{"key": "base", "value": "http://h"}], "item": [
          {"name": "Users", "item": [{"name": "List", "request": "{{base}}/users"}, {"name": "List", "request": "{{base}}/users?page=2"}]},
          {"name": "../../etc", "request": "{{base}}/x"}, 7]}
        """#

    /// Runs the command in a new workspace, and returns its files.
    private func run(
        _ words: [String], input: String = collection, around: (URL) throws -> Void = { _ in }
    ) async throws -> (outcome: Program.Outcome, files: [String]) {
        let program = try Program()
        let workspace = program.folder.appending(path: "w")
        try FileManager.default.createDirectory(at: workspace, withIntermediateDirectories: true)
        try around(program.folder)
        let outcome = try await program.run(["import"] + words + ["--into", workspace.path], input: input)
        let files = try FileManager.default.subpathsOfDirectory(atPath: program.folder.path)
        return (outcome, files.filter { $0.hasPrefix("w/") && $0.hasSuffix(".json") }.sorted())
    }

    @Test func writesACollectionIntoTheWorkspaceAlone() async throws {
        let (outcome, files) = try await run(["-"])
        #expect(outcome.code == 1)
        #expect(
            files == [
                "w/collections/my-api/.import.json", "w/collections/my-api/collection.json", "w/collections/my-api/etc.request.json",
                "w/collections/my-api/users/folder.json",
                "w/collections/my-api/users/list-2.request.json", "w/collections/my-api/users/list.request.json",
            ])
    }

    @Test func dryRunWritesNothing() async throws {
        let (outcome, files) = try await run(["-", "--dry-run", "--json"])
        #expect(files.isEmpty)
        let report = try JSONValue(parsing: outcome.output)
        #expect(report["collections"]?[0]?["requests"]?.integer == 3)
        #expect(report["issues"]?[0]?["pointer"] == "/item/2")
        #expect(report["issues"]?[0]?["severity"] == "failed")
    }

    @Test(arguments: [([], ["http://h/{a,b}"]), (["--exact"], ["http://h/a", "http://h/b"])])
    func `commands are read by intention, or as curl reads them`(words: [String], urls: [String]) async throws {
        let program = try Program()
        try Data("curl http://h/{a,b} -H 'X: 1'\n".utf8).write(to: program.folder.appending(path: "calls.sh"))
        let outcome = try await program.run(["import", program.folder.path + "/calls.sh", "--into", program.folder.path] + words)
        #expect(outcome.code == 0, "\(outcome.error)")
        let folder = program.folder.appending(path: "collections/calls")
        let texts = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".request.json") }.map {
            try JSONValue(parsing: Array(try Data(contentsOf: folder.appending(path: $0))))
        }
        #expect(Set(texts.compactMap { $0["url"]?.string }) == Set(urls))
    }

    @Test func `an environment is not written into a collection that does not exist`() async throws {
        let environment = #"{"name": "E", "_postman_variable_scope": "environment", "values": [{"key": "a", "value": "1"}]}"#
        let (outcome, files) = try await run(["-", "--collection", "nosuch"], input: environment)
        #expect(outcome.code == 2 && files.isEmpty)
        #expect(outcome.output == "Postman: 1 environment\n")
        #expect(outcome.error.contains("no collection “nosuch”; there are none."), "\(outcome.error)")
    }

    // MARK: Credentials

    private static let credentials = #"""
        {"info": {"name": "Keys"}, "variable": [{"key": "apiKey", "value": "key-1"}, {"key": "base", "value": "http://h"}],
          "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "tok-1"}]}, "item": [
          {"name": "Box", "item": [{"name": "In", "request": {"url": "{{base}}/in?api_key=key-1", "method": "POST",
            "header": [{"key": "X-Token", "value": "tok-1"}],
            "body": {"mode": "raw", "raw": "{\"password\": \"pass-1\"}", "options": {"raw": {"language": "json"}}}},
            "response": [{"name": "ok", "code": 200, "header": [{"key": "Set-Cookie", "value": "sid=cookie-1"}],
              "originalRequest": {"url": "http://h", "header": [{"key": "Authorization", "value": "Bearer tok-1"}]}}]}]}]}
        """#

    @Test func `the report names credentials in plain text`() async throws {
        let (outcome, _) = try await run(["-", "--json", "--dry-run"], input: Self.credentials)
        let places = try #require(JSONValue(parsing: outcome.output)["credentials"]?.array)
        #expect(places.compactMap { $0["place"]?.string }.count == 7)
        #expect(places.allSatisfy { $0["variable"] == nil })
        #expect(places.contains { $0["item"] == "Box / In" })
        let text = try await run(["-", "--dry-run"], input: Self.credentials).outcome.output
        #expect(text.contains("(7)") && text.contains("--separate-secrets") && !text.contains("tok-1"))
    }

    @Test func `no file for version control contains a credential that is separated`() async throws {
        let program = try Program()
        try Data(Self.credentials.utf8).write(to: program.folder.appending(path: "api.json"))
        let words = ["import", program.folder.path + "/api.json", "--into", program.folder.path]
        let outcome = try await program.run(words + ["--separate-secrets"])
        #expect(outcome.code == 0, "\(outcome.error)")
        func texts() throws -> [String: String] {
            let files = try FileManager.default.subpathsOfDirectory(atPath: program.folder.path + "/collections")
            return try Dictionary(
                uniqueKeysWithValues: files.filter { $0.hasSuffix(".json") }.map { file in
                    (file, String(decoding: try Data(contentsOf: program.folder.appending(path: "collections/" + file)), as: UTF8.self))
                })
        }
        let written = try texts()
        for (file, text) in written where !file.hasSuffix(".secrets.json") {
            for value in ["key-1", "tok-1", "pass-1", "cookie-1"] { #expect(!text.contains(value), "\(file): \(value)") }
        }
        let secrets = try JSONValue(parsing: try #require(written["keys/collection.secrets.json"]))
        #expect(secrets == ["apiKey": "key-1", "password": "pass-1", "token": "tok-1"])
        // A value that is another one in the source now is named; that on this machine stays.
        let changed = Self.credentials.replacing("pass-1", with: "pass-2")
        try Data(changed.utf8).write(to: program.folder.appending(path: "api.json"))
        let again = try await program.run(words)
        #expect(again.output.contains("secret “password”") && !again.output.contains("pass-2"), "\(again.output)")
        #expect(try texts() == written)
        try Data(Self.credentials.utf8).write(to: program.folder.appending(path: "api.json"))
        // The next import keeps the choice, and exporting with secrets gives the values.
        #expect(try await program.run(words).output.contains("nothing changed"))
        #expect(try texts() == written)
        let exported = try await program.run(["export", "keys", "--as", "postman", "--secrets", "--to", "-", "--from", program.folder.path])
        for value in ["key-1", "tok-1", "pass-1"] { #expect(exported.output.contains(value), "\(exported.error)") }
    }

    // MARK: Importing again

    /// A program with a document, and a function that imports it.
    private func importing() throws -> (program: Program, run: (String, [String]) async throws -> Program.Outcome) {
        let program = try Program()
        return (
            program,
            { text, words in
                try Data(text.utf8).write(to: program.folder.appending(path: "api.json"))
                return try await program.run(["import", program.folder.path + "/api.json"] + words)
            }
        )
    }

    private static func collection(_ url: String) -> String {
        #"{"info": {"name": "Shop"}, "item": [{"name": "List", "request": "\#(url)"}, {"name": "Get", "request": "http://h/get"}]}"#
    }

    @Test func mergesWithTheCollectionOfTheSameSource() async throws {
        let (program, run) = try importing()
        #expect(try await run(Self.collection("http://h/a"), []).output.contains("wrote collections/shop"))
        let planned = try await run(Self.collection("http://h/b"), ["--dry-run", "--json"])
        let report = try JSONValue(parsing: planned.output)
        #expect(report["updates"]?[0]?["collection"] == "collections/shop")
        #expect(report["updates"]?[0]?["changes"]?[0] == ["kind": "changed", "item": "List", "details": ["url"]])
        #expect(try program.text(of: "collections/shop/list.request.json").contains("http://h/a"))
        let merged = try await run(Self.collection("http://h/b"), [])
        #expect(merged.output.contains("updated collections/shop") && merged.code == 0)
        #expect(try program.text(of: "collections/shop/list.request.json").contains("http://h/b"))
        #expect(try await program.run(["check"]).code == 0)
        #expect(try await run(Self.collection("http://h/b"), ["--new"]).output.contains("wrote collections/shop-2"))
    }

    @Test func mergesWithTheCollectionThatIsNamed() async throws {
        let program = try Program()
        let named = ["import", "-", "--collection", "shop"]
        #expect(try await program.run(named, input: Self.collection("http://h/a")).code == 2)
        #expect(try await program.run(["import", "-"], input: Self.collection("http://h/a")).code == 0)
        let outcome = try await program.run(named, input: Self.collection("http://h/b"))
        #expect(outcome.output.contains("changed (1):") && outcome.output.contains("updated collections/shop"))
        let records = try FileManager.default.subpathsOfDirectory(atPath: program.folder.path).filter { $0.hasSuffix(".import.json") }
        #expect(records == ["space/collections/shop/.import.json"])
    }

    @Test func `a collection of the same name from another file is named`() async throws {
        let files = ["ann/shop.json": Self.collection("http://h/a"), "bob/shop.json": Self.collection("http://h/b")]
        let program = try Program(files: files)
        let first = try await program.run(["import", "ann/shop.json", "--dry-run"])
        #expect(first.output.contains("“Shop”") && !first.output.contains("--collection"), "\(first)")
        #expect(try await program.run(["import", "ann/shop.json"]).code == 0)
        for words in [["--dry-run"], []] {
            let other = try await program.run(["import", "bob/shop.json"] + words)
            #expect(other.code == 0 && other.output.contains("ann/shop.json") && other.output.contains("--collection shop"), "\(other)")
        }
        #expect(try await !program.run(["import", "ann/shop.json"]).output.contains("--collection"))
        #expect(try await !program.run(["import", "bob/shop.json"]).output.contains("--collection"))
    }

    @Test func anotherContentOfTheSameNameIsANewCollection() async throws {
        let (_, run) = try importing()
        _ = try await run(Self.collection("http://h/a"), [])
        let other = #"{"info": {"name": "Other"}, "item": [{"name": "X", "request": "http://other/x"}]}"#
        #expect(try await run(other, []).output.contains("wrote collections/other"))
    }

    @Test func `a collection without requests is merged with itself`() async throws {
        let (_, run) = try importing()
        let empty = #"{"info": {"name": "Empty"}, "item": [{"name": "Folder", "item": []}]}"#
        #expect(try await run(empty, []).output.contains("wrote collections/empty"))
        #expect(try await run(empty, []).output.contains("nothing changed"))
    }

    @Test func saysThatARecordIsDamaged() async throws {
        let (program, run) = try importing()
        _ = try await run(Self.collection("http://h/a"), [])
        try Data("{".utf8).write(to: program.folder.appending(path: "space/collections/shop/.import.json"))
        let outcome = try await run(Self.collection("http://h/a"), [])
        #expect(outcome.output.contains("collections/shop/.import.json line 1") && outcome.output.contains("wrote collections/shop-2"))
    }

    @Test func refusesABrokenFileWithItsPlace() async throws {
        let (outcome, files) = try await run(["-"], input: "{\n\"info\": ,")
        #expect(outcome.code == 2)
        #expect(outcome.error.contains("line 2, column 9"))
        #expect(files.isEmpty)
    }

    @Test func writesAnEnvironmentBesideSeveralCollectionsIntoTheWorkspace() async throws {
        let environment = #"{"name": "Local", "values": [{"key": "token", "value": "x", "type": "secret"}]}"#
        let make: (URL) throws -> Void = { folder in
            for name in ["a", "b"] {
                let path = folder.appending(path: "w/collections/\(name)")
                try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
                try Data("{}".utf8).write(to: path.appending(path: "collection.json"))
            }
        }
        let shared = try await run(["-"], input: environment, around: make)
        #expect(shared.outcome.code == 0 && shared.files.contains("w/environments/local.json"), "\(shared.files)")
        let (outcome, files) = try await run(["-", "--collection", "b"], input: environment, around: make)
        #expect(outcome.code == 0)
        #expect(files.contains("w/collections/b/environments/local.secrets.json"))
        #expect(!files.contains("w/collections/a/environments/local.json"))
    }

    @Test func writesTheEnvironmentsOfAFolderWithSeveralCollectionsOnce() async throws {
        let make: (URL) throws -> Void = { folder in
            let source = folder.appending(path: "source")
            try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
            for name in ["A", "B"] {
                let text = #"{"info": {"name": "\#(name)"}, "item": [{"name": "r", "request": "http://h/\#(name)"}]}"#
                try Data(text.utf8).write(to: source.appending(path: "\(name).json"))
            }
            let environment = #"{"name": "Dev", "values": [{"key": "host", "value": "h"}], "_postman_variable_scope": "environment"}"#
            try Data(environment.utf8).write(to: source.appending(path: "Dev.postman_environment.json"))
        }
        let (outcome, files) = try await run(["../source"], around: make)
        #expect(outcome.code == 0 && files.filter { $0.contains("environments/d") } == ["w/environments/dev.json"], "\(outcome) \(files)")
    }

    @Test func importsAnEnvironmentOfTheWorkspace() async throws {
        let environment = #"{"name": "Local", "values": [{"key": "a", "value": "b"}, {"key": "token", "value": "x", "type": "secret"}]}"#
        let (outcome, files) = try await run(["-"], input: environment)
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(files == ["w/environments/.import.json", "w/environments/local.json", "w/environments/local.secrets.json"])
    }

    @Test func `a single environment makes a workspace`() async throws {
        let program = try Program()
        let environment = #"{"name": "Local", "values": [{"key": "a", "value": "b"}]}"#
        #expect(try await program.run(["import", "-", "--into", program.folder.path], input: environment).code == 0)
        let again = try await program.run(["import", "-", "--into", program.folder.path], input: environment)
        #expect(again.code == 0 && again.output.contains("nothing changed"))
        let check = try await program.run(["check", "--workspace", program.folder.path])
        #expect(check.code == 0, "\(check.error)")
    }

    @Test func importsAFolderWithItsEnvironments() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-cli-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Self.collection.utf8).write(to: folder.appending(path: "c"))
        try Data(#"{"name": "Local", "values": [{"key": "a", "value": "b"}]}"#.utf8).write(to: folder.appending(path: "e"))
        try Data("nothing".utf8).write(to: folder.appending(path: "README"))
        let (_, files) = try await run([folder.path])
        #expect(files.contains("w/collections/my-api/environments/local.json"))
    }

    @Test(arguments: [[], ["--into"], ["-x", "f"], ["a", "b"]]) func refusesACommandLine(_ words: [String]) {
        #expect(throws: UsageError.self) { try CommandWords(words, of: ImportCommand.spec) }
    }

    // MARK: References

    private static let parted: [String: String] = [
        "api/v1/openapi.json":
            #"{"openapi": "3.1.0", "info": {"title": "Parted"}, "paths": {"/a": {"get": {"parameters": [{"$ref": "../parts.json#/page"}]}}}}"#,
        "api/parts.json": #"{"page": {"name": "page", "in": "query", "required": true, "schema": {"type": "integer", "example": 3}}}"#,
    ]

    @Test func readsFilesOutsideOfTheFoldersThatAreAllowedAlone() async throws {
        let program = try Program(files: Self.parted)
        let refused = try await program.run(["import", "api/v1/openapi.json", "--dry-run", "--json"])
        #expect(try JSONValue(parsing: refused.output)["issues"]?[0]?["why"]?.string?.contains("--root") == true)
        #expect(try await program.run(["import", "api/v1/openapi.json", "--root", "elsewhere"]).code == 2)
        for words in [["api/v1/openapi.json", "--root", "api", "--new"], ["api", "--new"]] {
            let outcome = try await program.run(["import"] + words)
            #expect(outcome.code == 0 && !outcome.output.contains("lost"), "\(outcome.output)")
        }
        for collection in ["parted", "parted-2"] {
            #expect(try program.text(of: "collections/\(collection)/get-a.request.json").contains("page"))
        }
    }

    // MARK: The network

    /// A server with these documents by their paths.
    private static func server(_ documents: [String: String]) throws -> ScriptedServer {
        try ScriptedServer { _, head in
            let path = head.split(separator: " ").dropFirst().first.map { String($0.prefix { $0 != "?" }) } ?? ""
            guard let text = documents[path] else { return "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" }
            return "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
        }
    }

    private static let document = #"""
        {"openapi": "3.1.0", "info": {"title": "Net"}, "paths": {"/a": {"get": {"parameters": [{"$ref": "parts.json#/page"}]}}}}
        """#
    private static let documents = [
        "/api/openapi.json": document,
        "/api/parts.json": #"{"page": {"$ref": "/more.json"}}"#,
        "/more.json": #"{"name": "page", "in": "query", "required": true, "schema": {"type": "integer", "example": 3}}"#,
    ]

    @Test func readsADocumentOfTheNetworkAlone() async throws {
        let server = try Self.server(Self.documents)
        let (outcome, files) = try await run([server.url + "/api/openapi.json?x=1", "--json"])
        let report = try JSONValue(parsing: outcome.output)
        #expect(files.contains { $0.hasPrefix("w/collections/net/") })
        #expect(report["issues"]?[0]?["why"] == "remote documents are not fetched")
        #expect(server.requests.count == 1)
    }

    @Test func followsReferencesToTheNetworkWhenItMay() async throws {
        let server = try Self.server(Self.documents)
        let program = try Program()
        let outcome = try await program.run(["import", server.url + "/api/openapi.json", "--network"])
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
        #expect(server.requests.count == 3)
        let name = try #require(
            FileManager.default.subpathsOfDirectory(atPath: program.folder.path).first {
                $0.contains("/net/") && $0.hasSuffix(".request.json")
            })
        #expect(try program.text(of: String(name.dropFirst("space/".count))).contains("\"page\""))
    }

    @Test(arguments: [("/none", "404 Not Found"), ("", "")]) func saysWhyADocumentCannotBeFetched(
        _ path: String, _ reason: String
    ) async throws {
        let server = try Self.server([:])
        let (outcome, files) = try await run([path.isEmpty ? "http://127.0.0.1:1/" : server.url + path])
        #expect(outcome.code == 2 && files.isEmpty)
        #expect(outcome.error.contains(path.isEmpty ? "could not be fetched" : reason), "\(outcome.error)")
    }

    @Test func `headers go to the server of the document alone, and options to each`() async throws {
        let other = try Self.server(["/shared.json": #"{"name": "page", "in": "query", "schema": {"type": "integer"}}"#])
        let server = try Self.server(["/a.json": Self.parameter(other.url + "/shared.json")])
        let program = try Program(files: ["a.json": "{}"])
        let outcome = try await program.run(
            ["import", server.url + "/a.json", "--network", "--header", "X-Team: red", "-O", "redirects.limit=1"])
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
        #expect(server.requests.count == 1 && server.requests.allSatisfy { $0.lowercased().contains("x-team: red") })
        #expect(other.requests.count == 1 && !other.requests.contains { $0.lowercased().contains("x-team") })
        for words in [["--header", "secret"], ["--header", "a b: 1"], ["-O", "tls.verfy=no"]] {
            let refused = try await program.run(["import", server.url + "/a.json"] + words)
            #expect(refused.code == 2 && !refused.error.contains("secret"), "\(refused.error)")
        }
        for words in [["--header", "X: 1"], ["-O", "timeout=1"]] { #expect(try await program.run(["import", "a.json"] + words).code == 2) }
        #expect(server.requests.count == 1)
    }

    private static func parameter(_ address: String) -> String {
        let parameters = ##"[{"$ref": "\##(address)"}]"##
        return #"{"openapi": "3.1.0", "info": {"title": "Net"}, "paths": {"/a": {"get": {"parameters": \#(parameters)}}}}"#
    }

    // MARK: The history

    @Test func keepsAnArchiveInTheHistoryOnce() async throws {
        let archive = #"""
            {"log": {"version": "1.2", "entries": [
              {"startedDateTime": "2026-01-02T03:04:05.678+01:00", "time": 12.5, "comment": "first",
               "request": {"method": "POST", "url": "https://h/a?b=1", "headers": [
                 {"name": ":authority", "value": "h"}, {"name": "Cookie", "value": "sid=cookie-value"},
                 {"name": "Authorization", "value": "Bearer token-value"}], "postData": {"mimeType": "text/plain", "text": "hello"}},
               "response": {"status": 201, "statusText": "Created", "httpVersion": "HTTP/2", "headers": [
                 {"name": "Set-Cookie", "value": "sid=other-value; Path=/"}], "content": {"text": "aGk=", "encoding": "base64"}},
               "timings": {"dns": 1, "connect": 3, "ssl": 2, "send": 1, "wait": 4, "receive": 1}},
              {"startedDateTime": "yesterday", "request": {"url": "https://h/b"}}]}}
            """#
        let program = try Program()
        let first = try await program.run(["import", "--into-history", "-", "--json"], input: archive)
        #expect(first.code == 1)
        let report = try JSONValue(parsing: first.output)
        #expect(report["kept"]?.integer == 1 && report["issues"]?[0]?["pointer"] == "/log/entries/1/startedDateTime")
        let second = try JSONValue(parsing: try await program.run(["import", "--into-history", "-", "--json"], input: archive).output)
        #expect(second["kept"]?.integer == 0 && second["known"]?.integer == 1)
        let written = try FileManager.default.subpathsOfDirectory(atPath: program.folder.path).filter { $0.contains("history") }
        for secret in ["cookie-value", "token-value", "other-value"] {
            for file in written {
                let bytes = FileManager.default.contents(atPath: program.folder.appending(path: file).path) ?? Data()
                #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(secret) in \(file)")
            }
        }
    }
}
