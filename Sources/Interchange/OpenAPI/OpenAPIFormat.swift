import JSON
import Workspace

extension ImportFormat {
    /// OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0.
    static let openAPI = ImportFormat(
        id: "openapi", title: "OpenAPI",
        recognizes: { source in
            guard let document = source.document else { return false }
            let version = document["openapi"] ?? document["swagger"] ?? .null
            return version.string != nil || version.number != nil
        },
        read: { source, context throws(ImportError) in
            let document = source.document ?? .null
            let version = (document["openapi"] ?? document["swagger"])?.looseText ?? ""
            guard ["2", "3"].contains(version.prefix { $0 != "." }) else {
                throw ImportError("OpenAPI “\(version.prefix(40))” is not known: expected 2.0 or 3.x.")
            }
            var reader = OpenAPIReader(document, context)
            let tree = try reader.collection()
            context = reader.context
            return ImportedContent(format: "openapi", version: version, collections: [tree], details: reader.facts)
        },
        facts: { content in
            // In the order of the paths and, within a path, of the methods, whatever folders they are in.
            let operations = (content.collections.first?.requests ?? []).compactMap { $0.request.extensions[OpenAPIReader.sourceName] }
            let ordered = operations.enumerated().sorted { one, other in
                (one.element["index"]?.integer ?? 0, one.offset) < (other.element["index"]?.integer ?? 0, other.offset)
            }
            var facts = content.details
            facts["operations"] = .number(ordered.count)
            facts["ops"] = .array(ordered.map { $0.element["facts"] ?? .null })
            return facts
        })
}
