import Testing
import Workspace

struct SavedResponseWindowTests {
    private static let path = "collections/demo/get.request.json"
    private static let file = "collections/demo/get.examples.json"

    @Test(arguments: ["", "one line", "two\nlines\r\n", "\u{0}\u{1B}[2J"].map { Array($0.utf8) } + [[0xFF, 0, 0xFE]])
    func aBodyComesBackByteForByte(body: [UInt8]) throws {
        let workspace = try TemporaryWorkspace([Self.path: "{}"])
        let response = SavedResponse(
            name: "a", request: RequestDraft(url: "b"), status: 404, reason: "No", headers: [Row("A", "1")], body: body)
        let blank = try workspace.store.savedResponses(of: Self.path)
        _ = try workspace.store.save(SavedResponses([response, SavedResponse()]), over: blank)
        #expect(try workspace.store.savedResponses(of: Self.path).content == SavedResponses([response, SavedResponse()]))
    }

    @Test func textIsWrittenAsLines() throws {
        let workspace = try TemporaryWorkspace([Self.path: "{}"])
        let blank = try workspace.store.savedResponses(of: Self.path)
        _ = try workspace.store.save(SavedResponses([SavedResponse(name: "a", body: Array("x\ny".utf8))]), over: blank)
        #expect(workspace.text(Self.file)?.contains("\"body\": [\n") == true)
        #expect(workspace.text(Self.file)?.contains("bodyBase64") == false)
    }

    @Test func reportsInvalidBase64WithItsPosition() throws {
        let workspace = try TemporaryWorkspace([Self.file: "{\"examples\": [\n  {\"bodyBase64\": \"?\"}]}"])
        let error = try #require(throws: WorkspaceError.self) { try workspace.store.savedResponses(of: Self.path) }
        #expect(error.problem?.line == 2 && error.problem?.message.contains("Base64") == true)
    }
}
