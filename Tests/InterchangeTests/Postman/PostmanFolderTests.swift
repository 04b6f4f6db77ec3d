import Foundation
import Interchange
import JSON
import TestFixtures
import Testing
import Workspace

/// Collections of Postman's version 3: a folder of YAML files.
@Suite struct PostmanFolderTests {
    private static let files = [
        "shop/.resources/definition.yaml": """
        $kind: collection
        name: Shop
        description: All of it
        variables:
          - key: base_url
            value: 'https://h'
          - key: old
            value: x
            disabled: true
        auth:
          type: bearer
          credentials:
            - key: token
              value: '{{token}}'
        scripts:
          - type: 'http:beforeRequest'
            code: console.log(1)
            language: text/javascript
        """,
        "shop/list.request.yaml": """
        $kind: http-request
        name: 'List/all'
        order: 2000
        method: GET
        url: '{{base_url}}/items/:id?page=1'
        queryParams:
          - key: page
            value: '1'
          - key: size
            value: '5'
            disabled: true
        pathVariables:
          - key: id
            value: '7'
        headers:
          Accept: application/json
        scripts:
          - type: afterResponse
            code: |-
              pm.test("a")
              pm.test("b")
        """,
        "shop/.resources/list.resources/examples/good.example.yaml": """
        $kind: http-example
        name: OK
        request: {url: 'https://h/items/7', method: GET}
        response:
          statusCode: 200
          statusText: OK
          headers:
            - key: Content-Type
              value: application/json
          body: {type: json, content: '[]'}
        """,
        "shop/create.request.yaml": """
        $kind: http-request
        order: 1000
        method: POST
        url: '{{base_url}}/items'
        auth: {type: noauth}
        body:
          type: json
          content: |-
            {"a": 1}
        """,
        "shop/stream.request.yaml": "$kind: grpc-request\nurl: 'h:1'\n",
        "shop/broken.request.yaml": "$kind: http-request\nurl: [a\n",
        "shop/Files/upload.request.yaml": """
        $kind: http-request
        method: PUT
        url: https://h/file
        body:
          type: formdata
          content:
            - {key: note, type: text, value: hello}
            - {key: file, type: file, src: ./a.png}
        """,
        "shop/Files/.resources/definition.yaml": "$kind: collection\norder: 500\n",
        "shop/Files/search.request.yaml": "$kind: graphql-request\nurl: https://h/g\norder: 1\nquery: '{ a }'\nvariables: '{\"b\": 1}'\n",
    ]

    private static func imported(_ files: [String: String], below prefix: String = "") throws -> ImportResult {
        let folder = TemporaryFolder()
        for (path, text) in files { try folder.write(text, to: prefix + path) }
        return try Importer().read(ImportFolder(folder.path))
    }

    @Test func readsFoldersAndRequestsInTheirOrder() throws {
        let result = try Self.imported(Self.files)
        let tree = try #require(result.collections.first)
        #expect(tree.root.draft.name == "Shop" && tree.root.draft.docs == "All of it")
        #expect(tree.root.draft.variables == [Row("base_url", "https://h"), Row("old", "x", isEnabled: false)])
        #expect(tree.root.draft.auth["token"] == "{{token}}")
        #expect(tree.root.draft.scripts.before == "console.log(1)")
        let names = tree.requests.map { $0.folders.dropFirst().map(\.draft.name) + [$0.request.draft.name] }
        #expect(names == [["Files", "search"], ["Files", "upload"], ["create"], ["List/all"]])
    }

    @Test func readsTheirParts() throws {
        let requests = try Self.imported(Self.files).collections[0].requests.map(\.request)
        #expect(requests[0].draft.method == "POST")
        #expect(requests[0].draft.body.graphql == .init(query: "{ a }", variables: "{\"b\": 1}"))
        #expect(requests[1].draft.body.parts.map(\.isFile) == [false, true])
        #expect(requests[2].draft.auth.kind == .none)
        #expect(requests[2].draft.body == BodyDraft(kind: .json, json: "{\"a\": 1}"))
        let list = requests[3]
        #expect(list.draft.url == "{{base_url}}/items/:id")
        #expect(list.draft.query == [Row("page", "1"), Row("size", "5", isEnabled: false)])
        #expect(list.draft.pathParameters == [Row("id", "7")])
        #expect(list.draft.headers == [Row("Accept", "application/json")])
        #expect(list.draft.scripts.after == "pm.test(\"a\")\npm.test(\"b\")")
        #expect(list.examples.map(\.status) == [200] && list.examples[0].body == Array("[]".utf8))
        #expect(list.examples[0].request?.url == "https://h/items/7")
    }

    @Test func namesTheFilesOfItsIssues() throws {
        let issues = try Self.imported(Self.files).issues
        #expect(issues.contains { $0.file == "shop/stream.request.yaml" && $0.severity == .lost })
        #expect(issues.contains { $0.file == "shop/broken.request.yaml" && $0.severity == .failed && $0.place != .file })
        let other = ["a.request.yaml": "$kind: http-request\nurl: https://h\nauth: {type: hawk}\nsettings: {x: 1}\n"]
        let kept = try Self.imported(other).issues.map { ($0.file, $0.place.description) }
        #expect(kept.contains { $0 == ("a.request.yaml", "/auth") })
    }

    @Test func readsARepositoryWithCollectionsEnvironmentsAndGlobals() throws {
        var files = Dictionary(uniqueKeysWithValues: Self.files.map { ("collections/" + $0.key, $0.value) })
        files["collections/second/a/b.request.yml"] = "$kind: http-request\nurl: https://h\n"
        files["environments/Local.environment.yaml"] = """
            name: Local
            values:
              - {key: base_url, value: 'http://l', enabled: true, type: default}
              - {key: token, value: secret-value, enabled: true, type: secret}
            """
        files["globals/workspace.globals.yaml"] = "name: Globals\nvalues:\n  - {key: g, value: '1', enabled: true}\n"
        let result = try Self.imported(files, below: "postman/")
        #expect(result.collections.map(\.root.draft.name).sorted() == ["Shop", "second"])
        let environment = try #require(result.environments.first)
        #expect(result.collections.flatMap(\.environments).isEmpty)
        #expect(environment.draft.name == "Local" && environment.secretValues == ["token": "secret-value"])
        #expect(result.globals == [Row("g", "1")])
    }

    @Test func readsOneFile() throws {
        let text = try #require(Self.files["shop/create.request.yaml"])
        let result = try Importer().read(name: "create.request.yaml", bytes: Array(text.utf8))
        #expect(result.collections.first?.requests.map(\.request.draft.method) == ["POST"])
        #expect(result.collections.first?.requests.map(\.request.draft.name) == ["create"])
    }
}
