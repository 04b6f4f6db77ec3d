import JSON
import Workspace

extension ImportFormat {
    /// Postman collections 1.0, 2.0 and 2.1, requests of version 3, environments, globals and data dumps.
    static let postman = ImportFormat(
        id: "postman", title: "Postman", recognizes: { $0.document.map(PostmanFile.recognizes) ?? false },
        read: { source, context throws(ImportError) in
            try PostmanFile.read(source.document ?? .null, &context)
        },
        facts: PostmanFacts.facts)
}

/// The kinds of files that Postman writes.
enum PostmanFile {
    static func recognizes(_ document: JSONValue) -> Bool {
        if document["$kind"]?.string?.hasSuffix("-request") == true { return true }
        if let inner = document["collection"], inner.object != nil { return recognizes(inner) }
        if isDump(document) || isEnvironment(document) || PostmanV1.recognizes(document) { return true }
        if document["info"]?["schema"]?.string?.contains("postman.com/json/collection") == true { return true }
        let hasItems = document["item"]?.array != nil
        return hasItems && document["info"]?.object != nil
    }

    static func read(_ document: JSONValue, _ context: inout ImportContext) throws(ImportError) -> ImportedContent {
        if let inner = document["collection"], inner.object != nil, document["item"] == nil { return try read(inner, &context) }
        if document["$kind"] != nil { return try PostmanFolder.content(ofRequest: document, &context) }
        if isDump(document) { return try readDump(document, &context) }
        if isEnvironment(document) { return readEnvironment(document, isGlobal: context.file.hasSuffix(".globals.yaml")) }
        let isFirst = PostmanV1.recognizes(document)
        var reader = PostmanReader(context)
        let collection = try reader.collection(isFirst ? PostmanV1.converted(document) : document)
        context = reader.context
        var content = ImportedContent(format: "postman", version: isFirst ? "1" : version(of: document), collections: [collection])
        if !isFirst { content.details["name"] = document["info"]?["name"] ?? .null }
        return content
    }

    /// The version in the schema's URL; `?` if it has none.
    private static func version(of document: JSONValue) -> String {
        let schema = document["info"]?["schema"]?.string ?? ""
        guard let start = schema.firstRange(of: "/v")?.upperBound else { return "?" }
        let numbers = schema[start...].prefix { $0 != "/" }.split(separator: ".")
        let version = numbers.prefix(2).joined(separator: ".")
        return ["2.0", "2.1"].contains(version) ? version : "?"
    }

    private static func isEnvironment(_ document: JSONValue) -> Bool {
        guard let values = document["values"]?.array, document["item"] == nil, document["requests"] == nil else { return false }
        let isNamed = document["_postman_variable_scope"] != nil || document["name"]?.string != nil
        return isNamed && values.allSatisfy { $0["key"] != nil || $0.object?.isEmpty == true }
    }

    private static func isDump(_ document: JSONValue) -> Bool {
        document["collections"]?.array != nil && (document["environments"]?.array != nil || document["globals"]?.array != nil)
            && document["version"] != nil
    }

    /// A dump of all data: collections of version 1, environments and globals.
    private static func readDump(_ document: JSONValue, _ context: inout ImportContext) throws(ImportError) -> ImportedContent {
        var content = ImportedContent(format: "postman", version: "dump \(document.text("version"))")
        for (index, value) in document.elements("collections").enumerated() {
            guard recognizes(value) else {
                context.report(
                    .failed, at: JSONPointer().member("collections").element(index), "collection", "it is not a Postman collection")
                continue
            }
            content.collections += try read(value, &context).collections
        }
        for value in document.elements("environments") { content.environments += readEnvironment(value).environments }
        content.globals = document.elements("globals").map { PostmanReader.variable($0) }
        return content
    }

    private static func readEnvironment(_ document: JSONValue, isGlobal: Bool = false) -> ImportedContent {
        let values = document.elements("values").filter { $0["key"] != nil }
        var content = ImportedContent(format: "postman")
        if isGlobal || document["_postman_variable_scope"]?.string == "globals" {
            content.globals = values.map { PostmanReader.variable($0) }
            content.details["name"] = .string(document.text("name"))
            return content
        }
        var environment = CollectionTree.Environment(EnvironmentDraft(name: document.text("name")))
        for value in values {
            if value["type"]?.string == "secret", !isDisabled(value) {
                environment.draft.secrets.removeAll { $0.name == value.text("key") }
                environment.draft.secrets.append(SecretEntry(value.text("key"), .file))
                environment.secretValues[value.text("key")] = value.text("value")
            } else {
                environment.draft.variables.append(PostmanReader.variable(value))
            }
        }
        content.environments = [environment]
        content.details["values"] = .array(
            values.map { [.string($0.text("key")), $0["value"] ?? .null, .bool(!isDisabled($0))] })
        return content
    }

    /// True for a row that is switched off, in either of the two ways that Postman has written it.
    static func isDisabled(_ value: JSONValue) -> Bool {
        value["disabled"]?.looseFlag == true || value["enabled"].map { !$0.looseFlag && !$0.isNull } == true
    }
}
