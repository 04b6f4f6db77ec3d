import Foundation
import Interchange
import JSON
import TestFixtures
import Testing
import Workspace

/// Files of each format that are made to do harm, or are only broken.
@Suite struct HostileImportTests {
    /// A file of each format with `NAME` in place of names, and the name of the file.
    static let templates: [(format: String, file: String, text: String)] = [
        (
            "postman", "a.json",
            #"{"info": {"name": "NAME"}, "item": [{"name": "NAME", "item": [{"name": "NAME", "request": "http://h/NAME"}]}]}"#
        ),
        (
            "openapi", "a.json",
            #"{"openapi": "3.1.0", "info": {"title": "NAME"}, "paths": {"/a": {"get": {"summary": "NAME", "tags": ["NAME"]}}}}"#
        ),
        (
            "insomnia", "a.json",
            #"""
            {"__export_format": 4, "resources": [{"_id": "w", "_type": "workspace", "name": "NAME"}, {"_id": "f", "parentId": "w",
            "_type": "request_group", "name": "NAME"}, {"_id": "r", "parentId": "f", "_type": "request", "name": "NAME", "url": "h"}]}
            """#
        ),
        ("bru", "a.bru", "meta {\n  name: NAME\n  type: http\n}\n\nget {\n  url: http://h/NAME\n}\n"),
        ("opencollection", "a.yml", "opencollection: 1.0.0\ninfo: {name: \"NAME\"}\nitems: [{info: {name: \"NAME\"}, http: {url: h}}]\n"),
        (
            "har", "a.har",
            #"""
            {"log": {"pages": [{"id": "p", "title": "NAME"}], "entries": [{"pageref": "p", "request": {"_name": "NAME", "method": "GET",
            "url": "http://h/NAME"}}]}}
            """#
        ),
        ("http", "a.http", "### NAME\nGET http://h/NAME\n"),
        ("hurl", "a.hurl", "# NAME\nGET http://h/NAME\n"),
        ("posting", "a.posting.yaml", "posting_version: 2.0\nname: \"NAME\"\nurl: http://h/\n"),
        ("slumber", "a.yml", "requests: {r: {name: \"NAME\", method: GET, url: http://h/}}\n"),
        ("atac", "a.json", #"{"name": "NAME", "requests": [{"name": "NAME", "url": "http://h/", "method": "GET"}]}"#),
        ("commands", "a.sh", "# NAME\ncurl http://h/NAME\n"),
    ]

    @Test func `links in a folder are reported and not followed`() throws {
        func request(_ name: String) -> String { "meta {\n  name: \(name)\n  type: http\n}\n\nget {\n  url: http://h/\(name)\n}\n" }
        let outside = TemporaryFolder(["out.bru": request("out"), "out.http": "GET http://h/out\n"])
        let folder = TemporaryFolder([
            "b/bruno.json": #"{"version": "1", "name": "b", "type": "collection"}"#, "b/ok.bru": request("ok"),
            "h/ok.http": "POST http://h/ok\n\n< ./sent.txt\n", "h/inner.txt": "x",
        ])
        let links = [
            "b/in.bru": "ok.bru", "b/l.bru": outside.path("out.bru"), "b/folder": outside.path, "b/loop": "..", "b/gone.bru": "nothing",
            "h/l.http": outside.path("out.http"), "h/sent.txt": "inner.txt", ".hidden": outside.path,
        ]
        for (link, target) in links {
            try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
        }
        let result = try Importer().read(ImportFolder(folder.path))
        #expect(result.collections.flatMap(\.requests).map(\.request.draft.url).sorted() == ["http://h/ok", "http://h/ok"])
        let lost = result.issues.filter { $0.severity == .lost }
        #expect(lost.map(\.file) == ["b/folder", "b/gone.bru", "b/in.bru", "b/l.bru", "b/loop", "h/l.http"])
        let inner = try Importer().read(
            name: "bruno.json", bytes: Array(folder.text("b/bruno.json").utf8), in: ImportFolder(folder.path("b")))
        #expect(inner.issues.filter { $0.severity == .lost }.map(\.file) == ["folder", "gone.bru", "in.bru", "l.bru", "loop"])
    }

    @Test func `a link that a document refers to is reported once`() throws {
        let outside = TemporaryFolder(["l.yaml": "type: string\n"])
        let paths = "paths: {/a: {get: {parameters: [{name: q, in: query, schema: {$ref: 'l.yaml'}}]}}}"
        let folder = TemporaryFolder(["a.yaml": "openapi: 3.1.0\ninfo: {title: a}\n\(paths)\n"])
        try FileManager.default.createSymbolicLink(atPath: folder.path("l.yaml"), withDestinationPath: outside.path("l.yaml"))
        let result = try Importer().read(ImportFolder(folder.path))
        #expect(result.issues.filter { $0.severity == .lost }.map(\.what) == ["reference l.yaml"])
    }

    @Test(arguments: templates.map(\.format)) func `names cannot lead out of the folder, and long ones are cut`(_ format: String) throws {
        let (_, file, template) = try #require(Self.templates.first { $0.format == format })
        for name in [
            "../../../etc/x", "/etc/x", "..", ".git", String(repeating: "n", count: 1 << 20), "con", "a\u{202E}b\u{1B}[2J", "%2e%2e%2fx",
        ] {
            // A control character is no part of a document, and is escaped in JSON.
            let isText = file.hasSuffix("bru") || file.hasSuffix("http") || file.hasSuffix("hurl") || file.hasSuffix("sh")
            let text = template.replacing("NAME", with: isText ? name : name.replacing("\u{1B}", with: "\\u001b"))
            let result = try Importer().read(name: file, bytes: Array(text.utf8))
            #expect(result.requestCount == 1, "\(format) \(name.prefix(20))")
            let folder = FileManager.default.temporaryDirectory.appending(path: "apus-hostile-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let root = folder.appending(path: "space")
            try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
            let store = try WorkspaceStore(opening: root.path)
            for tree in result.collections {
                _ = try store.createCollection(tree, record: ImportRecord(source: "x"))
                #expect(
                    tree.requests.allSatisfy {
                        $0.request.draft.name.utf8.count <= 1_000 && $0.folders.allSatisfy { $0.draft.name.utf8.count <= 1_000 }
                    })
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["space"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: root.path) == ["collections"])
            #expect(try store.tree().requests.count == 1, "\(format) \(name.prefix(20))")
        }
    }

    /// 10,000 levels in each form that nests.
    private static func nested(_ open: String, _ close: String, in text: String) -> String {
        text.replacing("DEEP", with: String(repeating: open, count: 10_000) + String(repeating: close, count: 10_000))
    }

    @Test(arguments: [
        ("a.json", #"{"info": {"name": "a"}, "item": DEEP}"#, "[", "]"), ("a.yml", "openapi: 3.1.0\npaths: DEEP\n", "[", "]"),
        ("a.yml", "openapi: 3.1.0\npaths: DEEP\n", "{a: ", "}"), ("a.har", #"{"log": {"entries": DEEP}}"#, "[", "]"),
        ("a.hurl", "POST http://h/\nDEEP\n", "[", "]"),
        ("a.bru", "get {\n  url: h\n}\n\nexample {\n  DEEP\n}\n", "a: {\n", "}\n"),
    ]) func `ten thousand levels of structure are refused`(_ file: String, _ text: String, _ open: String, _ close: String) {
        #expect(throws: ImportError.self) { try Importer().read(name: file, bytes: Array(Self.nested(open, close, in: text).utf8)) }
    }

    @Test(arguments: [
        ("a.hurl", "POST http://h/\nDEEP\n", "<a>", "</a>"), ("a.http", "POST http://h/\n\nDEEP\n", "{", "}"),
        ("a.sh", "curl -d 'DEEP' http://h/\n", "{", "}"), ("a.sh", "curl http://h/ DEEP\n", "$(", ")"),
    ]) func `ten thousand levels in a text are one request`(_ file: String, _ text: String, _ open: String, _ close: String) throws {
        #expect(try Importer().read(name: file, bytes: Array(Self.nested(open, close, in: text).utf8)).requestCount == 1)
    }

    private static let filler = String(repeating: "x", count: 200)

    /// Half a megabyte of unmatched openings: searching the end of each would take minutes.
    @Test(
        arguments: [
            ("a.sh", "curl http://h/MANY", "$(", 1), ("a.sh", "curl http://h/MANY", "${a:-", 1),
            ("a.sh", "curl \"http://h/MANY\"", "`\\$(", 1), ("a.sh", "curl http://h/ -d @- MANY\nE\n", "<<E ", 1),
            ("a.sh", "MANY", "a=\"$(echo \"", nil), ("a.sh", "curl h\nMANY", "echo 'x' | cat\n", 1),
            ("a.sh", "MANY", "curl h?\(filler)\n", 2520), ("a.sh", "MANY", "curl h;", 4),
            ("a.sh", "MANY", "A=\(filler)\ncurl $A\n", 2484), ("a.sh", "curl h\nMANY", "cat <<E\n", 1),
            ("a.sh", "MANY", "echo ' | curl h \"", 4),
            ("a.json", #"{"__export_format": 4, "resources": [{"_id": "r", "_type": "request", "url": "MANY"}]}"#, "{% ", 1),
            ("a.json", #"{"__export_format": 4, "resources": [{"_id": "r", "_type": "request", "url": "MANY"}]}"#, "{{ ", 1),
            ("a.hurl", "MANY", "GET http://h\nHTTP 200\n", 23_831),
            ("a.hurl", "GET http://h\nHTTP 200\n[Asserts]\nMANY", "status == 200\n", 1),
            ("a.ps1", "Invoke-WebRequest -Uri http://h -Headers MANY", "@{\"a\"=", 1),
        ] as [(String, String, String, Int?)])
    func `the time of an import is linear in the length`(_ file: String, _ text: String, _ piece: String, _ requestCount: Int?) {
        let count = (1 << 19) / piece.utf8.count
        let bytes = Array(text.replacing("MANY", with: String(repeating: piece, count: count)).utf8)
        let (imported, time) = ProcessorTime.measured { (try? Importer().read(name: file, bytes: bytes))?.requestCount }
        #expect(imported == requestCount && time < .seconds(20), "\(file) \(piece)")
    }

    /// The workbench reads a pasted line on its main thread.
    @Test(arguments: [("j", "http://h/"), ("vjF", "http://h/"), ("z", nil)])
    func `the time of an HTTPie line is linear in the letters of a word`(_ letters: String, _ url: String?) {
        let line = "http http://h/ -" + String(repeating: letters, count: (1 << 17) / letters.count)
        let (read, time) = ProcessorTime.measured { (try? HTTPieLine.read(line))?.url }
        #expect(read == url && time < .seconds(20), "\(letters)")
    }

    @Test func `folders of Insomnia that are nested ten thousand times are refused`() {
        let folders = (0..<10_000).map { ##"{"_id": "\##($0)", "_type": "request_group", "parentId": "\##($0 - 1)"}"## }
        let text = ##"{"__export_format": 4, "resources": [{"_id": "-1", "_type": "workspace"}, "## + folders.joined(separator: ",") + "]}"
        let error = #expect(throws: ImportError.self) { try Importer().read(name: "a.json", bytes: Array(text.utf8)) }
        #expect(error?.message.contains("256") == true)
    }

    @Test(arguments: [
        "openapi: 3.1.0\ninfo: {title: BOMB}\npaths: {}\n", "opencollection: 1.0.0\ninfo: BOMB\n",
        "posting_version: 2.0\nurl: h\nheaders: BOMB\n",
        "requests: {a: {url: h, headers: BOMB}}\n", "type: collection.insomnia.rest/5.0\ncollection: BOMB\n",
    ]) func `aliases that multiply are refused`(_ text: String) {
        let levels = (1...40).map { "x\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]\n" }.joined()
        let bomb = "x0: &a0 [lol]\n" + levels + text.replacing("BOMB", with: "*a40")
        let error = #expect(throws: ImportError.self) { try Importer().read(name: "a.yml", bytes: Array(bomb.utf8)) }
        #expect(error?.message.isEmpty == false)
    }

    /// Broken files: an error, or an issue, that names the place.
    @Test(arguments: [
        ("a.json", "{\n  \"info\": {\"name\": \"a\"},\n  \"item\": [,]\n}", "line 3, column 12"),
        ("a.json", #"{"info": {"name": "a"}, "item": [{"request": "http://h"}"#, "line 1, column 57"),
        ("a.yml", "openapi: 3.1.0\npaths: [\n", "line 3"),
        ("a.yml", "openapi: 3.1.0\npaths: {a: *b}\n", "line 2"), ("a.har", "{\"log\": {\"entries\": [}}", "line 1, column 22"),
        ("a.hurl", "GET http://h/\n[Query\nHTTP 200\n", "line 2"), ("a.hurl", "GET http://h/\nHTTP 2000\n", "line 2"),
        ("a.bru", "get {\n  url: h\n", "line"), ("a.json", #"{"info": {"name": "a"}, "item": [7]}"#, "/item/0"),
        ("a.json", #"{"openapi": "3.1.0", "paths": {"/a": 7}}"#, "/paths/~1a"), ("a.har", #"{"log": {"entries": [7]}}"#, "/log/entries/0"),
        ("a.sh", "curl 'http://h\n", "line 1"),
    ]) func `a broken file is named with its place`(_ file: String, _ text: String, _ place: String) {
        let message: String
        do {
            let issues = try Importer().read(name: file, bytes: Array(text.utf8)).issues
            message = issues.map(\.text).joined(separator: "\n")
        } catch { message = "\(error)" }
        #expect(message.contains(place), "\(message)")
    }
}
