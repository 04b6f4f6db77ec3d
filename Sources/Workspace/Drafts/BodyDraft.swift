import JSON

/// A body as edited. Each kind keeps its own content, so that changing the kind and back loses nothing.
public struct BodyDraft: Hashable, Sendable {
    /// The body kind, which ``BodyKind`` describes. The raw value is the name in files.
    public enum Kind: String, CaseIterable, Sendable {
        case none, text, json, xml, graphql, form, multipart, file
    }

    /// A part of a multipart body.
    public struct Part: Hashable, Sendable {
        /// The field's name.
        public var name: String
        /// The text, or the path of the file.
        public var value: String
        /// True if `value` is a path.
        public var isFile: Bool
        /// The part's media type; derived from the content if empty.
        public var contentType: String
        /// The file name that is sent; the last part of the path if empty.
        public var fileName: String
        /// More headers, a line for each: `Name: value`.
        public var headers: String
        /// True if it is sent.
        public var isEnabled: Bool
        /// The user's comment.
        public var comment: String

        /// A part; a text field by default.
        public init(
            _ name: String = "", _ value: String = "", isFile: Bool = false, contentType: String = "", fileName: String = "",
            headers: String = "", isEnabled: Bool = true, comment: String = ""
        ) {
            self.name = name
            self.value = value
            self.isFile = isFile
            self.contentType = contentType
            self.fileName = fileName
            self.headers = headers
            self.isEnabled = isEnabled
            self.comment = comment
        }

        /// The value as text: a path follows `@`, as in curl's `-F`; a text that begins with `@` or a backslash has one before it.
        public var valueText: String {
            get { (isFile ? "@" : value.hasPrefix("@") || value.hasPrefix("\\") ? "\\" : "") + value }
            set {
                isFile = newValue.hasPrefix("@")
                value = isFile || newValue.hasPrefix("\\") ? String(newValue.dropFirst()) : newValue
            }
        }
    }

    /// A GraphQL operation.
    public struct GraphQL: Hashable, Sendable {
        /// The document.
        public var query: String
        /// A JSON object, or empty.
        public var variables: String
        /// The name of the operation that runs; empty if there is only one.
        public var operation: String

        /// An operation; empty by default.
        public init(query: String = "", variables: String = "", operation: String = "") {
            self.query = query
            self.variables = variables
            self.operation = operation
        }
    }

    /// A file that a body is read from.
    public struct FileUse: Hashable, Sendable {
        /// The path with variables unresolved; empty if no file is chosen.
        public let path: String
        /// False for the file of a part that is switched off.
        public let isEnabled: Bool
    }

    /// The body kind.
    public var kind: Kind
    /// The text of `text`.
    public var text: String
    /// The media type of `text`; plain text if empty, and no header for ``noContentType``.
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
    /// The media type of `file`; derived from its name if empty, and no header for ``noContentType``.
    public var fileContentType: String
    /// The treatment of line breaks in the file of `file`: kept if empty, removed for ``noLineBreaks``.
    public var fileLineBreaks: String

    /// The texts that may have megabytes.
    static var texts: [WritableKeyPath<BodyDraft, String>] { [\.text, \.json, \.xml, \.graphql.query, \.graphql.variables] }
    /// The names of ``texts`` in the journal of unsaved edits.
    static let textNames = ["text", "json", "xml", "query", "variables"]

    /// The media type of a body that is sent without `Content-Type`.
    public static let noContentType = "none"
    /// The treatment of a file whose line breaks are not sent.
    public static let noLineBreaks = "omit"

    /// A body; empty by default.
    public init(
        kind: Kind = .none, text: String = "", contentType: String = "", json: String = "", xml: String = "",
        graphql: GraphQL = GraphQL(), form: [Row] = [], parts: [Part] = [], file: String = "", fileContentType: String = "",
        fileLineBreaks: String = ""
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
        self.fileLineBreaks = fileLineBreaks
    }

    /// The files that the body is read from; those of other kinds are not listed.
    public var files: [FileUse] {
        var (body, uses) = (self, [FileUse]())
        body.visitFiles(of: kind) { path, isEnabled in
            uses.append(FileUse(path: path, isEnabled: isEnabled))
            return path
        }
        return uses
    }

    /// Changes the paths of files, also those in the content that is kept for other kinds.
    public mutating func mapFiles(_ change: (String) -> String) {
        for kind in Kind.allCases { visitFiles(of: kind) { path, _ in change(path) } }
    }

    /// Visits the path of each file in the content for a kind, and replaces it by the result; false for a part that is switched off.
    ///
    /// The one place that says which files a kind reads, and so which permissions it needs: a new kind does not compile without an answer.
    private mutating func visitFiles(of kind: Kind, _ visit: (String, Bool) -> String) {
        switch kind {
        case .none, .text, .json, .xml, .graphql, .form: break
        case .multipart:
            // A part is only written if it changes, since writing copies the list.
            for (index, part) in parts.enumerated() where part.isFile {
                let path = visit(part.value, part.isEnabled)
                if path != part.value { parts[index].value = path }
            }
        case .file:
            let path = visit(file, true)
            if path != file { file = path }
        }
    }

    /// The content of the other kinds, each as JSON.
    var otherContents: [JSONValue] { Kind.allCases.filter { $0 != kind }.compactMap(content) }

    /// The content for a kind as JSON; nil if it is empty.
    func content(of kind: Kind) -> JSONValue? {
        var body = self
        body.kind = kind
        let value = Coder<BodyDraft>.body.encode(body)
        return (value.object?.members.count ?? 0) > 1 ? value : nil
    }

    /// Stores one element of ``otherContents``.
    mutating func store(otherContent value: JSONValue) throws(FormatError) {
        for field in try Self.kind(of: value, at: JSONPointer()).entry.fields {
            if let member = value[field.form.id] { try field.format.read(member, JSONPointer(), &self) }
        }
    }

    /// The kind of a body in a file.
    fileprivate static func kind(of value: JSONValue, at pointer: JSONPointer) throws(FormatError) -> Kind {
        guard let object = value.object else { throw .expected("an object", found: value, at: pointer) }
        guard let type = object["type"] else { return .none }
        return try Coder<Kind>.choice.decode(type, pointer.appending(.member("type")))
    }
}

extension Coder where Value == BodyDraft {
    /// The kind with its own content; the content of other kinds is not written.
    static let body = Coder(
        decode: { value, pointer throws(FormatError) in
            var body = BodyDraft(kind: try BodyDraft.kind(of: value, at: pointer))
            for field in body.kind.entry.fields {
                let name = field.form.id
                if let member = value[name] { try field.format.read(member, pointer.appending(.member(name)), &body) }
            }
            return body
        },
        encode: { body in
            let members = body.kind.entry.fields.compactMap { field in
                field.format.write(body).map { JSONMember(field.form.id, $0) }
            }
            return .object(JSONObject([JSONMember("type", .string(body.kind.rawValue))] + members))
        })
}

extension BodyDraft.Part: Formatted {
    static let fields: [Field<Self>] = [
        Field("name", \.name, .string),
        Field("type", \.kind, .choice),
        Field("value", \.value, .string),
        Field("contentType", \.contentType, .string),
        Field("fileName", \.fileName, .string),
        Field("headers", \.headers, .string),
        Field("enabled", \.isEnabled, .flag),
        Field("comment", \.comment, .string),
    ]

    static let blank = Self()

    /// The kind of value in files: text or path.
    private enum Kind: String, CaseIterable {
        case text, file
    }

    private var kind: Kind {
        get { isFile ? .file : .text }
        set { isFile = newValue == .file }
    }
}
