import HTTP
import JSON
import Platform

/// The description of one kind of body: its name, its fields and the body that it sends.
///
/// ``all`` is the one table of them. Files, resolution, merging, credentials, the rows of forms, help, exports and `docs/kinds.md` all read
/// it. Editors and the reader of requests as text have switches over all kinds, which decision 0016 lists.
public struct BodyKind: Sendable, Identifiable {
    /// A body as other formats write it. Their writers have a switch over these five forms instead of one over the kinds.
    package enum ExportForm: Sendable {
        /// A text; the content type is empty if it follows from the kind.
        case text(String, TextLanguage, contentType: String)
        /// URL-encoded fields.
        case rows([Row])
        /// The parts of a multipart body.
        case parts([BodyDraft.Part])
        /// The content of a file; the content type is empty if it follows from the name.
        case file(String, contentType: String, omitsLineBreaks: Bool)
        /// A GraphQL operation.
        case query(BodyDraft.GraphQL)
    }

    /// The kind; its raw value is the name in files.
    public let id: BodyDraft.Kind
    /// The name on the screen.
    public let label: String
    /// Names in other programs, by which lists find it; the first one is shown beside the label.
    public let otherNames: [String]
    /// The explanation, in a sentence or two.
    public let help: String
    /// The fields, in their order in forms and files.
    public let fields: [BodyField]
    /// The `Content-Type` that is sent if the request has none; nil if none is sent.
    public let contentType: @Sendable (BodyDraft) -> String?
    /// The form of the body in other formats; nil for no body.
    package let exportForm: @Sendable (BodyDraft) -> ExportForm?
    /// Makes the body from a draft with unresolved variables; nil for no body. A multipart body may change the headers.
    let make: @Sendable (inout RequestResolver, BodyDraft, inout HTTPHeaders) -> (any HTTPBody)?

    private init(
        _ id: BodyDraft.Kind, _ label: String, otherNames: [String] = [], help: String, fields: [BodyField] = [],
        contentType: @escaping @Sendable (BodyDraft) -> String? = { _ in nil },
        exportForm: @escaping @Sendable (BodyDraft) -> ExportForm? = { _ in nil },
        make: @escaping @Sendable (inout RequestResolver, BodyDraft, inout HTTPHeaders) -> (any HTTPBody)? = { _, _, _ in nil }
    ) {
        self.id = id
        self.label = label
        self.otherNames = otherNames
        self.help = help
        self.fields = fields
        self.contentType = contentType
        self.exportForm = exportForm
        self.make = make
    }

    /// The table of all kinds.
    public static let all = BodyDraft.Kind.allCases.map(\.entry)
}

/// One field of a body kind.
public struct BodyField: Sendable, Identifiable {
    /// The value that the field edits.
    public enum Content: Sendable {
        /// A short text.
        case line(any WritableKeyPath<BodyDraft, String> & Sendable)
        /// A text of many lines, in a language.
        case text(any WritableKeyPath<BodyDraft, String> & Sendable, TextLanguage)
        /// A table of names and values.
        case rows(any WritableKeyPath<BodyDraft, [Row]> & Sendable)
        /// A table of parts.
        case parts(any WritableKeyPath<BodyDraft, [BodyDraft.Part]> & Sendable)
    }

    /// Unique among the fields of all kinds: `graphql.query`.
    public let id: String
    /// The name in files, the label and so on.
    public let form: FormField
    /// The value that the field edits.
    public let content: Content
    /// Reads and writes the value in files.
    let format: Field<BodyDraft>

    fileprivate init(_ kind: BodyDraft.Kind, _ form: FormField, _ content: Content) {
        id = "\(kind.rawValue).\(form.id)"
        self.form = form
        self.content = content
        format =
            switch content {
            case .line(let path): Field(form.id, path, .string)
            case .text(let path, _): Field(form.id, path, .lines)
            case .rows(let path): Field(form.id, path, .rows)
            case .parts(let path): Field(form.id, path, Coder<BodyDraft.Part>.object.list)
            }
    }
}

/// The language of a text, for highlighting, validation and the extension of temporary files.
public enum TextLanguage: String, Sendable {
    case plain, json, xml, graphql

