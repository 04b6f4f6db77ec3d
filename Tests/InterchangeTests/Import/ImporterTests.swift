import Foundation
import JSON
import TestFixtures
import Testing
import Workspace

@testable import Interchange

@Suite struct ImporterTests {
    static func read(_ text: String) throws(ImportError) -> ImportResult { try Importer().read(name: "file", bytes: Array(text.utf8)) }

    @Test(arguments: [
        ("", "empty", ImportPlace.file),
        ("{\"a\": }", "JSON", .line(1, column: 7)),
        ("{\n\"info\": {\"name\": \"a\"},\n\"item\": [}", "JSON", .line(3, column: 10)),
        ("{\"a\": 1}", "unknown", .file),
        ("hello", "unknown", .file),
    ])
    func refusesWithThePlace(_ text: String, _ kind: String, _ place: ImportPlace) {
        let error = #expect(throws: ImportError.self) { try Self.read(text) }
        #expect(error?.place == place)
        #expect(error?.isUnknownFormat == (kind == "unknown"))
    }

    @Test func refusesBinaryData() {
        let error = #expect(throws: ImportError.self) { try Importer().read(name: "file", bytes: [0x61, 0x0A, 0xFF, 0xFE, 0x00]) }
        #expect(error?.place == .line(2))
    }

