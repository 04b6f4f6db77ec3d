import HTTP
import JSON

extension RequestResolver {
    /// Adds the body.
    mutating func resolveBody(_ request: inout HTTPRequest) {
        let body = input.draft.body
        switch body.kind {
        case .none: return
        case .text:
            let type = contentType(body.contentType, or: "text/plain; charset=utf-8")
            request.body = DataBody(Array(resolve(body.text, at: "body").utf8), contentType: type)
        case .json: request.body = TextBody(resolve(body.json, at: "body"), contentType: "application/json")
        case .xml: request.body = TextBody(resolve(body.xml, at: "body"), contentType: "application/xml")
        case .graphql: request.body = graphql(body.graphql)
        case .form: request.body = FormBody(queryItems(body.form, "form field"))
        case .multipart: request.body = multipart(body, &request.headers)
        case .file: request.body = file(body)
        }
    }

    /// A GraphQL over HTTP body: an object of `query`, `operationName` and `variables`.
    private mutating func graphql(_ body: BodyDraft.GraphQL) -> any HTTPBody {
        var object: JSONObject = ["query": .string(resolve(body.query, at: "GraphQL query"))]
        let operation = resolve(body.operation, at: "GraphQL operation")
        if !operation.isEmpty { object["operationName"] = .string(operation) }
        let variables = resolve(body.variables, at: "GraphQL variables")
        // Missing variables have been reported already.
        if variables.contains(where: { !$0.isWhitespace }), self.variables.problems.isEmpty {
            do throws(JSONError) {
                let value = try JSONValue(parsing: variables)
                if value.object == nil, !value.isNull { refuse("GraphQL variables", "expected an object") }
                object["variables"] = value
            } catch {
                refuse("GraphQL variables", "\(error)")
            }
        }
        return DataBody(JSONValue.object(object).compactBytes, contentType: "application/json")
    }

    /// The boundary is added to the request's own `Content-Type` if it has none, and taken from it otherwise: without it no server could
    /// separate the parts.
    private mutating func multipart(_ draft: BodyDraft, _ headers: inout HTTPHeaders) -> MultipartBody {
        let parts = draft.parts.filter(\.isEnabled).map { part($0) }
        let body = MultipartBody(parts)
        guard let type = headers["Content-Type"], type.lowercased().hasPrefix("multipart/") else { return body }
        if let boundary = headers.multipartBoundary { return MultipartBody(parts, boundary: boundary) }
        headers["Content-Type"] = "\(type); boundary=\(body.boundary)"
        return body
    }

    private mutating func part(_ part: BodyDraft.Part) -> MultipartPart {
        let resolved = variables.resolve(part.name, at: "part \(part.name)")
        let (name, place) = (resolved.text, "part \(resolved.masked)")
        let value = resolve(part.value, at: place)
        let type = resolve(part.contentType, at: "\(place) content type")
        guard part.isFile else { return .field(name, value, contentType: type.isEmpty ? nil : type) }
        if value.isEmpty { refuse(place, "names no file") }
        let fileName = resolve(part.fileName, at: "\(place) file name")
        return .file(
            name, path: file(value), fileName: fileName.isEmpty ? nil : fileName,
            contentType: type.isEmpty ? MediaTypeGuess.of(value) : type)
    }

    private mutating func file(_ body: BodyDraft) -> any HTTPBody {
        let path = resolve(body.file, at: "body file")
        if path.isEmpty { refuse("body file", "names no file") }
        return FileBody(path: file(path), contentType: contentType(body.fileContentType, or: MediaTypeGuess.of(path)))
    }

    /// The given media type, or else the kind's own; nil for a body without `Content-Type`.
    private mutating func contentType(_ said: String, or own: String) -> String? {
        let type = resolve(said, at: "body content type")
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

    private static let types = [
        "bin": "application/octet-stream", "css": "text/css", "csv": "text/csv", "gif": "image/gif", "gz": "application/gzip",
        "htm": "text/html", "html": "text/html", "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript",
        "json": "application/json", "md": "text/markdown", "mp3": "audio/mpeg", "mp4": "video/mp4", "pdf": "application/pdf",
        "png": "image/png", "svg": "image/svg+xml", "tar": "application/x-tar", "txt": "text/plain", "wav": "audio/vnd.wave",
        "webp": "image/webp", "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
    ]
}
