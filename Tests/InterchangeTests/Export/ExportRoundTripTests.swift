import Foundation
import JSON
import Testing
import Workspace

@testable import Interchange

/// Collections through each format and back.
@Suite struct ExportRoundTripTests {
    /// A collection that uses every part of a draft.
    static let rich: CollectionTree = {
        var login = RequestDraft(name: "Log in", method: "POST", url: "{{base}}/login", docs: "First line.\n\nThird line.")
        login.headers = [Row("Accept", "application/json", comment: "as JSON"), Row("X-Off", "1", isEnabled: false)]
        login.body = BodyDraft(kind: .json, json: "{\n  \"user\": \"{{user}}\",\n  \"n\": 1\n}")
        login.captures = [
            Capture(variable: "token", from: "body", query: ".data.token"), Capture(variable: "h", from: "header", query: "X-Id"),
        ]
        login.assertions = [
            Assertion(subject: "status", value: 200), Assertion(subject: "body .data.id", predicate: "greaterThan", value: 3),
            Assertion(subject: "header Content-Type", predicate: "contains", value: "json"),
        ]
        login.scripts = Scripts(before: "let a = 1;\nb();", after: "test(\"x\", () => {\n  c();\n});")
        login.tags = ["smoke"]
        var search = RequestDraft(name: "Search / all", url: "https://h.example:8080/a/:team/x")
        search.pathParameters = [Row("team", "blue")]
        search.query = [Row("q", "a%20b"), Row("q", "2"), Row("bare", "", isBare: true), Row("off", "x", isEnabled: false, comment: "why")]
        search.auth = AuthDraft(.basic, fields: ["username": "{{user}}", "password": "{{password}}"])
        search.options.redirects.follow = false
        search.options.timeout = 2.5
        var form = RequestDraft(name: "Form", method: "PUT", url: "{{base}}/form")
        form.body = BodyDraft(kind: .form, form: [Row("a b", "1 & 2=3"), Row("v", "{{user}}")])
        form.auth = AuthDraft(.apiKey, fields: ["key": "X-Key", "value": "{{key}}"])
        var parts = RequestDraft(name: "Parts", method: "POST", url: "{{base}}/parts")
        parts.body = BodyDraft(
            kind: .multipart,
            parts: [.init("t", "text"), .init("f", "dir/a.png", isFile: true, contentType: "image/png")])
        var xml = RequestDraft(name: "XML", method: "POST", url: "{{base}}/xml", auth: AuthDraft(.none))
        xml.body = BodyDraft(kind: .xml, xml: "<a>\n  <b/>\n</a>")
        var file = RequestDraft(name: "File", method: "PUT", url: "{{base}}/file")
        file.headers = [Row("Content-Type", "image/png")]
        file.body = BodyDraft(kind: .file, file: "dir/a.png")
        var query = RequestDraft(name: "GraphQL", method: "POST", url: "{{base}}/graphql")
        query.body = BodyDraft(kind: .graphql, graphql: .init(query: "query Q {\n  a\n}", variables: "{\n  \"x\": 1\n}"))
        let response = SavedResponse(
            name: "Found", request: nil, status: 200, reason: "OK", headers: [Row("Content-Type", "application/json")],
            body: Array("{\n  \"a\": 1\n}".utf8))
        let inner = CollectionTree.Folder(
            FolderDraft(
                name: "Inner", headers: [Row("X-Folder", "f")], variables: [Row("v", "1")], auth: AuthDraft(.none), docs: "Folder."),
            items: [.request(.init(search, examples: [response])), .request(.init(form))])
        let root = CollectionTree.Folder(
            FolderDraft(
                name: "Rich", variables: [Row("base", "https://api.example"), Row("user", "u")],
                auth: AuthDraft(.bearer, fields: ["token": "{{token}}"]), docs: "All of it."),
            items: [.request(.init(login)), .folder(inner)] + [parts, xml, file, query].map { .request(.init($0)) })
        let environment = EnvironmentDraft(name: "Live", variables: [Row("base", "https://live.example")], secrets: [.init("key", .file)])
        return CollectionTree(root, environments: [.init(environment, secretValues: ["key": "VALUE"])])
    }()

