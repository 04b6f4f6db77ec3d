import Foundation
import Testing

@testable import App

/// `docs/keys.md` equals the command table. `UPDATE_SNAPSHOTS=1` updates it.
@Suite struct KeysDocumentTests {
    @Test func keysPageIsUpToDate() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/keys.md").standardized
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
            try KeysDocument.text.write(to: url, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: url, encoding: .utf8) == KeysDocument.text, "run `make docs`")
    }
}
