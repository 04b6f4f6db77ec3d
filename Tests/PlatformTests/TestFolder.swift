import Foundation
import Platform

/// A temporary folder for a test, removed at its end.
final class TestFolder: Sendable {
    let root: String

    init() {
        // No test can run without a usable temporary folder.
        root = try! makeTemporaryFolder()
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func path(_ name: String) -> String { "\(root)/\(name)" }

    /// All names, hidden ones too.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: root).sorted()) ?? [] }

    func write(_ text: String, to name: String) throws {
        let file = try Descriptor(opening: path(name), O_WRONLY | O_CREAT | O_TRUNC)
        try file.write(Array(text.utf8))
    }

    func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }
}
