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
}
