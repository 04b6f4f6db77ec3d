import Foundation
import JSON
import JSONSchema

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

    /// The schemas of the project's files, by file name.
    static func schemas() throws -> [String: JSONValue] {
        let files = try jsonFiles(in: "schemas").filter { $0.hasSuffix(".schema.json") }.map { path in
            (String(path.dropFirst("schemas/".count)), try json(path))
        }
        return Dictionary(uniqueKeysWithValues: files)
    }

    /// The schema in that file, ready for use.
    static func schema(_ name: String) throws -> JSONSchema {
        let schemas = try schemas()
        let folder = "file:/schemas/"
        return try JSONSchema(schemas[name] ?? .null, options: SchemaOptions(baseURI: folder + name)) {
            schemas[String($0.dropFirst(folder.count))]
        }
    }

    /// The violations of a schema by a document, each with its place.
    static func faults(of document: JSONValue, by name: String) throws -> [String] {
        try schema(name).result(for: document).violations.map(\.description)
    }
}
