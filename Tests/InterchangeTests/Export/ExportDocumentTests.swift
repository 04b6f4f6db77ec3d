import Foundation
import JSON
import Testing
import Workspace

@testable import Interchange

@Suite struct ExportDocumentTests {
    /// `docs/export.md` equals the tables. `UPDATE_SNAPSHOTS=1` writes it.
    @Test func `the documentation matches the tables`() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/export.md").standardized
        let text = ExportDocument().text
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" { try Data(text.utf8).write(to: url) }
        #expect(try String(contentsOf: url, encoding: .utf8) == text)
    }
}

/// Parts of a collection that mean the same in the program of the format, or are named.
@Suite struct ExportMeaningTests {
    private var single: ExportFormatTests { ExportFormatTests() }

    private func tree(_ drafts: [RequestDraft], variables: [Row] = []) -> CollectionTree {
        CollectionTree(.init(FolderDraft(name: "c", variables: variables), items: drafts.map { .request(.init($0)) }))
    }

    @Test(arguments: ["http", "vscode", "hurl", "bruno", "postman", "openapi", "har"], ["", "h"])
    func `a URL of another server keeps its host`(_ id: String, _ host: String) throws {
        var tree = tree([RequestDraft(name: "A", url: "//other.example/j")])
        tree.environments = [.init(EnvironmentDraft(name: "e", scheme: "http", host: host))]
        let text = try #require(ExportFormat.named(id)).export(tree).files.map(\.text).joined()
        #expect(text.contains("https://other.example") && !text.contains("}}//"), "\(text)")
    }

