import JSON
import Platform
import Workspace

/// The body of an operation, made of the examples and schemas of its media types.
struct OpenAPIBody {
    private(set) var draft = BodyDraft()
    /// The media type that is used.
    private(set) var type = ""

    /// The order in which media types are chosen.
    private static func rank(_ type: String) -> Int {
        switch BodyDraft.Kind(mediaType: type) {
        case .json?: 0
        case .form?: 1
        case .multipart?: 2
        case .xml?: 3
        default: type.hasPrefix("text/") ? 4 : 5
        }
    }

    /// The body of a request body object.
    init(content: OpenAPIValue, _ references: inout OpenAPIReferences, _ context: inout ImportContext) {
        let media = content.value["content"]?.object ?? JSONObject()
        let ranked = media.enumerated().min { (Self.rank($0.element.name), $0.offset) < (Self.rank($1.element.name), $1.offset) }
        guard let chosen = ranked?.element else { return }
        read(chosen.name, OpenAPIValue(value: chosen.value, document: content.document), &references, &context)
    }

    /// The body of Swagger 2: a parameter in the body, or fields of a form.
    init(
        parameters: [OpenAPIParameter], consumes: [String], _ references: inout OpenAPIReferences, _ context: inout ImportContext
    ) {
        let fields = parameters.filter { $0.place == "formData" }
        let body = parameters.first { $0.place == "body" }
        guard !fields.isEmpty || body != nil else { return }
        if let body {
            let ranked = consumes.enumerated().min { (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset) }
            read(ranked?.element ?? "application/json", body.value, &references, &context)
        } else if fields.contains(where: { $0.value.value["type"]?.string == "file" }) || consumes.contains("multipart/form-data") {
            type = "multipart/form-data"
            let parts = fields.flatMap { field in
                let isFile = field.value.value["type"]?.string == "file"
                return (isFile ? [field.row(field.name, "")] : field.rows).map { row in
                    BodyDraft.Part(row.name, row.value, isFile: isFile, isEnabled: row.isEnabled, comment: row.comment)
                }
            }
            draft = BodyDraft(kind: .multipart, parts: parts)
        } else {
            type = "application/x-www-form-urlencoded"
            draft = BodyDraft(kind: .form, form: fields.flatMap(\.rows))
        }
    }

    private mutating func read(
        _ type: String, _ media: OpenAPIValue, _ references: inout OpenAPIReferences, _ context: inout ImportContext
    ) {
        self.type = type
        let example = OpenAPIParameter.example(media, &references, &context)
        switch BodyDraft.Kind(mediaType: type) {
        case .form?: draft = BodyDraft(kind: .form, form: form(media, example, &references, &context))
        case .multipart?: draft = BodyDraft(kind: .multipart, parts: parts(media, example, &references, &context))
        case .xml?:
            let text = example?.string ?? xml(media, example ?? .null, &references, &context)
            draft = BodyDraft(kind: .xml, xml: text)
        case .json?:
            let text = example.map { $0.string != nil && Self.isJSON($0.looseText) ? $0.looseText : $0.prettyText.trimmingEnd("\n") }
            draft = BodyDraft(kind: .json, json: text ?? "{}")
        default:
            let schema = references.resolve(media["schema"] ?? OpenAPIValue(value: .null, document: media.document), &context).value
            if schema["format"]?.string == "binary" || Self.isFile(type) || example == nil {
                draft = BodyDraft(kind: .file, fileContentType: type)
            } else {
                draft = BodyDraft(kind: .text, text: example?.string ?? example?.prettyText ?? "", contentType: type)
            }
        }
    }

    /// True for a text that is JSON itself, with variables or without; others are values of JSON.
    static func isJSON(_ text: String) -> Bool {
        let first = text.first { !$0.isWhitespace }
        return (first == "{" || first == "[") && (text.utf8.contains("{{".utf8) || (try? JSONValue(parsing: text)) != nil)
    }