    /// The name at a block of code; empty for plain text.
    package var codeName: String { self == .plain ? "" : rawValue }
}

extension BodyDraft {
    /// The form of the body in other formats; nil for no body.
    package var exportForm: BodyKind.ExportForm? { kind.entry.exportForm(self) }
}

extension BodyDraft.Kind {
    /// The entry of the kind in the table.
    public var entry: BodyKind {
        switch self {
        case .none: .none
        case .text: .text
        case .json: .json
        case .xml: .xml
        case .graphql: .graphql
        case .form: .form
        case .multipart: .multipart
        case .file: .file
        }
    }
}

// MARK: The table

extension BodyKind {
    fileprivate static let none = BodyKind(.none, "None", help: "No body.")

    fileprivate static let text = BodyKind(
        .text, "Text", otherNames: ["raw", "plain", "HTML"], help: "Text of any media type.",
        fields: [
            BodyField(.text, contentTypeField("text/plain; charset=utf-8"), .line(\.contentType)),
            BodyField(.text, FormField("text", "Text", help: "The text."), .text(\.text, .plain)),
        ],
        contentType: { contentType($0.contentType, or: "text/plain; charset=utf-8") },
        exportForm: { .text($0.text, .plain, contentType: $0.contentType) },
        make: { resolver, body, _ in
            let type = resolver.contentType(body.contentType, or: "text/plain; charset=utf-8")
            return DataBody(Array(resolver.resolve(body.text, at: .body).utf8), contentType: type)
        })

    fileprivate static let json = BodyKind(
        .json, "JSON", help: "A JSON text.",
        fields: [BodyField(.json, FormField("text", "JSON", help: "The JSON text."), .text(\.json, .json))],
        contentType: { _ in "application/json" }, exportForm: { .text($0.json, .json, contentType: "") },
        make: { resolver, body, _ in TextBody(resolver.resolve(body.json, at: .body), contentType: "application/json") })

    fileprivate static let xml = BodyKind(
        .xml, "XML", help: "An XML document.",
        fields: [BodyField(.xml, FormField("text", "XML", help: "The XML document."), .text(\.xml, .xml))],
        contentType: { _ in "application/xml" }, exportForm: { .text($0.xml, .xml, contentType: "") },
        make: { resolver, body, _ in TextBody(resolver.resolve(body.xml, at: .body), contentType: "application/xml") })

    fileprivate static let graphql = BodyKind(
        .graphql, "GraphQL", help: "A GraphQL operation, sent as JSON.",
        fields: [
            BodyField(
                .graphql, FormField("query", "Query", help: "The GraphQL document.", placeholder: "query { … }"),
                .text(\.graphql.query, .graphql)),
            BodyField(
                .graphql, FormField("variables", "Variables (JSON)", help: "The variables, as a JSON object.", placeholder: "{ }"),
                .text(\.graphql.variables, .json)),
            BodyField(
                .graphql,
                FormField(
                    "operation", "Operation", help: "The name of the operation, if the document has several.",
                    placeholder: "the only one"),
                .line(\.graphql.operation)),
        ],
        contentType: { _ in "application/json" }, exportForm: { .query($0.graphql) },
        make: { resolver, body, _ in resolver.graphqlBody(body.graphql) })

    fileprivate static let form = BodyKind(
        .form, "Form", otherNames: ["x-www-form-urlencoded"], help: "Fields of a form, URL-encoded.",
        fields: [BodyField(.form, FormField("rows", "Fields", help: "The fields, in the order in which they are sent."), .rows(\.form))],
        contentType: { _ in "application/x-www-form-urlencoded" }, exportForm: { .rows($0.form) },
        make: { resolver, body, _ in FormBody(resolver.queryItems(body.form, ResolutionPlace.formField)) })

    fileprivate static let multipart = BodyKind(
        .multipart, "Multipart", otherNames: ["form-data", "form data", "upload"], help: "Fields and files of a form, as parts.",
        fields: [
            BodyField(.multipart, FormField("rows", "Parts", help: "The parts, in the order in which they are sent."), .parts(\.parts))
        ],
        contentType: { _ in "multipart/form-data" }, exportForm: { .parts($0.parts) },
        make: { resolver, body, headers in resolver.multipartBody(body, &headers) })