    @Test(arguments: ["utf8", "utf16", "utf16BigEndian"]) func readsByteOrderMarks(_ encoding: String) throws {
        let text = #"{"info": {"name": "é"}, "item": []}"#
        let bytes: [UInt8] =
            switch encoding {
            case "utf8": [0xEF, 0xBB, 0xBF] + Array(text.utf8)
            case "utf16": [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            default: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            }
        #expect(try Importer().read(name: "file", bytes: bytes).collections.first?.root.draft.name == "é")
    }

    @Test func enforcesItsLimits() throws {
        var limits = ImportLimits()
        limits.requestCount = 2
        let items = Array(repeating: #"{"name": "a", "request": "https://h/"}"#, count: 3).joined(separator: ",")
        let text = #"{"info": {"name": "c"}, "item": [\#(items)]}"#
        #expect(throws: ImportError.self) { try Importer(limits: limits).read(name: "file", bytes: Array(text.utf8)) }
        limits.fileByteCount = 10
        #expect(throws: ImportError.self) { try Importer(limits: limits).read(name: "file", bytes: Array(text.utf8)) }
    }

    @Test func cutsNamesAndJoinsDeepFolders() throws {
        let name = String(repeating: "n", count: 1 << 20)
        let deep = (0..<100).reduce(#"{"name": "r", "request": "https://h/"}"#) { inner, _ in #"{"name": "f", "item": [\#(inner)]}"# }
        let result = try Self.read(#"{"info": {"name": "\#(name)"}, "item": [\#(deep)]}"#)
        #expect(result.collections[0].root.draft.name.utf8.count == 1_000)
        #expect(result.requestCount == 1)
        #expect(result.collections[0].folderCount == 48)
        #expect(result.issues.contains { $0.severity == .changed && $0.what == "name" })
    }

    @Test(arguments: [
        (["pm.test(\"a\", () => { f(); });"], "1 script of “r0”"), (["pm.test(\"a\", () => {});"], nil),
        (["pm.environment.set(\"t\", pm.response.json().t);"], nil),
        (["// nothing\n\n", " "], nil), (["// > ./checks.js"], "1 script of “r0”"),
        (["pm.test(\"a\");\npm.environment.set(\"t\", pm.response.code)", "x();"], "2 scripts of “r0”, “r1”"),
        (Array(repeating: "x();", count: 4), "4 scripts of “r0”, “r1”, “r2”, “r3”"),
        (Array(repeating: "x();", count: 30), "30 scripts of “r0”, “r1”, “r2” and 27 more"),
    ]) func `one line of the report sums up the scripts that are not run`(_ scripts: [String], _ expected: String?) throws {
        let items = scripts.enumerated().map { index, script in
            let script = JSONValue.string(script).compactText
            return #"{"name": "r\#(index)", "request": "http://h/", "event": [{"listen": "test", "script": {"exec": [\#(script)]}}]}"#
        }
        let result = try Self.read(#"{"info": {"name": "c"}, "item": [\#(items.joined(separator: ","))]}"#)
        #expect(result.issues.map(\.what) == (expected.map { [$0] } ?? []))
        #expect(result.issues.allSatisfy { $0.severity == .kept && $0.file == "file" })
    }

    @Test func `a script of a folder counts, also if it only sets variables`() throws {
        let event = #"[{"listen": "test", "script": {"exec": ["pm.environment.set(\"t\", pm.response.json().t);"]}}]"#
        let result = try Self.read(#"{"info": {"name": "c"}, "event": \#(event), "item": [{"name": "f", "event": \#(event), "item": []}]}"#)
        #expect(result.issues.map(\.what) == ["2 scripts of “c”, “f”"])
    }

    @Test(arguments: [(#"[]"#, "GET", 1), (#""GE T""#, "GET", 1), (#""{{method}}""#, "{{method}}", 0), (#""PROPFIND""#, "PROPFIND", 0)])
    func `replaces invalid methods and reports it`(_ method: String, _ expected: String, _ issueCount: Int) throws {
        let request = #"{"name": "r", "request": {"url": "https://h/", "method": \#(method)}}"#
        let result = try Self.read(#"{"info": {"name": "c"}, "item": [{"name": "f", "item": [\#(request)]}]}"#)
        guard case .folder(let folder)? = result.collections[0].root.items.first, case .request(let read)? = folder.items.first else {
            return #expect(Bool(false), "the request is missing")
        }
        #expect(read.draft.method == expected)
        #expect(result.issues.count { $0.severity == .changed && $0.what.contains("method") } == issueCount)
    }

    @Test func refusesDocumentsThatAreTooDeep() {
        let text = String(repeating: #"{"item":["#, count: 10_000) + String(repeating: "]}", count: 10_000)
        #expect(throws: ImportError.self) { try Self.read(text) }
    }
}

@Suite struct ImportFolderTests {
    @Test func readsOnlyFilesInsideTheFolder() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-import-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appending(path: "inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data("secret".utf8).write(to: folder.appending(path: "secret"))
        try Data("own".utf8).write(to: inner.appending(path: "own"))
        try FileManager.default.createSymbolicLink(at: inner.appending(path: "link"), withDestinationURL: folder.appending(path: "secret"))
        let opened = try ImportFolder(inner.path)
        #expect(try opened.read("own") == Array("own".utf8))
        #expect(try opened.read("../inner/own") == Array("own".utf8))
        for path in ["../secret", "link", "/etc/passwd", "a/../../secret", "missing", "."] {
            #expect(throws: ImportError.self) { try opened.read(path) }
        }
        #expect(try opened.files() == ["own"])
    }

    @Test func `requests in the folder of VS Code are read, and other hidden folders are named`() throws {
        let folder = TemporaryFolder([
            ".vscode/api.http": "GET http://h/a\n", ".vscode/launch.json": "{}", ".vscode/.x/b.http": "GET http://h/b\n",
            "in/.vscode/deep/c.http": "GET http://h/c\n", ".github/d.http": "GET http://h/d\n", ".git/e.http": "GET http://h/e\n",
            ".f.http": "GET http://h/f\n", "node_modules/g.http": "GET http://h/g\n",
        ])
        let result = try Importer().read(ImportFolder(folder.path))
        #expect(Set(result.collections.flatMap(\.requests).map(\.request.draft.url)) == ["http://h/a", "http://h/c"])
        #expect(result.issues.map(\.what) == [".github, .vscode/.x"])
    }

    @Test func `requests in texts for people are not read`() throws {
        let files = [
            "README.md": "GET /users\n", "CHANGES.rst": "###\nGET http://h/\n", "notes.TXT": "GET http://h/\nHTTP 200\n", "a.http": "GET h",
            "page.html": "{% if a %}", "tsconfig.json": "{\n// no\n}", "z.json": "{\"requests\": [}", "bad.md": "a: b: c\n- `d`: e\n",
            "CHANGELOG": "### 1.0\nGET /users returns the users.\n", "request": "GET http://h/own\n", "run.txt": "curl http://h/curl\n",
        ]
        let folder = TemporaryFolder(files)
        let result = try Importer().read(ImportFolder(folder.path))
        #expect(Set(result.collections.flatMap(\.requests).map(\.request.draft.url)) == ["h", "http://h/own", "http://h/curl"])
        #expect(result.issues.map(\.file.isEmpty) == [false, false] && result.issues.map(\.severity) == [.failed, .note])
        #expect(result.issues[1].what == "CHANGELOG, CHANGES.rst, README.md, bad.md, notes.TXT and 2 more files")
    }

    @Test func `lines in the sources of programs are no requests`() throws {
        let files = [
            "curl_test.go": "curl := tester{\n\ta: 1,\n}\ncurl.run()\n", "har-2020.csv": "GET https://h/a,200\nGET https://h/b,200\n",
            "posting.env.template": "GET https://h/a\n", "notes.log": "GET http://h/\nHTTP 200\n",
            "x.tpl": "meta {\n  name: a\n}\n\nget {\n  url: h\n}\n",
            "Makefile": "openapi:\n\tnpx x\na: b: c\n\t- `d`\n", "Jenkinsfile": "swagger: {\n  - a: b: c\n",
            "own.bat": "curl http://h/bat\n", "script": "#!/bin/sh\ncurl http://web\n", "many": "curl http://h/many\n",
            "bad.json": "{\"openapi\": }", "damaged": "{\"openapi\": }",
        ]
        let folder = TemporaryFolder(files)
        let result = try Importer().read(ImportFolder(folder.path))
        #expect(Set(result.collections.flatMap(\.requests).map(\.request.draft.url)) == ["http://h/bat", "http://h/many", "http://web"])
        #expect(result.issues.filter { $0.severity == .failed }.map(\.file) == ["bad.json", "damaged"])
    }

    @Test(arguments: [
        ("http://:=", false), ("http://is", false), ("http://great.", false), ("", false), ("http://h/a", true), ("h.example", true),
        ("http://localhost", true), ("http://h:80", true), ("{{url}}", true), ("http://[::1]/", true), ("http://a:=b", false),
    ]) func `a word after a command is recognised as an address`(_ url: String, _ isAddress: Bool) {
        #expect(CommandFile.isAddress(url) == isAddress)
    }

    @Test(
        arguments: [
            // Files with an environment each, the imported one, the name of the environment that is found, and the named file.
            (["http-client.env.json"], "a/b", "", "../../"), (["a/http-client.env.json", "http-client.env.json"], "a/b", "a", "../"),
            (["a/b/http-client.env.json", "http-client.env.json"], "a/b", "a/b", nil),
            ([".git/config", "http-client.env.json"], "a/b/c/d/e", "", "../../../../../"),
            (["a/.git/config", "http-client.env.json"], "a/b", nil, nil), (["http-client.env.json"], "a/b/c/d", nil, nil),
        ] as [([String], String, String?, String?)])
    func findsEnvironmentsAbove(_ files: [String], _ place: String, _ found: String?, _ shown: String?) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-http-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let requests = ["\(place)/x.http", "\(place)/sub/y.http"]
        for path in files + requests {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let name = path.split(separator: "/").dropLast().joined(separator: "/")
            try Data((path.hasSuffix(".http") ? "GET h" : #"{"\#(name)": {"v": 1}}"#).utf8).write(to: file)
        }
        let imported = folder.appending(path: place).path
        let results = try [
            Importer().read(ImportFolder(imported)),
            Importer().read(name: "x.http", bytes: Array("GET h".utf8), in: ImportFolder(imported)),
        ]
        for result in results {
            #expect(result.collections[0].environments.map(\.draft.name) == (found.map { [$0] } ?? []))
            #expect(result.issues.map(\.file) == (shown.map { [$0 + "http-client.env.json"] } ?? []))
        }
        let bounded = try Importer().read(ImportFolder(imported, isBoundary: true))
        #expect(bounded.collections[0].environments.count == (found == place ? 1 : 0))
    }

    @Test func findsEnvironmentsOnlyInTrustedPlaces() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-http-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "in/http"), withIntermediateDirectories: true)
        let file = folder.appending(path: "http-client.env.json")
        try Data(#"{"dev": {"v": 1}}"#.utf8).write(to: file)
        let read = {
            try Importer().read(name: "x.http", bytes: Array("GET h".utf8), in: ImportFolder(folder.appending(path: "in/http").path))
        }
        #expect(try read().collections[0].environments.count == 1)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        #expect(try read().collections[0].environments.isEmpty)
        let link = folder.appending(path: "in/http-client.env.json")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        #expect(try read().collections[0].environments.isEmpty)
    }
}

@Suite struct ImportedFileTests {
    private let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(path: "apus-files-\(UUID().uuidString)")

    /// The files that the requests of a source in `folder` name once it is imported, with the number of issues.
    private func files(of source: String, _ files: [String: String], into space: String) throws -> (files: [String], issueCount: Int) {
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let path = folder.appending(path: source).path
        let result =
            source.hasSuffix(".http")
            ? try Importer().read(name: "a.http", bytes: ImportFolder.readFile(path), in: ImportFolder(folder.appending(path: "api").path))
            : try Importer().read(ImportFolder(path))
        let store = try WorkspaceStore(opening: folder.appending(path: space).path)
        let plan = try ImportPlan(result, from: ImportOrigin(path), in: store)
        let bodies = plan.result.collections.flatMap(\.requests).map(\.request.draft.body)
        let paths = bodies.flatMap { [$0.file] + $0.parts.map(\.value) }.filter { !$0.isEmpty }
        return (paths, plan.result.issues.count { $0.severity > .note })
    }

    private static let request = "POST http://h/\n\n< ./body.json\n"

    @Test(arguments: ["api", "api/a.http"]) func findsBodyFilesNextToTheSource(_ source: String) throws {
        let found = try files(of: source, ["api/a.http": Self.request, "api/body.json": "{}"], into: ".")
        #expect(found == (["api/body.json"], 0))
    }

    @Test func findsBodyFilesInTheFolderOfEachFile() throws {
        let found = try files(of: "api", ["api/in/a.http": Self.request, "api/in/body.json": "{}", "space/x": ""], into: "space")
        #expect(found == ([folder.appending(path: "api/in/body.json").path], 0))
    }

    @Test(arguments: [(#"C:\Scripts\a.png"#, true), (#"\\server\a.png"#, true), ("a.png", false), (#"a\b.png"#, false)])
    func `the report says which paths are of Windows`(_ path: String, _ isOfWindows: Bool) throws {
        let folder = TemporaryFolder(["a.http": "POST http://h/\n\n< \(path)\n"])
        let result = try Importer().read(name: "a.http", bytes: ImportFolder.readFile(folder.path("a.http")), in: ImportFolder(folder.path))
        let store = try WorkspaceStore(opening: folder.path)
        let issue = try #require(ImportPlan(result, from: ImportOrigin(folder.path("a.http")), in: store).result.issues.last)
        #expect(issue.what.contains(path) && issue.why.contains("Windows") == isOfWindows)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: ["< ../secret", "< ./absent.json", "< /etc/hosts", "< {{name}}.json"])
    func keepsPathsOfFilesNotNextToTheSource(_ line: String) throws {
        let found = try files(of: "api/a.http", ["api/a.http": "POST http://h/\n\n\(line)\n", "secret": "", "space/x": ""], into: "space")
        #expect(found.files == [String(line.dropFirst(2))])
        #expect(found.issueCount == (line.hasPrefix("< ./") ? 1 : 0))
    }
}

@Suite struct ImportOriginTests {
    @Test(arguments: [
        ("https://me:secret@h.example/a.json?access_key=secret#x", "https://h.example/a.json"), ("http://h/a", "http://h/a"),
        ("http://h/a@b", "http://h/a@b"), ("", ""), ("/nowhere/a.json", "/nowhere/a.json"),
    ]) func aSourceIsRecordedWithoutSecrets(_ source: String, _ recorded: String) {
        #expect(ImportOrigin(source).recorded(in: "/") == recorded)
    }

    @Test func aFileIsRecordedRelativeToTheWorkspace() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-origin-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "space/api/a.json")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
        #expect(ImportOrigin(file.path).recorded(in: folder.path + "/space") == "api/a.json")
        #expect(ImportOrigin(file.path).recorded(in: folder.path + "/other").hasSuffix("/space/api/a.json"))
    }

    @Test func `empty comments around the next title are not in the body`() throws {
        let text = "#\n### a\n#\nPOST http://h/a\n\n{\"x\": 1}\n\n#\n### b\n#\nPOST http://h/b\n\nkept\n#\n"
        let requests = try Importer().read(name: "a.http", bytes: Array(text.utf8)).collections[0].requests.map(\.request.draft)
        #expect(requests.map(\.name) == ["a", "b"])
        #expect(requests.map { $0.body.json + $0.body.text } == ["{\"x\": 1}", "kept"])
    }

    @Test(arguments: ["standard input", "README.md", "program.js"])
    func `a block of documentation may begin with other commands`(_ name: String) {
        let result = try? Importer().read(name: name, bytes: Array("npx wrangler dev\ncurl http://h/a\n".utf8))
        #expect(result?.collections[0].requests.map(\.request.draft.url) == (name.hasSuffix(".js") ? nil : ["http://h/a"]))
    }

    private static let document = """
        - x: it's a list

        # API

        curl is a tool, and wget isn't. Don't curl and/or wget.
        ```bash
        # Makes one
        curl -X POST http://localhost/x \\
          -d "a
        b"
        ```
        ~~~json
        {"it's": "curl"}
        ~~~
            curl 'http://h/indented' \\
                -H 'A: 1'
        curl http://h/line

        It's the end.
        """

    @Test(arguments: ["standard input", "a.md", "doc.rst"])
    func `commands in documents are read`(_ name: String) throws {
        let result = try Importer().read(name: name, bytes: Array(Self.document.utf8))
        let drafts = result.collections[0].requests.map(\.request.draft)
        #expect(drafts.map(\.url) == ["http://localhost/x", "http://h/indented", "http://h/line"])
        #expect(drafts[0].name == "Makes one" && drafts[0].method == "POST" && drafts[1].headers == [Row("A", "1")])
        #expect(result.issues.isEmpty, "\(result.issues)")
    }

    @Test func `documents of a folder are read if it has nothing else`() throws {
        let one = "It's:\n```\ncurl http://h/b\n```\n"
        let files = ["a.md": Self.document, "in/b.md": one, "none.md": "curl is a tool.\n", "x.png": "\u{0}"]
        let folder = TemporaryFolder(files)
        let result = try Importer().read(ImportFolder(folder.path))
        #expect(result.collections.count == 1 && result.requestCount == 4 && result.collections[0].folderCount == 2)
        let note = try #require(result.issues.first { $0.severity == .note })
        #expect(note.what == "none.md, x.png")
        try folder.write("GET http://h/own\n", to: "own.http")
        #expect(try Importer().read(ImportFolder(folder.path)).requestCount == 1)
        let prose = TemporaryFolder(["none.md": "curl is a tool.\n"])
        #expect(throws: ImportError.self) { try Importer().read(ImportFolder(prose.path)) }
    }

    @Test func `variables that an environment replaces are reported`() throws {
        let text = #"""
            {"_type": "export", "__export_format": 4, "resources": [
              {"_id": "w", "_type": "workspace", "name": "W"},
              {"_id": "e", "_type": "environment", "parentId": "w", "name": "Base", "data": {"q": "0"}},
              {"_id": "s", "_type": "environment", "parentId": "e", "name": "Dev", "data": {"q": "1", "p": "1"}},
              {"_id": "f", "_type": "request_group", "parentId": "w", "name": "F", "environment": {"q": "2", "r": "2"}}]}
            """#
        #expect(try Importer().read(name: "file", bytes: Array(text.utf8)).issues.map(\.what) == ["variable “q” of “F”"])
        let folder = TemporaryFolder(["http-client.env.json": #"{"dev": {"q": "1"}}"#])
        let file = Array("@q = 2\n@r = 2\nGET http://h/{{q}}\n".utf8)
        let result = try Importer().read(name: "a.http", bytes: file, in: ImportFolder(folder.path))
        #expect(result.issues.map(\.what) == ["variable “q” of “a”"])
    }

    @Test(arguments: [
        ("$.t", "$.t"), ("data.t", "$.data.t"), ("[0].t", "$[0].t"), ("/a/b", "/a/b"), ("*", ""), ("t", "$.t"), (".t", ".t"),
    ]) func `a variable of the file that refers to a response is a capture`(_ path: String, _ query: String) throws {
        let text = "@t = {{login.response.body.\(path)}}\n\n# @name login\nPOST http://h/a\n\n###\nGET http://h/b\nX: {{t}}\n"
        let capture = Capture(variable: "login.response.body.\(path)", from: "body", query: query)
        #expect(
            try Importer().read(name: "api.http", bytes: Array(text.utf8)).collections[0].requests.map(\.request.draft.captures) == [
                [capture], [],
            ])
    }

    @Test(arguments: [
        (#"[{"url": "/v1"}]"#, "https://api.example.com:8443/v1"), (#"[{"url": "v1"}]"#, "https://api.example.com:8443/docs/v1"),
        (#"[{"url": "https://h/v1"}]"#, "https://h/v1"),
    ])
    func `a relative server is relative to the address of the document`(_ servers: String, _ expected: String) throws {
        var importer = Importer()
        importer.network.address = "https://api.example.com:8443/docs/openapi.json"
        let text = #"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": \#(servers), "paths": {"/a": {"get": {}}}}"#
        let result = try importer.read(name: "openapi.json", bytes: Array(text.utf8))
        #expect(result.collections[0].root.draft.variables.first == Row("baseUrl", expected))
        #expect(!result.issues.contains { $0.what.hasPrefix("server") })
    }

    /// Each line is read again with the next, which takes a minute for thousands.
    @Test func `a command of very many lines in prose is refused`() throws {
        func read(_ count: Int) throws -> ImportResult {
            let lines = (0..<count).map { "  \"k\($0)\": 1,\n" }.joined()
            return try Importer().read(name: "a.md", bytes: Array("# A\ncurl https://x.org/b -d '{\n\(lines)}'\n".utf8))
        }
        #expect(try read(100).collections.flatMap(\.requests).count == 1)
        #expect(throws: ImportError.self) { try read(1_000) }
    }
}
