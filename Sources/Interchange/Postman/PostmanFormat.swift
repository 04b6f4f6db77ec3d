import JSON
import Workspace

extension ImportFormat {
    /// Postman collections 1.0, 2.0 and 2.1, requests of version 3, environments, globals and data dumps.
    static let postman = ImportFormat(
        id: "postman", title: "Postman", otherProgram: { PostmanV1.otherProgram($0) },
        recognizes: { $0.document.map(PostmanFile.recognizes) ?? false },
        read: { source, context throws(ImportError) in
            try PostmanFile.read(source.document ?? .null, &context)
        })
}

/// The kinds of files that Postman writes.
enum PostmanFile {
    static func recognizes(_ document: JSONValue) -> Bool {
        if document["$kind"]?.string?.hasSuffix("-request") == true { return true }
        if let inner = document["collection"], inner.object != nil { return recognizes(inner) }
        if isDump(document) || isEnvironment(document) || PostmanV1.recognizes(document) { return true }
        if document["info"]?["schema"]?.string?.contains("postman.com/json/collection") == true { return true }
        guard let items = document["item"]?.array else { return false }
        // Postman's own runner also takes collections without `info`.
        return document["info"]?.object != nil || items.contains { $0["request"] != nil || $0["item"]?.array != nil }
    }

    static func read(_ document: JSONValue, _ context: inout ImportContext) throws(ImportError) -> ImportedContent {
        if let inner = document["collection"], inner.object != nil, document["item"] == nil { return try read(inner, &context) }
        if document["$kind"] != nil { return try PostmanFolder.content(ofRequest: document, &context) }
        if isDump(document) { return try readDump(document, &context) }
        if isEnvironment(document) { return readEnvironment(document, isGlobal: context.file.hasSuffix(".globals.yaml"), &context) }
        let isFirst = PostmanV1.recognizes(document)
        var reader = PostmanReader(context)
        let current = isFirst ? PostmanV1.converted(document) : document
        let collection = try reader.collection(current)
        let count = context.issues.count
        context = reader.context
        if isFirst {
            context.changeIssues(from: count) { issue in
                if case .pointer(let pointer) = issue.place { issue.place = .pointer(PostmanV1.place(of: pointer, in: current)) }
            }
        }
        return ImportedContent(collections: [collection])
    }

    private static func isEnvironment(_ document: JSONValue) -> Bool {
        guard let values = document["values"]?.array, document["item"] == nil, document["requests"] == nil else { return false }
        let isNamed = document["_postman_variable_scope"] != nil || document["name"]?.string != nil
        // Postman's own runner also takes environments without a name.
        let isAlone = !values.isEmpty && document.object?.count == 1
        return (isNamed || isAlone) && values.allSatisfy { $0["key"] != nil || $0.object?.isEmpty == true }
    }

    private static func isDump(_ document: JSONValue) -> Bool {
        document["collections"]?.array != nil && (document["environments"]?.array != nil || document["globals"]?.array != nil)
            && document["version"] != nil
    }

    /// A dump of all data: collections of version 1, environments and globals.
    private static func readDump(_ document: JSONValue, _ context: inout ImportContext) throws(ImportError) -> ImportedContent {
        var content = ImportedContent()
        for (index, value) in document.elements("collections").enumerated() {
            guard recognizes(value) else {
                context.report(
                    .failed, at: JSONPointer().member("collections").element(index), "collection", "it is not a Postman collection")
                continue
            }
            content.collections += try read(value, &context).collections
        }
        for value in document.elements("environments") { content.environments += readEnvironment(value, &context).environments }
        content.globals = globals(document.elements("globals"), &context)
        return content
    }

    /// Variables of the workspace, which has no secrets.
    private static func globals(_ values: [JSONValue], _ context: inout ImportContext) -> [Row] {
        for value in values where value["type"]?.string == "secret" {
            context.report(
                .changed, at: .file, "secret “\(value.text("key"))”", "variables of a workspace cannot be secret",
                instead: "its value is written in plain text"
            )
        }
        return values.map { PostmanReader.variable($0) }
    }

    private static func readEnvironment(
        _ document: JSONValue, isGlobal: Bool = false, _ context: inout ImportContext
    ) -> ImportedContent {
        let values = document.elements("values").filter { $0["key"] != nil }
        if isGlobal || document["_postman_variable_scope"]?.string == "globals" {
            return ImportedContent(globals: globals(values, &context))
        }
        var environment = CollectionTree.Environment(EnvironmentDraft(name: document.text("name")))
        for value in values {
            if value["type"]?.string == "secret", !isDisabled(value) {
                environment.draft.secrets.removeAll { $0.name == value.text("key") }
                environment.draft.secrets.append(SecretEntry(value.text("key"), .file))
                environment.secretValues[value.text("key")] = value.text("value")
            } else {
                var row = PostmanReader.variable(value)
                if value["type"]?.string == "secret", !row.value.isEmpty {
                    context.report(
                        .lost, at: .file, "value of the secret “\(row.name)”", "it is disabled", instead: "enter it if you need it")
                    row.value = ""
                }
                environment.draft.variables.append(row)
            }
        }
        return ImportedContent(environments: [environment])
    }

    /// True for a disabled row, in either of the two notations that Postman has used.
    static func isDisabled(_ value: JSONValue) -> Bool {
        value["disabled"]?.looseFlag == true || value["enabled"].map { !$0.looseFlag && !$0.isNull } == true
    }
}

extension JSONObject {
    /// The member's text; empty where it is missing.
    func text(_ name: String) -> String { self[name]?.looseText ?? "" }
}