    fileprivate static let file = BodyKind(
        .file, "File", otherNames: ["binary", "upload"], help: "The content of a file.",
        fields: [
            BodyField(
                .file, FormField("path", "File", help: "The path of the file, relative to the workspace.", isRequired: true),
                .line(\.file)),
            BodyField(.file, contentTypeField("from the file's name"), .line(\.fileContentType)),
            BodyField(
                .file,
                FormField(
                    "lineBreaks", "Line breaks",
                    help: "`keep` sends the file unchanged; `omit` removes its line breaks, like curl's `--data @file`.",
                    placeholder: "keep", choices: ["keep", BodyDraft.noLineBreaks]), .line(\.fileLineBreaks)),
        ],
        contentType: { contentType($0.fileContentType, or: MediaTypeGuess.of($0.file)) },
        exportForm: {
            .file($0.file, contentType: $0.fileContentType, omitsLineBreaks: $0.fileLineBreaks == BodyDraft.noLineBreaks)
        },
        make: { resolver, body, _ in resolver.fileBody(body) })

    private static func contentTypeField(_ placeholder: String) -> FormField {
        FormField(
            "contentType", "Content type",
            help: "The media type of the body; `\(BodyDraft.noContentType)` sends no Content-Type.", placeholder: placeholder)
    }

    private static func contentType(_ typed: String, or own: String) -> String? {
        typed == BodyDraft.noContentType ? nil : typed.isEmpty ? own : typed
    }
}

// MARK: Bodies

extension RequestResolver {
    /// Adds the body.
    mutating func resolveBody(_ request: inout HTTPRequest) {
        let body = input.draft.body
        if let made = body.kind.entry.make(&self, body, &request.headers) { request.body = made }
    }

    /// A GraphQL over HTTP body: an object of `query`, `operationName` and `variables`.
    fileprivate mutating func graphqlBody(_ body: BodyDraft.GraphQL) -> any HTTPBody {
        var object: JSONObject = ["query": .string(resolve(body.query, at: .graphQL(.query)))]
        let operation = resolve(body.operation, at: .graphQL(.operation))
        if !operation.isEmpty { object["operationName"] = .string(operation) }
        let variables = resolve(body.variables, at: .graphQL(.variables))
        // Missing variables have been reported already.
        if variables.contains(where: { !$0.isWhitespace }), self.variables.problems.isEmpty {
            do throws(JSONError) {
                let value = try JSONValue(parsing: variables)
                if value.object == nil, !value.isNull { refuse(.graphQL(.variables), "expected an object") }
                object["variables"] = value
            } catch {
                refuse(.graphQL(.variables), "\(error)")
            }
        }
        return DataBody(JSONValue.object(object).compactBytes, contentType: "application/json")
    }

    /// Adds the boundary to the request's own `Content-Type` if it has none, else uses the given one: without it, no server could separate
    /// the parts.
    fileprivate mutating func multipartBody(_ draft: BodyDraft, _ headers: inout HTTPHeaders) -> MultipartBody {
        let parts = draft.parts.filter(\.isEnabled).map { part($0) }
        let body = MultipartBody(parts)
        guard let type = headers["Content-Type"], !type.isEmpty else { return body }
        if let boundary = headers.multipartBoundary { return MultipartBody(parts, boundary: boundary) }
        // Without the boundary, no server finds the parts, for any type; curl adds it too.
        if !type.lowercased().contains("boundary=") { headers["Content-Type"] = "\(type); boundary=\(body.boundary)" }
        return body
    }

