import Foundation
import JSON
import Testing
import Workspace

/// Every file that the project ships is what its schema says.
struct ShippedFileTests {
    static let files = ["collections", "themes"].flatMap(Repository.jsonFiles)

    @Test(arguments: files) func aShippedFileFollowsItsSchema(path: String) throws {
        let document = try Repository.json(path)
        let reference = try #require(document["$schema"]?.string, "no $schema")
        let folder = URL(fileURLWithPath: "/" + path).deletingLastPathComponent()
        let target = folder.appendingPathComponent(reference).standardized.path
        try #require(target.hasPrefix("/schemas/"), "\(reference) leads to \(target)")
        #expect(try Repository.faults(of: document, by: String(target.dropFirst("/schemas/".count))) == [])
    }

    @Test(arguments: files) func aShippedFileIsFormatted(path: String) throws {
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: Repository.root + "/" + path)))
        let formatted = WorkspaceStore.fileBytes(of: try JSONValue(parsing: bytes))
        #expect(bytes == formatted, "run apus fmt")
    }

    @Test func thereAreShippedFiles() {
        #expect(Self.files.count > 50)
    }
}
