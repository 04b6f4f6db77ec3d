import JSON
import Platform
import Workspace

/// The body of an operation, made of the examples and schemas of its media types.
struct OpenAPIBody {
    /// The names of all media types, in order.
    private(set) var types: [String] = []
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
        types = media.map(\.name)
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
        types = consumes
        if let body {
            let ranked = consumes.enumerated().min { (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset) }
            read(ranked?.element ?? "application/json", body.value, &references, &context)
        } else if fields.contains(where: { $0.value.value["type"]?.string == "file" }) || consumes.contains("multipart/form-data") {
            type = "multipart/form-data"
            let parts = fields.map { field in
                BodyDraft.Part(
                    field.name, field.value.value["type"]?.string == "file" ? "" : field.text,
                    isFile: field.value.value["type"]?.string == "file", isEnabled: field.isRequired, comment: field.description)
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
        case .form?: draft = BodyDraft(kind: .form, form: Self.rows(example))
        case .multipart?: draft = BodyDraft(kind: .multipart, parts: parts(media, example, &references, &context))
        case .xml?:
            let text = example?.string ?? xml(media, example ?? .null, &references, &context)
            draft = BodyDraft(kind: .xml, xml: text)
        case .json?:
            let text = example.map { $0.string != nil && Self.isJSON($0.looseText) ? $0.looseText : $0.prettyText.trimmingEnd("\n") }
            draft = BodyDraft(kind: .json, json: text ?? "{}")
        default:
            let schema = references.follow(media["schema"] ?? OpenAPIValue(value: .null, document: media.document), &context).value
            if schema["format"]?.string == "binary" || type == "application/octet-stream" || type.hasPrefix("image/") || example == nil {
                draft = BodyDraft(kind: .file, fileContentType: type)
            } else {
                draft = BodyDraft(kind: .text, text: example?.string ?? example?.prettyText ?? "", contentType: type)
            }
        }
    }

    private static func isJSON(_ text: String) -> Bool {
        let first = text.first { !$0.isWhitespace }
        return (first == "{" || first == "[") && (try? JSONValue(parsing: text)) != nil
    }

    /// Rows of an object: arrays give a row for each element, objects JSON.
    private static func rows(_ example: JSONValue?) -> [Row] {
        guard let object = example?.object else { return example?.string.map { FormText.rows(of: $0) } ?? [] }
        return object.flatMap { member in
            (member.value.array ?? [member.value]).map { Row(member.name, $0.looseText) }
        }
    }

    /// The parts of a multipart body: binary properties are files.
    private func parts(
        _ media: OpenAPIValue, _ example: JSONValue?, _ references: inout OpenAPIReferences, _ context: inout ImportContext
    ) -> [BodyDraft.Part] {
        let schema = references.follow(media["schema"] ?? OpenAPIValue(value: .null, document: media.document), &context)
        var parts: [BodyDraft.Part] = []
        let properties = schema.value["properties"]?.object ?? JSONObject()
        for property in properties {
            let located = references.follow(OpenAPIValue(value: property.value, document: schema.document), &context)
            let items = located["items"].map { references.follow($0, &context).value } ?? .null
            let type = media.value["encoding"]?[property.name]?["contentType"]?.string ?? ""
            let isFile = [located.value, items].contains { value in
                ["binary", "base64"].contains(value["format"]?.string ?? "") || value["contentMediaType"] != nil
                    || value["type"]?.string == "file"
            }
            let text = isFile ? "" : example?[property.name]?.looseText ?? ""
            parts.append(.init(property.name, text, isFile: isFile, contentType: type.contains(",") ? "" : type))
        }
        for member in example?.object ?? JSONObject() where properties[member.name] == nil {
            parts.append(.init(member.name, member.value.looseText))
        }
        return parts
    }

    // MARK: XML

    /// An XML text of an example value, with the names that the schema's `xml` members say.
    private func xml(
        _ media: OpenAPIValue, _ example: JSONValue, _ references: inout OpenAPIReferences, _ context: inout ImportContext
    ) -> String {
        let schema = references.follow(media["schema"] ?? OpenAPIValue(value: .null, document: media.document), &context)
        let reference = schema.reference.flatMap { $0.split(separator: "/").last }.map(String.init)
        let root = schema.value["xml"]?["name"]?.string ?? reference ?? "root"
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + Self.element(root, example, schema.value, depth: 0)
    }

    private static func element(_ name: String, _ value: JSONValue, _ schema: JSONValue, depth: Int) -> String {
        let margin = String(repeating: "  ", count: depth)
        guard let object = value.object else {
            if let elements = value.array {
                return elements.map { element(name, $0, schema["items"] ?? .null, depth: depth) }.joined()
            }
            return "\(margin)<\(name)>\(escaped(value.looseText))</\(name)>\n"
        }
        var attributes = ""
        var content = ""
        for member in object {
            let property = schema["properties"]?[member.name] ?? .null
            let memberName = property["xml"]?["name"]?.string ?? member.name
            if property["xml"]?["attribute"]?.looseFlag == true {
                attributes += " \(memberName)=\"\(escaped(member.value.looseText))\""
            } else if property["xml"]?["wrapped"]?.looseFlag == true {
                let inner = element(property["items"]?["xml"]?["name"]?.string ?? memberName, member.value, property, depth: depth + 2)
                content += "\(margin)  <\(memberName)>\n\(inner)\(margin)  </\(memberName)>\n"
            } else {
                content += element(memberName, member.value, property, depth: depth + 1)
            }
        }
        return "\(margin)<\(name)\(attributes)>\n\(content)\(margin)</\(name)>\n"
    }

    private static func escaped(_ text: String) -> String { text.asMarkup }
}