    private mutating func part(_ part: BodyDraft.Part) -> MultipartPart {
        let resolved = resolve(name: part.name, at: { .part($0, .content) })
        let (name, place) = (resolved.text, ResolutionPlace.part(resolved.masked, .content))
        let value = resolve(part.value, at: place)
        let type = resolve(part.contentType, at: .part(resolved.masked, .contentType))
        let fileName = resolve(part.fileName, at: .part(resolved.masked, .fileName))
        let headers = partHeaders(part.headers, at: .part(resolved.masked, .headers))
        guard part.isFile else {
            // A text with a file name is a file for the server.
            let guess = headers.contains("Content-Type") ? nil : MediaTypeGuess.ofText(named: fileName)
            return MultipartPart(
                name: name, fileName: fileName.isEmpty ? nil : fileName, contentType: type.isEmpty ? guess : type,
                additionalHeaders: headers, body: DataBody(Array(value.utf8)))
        }
        if value.isEmpty { refuse(place, "has no file path") }
        let path = file(value)
        files.append(ReadFile(place: place, written: part.value, path: path))
        return MultipartPart(
            name: name, fileName: fileName.isEmpty ? path.lastPathComponent : fileName,
            contentType: type.isEmpty ? MediaTypeGuess.of(value) : type, additionalHeaders: headers, body: FileBody(path: path))
    }

    /// The headers in lines; a variable with a line break in it adds none.
    private mutating func partHeaders(_ text: String, at place: ResolutionPlace) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for line in text.split(whereSeparator: \.isNewline) {
            let sides = line.split(separator: ":", maxSplits: 1).map { String($0.trimmingSpacesAndTabs) }
            guard sides.count > 1 else {
                refuse(place, "expected “Name: value” instead of “\(line)”")
                continue
            }
            let field = HTTPHeaderField(name: sides[0], value: resolve(sides[1], at: place))
            if let fault = field.fault { refuse(place, fault) }
            headers.fields.append(field)
        }
        return headers
    }

    fileprivate mutating func fileBody(_ body: BodyDraft) -> any HTTPBody {
        let path = resolve(body.file, at: .bodyFile)
        if path.isEmpty { refuse(.bodyFile, "has no file path") }
        files.append(ReadFile(place: .bodyFile, written: body.file, path: file(path)))
        return FileBody(
            path: file(path), contentType: contentType(body.fileContentType, or: MediaTypeGuess.of(path)),
            omitsLineBreaks: body.fileLineBreaks == BodyDraft.noLineBreaks)
    }

    /// The given media type, or else the kind's own; nil for a body without `Content-Type`.
    fileprivate mutating func contentType(_ typed: String, or own: String) -> String? {
        let type = resolve(typed, at: .bodyContentType)
        return type.isEmpty ? own : type == BodyDraft.noContentType ? nil : type
    }
}

/// The media type of a file by the extension of its name (IANA's media type registry).
enum MediaTypeGuess {
    /// The media type; `application/octet-stream` for unknown extensions.
    static func of(_ path: String) -> String {
        let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased() ?? ""
        return types[ending] ?? "application/octet-stream"
    }

    /// The media type of a text that is sent under a file name; nil if curl sends none for that extension either.
    static func ofText(named name: String) -> String? {
        let known = ["gif", "jpg", "jpeg", "png", "svg", "txt", "htm", "html", "pdf", "xml"]
        return known.contains { name.lowercased().hasSuffix("." + $0) } ? of(name) : nil
    }

    private static let types = [
        "bin": "application/octet-stream", "css": "text/css", "csv": "text/csv", "gif": "image/gif", "gz": "application/gzip",
        "htm": "text/html", "html": "text/html", "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript",
        "json": "application/json", "md": "text/markdown", "mp3": "audio/mpeg", "mp4": "video/mp4", "pdf": "application/pdf",
        "png": "image/png", "svg": "image/svg+xml", "tar": "application/x-tar", "txt": "text/plain", "wav": "audio/vnd.wave",
        "webp": "image/webp", "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
    ]
}

extension BodyDraft.Kind {
    /// The kind of body for a media type, such as `application/json; charset=utf-8`; nil for one without a kind of its own.
    package init?(mediaType: String) {
        let name = mediaType.prefix { $0 != ";" && $0 != "," }.filter { !$0.isWhitespace }.lowercased()
        switch name {
        case _ where name.hasSuffix("/json") || name.hasSuffix("+json"): self = .json
        case _ where name.hasSuffix("/xml") || name.hasSuffix("+xml"): self = .xml
        case "application/x-www-form-urlencoded": self = .form
        case "multipart/form-data": self = .multipart
        case "application/graphql": self = .graphql
        default: return nil
        }
    }
}

extension BodyDraft: Formatted {
    static let blank = Self()

    static let fields = BodyKind.all.flatMap(\.fields).map(\.format)
}
