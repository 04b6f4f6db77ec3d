import Foundation
import JSON

/// The files that the project ships.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The paths of all JSON files below a folder, relative to the repository; none where there is no such folder.
    static func jsonFiles(in folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: root + "/" + folder)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".json") }.map { folder + "/" + $0 }.sorted()
    }

    static func json(_ path: String) throws -> JSONValue {
        try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: root + "/" + path))))
    }

    static func schemas() throws -> SchemaValidator {
        let files = try jsonFiles(in: "schemas").map { path in
            (String(path.dropFirst("schemas/".count)), try json(path))
        }
        return SchemaValidator(schemas: Dictionary(uniqueKeysWithValues: files))
    }
}
