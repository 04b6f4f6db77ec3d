import Hashing
import JSON

/// A request as JSON, with the members that httpbin.org gives them.
struct Echo {
    private let request: Request

    init(_ request: Request) {
        self.request = request
    }

    var everything: JSONValue {
        [
            "method": .string(request.method),
            "url": .string(request.url),
            "args": JSONValue(grouping: request.queryItems),
            "headers": headers,
            "origin": .string(request.head.origin),
            "data": data,
            "form": form,
            "files": files,
            "json": json,
            "size": .number(request.body.byteCount),
            "sha256": .string(request.body.sha256),
        ]
    }

    /// Name to value, or to a list of values where a name came more than once.
    var headers: JSONValue {
        JSONValue(grouping: request.headers.fields.map { NameValue($0.name, $0.value) })
    }

    /// What most answers say about who asked.
    var summary: [(String, JSONValue)] {
        [("method", .string(request.method)), ("origin", .string(request.head.origin)), ("headers", headers)]
    }

    /// The body as text. A form's fields stand in `form` and `files` instead, and a body that was too long to keep is `null`.
    private var data: JSONValue {
        guard let bytes = request.body.bytes else { return .null }
        return request.form == nil ? .string(Self.text(bytes)) : ""
    }

    private var form: JSONValue {
        switch request.form {
        case .urlEncoded(let items): JSONValue(grouping: items)
        case .multipart(let parts):
            JSONValue(grouping: parts.filter { $0.fileName == nil }.map { NameValue($0.name, Self.text($0.content)) })
        case nil: [:]
        }
    }

    private var files: JSONValue {
        guard case .multipart(let parts) = request.form else { return [:] }
        return JSONValue(
            grouping: parts.filter { $0.fileName != nil }.map { NameValue($0.name, Self.text($0.content, type: $0.contentType)) })
    }

    private var json: JSONValue {
        guard let bytes = request.body.bytes else { return .null }
        return (try? JSONValue(parsing: bytes)) ?? .null
    }

    /// Bytes that are no text travel as a `data:` URL (RFC 2397).
    private static func text(_ bytes: [UInt8], type: String? = nil) -> String {
        String(validating: bytes, as: UTF8.self) ?? "data:\(type ?? "application/octet-stream");base64,\(Base64.encode(bytes))"
    }
}