    @Test(arguments: ["http", "vscode", "hurl"])
    func `variables of folders with one name keep their values`(_ id: String) throws {
        var tree = tree([RequestDraft(name: "A", url: "http://h/{{x}}")], variables: [Row("x", "0")])
        let folders = ["1", "2"].map { value in
            CollectionTree.Folder(
                FolderDraft(name: "f\(value)", variables: [Row("x", value)]),
                items: [.request(.init(RequestDraft(name: value, url: "http://h/{{x}}")))])
        }
        tree.root.items = folders.map { .folder($0) } + tree.root.items
        let read = try ExportRoundTripTests.imported(try #require(ExportFormat.named(id)).export(tree).files)
        let values = read.requests.map { request, folders in
            let rows = folders.flatMap(\.draft.variables) + request.draft.variables
            let name = Template(request.draft.url).names.first
            return rows.last { $0.name == name }?.value
        }
        #expect(values == ["1", "2", "0"])
    }

    @Test func `a variable of one request does not apply to the next one in Hurl`() throws {
        var drafts = ["one", "two"].map { RequestDraft(name: $0, url: "http://h/{{a}}") }
        drafts[0].variables = [Row("a", "9")]
        let read = try ExportRoundTripTests.imported(ExportFormat.hurl.export(tree(drafts, variables: [Row("a", "1")])).files)
        #expect(read.requests.map(\.request.draft.variables) == [[Row("a", "9")], [Row("a", "1")]])
    }

    @Test func `a variable of one request has a name of its own in VS Code`() throws {
        var drafts = ["one", "two", "three"].map { RequestDraft(name: $0, url: "http://h/{{a}}") }
        for (index, value) in ["1", "2"].enumerated() { drafts[index + 1].variables = [Row("a", value)] }
        let result = ExportFormat.vsCode.export(tree(drafts, variables: [Row("a", "1")]))
        let text = try #require(result.files.first).text
        #expect(text.contains("GET http://h/{{a}}\n") && text.contains("@a_2 = 2\nGET http://h/{{a_2}}\n"), "\(text)")
        #expect(result.losses.map(\.item) == ["three"])
    }

    @Test func `variables in a file for VS Code have escapes`() throws {
        let result = ExportFormat.vsCode.export(tree([], variables: [Row("p", "C:\\new"), Row("m", "1\n2")]))
        #expect(try #require(result.files.first).text == "@p = C:\\\\new\n@m = 1\\n2\n" && result.losses.isEmpty)
    }

    @Test(
        arguments: [
            ("hurl", ["a.b": "a_b", "x y": "x_y", "newUuid": "newUuid_", "ä-1": nil]), ("vscode", ["x y": "x_y", "a.b": nil]),
            ("http", ["a.b": nil]),
        ] as [(String, [String: String?])])
    func `variables have names that the format allows`(_ id: String, _ names: [String: String?]) throws {
        for (name, new) in names {
            var draft = RequestDraft(name: "A", url: "http://h/{{\(name)}}")
            draft.captures = [Capture(variable: name, query: ".a")]
            let result = try #require(ExportFormat.named(id)).export(tree([draft], variables: [Row(name, "1")]))
            let text = try #require(result.files.first).text
            #expect(text.contains("http://h/{{\(new ?? name)}}"), "\(text)")
            #expect(result.losses.contains { $0.what == "name of the variable “\(name)”" } == (new != nil))
        }
    }

    @Test func `a field without a name is left out of Hurl`() throws {
        let body = BodyDraft(kind: .form, form: [Row("", "v"), Row("a", "1")])
        let tree = tree([RequestDraft(name: "A", method: "POST", url: "http://h", body: body)])
        let result = ExportFormat.hurl.export(tree, includingSecrets: false)
        #expect(!result.files[0].text.contains("\n: v") && result.losses.map(\.what) == ["field without a name"])
    }

    @Test func `credentials in headers become security schemes of OpenAPI`() throws {
        let headers = [Row("Authorization", "Bearer {{TOKEN}}"), Row("Cookie", "a=1; b=2")]
        let tree = tree([RequestDraft(name: "A", url: "http://h/x", headers: headers)])
        let file = ExportFormat.openAPI.export(tree, includingSecrets: true).files[0]
        let again = try Importer().read(name: "a.yaml", bytes: Array(file.text.utf8))
        let draft = try #require(again.collections[0].requests.first).request.draft
        #expect(draft.auth.kind == .bearer && draft.headers == [Row("Cookie", "a=1; b=2")], "\(file.text)")
    }

    @Test func `a secret gets the name of its references`() throws {
        var tree = tree([RequestDraft(name: "A", url: "http://h/{{x y}}")])
        let environment = EnvironmentDraft(name: "e", secrets: [SecretEntry("x y", .file)])
        tree.environments = [.init(environment, secretValues: ["x y": "s"])]
        let files = ExportFormat.vsCode.export(tree, includingSecrets: true).files.map(\.text)
        #expect(files[0].contains("http://h/{{x_y}}") && files[1].contains(#""x_y": "s""#), "\(files)")
    }

    @Test func `a form for VS Code continues before an ampersand`() throws {
        let draft = RequestDraft(
            name: "A", method: "POST", url: "http://h/", body: BodyDraft(kind: .form, form: [Row("a", "1"), Row("b", "2")]))
        #expect(try single.export(draft, as: "vscode").files[0].text.hasSuffix("\na=1\n&b=2\n"))
        #expect(try single.export(draft, as: "http").files[0].text.hasSuffix("\na=1&\nb=2\n"))
    }

    @Test(arguments: [("vscode", "B"), ("http", "B"), ("http", "A"), ("bruno", "B"), ("hurl", "B")])
    func `the name of an operation is reported for a format without it`(_ id: String, _ operation: String) throws {
        var draft = RequestDraft(name: "A", method: "POST", url: "http://h/")
        draft.body = BodyDraft(kind: .graphql, graphql: .init(query: "query A { a }\nquery B { b }", operation: operation))
        #expect(try single.export(draft, as: id).losses.map(\.what) == ["name of the operation"])
        draft.body.graphql.operation = "A"
        #expect(try single.export(draft, as: "vscode").losses.isEmpty)
    }

    @Test func `a method that VS Code does not know is named`() throws {
        let draft = RequestDraft(name: "A", method: "REPORT", url: "http://h/")
        #expect(try single.export(draft, as: "vscode").losses.map(\.what) == ["method “REPORT”"])
        #expect(try single.export(draft, as: "http").losses.isEmpty)
    }

    @Test func `signs that would end a value are escaped in a URL of Bruno`() throws {
        let draft = RequestDraft(name: "A", url: "http://h/", query: [Row("q", "a&b=c#d"), Row("r", "1")])
        let text = try #require(single.export(draft, as: "bruno").files.last).text
        #expect(text.contains("url: http://h/?q=a%26b=c%23d&r=1\n"), "\(text)")
        #expect(try single.readBack(draft, as: "bruno").query == draft.query)
    }

    @Test func `masked credentials are reported once, and only credentials are masked`() throws {
        let headers = [
            Row("Authorization", "token {{key}}:{{secret}}"), Row("X-Auth-Token", "{{a}}-{{b}}"), Row("X-CSRF-Token", "fetch"),
            Row("X-Api-Key", "<key>"),
        ]
        var tree = CollectionTree(
            .init(FolderDraft(name: "c"), items: [.request(.init(RequestDraft(name: "plain", url: "https://h/", headers: headers)))]))
        let none = ExportFormat.httpFile.export(tree)
        #expect(none.losses == [] && none.files[0].text.contains(SecretMask.sign) == false)
        for name in ["one", "two"] {
            tree.root.items.append(
                .request(.init(RequestDraft(name: name, url: "https://h/", headers: [Row("Authorization", "Bearer {{a}}k3y")]))))
        }
        let masked = ExportFormat.httpFile.export(tree)
        #expect(masked.losses.map(\.what) == ["credentials of one and 1 more"])
        #expect(ExportFormat.httpFile.export(tree, includingSecrets: true).losses == [])
    }
}