    private static func folder(of files: [ExportedFile]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.path + "/apus-export-\(UUID().uuidString)"
        for file in files {
            let path = "\(folder)/\(file.path)"
            try FileManager.default.createDirectory(
                atPath: String(path[..<(try #require(path.lastIndex(of: "/")))]), withIntermediateDirectories: true)
            try Data(file.text.utf8).write(to: URL(filePath: path))
        }
        return folder
    }

    /// The collection that an import makes of exported files.
    @Test(arguments: ["postman", "http", "bruno", "har", "openapi"])
    func `a query in the URL is exported with the rows`(_ id: String) throws {
        let draft = RequestDraft(name: "A", url: "http://h/e?a=1", query: [Row("z", "2")])
        let tree = CollectionTree(.init(FolderDraft(name: "C"), items: [.request(.init(draft))]))
        let back = try Self.imported(#require(ExportFormat.named(id)).export(tree).files).requests[0].request.draft
        #expect(back.query.map(\.name) == ["a", "z"] && !back.url.contains("?"), "\(back.url)")
    }

    static func imported(_ files: [ExportedFile]) throws -> CollectionTree {
        let folder = try folder(of: files)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let place = try ImportFolder(folder)
        let first = try #require(files.first)
        let result =
            first.path.contains("/")
            ? try Importer().read(place)
            : try Importer().read(name: first.path, bytes: Array(first.text.utf8), in: place)
        var tree = try #require(result.collections.first)
        // Files of environments are imported in addition to the collection.
        for file in files.dropFirst() where file.path.hasSuffix("postman_environment.json") {
            tree.environments += try Importer().read(name: file.path, bytes: Array(file.text.utf8)).environments
        }
        return tree.withoutSources
    }

    static let formats = ["postman", "bruno", "http", "vscode", "hurl", "har"]

    @Test(arguments: formats)
    func `an imported collection is unchanged after a round trip`(_ id: String) throws {
        let format = try #require(ExportFormat.named(id))
        let first = try Self.imported(format.export(Self.rich, includingSecrets: true).files)
        let second = try Self.imported(format.export(first, includingSecrets: true).files)
        #expect(first.requests.map(\.request.draft) == second.requests.map(\.request.draft))
        #expect(first == second)
    }

    @Test(arguments: formats, [0, 1])
    func `a collection without requests survives, or no file is written`(_ id: String, variables: Int) throws {
        let format = try #require(ExportFormat.named(id))
        let root = FolderDraft(name: "Bare", variables: Array([Row("base", "https://h")].prefix(variables)))
        let result = format.export(CollectionTree(.init(root)))
        if result.files.isEmpty {
            #expect(result.losses.contains { $0.text == "collection: \(format.title) cannot contain a collection without requests" })
        } else {
            #expect(try Self.imported(result.files).root.items.isEmpty)
        }
        #expect(result.files.isEmpty == (id == "hurl" || ["http", "vscode"].contains(id) && variables == 0))
    }

    @Test func `requests that Hurl cannot write leave no file either`() {
        var tree = CollectionTree(.init(FolderDraft(name: "Bare")))
        tree.root.items = [.request(.init(RequestDraft(name: "no URL")))]
        let result = ExportFormat.hurl.export(tree)
        #expect(result.files.isEmpty)
        #expect(
            result.losses.map(\.text) == [
                "no URL: request: Hurl has no requests without a URL", "collection: Hurl cannot contain a collection without requests",
            ])
    }

    @Test func `Postman keeps everything in a round trip`() throws {
        let first = try Self.imported(ExportFormat.postman.export(Self.rich, includingSecrets: true).files)
        let expected = Self.rich.mapping { request, folders in
            request.draft.tags = []
            request.draft.options.timeout = nil
            if folders.count > 1, !request.draft.headers.contains(where: { $0.name == "X-Folder" }) {
                request.draft.headers += [Row("X-Folder", "f")]
            }
        } _: { folder in
            folder.draft.headers = []
        }
        #expect(first.root == expected.root)
        #expect(first.environments == expected.environments)
    }

    @Test func `Bruno keeps everything in a round trip`() throws {
        let first = try Self.imported(ExportFormat.bruno.export(Self.rich).files)
        for (one, other) in zip(first.requests, Self.rich.requests) {
            var expected = other.request.draft
            // Bruno's scripts see the names of headers in small letters.
            for index in expected.captures.indices where expected.captures[index].from == "header" {
                expected.captures[index].query = expected.captures[index].query.lowercased()
            }
            for index in expected.assertions.indices where expected.assertions[index].subject.hasPrefix("header ") {
                expected.assertions[index].subject = expected.assertions[index].subject.lowercased()
            }
            #expect(one.request.draft == expected, "\(expected.name)")
        }
    }

    @Test func `Bruno keeps the requests of examples without their authentication`() throws {
        let drafts = Self.rich.requests.map(\.request.draft)
        let examples = drafts.map { SavedResponse(name: $0.name, request: $0, body: Array("x".utf8)) }
        let request = CollectionTree.Request(RequestDraft(name: "A", url: "http://h/"), examples: examples)
        let result = ExportFormat.bruno.export(CollectionTree(.init(FolderDraft(name: "C"), items: [.request(request)])))
        let read = try #require(try Self.imported(result.files).requests.first).request.examples
        for (saved, draft) in zip(read, drafts) {
            let found = try #require(saved.request)
            #expect([found.method, found.url] == [draft.method, draft.url])
            #expect(found.body == draft.body && found.pathParameters == draft.pathParameters, "\(draft.name)")
            for (rows, expected) in [(found.headers, draft.headers), (found.query, draft.query)] {
                #expect(
                    rows
                        == expected.map { row in
                            var row = row
                            row.comment = ""
                            return row
                        })
            }
        }
        #expect(read.count == drafts.count)
        let signed = drafts.filter { ![.inherit, .none].contains($0.auth.kind) }.map {
            "A, example “\($0.name)”: authentication: Bruno has none in examples"
        }
        #expect(result.losses.map(\.text).filter { $0.contains("authentication") } == signed)
    }

    @Test(arguments: [("postman", "postman/real"), ("postman", "postman/fixture"), ("http", "http/real"), ("hurl", "hurl_real/real")])
    func `real files come back as they were`(_ id: String, _ path: String) throws {
        guard let corpora = ProcessInfo.processInfo.environment["APUS_CORPORA"], let folder = try? ImportFolder("\(corpora)/\(path)") else {
            return
        }
        let format = try #require(ExportFormat.named(id))
        var differing: [String] = []
        var count = 0
        for file in try folder.files() {
            guard let bytes = try? folder.read(file), bytes.count < 2_000_000,
                let result = try? Importer().read(name: file, bytes: bytes), let original = result.collections.first?.withoutSources
            else { continue }
            count += 1
            let exported = format.export(original, includingSecrets: true).files
            guard let again = try? Self.imported(exported) else {
                differing.append("\(file) is not read")
                continue
            }
            let third = try Self.imported(format.export(again, includingSecrets: true).files)
            // Parts with another form in version 2.0 are kept in the form of 2.1, queries of URLs are rows, and //host has a scheme.
            let expected = original.withQueriesInRows.withAbsoluteURLs.requests.map(\.request.draft)
            let isWhole = id != "postman" || again.requests.map(\.request.draft) == expected
            let isSame = isWhole && again == third
            if !isSame { differing.append(file) }
        }
        #expect(differing == [], "\(differing.count) of \(count)")
    }
}

extension CollectionTree {
    /// The collection without the texts that an import keeps for its report alone.
    fileprivate var withoutSources: CollectionTree {
        mapping { request, _ in
            request.extensions = JSONObject(request.extensions.filter { $0.name.hasPrefix("x-") })
        }
    }

    @Test(arguments: [ExportFormat.postman, .bruno]) func `a literal segment with a colon`(_ format: ExportFormat) throws {
        var draft = RequestDraft(name: "one", url: "http://h/\\:a/:b/\\:b/x:y?q=/:c")
        draft.query = []
        draft.pathParameters = [Row("b", "1")]
        let tree = CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))]))
        let files = format.export(tree).files
        let text = try #require(files.first { $0.text.contains("h/") || $0.text.contains("\"h\"") }?.text)
        #expect(!text.contains("\\:") && !text.contains("\\\\:"), "\(text)")
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-literal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let written = try format.export(tree).write(into: folder.path + "/", overwrites: false, isPrivate: false)
        #expect(!written.isEmpty && !written.contains { $0.contains("//") })
        let read = try #require(try Importer().read(ImportFolder(folder.path)).collections.first?.requests.first).request.draft
        #expect(read.url.hasPrefix("http://h/\\:a/:b/%3Ab/x:y"))
        #expect(read.pathParameters == [Row("b", "1")])
    }

    @Test func `documents of a literal segment with a colon`() throws {
        let draft = RequestDraft(name: "one", url: "http://h/\\:a/:b")
        let tree = CollectionTree(.init(FolderDraft(name: "c"), items: [.request(.init(draft))]))
        for format in [ExportFormat.markdown, .html, .openAPI] {
            let text = format.export(tree).files.map(\.text).joined()
            #expect(text.contains("/:a/") && !text.contains("\\:"), "\(text)")
        }
        let document =
            #"{"openapi": "3.0.0", "info": {"title": "T"}, "paths": {"/:a/{b}": {"get": {}}, "/x/:id": {"get": {"parameters": [{"name": "id", "in": "path"}]}}}}"#
        let urls = try Importer().read(name: "a.json", bytes: Array(document.utf8)).collections[0].requests.map(\.request.draft.url)
        #expect(urls == ["{{baseUrl}}/\\:a/:b", "{{baseUrl}}/x/:id"])
    }

    /// The export of one request.
    private var single: ExportFormatTests { ExportFormatTests() }

    @Test func `quotes and line breaks in the names of parts come back from an http file`() throws {
        let part = BodyDraft.Part("a\"b\r\nc", "1", fileName: "\"n\".txt")
        let draft = RequestDraft(name: "A", method: "POST", url: "http://h/", body: BodyDraft(kind: .multipart, parts: [part]))
        #expect(try single.export(draft, as: "http").files[0].text.contains("name=\"a%22b%0D%0Ac\"; filename=\"%22n%22.txt\""))
        #expect(try single.readBack(draft, as: "http").body == draft.body)
    }

    @Test(arguments: [("@file(x)", ""), ("x @contentType(y)", ""), ("@contentType(y)", "text/plain"), ("x (y)", "text/plain"), ("x", "")])
    func `a text part that Bruno reads differently is reported`(_ text: String, _ type: String) throws {
        let parts = [BodyDraft.Part("a", text, contentType: type)]
        let draft = RequestDraft(name: "A", method: "POST", url: "http://h/", body: BodyDraft(kind: .multipart, parts: parts))
        let isKept = try single.readBack(draft, as: "bruno").body.parts == parts
        #expect(try single.export(draft, as: "bruno").losses.isEmpty == isKept && isKept == !text.contains("@"))
    }

    @Test func `environments with similar names have files of their own`() throws {
        var tree = CollectionTree(.init(FolderDraft(name: "C")))
        tree.environments = ["a/b", "a:b"].map { .init(EnvironmentDraft(name: $0, variables: [Row("v", $0)])) }
        let files = ExportFormat.bruno.export(tree).files.filter { $0.path.contains("/environments/") }
        #expect(Set(files.map(\.path)).count == 2)
    }

    @Test func `fields of a login that Bruno lacks are named`() throws {
        let auth = AuthDraft(.oauth2, fields: ["grant": "client_credentials", "tokenURL": "http://t/", "audience": "a"])
        #expect(try single.export(RequestDraft(name: "A", url: "http://h/", auth: auth), as: "bruno").losses.count == 1)
    }

    @Test func `disabled assertions are named for Hurl`() throws {
        var draft = RequestDraft(name: "A", url: "http://h/")
        draft.assertions = [Assertion(subject: "status", value: 200, isEnabled: false)]
        #expect(try single.export(draft, as: "hurl").losses.count == 1)
    }

    @Test(arguments: ["hurl", "http", "vscode", "bruno"])
    func `a file that is not chosen has no path`(_ id: String) throws {
        let drafts = [BodyDraft(kind: .file), BodyDraft(kind: .multipart, parts: [.init("f", "", isFile: true)])].map {
            RequestDraft(name: "r\($0.kind)", method: "POST", url: "https://h", body: $0)
        }
        let tree = CollectionTree(.init(FolderDraft(name: "c"), items: drafts.map { .request(.init($0)) }))
        let result = try #require(ExportFormat.named(id)).export(tree)
        let bodies = try result.files.filter { !$0.path.hasSuffix(".json") }.flatMap { file in
            try Importer().read(name: file.path, bytes: Array(file.text.utf8)).collections[0].requests.map(\.request.draft.body)
        }.sorted { $0.kind.rawValue < $1.kind.rawValue }
        let isKept = id == "bruno"
        #expect(bodies.map(\.kind) == (isKept ? [.file, .multipart] : [.multipart, .none]) && bodies.allSatisfy { $0.file.isEmpty })
        #expect(bodies.flatMap(\.parts).map(\.value) == [""])
        let whats = ["file of the body", "file of the part “f”"]
        #expect(result.losses.map(\.what) == (isKept ? [] : whats))
    }
}
