import JSON
import Platform
import Workspace

/// A parameter of an operation, with an example value, in the way that it is written into a request.
struct OpenAPIParameter {
    /// `path`, `query`, `header`, `cookie`; `body` and `formData` in Swagger 2.
    let place: String
    let name: String
    let isRequired: Bool
    let description: String
    /// The parameter object itself.
    let value: OpenAPIValue
    /// The example; nil if the document has no value.
    let example: JSONValue?

    init(_ value: OpenAPIValue, _ references: inout OpenAPIReferences, _ context: inout ImportContext) {
        self.value = value
        place = value.value.text("in")
        name = value.value.text("name")
        isRequired = value.value["required"]?.looseFlag == true || place == "path"
        description = value.value.text("description")
        example = Self.example(value, &references, &context)
    }

    /// A field of a form, with the style of its encoding object.
    init(field name: String, _ encoding: OpenAPIValue, example: JSONValue) {
        value = encoding
        (place, self.name, isRequired, description) = ("form", name, true, "")
        self.example = example
    }

    /// The example of a parameter or of a media type: its own, the first of several, or one of its schema.
    static func example(
        _ value: OpenAPIValue, _ references: inout OpenAPIReferences, _ context: inout ImportContext,
        side: SchemaSample.Side = .request
    ) -> JSONValue? {
        if let example = value.value["example"] ?? value.value["x-example"] { return example }
        if let examples = value["examples"], let first = examples.value.object?.first {
            let followed = references.resolve(OpenAPIValue(value: first.value, document: value.document), &context).value
            if let example = followed["value"] ?? followed["dataValue"] { return example }
            if let text = followed["serializedValue"] { return text }
        }
        if let schema = value["schema"], schema.value.object?.isEmpty == false {
            return SchemaSample.make(schema, side, &references, &context)
        }
        // Swagger 2 has the schema's members in the parameter.
        if value.value["type"] != nil || value.value["default"] != nil || value.value["enum"] != nil {
            return SchemaSample.make(value, side, &references, &context)
        }
        guard let content = value.value["content"]?.object?.first else { return nil }
        return example(OpenAPIValue(value: content.value, document: value.document), &references, &context)
    }

    /// True if the value is sent as one JSON text (`content`).
    private var isJSONText: Bool { value.value["content"] != nil }

    /// The value as one text, its parts separated as `simple` and `form` do.
    var text: String {
        let explodes = place == "header" && value.value["explode"]?.looseFlag == true && !isJSONText
        if explodes, let object = example?.object { return object.map { "\($0.name)=\($0.value.looseText)" }.joined(separator: ",") }
        return Self.text(example, separator: collectionSeparator ?? ",", isJSONText: isJSONText)
    }

    /// The separator of an array in Swagger 2; nil for a comma.
    private var collectionSeparator: String? { ["ssv": " ", "tsv": "\t", "pipes": "|"][value.value.text("collectionFormat")] }

    private static func text(_ value: JSONValue?, separator: String, isJSONText: Bool) -> String {
        guard let value else { return "" }
        if isJSONText { return value.string ?? value.compactText }
        if let elements = value.array { return elements.map(\.looseText).joined(separator: separator) }
        if let object = value.object { return object.map { "\($0.name)\(separator)\($0.value.looseText)" }.joined(separator: separator) }
        return value.looseText
    }

    /// The value as a path segment in its style (RFC 6570). `isEscaped` is true if the style writes signs that must stay unescaped; then
    /// the values are escaped already.
    var segment: (text: String, isEscaped: Bool) {
        let style = value.value["style"]?.string ?? "simple"
        let isMatrix = style == "matrix"
        let prefix = ["matrix": ";", "label": "."][style] ?? ""
        guard let example, !isJSONText else { return (text, false) }
        let isPlain = example.array == nil && example.object == nil
        if isPlain, !isMatrix { return (prefix + text, false) }
        let explodes = value.value["explode"]?.looseFlag == true
        let escape = { (text: String) in text.percentEncoded(keeping: .unreserved) }
        let front = "\(escape(name))="
        let parts =
            example.object?.map { "\(escape($0.name))\(explodes ? "=" : ",")\(escape($0.value.looseText))" }
            ?? (example.array ?? [example]).map { (isMatrix && explodes ? front : "") + escape($0.looseText) }
        let separator = collectionSeparator.map(escape) ?? ","
        let joined = parts.joined(separator: explodes && !prefix.isEmpty ? prefix : separator)
        return (prefix + (isMatrix && !explodes ? front : "") + joined, true)
    }