    /// True for a media type of which a body is a file.
    static func isFile(_ type: String) -> Bool { type == "application/octet-stream" || type.hasPrefix("image/") }

    /// The rows of a form: those of the example, with the descriptions of their properties, and disabled ones.
    private func form(
        _ media: OpenAPIValue, _ example: JSONValue?, _ references: inout OpenAPIReferences, _ context: inout ImportContext
    ) -> [Row] {
        var rows = Self.rows(example, media)
        guard example?.object != nil else { return rows }
        let schema = references.resolve(media["schema"] ?? OpenAPIValue(value: .null, document: media.document), &context)
        let properties = schema.value["properties"]?.object ?? JSONObject()
        var isOrdered = true
        for property in properties {
            let located = references.resolve(OpenAPIValue(value: property.value, document: schema.document), &context).value
            for index in rows.indices where rows[index].name == property.name { rows[index].comment = located.text("description") }
            guard example?[property.name] == nil else { continue }
            // Fields of which no example value can be made stay visible.
            var off = [Row(property.name)]
            if located[OpenAPIReader.disabledName]?.looseFlag == true, let own = located["example"] {
                (off, isOrdered) = (Self.rows(JSONValue.object([(property.name, own)]), media), false)
            }
            rows += off.map { Row($0.name, $0.value, isEnabled: false, comment: located.text("description")) }
        }
        guard !isOrdered else { return rows }
        let places = Dictionary(properties.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
        return rows.enumerated().sorted { one, other in
            (places[one.element.name] ?? .max, one.offset) < (places[other.element.name] ?? .max, other.offset)
        }.map(\.element)
    }

    /// Rows of an object: arrays give a row for each element, objects JSON, unless the encoding of the field has a style.
    private static func rows(_ example: JSONValue?, _ media: OpenAPIValue) -> [Row] {
        guard let object = example?.object else { return example?.string.map { FormText.rows(of: $0) } ?? [] }
        return object.flatMap { member in
            if let encoding = media["encoding"]?[member.name], encoding.value["style"] != nil || encoding.value["explode"] != nil {
                let rows = OpenAPIParameter(field: member.name, encoding, example: member.value).rows
                return rows.isEmpty ? [Row(member.name, "", isEnabled: false)] : rows
            }
            return (member.value.array ?? [member.value]).map { Row(member.name, $0.looseText) }
        }
    }

    /// The parts of a multipart body: binary properties are files.
    private func parts(
        _ media: OpenAPIValue, _ example: JSONValue?, _ references: inout OpenAPIReferences, _ context: inout ImportContext
    ) -> [BodyDraft.Part] {
        let schema = references.resolve(media["schema"] ?? OpenAPIValue(value: .null, document: media.document), &context)
        var parts: [BodyDraft.Part] = []
        let properties = schema.value["properties"]?.object ?? JSONObject()
        for property in properties {
            let located = references.resolve(OpenAPIValue(value: property.value, document: schema.document), &context)
            let items = located["items"].map { references.resolve($0, &context).value } ?? .null
            let encoding = media["encoding"]?[property.name].map { references.resolve($0, &context).value } ?? .null
            let type = encoding.text("contentType")
            if let headers = encoding["headers"]?.object?.map(\.name).filter({ $0.lowercased() != "content-type" }), !headers.isEmpty {
                context.report(
                    .lost, at: .file, "headers of the part “\(property.name)” (\(headers.joined(separator: ", ")))",
                    "parts have only a type and a file name")
            }
            let isFile = [located.value, items].contains { value in
                ["binary", "base64"].contains(value["format"]?.string ?? "") || value["contentMediaType"] != nil
                    || value["type"]?.string == "file"
            }
            let isOff = located.value[OpenAPIReader.disabledName]?.looseFlag == true
            let value = isFile ? nil : isOff ? located.value["example"] : example?[property.name]
            // Each element of an array is a part of its own.
            for element in value?.array ?? [value ?? .string("")] {
                let own = type.isEmpty && element.object != nil ? "application/json" : type.contains(",") ? "" : type
                parts.append(
                    .init(
                        property.name, element.looseText, isFile: isFile, contentType: own, isEnabled: !isOff,
                        comment: located.value.text("description")))
            }
        }
        for member in example?.object ?? JSONObject() where properties[member.name] == nil {
            parts.append(.init(member.name, member.value.looseText))
        }
        return parts
    }

    // MARK: XML

    /// An example value as XML, with the names given by the `xml` members of the schema.
    private func xml(
        _ media: OpenAPIValue, _ example: JSONValue, _ references: inout OpenAPIReferences, _ context: inout ImportContext
    ) -> String {
        let schema = references.resolve(media["schema"] ?? OpenAPIValue(value: .null, document: media.document), &context)
        let reference = schema.reference.flatMap { $0.split(separator: "/").last }.map(String.init)
        let root = Self.element(reference ?? "root", example, schema, depth: 0, &references, &context)
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root
    }

    /// An element for a value, or one for each element of an array, with this name if its schema has none.
    private static func element(
        _ name: String, _ value: JSONValue, _ schema: OpenAPIValue, depth: Int, _ references: inout OpenAPIReferences,
        _ context: inout ImportContext
    ) -> String {
        let margin = String(repeating: "  ", count: depth)
        let xml = schema.value["xml"] ?? .null
        let tag = qualified(name, xml)
        let namespace = namespace(of: xml)
        if let elements = value.array {
            let items = references.resolve(schema["items"] ?? OpenAPIValue(value: .null, document: schema.document), &context)
            let isWrapped = xml["wrapped"]?.looseFlag == true
            let inner = elements.map {
                element(
                    isWrapped ? xml.nonEmpty("name") ?? name : name, $0, items, depth: isWrapped ? depth + 1 : depth, &references, &context)
            }.joined()
            return isWrapped ? "\(margin)<\(tag)\(namespace)>\n\(inner)\(margin)</\(tag)>\n" : inner
        }
        guard let object = value.object else { return "\(margin)<\(tag)\(namespace)>\(value.looseText.asMarkup)</\(tag)>\n" }
        var attributes = namespace
        var content = ""
        for member in object {
            let property = schema["properties"]?[member.name] ?? OpenAPIValue(value: .null, document: schema.document)
            let followed = references.resolve(property, &context)
            let xml = followed.value["xml"] ?? .null
            if xml["attribute"]?.looseFlag == true {
                attributes += " \(qualified(member.name, xml))=\"\(member.value.looseText.asMarkup)\""
            } else {
                content += element(member.name, member.value, followed, depth: depth + 1, &references, &context)
            }
        }
        return "\(margin)<\(tag)\(attributes)>\n\(content)\(margin)</\(tag)>\n"
    }

    /// The name of an XML object with its prefix.
    private static func qualified(_ name: String, _ xml: JSONValue) -> String {
        (xml.nonEmpty("prefix").map { $0 + ":" } ?? "") + (xml.nonEmpty("name") ?? name)
    }

    /// The declaration of the namespace of an XML object; empty for none.
    private static func namespace(of xml: JSONValue) -> String {
        guard let namespace = xml.nonEmpty("namespace") else { return "" }
        return " xmlns\(xml.nonEmpty("prefix").map { ":" + $0 } ?? "")=\"\(namespace.asMarkup)\""
    }
}

// Bodies of requests as OpenAPI.
extension OpenAPIWriter {
    /// The request body object of a body; nil for none.
    mutating func requestBody(_ draft: RequestDraft) -> JSONValue? {
        let body = draft.body
        let stated = draft.headers.contentType ?? body.kind.entry.contentType(body)
        guard let exportForm = body.exportForm else { return nil }
        if stated == nil { lose("body without Content-Type", because: "OpenAPI names the type of each body") }
        var type = stated ?? "application/octet-stream"
        let content: JSONValue
        switch exportForm {
        case .text(let text, _, _):
            type = stated ?? "text/plain"
            content = example(text, of: type)
        case .query(let graphql):
            lose("GraphQL", because: "OpenAPI describes it as JSON")
            var operation: JSONObject = ["query": .string(graphql.query)]
            if !graphql.operation.isEmpty { operation["operationName"] = .string(graphql.operation) }
            if let variables = try? JSONValue(parsing: graphql.variables) { operation["variables"] = variables }
            content = ["schema": ["type": "object"], "example": .object(operation)]
        case .rows(let rows):
            content = form(rows.map { BodyDraft.Part($0.name, $0.value, isEnabled: $0.isEnabled, comment: $0.comment) })
        case .parts(let parts):
            // The boundary is part of one request.
            type = String(type.prefix { $0 != ";" })
            content = form(parts)
        case .file(let path, _, _):
            if !path.isEmpty { lose("path of the body", because: "OpenAPI has no files") }
            content = ["schema": ["type": "string", "format": "binary"]]
        }
        return ["content": .object([type: content])]
    }

