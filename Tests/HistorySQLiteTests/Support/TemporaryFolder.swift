import Foundation

/// A folder that goes away with its test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/apus-history-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func contents(of name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/" + name).sorted()
    }

    func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
    }
}
