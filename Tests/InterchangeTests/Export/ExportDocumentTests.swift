import Foundation
import Testing

@Suite struct ExportDocumentTests {
    /// `docs/export.md` equals the tables. `UPDATE_SNAPSHOTS=1` writes it.
    @Test func `the documentation matches the tables`() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/export.md").standardized
        let text = ExportDocument().text
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" { try Data(text.utf8).write(to: url) }
        #expect(try String(contentsOf: url, encoding: .utf8) == text)
    }
}