    /// The text as an example of a media type: as JSON, if the type is that and the text can be parsed.
    private mutating func example(_ text: String, of type: String) -> JSONValue {
        let kind = BodyDraft.Kind(mediaType: type)
        if kind == .json, let value = try? JSONValue(parsing: text) {
            return ["schema": ["type": .string(Self.type(of: value))], "example": value]
        }
        let isFile = OpenAPIBody.isFile(type)
        if isFile || kind == .form || kind == .multipart || kind == .json && !OpenAPIBody.isJSON(text) {
            lose("text of the body", because: "an import takes a body of the type \(type) for another kind")
        }
        return ["example": .string(text)]
    }

    fileprivate static func type(of value: JSONValue) -> String {
        if value.object != nil { return "object" }
        if value.array != nil { return "array" }
        if value.string != nil { return "string" }
        if value.bool != nil { return "boolean" }
        return value.isNull ? "null" : "number"
    }

    /// The content of a form. Rows that are off are described, below those of the same name that are sent, but have no example.
    private mutating func form(_ parts: [BodyDraft.Part]) -> JSONValue {
        var (properties, encoding, sent) = (JSONObject(), JSONObject(), JSONObject())
        for part in parts where properties[part.name] == nil {
            let all = parts.filter { $0.name == part.name }
            let first = all.first(where: \.isEnabled) ?? part
            var equal = all
            for index in equal.indices { equal[index].value = first.value }
            // Equal rows with several values are a list.
            let isList = !first.isFile && equal.allSatisfy { $0 == first }
            if all.count > 1, !isList {
                lose("\(all.count - 1) rows “\(part.name)”", because: "OpenAPI has one of a name, or a list of equal ones")
            }
            var property = JSONObject()
            if first.isFile { property = ["type": "string", "format": "binary"] }
            let values = isList ? all.map(\.value) : [first.value]
            if !first.isFile { Self.add(values, to: &property, isSchema: true) }
            if first.isFile, !first.value.isEmpty { lose("path of the part “\(first.name)”", because: "OpenAPI has no files") }
            if !first.comment.isEmpty { property["description"] = .string(first.comment) }
            if !first.isEnabled { property[OpenAPIReader.disabledName] = true }
            if first.isEnabled, !first.isFile { sent[first.name] = property["example"] }
            if !first.contentType.isEmpty { encoding[first.name] = ["contentType": .string(first.contentType)] }
            properties[part.name] = .object(property)
        }
        var content: JSONObject = ["schema": ["type": "object", "properties": .object(properties)]]
        if !encoding.isEmpty { content["encoding"] = .object(encoding) }
        if parts.contains(where: { !$0.isEnabled }) { content["example"] = .object(sent) }
        return .object(content)
    }
}
