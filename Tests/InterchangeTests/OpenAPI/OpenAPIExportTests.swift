import JSON
import Testing
import Workspace

@testable import Interchange

/// OpenAPI documents read, exported and read again.
@Suite struct OpenAPIExportTests {
    private func read(_ text: String) throws -> CollectionTree {
        try #require(try Importer().read(name: "a.json", bytes: Array(text.utf8)).collections.first)
    }

    private func document(_ tree: CollectionTree) throws -> JSONValue {
        try JSONValue(parsing: #require(ExportFormat.openAPI.export(tree).files.first).text)
    }

    private func tree(_ responses: String) throws -> CollectionTree {
        try read(#"{"openapi": "3.0.3", "info": {"title": "A"}, "paths": {"/a": {"get": {"responses": {\#(responses)}}}}}"#)
    }

    // MARK: Responses

    @Test func `responses keep their names and descriptions`() throws {
        let content = #""content": {"application/json": {"example": {"a": 1}}}"#
        let names = [("201", "Created"), ("4XX", "Wrong: 400"), ("503", ""), ("default", "Any other")]
        let members = names.map { #""\#($0)": {"description": "\#($1)", \#(content)}"# }
        let first = try tree(members.joined(separator: ", "))
        let saved = first.requests[0].request.examples
        #expect(saved.map(\.status) == [201, 400, 503, 0] && saved.map(\.reason) == ["", "", "", ""])
        let written = try #require(try document(first)["paths"]?["/a"]?["get"]?["responses"]?.object)
        #expect(written.map(\.name) == names.map(\.0))
        #expect(written.map { $0.value.text("description") } == names.map(\.1))
        let second = try read(document(first).prettyText)
        #expect(second.requests[0].request.examples == saved)
    }

    @Test func `a name that begins like another status is a description`() throws {
        let examples = [
            SavedResponse(name: "404 of the day", status: 200, body: Array("1".utf8)), SavedResponse(name: "5XX", status: 0, body: [49]),
        ]
        let request = CollectionTree.Request(RequestDraft(name: "A", url: "http://h/a"), examples: examples)
        let written = try document(CollectionTree(.init(FolderDraft(name: "C"), items: [.request(request)])))
        let responses = try #require(written["paths"]?["/a"]?["get"]?["responses"]?.object)
        #expect(responses.map { "\($0.name) \($0.value.text("description"))" } == ["200 404 of the day", "default 5XX"])
    }

    @Test(arguments: ["postman", "har", "bruno"]) func `an example for any status has that of an error elsewhere`(_ id: String) throws {
        let request = CollectionTree.Request(
            RequestDraft(name: "A", url: "http://h/a"), examples: [SavedResponse(name: "default", status: 0, body: [49])])
        let result = try #require(ExportFormat.named(id)).export(CollectionTree(.init(FolderDraft(name: "C"), items: [.request(request)])))
        #expect(result.losses.map(\.what) == [ExportFeature.anyStatus.title])
        let back = try ExportRoundTripTests.imported(result.files)
        #expect(back.requests.first?.request.examples.map(\.status) == [500])
    }
}
