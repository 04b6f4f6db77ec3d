import JSON

extension Coder where Value == BodyDraft {
    /// The kind with that kind's own content; what other kinds hold is not written.
    static let body = Coder(
        decode: { value, pointer throws(FormatError) in
            var body = BodyDraft()
            body.kind = try BodyKind(json: value, at: pointer).kind
            for field in body.fields {
                if let member = value[field.name] { try field.read(member, pointer.appending(.member(field.name)), &body) }
            }
            return body
        },
        encode: { body in
            let members = body.fields.compactMap { field in field.write(body).map { JSONMember(field.name, $0) } }
            return .object(JSONObject([JSONMember("type", .string(body.kind.rawValue))] + members))
        })
}

extension BodyDraft {
    /// What the kinds hold that are not sent, each as a file would hold it.
    var unsent: [JSONValue] { Kind.allCases.filter { $0 != kind }.compactMap(content) }

    /// What it holds for a kind, as a file would hold it; nil for nothing.
    func content(of kind: Kind) -> JSONValue? {
        var body = self
        body.kind = kind
        let value = Coder<BodyDraft>.body.encode(body)
        return (value.object?.members.count ?? 0) > 1 ? value : nil
    }

    /// Takes what ``unsent`` gave of one kind.
    mutating func take(unsent value: JSONValue) throws(FormatError) {
        for field in BodyDraft(kind: try BodyKind(json: value, at: JSONPointer()).kind).fields {
            if let member = value[field.name] { try field.read(member, JSONPointer(), &self) }
        }
    }
}

/// The one member that every body has.
private struct BodyKind: Formatted {
    static let fields: [Field<BodyKind>] = [Field("type", \.kind, .choice)]
    static let blank = BodyKind()
    var kind = BodyDraft.Kind.none
}

extension BodyDraft: Formatted {
    static let blank = Self()

    /// Of all kinds.
    static let fields: [Field<BodyDraft>] = Kind.allCases.flatMap { BodyDraft(kind: $0).fields }

    /// Of this kind.
    fileprivate var fields: [Field<BodyDraft>] {
        switch kind {
        case .none: []
        case .text: Self.textFields
        case .json: Self.jsonFields
        case .xml: Self.xmlFields
        case .graphql: Self.graphqlFields
        case .form: Self.formFields
        case .multipart: Self.multipartFields
        case .file: Self.fileFields
        }
    }

    private static let textFields = [Field("contentType", \BodyDraft.contentType, .string), Field("text", \.text, .lines)]
    private static let jsonFields = [Field("text", \BodyDraft.json, .lines)]
    private static let xmlFields = [Field("text", \BodyDraft.xml, .lines)]
    private static let graphqlFields = [
        Field("query", \BodyDraft.graphql.query, .lines),
        Field("variables", \.graphql.variables, .lines),
        Field("operation", \.graphql.operation, .string),
    ]
    private static let formFields = [Field("rows", \BodyDraft.form, .rows)]
    private static let multipartFields = [Field("rows", \BodyDraft.parts, Coder<Part>.object.list)]
    private static let fileFields = [Field("path", \BodyDraft.file, .string), Field("contentType", \.fileContentType, .string)]
}

extension BodyDraft.Part: Formatted {
    static let fields: [Field<Self>] = [
        Field("name", \.name, .string),
        Field("type", \.kind, .choice),
        Field("value", \.value, .string),
        Field("contentType", \.contentType, .string),
        Field("fileName", \.fileName, .string),
        Field("enabled", \.isEnabled, .flag),
        Field("comment", \.comment, .string),
    ]

    static let blank = Self()

    /// How the format says whether the value is a path.
    private enum Kind: String, CaseIterable {
        case text, file
    }

    private var kind: Kind {
        get { isFile ? .file : .text }
        set { isFile = newValue == .file }
    }
}
