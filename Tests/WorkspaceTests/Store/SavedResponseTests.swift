import Foundation
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

    /// The path of the saved responses is longer by one byte than that of the request.
    @Test func `a request stays where it is if its saved responses cannot follow it`() throws {
        let (request, examples) = ("collections/demo/a.request.json", "collections/demo/a.examples.json")
        let workspace = try TemporaryWorkspace([request: "{}", examples: #"{"examples": []}"#])
        var folder = "collections/demo"
        var room = Int(PATH_MAX) - "/a.examples.json".utf8.count - "\(workspace.store.root)/\(folder)".utf8.count
        while room > 0 {
            let name = String(repeating: "f", count: room > 202 ? 200 : room - 1)
            folder += "/\(name)"
            room -= name.count + 1
        }
        try FileManager.default.createDirectory(atPath: "\(workspace.store.root)/\(folder)", withIntermediateDirectories: true)
        let files = workspace.files
        #expect(throws: WorkspaceError.self) { try workspace.store.move(request, to: folder) }
        #expect(workspace.files == files)
    }

    @Test func reportsInvalidBase64WithItsPosition() throws {
        let workspace = try TemporaryWorkspace([Self.file: "{\"examples\": [\n  {\"bodyBase64\": \"?\"}]}"])
        let error = try #require(throws: WorkspaceError.self) { try workspace.store.savedResponses(of: Self.path) }
        #expect(error.problem?.line == 2 && error.problem?.message.contains("Base64") == true)
    }
}
