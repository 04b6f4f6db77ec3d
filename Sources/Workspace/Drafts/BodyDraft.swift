import JSON

/// A body as a user writes it. Each kind keeps its own content, so that changing the kind and back loses nothing.
public struct BodyDraft: Hashable, Sendable {
    /// What is sent.
    public enum Kind: String, CaseIterable, Sendable {
        case none, text, json, xml, graphql, form, multipart, file
    }

    /// A part of a multipart body.
    public struct Part: Hashable, Sendable {
        /// The field's name.
        public var name: String
        /// The text, or the path of the file.
        public var value: String
        /// Whether `value` is a path.
        public var isFile: Bool
        /// The part's media type; by content when empty.
        public var contentType: String
        /// The file name that is sent; the path's last part when empty.
        public var fileName: String
        /// Whether it is sent.
        public var isEnabled: Bool
        /// What somebody noted about it.
        public var comment: String

        /// A part; a text field unless said otherwise.
        public init(
            _ name: String = "", _ value: String = "", isFile: Bool = false, contentType: String = "", fileName: String = "",
            isEnabled: Bool = true, comment: String = ""
        ) {
            self.name = name
            self.value = value
            self.isFile = isFile
            self.contentType = contentType
            self.fileName = fileName
            self.isEnabled = isEnabled
            self.comment = comment
        }
    }

    /// A GraphQL operation.
    public struct GraphQL: Hashable, Sendable {
        /// The document.
        public var query: String
        /// A JSON object, or empty.
        public var variables: String
        /// Which operation of the document runs; empty for the only one.
        public var operation: String

        /// An operation; empty unless said otherwise.
        public init(query: String = "", variables: String = "", operation: String = "") {
            self.query = query
            self.variables = variables
            self.operation = operation
        }
    }

    /// What is sent.
    public var kind: Kind
    /// The text of `text`.
    public var text: String
    /// The media type of `text`; plain text when empty, and no header at all for ``noContentType``.
    public var contentType: String
    /// The text of `json`.
    public var json: String
    /// The text of `xml`.
    public var xml: String
    /// The content of `graphql`.
    public var graphql: GraphQL
    /// The rows of `form`.
    public var form: [Row]
    /// The parts of `multipart`.
    public var parts: [Part]
    /// The path of `file`, relative to the workspace.
    public var file: String
    /// The media type of `file`; by its name when empty, and no header at all for ``noContentType``.
    public var fileContentType: String

    /// What is written for a body that goes out without `Content-Type`.
    public static let noContentType = "none"

    /// A body; none unless said otherwise.
    public init(
        kind: Kind = .none, text: String = "", contentType: String = "", json: String = "", xml: String = "",
        graphql: GraphQL = GraphQL(), form: [Row] = [], parts: [Part] = [], file: String = "", fileContentType: String = ""
    ) {
        self.kind = kind
        self.text = text
        self.contentType = contentType
        self.json = json
        self.xml = xml
        self.graphql = graphql
        self.form = form
        self.parts = parts
        self.file = file
        self.fileContentType = fileContentType
    }

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