    /// The rows of a query or a form: one, or one for each part of an array or object that is exploded.
    var rows: [Row] {
        let style = value.value["style"]?.string ?? "form"
        let explodes = value.value["explode"].map(\.looseFlag) ?? (style == "form" && value.value["collectionFormat"] == nil)
        let separator = collectionSeparator ?? ["spaceDelimited": " ", "pipeDelimited": "|"][style] ?? ","
        // Values of forms are escaped when they are sent.
        let written = place == "query" && separator != "|" && separator != "," ? separator.percentEncoded(keeping: .unreserved) : separator
        if let elements = example?.array, !isJSONText {
            let isSwagger = value.value["schema"] == nil && value.value["type"] != nil && value.value["style"] == nil
            let isMany = isSwagger ? value.value["collectionFormat"]?.string == "multi" : explodes
            if isMany { return (elements.isEmpty ? [""] : elements).map { row(name, $0.looseText) } }
        }
        if let object = example?.object, !object.isEmpty, !isJSONText {
            if style == "deepObject" { return object.map { row("\(name)[\($0.name)]", $0.value.looseText) } }
            if explodes { return object.map { row($0.name, $0.value.looseText) } }
        }
        return [row(name, Self.text(example, separator: written, isJSONText: isJSONText))]
    }

    /// A row of the parameter; one that is not required is disabled.
    func row(_ name: String, _ text: String) -> Row {
        // Text written in a query is not escaped when it is sent, so separators are escaped here.
        let value = place == "query" ? text.percentEncodedQueryValue : text
        return Row(name, value, isEnabled: isRequired, comment: description)
    }
}

extension Row {
    /// The row with the value of a parameter of which an import makes its value again.
    var withValueOfQuery: Row {
        var row = self
        row.value = value.replacing("%26", with: "&").replacing("%23", with: "#").replacing("%2B", with: "+")
        return row.value.percentEncodedQueryValue == value ? row : self
    }

    /// The cookies of a header `Cookie`.
    var cookies: [Row] {
        value.split(separator: ";").map { cookie in
            let parts = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1).map(String.init)
            return Row(parts.first ?? "", parts.count > 1 ? parts[1] : "", isEnabled: isEnabled, comment: comment)
        }
    }
}

extension String {
    /// The text, with characters escaped that would end or join values of a query.
    var percentEncodedQueryValue: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "%26"
            case "#": text += "%23"
            case "+": text += "%2B"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension String {
    /// The URL of an OpenAPI server with the values of its variables in the place of `{name}`; a name without a value stays. Braces in a
    /// value are text: variables that contain one another would make a URL of any length.
    package func replacingBraces(_ value: (String) -> String?) -> String {
        var result = ""
        var rest = self[...]
        while let close = rest.firstIndex(of: "}") {
            let before = rest[..<close]
            let open = before.lastIndex(of: "{")
            let text = open.flatMap { value(String(before[before.index(after: $0)...])) }
            result += text.map { before[..<(open ?? before.startIndex)] + $0 } ?? rest[...close]
            rest = rest[close...].dropFirst()
        }
        return result + rest
    }
}

// Members of an exported document that OpenAPI has no place for, and names of responses.
extension OpenAPIReader {
    /// True for an operation outside the folders of the tags.
    static let looseName = "x-apus-loose"
    /// The member of a document whose examples contain references to variables: `{{name}}`.
    static let referencesName = "x-apus-references"
    /// The headers of an operation that OpenAPI ignores as parameters, in their form.
    static let headersName = "x-apus-headers"
    /// True for a property of a form that is not sent.
    static let disabledName = "x-apus-disabled"
    /// The name of an example, or of a response without a body.
    static let exampleName = "x-apus-name"
    /// The whole descriptions of responses in our files, by their names.
    static let descriptionsName = "descriptions"
    /// The reason phrase of an example.
    static let reasonName = "x-apus-reason"

    /// The status of the responses of that name: `404`, the first one of a range such as `4XX`, or 0 for `default`; nil for other members.
    static func status(named name: String) -> Int? {
        if name == "default" { return 0 }
        let status = Int(name) ?? (name.count == 3 && name.uppercased().hasSuffix("XX") ? Int(name.prefix(1) + "00") : nil)
        return status.flatMap { (100...599).contains($0) ? $0 : nil }
    }
}

/// The folders of tags in their order, and the requests without a tag.
struct TagFolders {
    private var folders: [CollectionTree.Folder] = []
    private var indices: [String: Int] = [:]
    private var loose: [CollectionTree.Item] = []

    /// The folders with requests, followed by the requests without a tag.
    var items: [CollectionTree.Item] { folders.filter { !$0.items.isEmpty }.map { .folder($0) } + loose }

    /// Adds a folder unless it exists.
    mutating func add(_ tag: String, docs: String = "") {
        guard indices[tag] == nil else { return }
        indices[tag] = folders.count
        folders.append(.init(FolderDraft(name: tag, docs: docs)))
    }

    /// Adds a request to the folder of a tag.
    mutating func addItem(_ item: CollectionTree.Item, in tag: String?) {
        guard let tag else { return loose.append(item) }
        add(tag)
        if let index = indices[tag] { folders[index].items.append(item) }
    }
}
