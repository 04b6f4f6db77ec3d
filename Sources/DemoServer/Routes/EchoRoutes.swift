import HTTP
import Hashing
import JSON
import Platform

/// Responses that describe the request.
enum EchoRoutes {
    static let group = RouteGroup(
        title: "Echo",
        routes: [
            Route(Route.anyMethod, "/anything/{path*}", "The whole request: method, query, headers in order, body, form, files, JSON") {
                .json(Echo($0).everything)
            },
            Route("GET", "/get", "The same for GET") { .json(Echo($0).everything) },
            Route("POST", "/post", "The same for POST") { .json(Echo($0).everything) },
            Route("PUT", "/put", "The same for PUT") { .json(Echo($0).everything) },
            Route("PATCH", "/patch", "The same for PATCH") { .json(Echo($0).everything) },
            Route("DELETE", "/delete", "The same for DELETE") { .json(Echo($0).everything) },
            Route("GET", "/headers", "The request's headers, in order") { .json(["headers": Echo($0).headers]) },
            Route("GET", "/response-headers", "A response with the headers in the query", handler: responseHeaders),
        ])

    /// Refuses names and values that would break the head of the response (RFC 9110, section 5.5), and the headers that mark its end, which are
    /// the server's own.
    private static func responseHeaders(_ request: Request) throws(RouteError) -> Response {
        var response = Response.json(["headers": JSONValue(grouping: request.queryItems)])
        if request.queryItems.contains(where: { $0.name.lowercased() == "content-type" }) { response.headers = HTTPHeaders() }
        for item in request.queryItems {
            guard isToken(item.name), isLine(item.value), !framing.contains(item.name.lowercased()) else {
                throw RouteError(
                    status: 400, title: "Bad header",
                    detail: "“\(item.name)” cannot be chosen: the name must be letters, digits and hyphens, the value one line that is not "
                        + "empty, and Connection, Content-Length and Transfer-Encoding are the server's own.")
            }
            response.headers.append(item.name, item.value)
        }
        return response
    }

    private static let framing: Set = ["connection", "content-length", "transfer-encoding"]

    private static func isLine(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }

    /// A valid header name (RFC 9110, section 5.1), for a header that lists others.
    static func headerName(_ text: String, parameter: String) throws(RouteError) -> String {
        guard isToken(text) else { throw Input(name: parameter, text: text).wrong("the name of a header") }
        return text
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(HTTPHeaderField.isNameByte)
    }
}

/// A request as JSON, with the member names of httpbin.org.
struct Echo {
    private let request: Request

    init(_ request: Request) { self.request = request }

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

    /// Names with their values; a repeated name has a list.
    var headers: JSONValue {
        JSONValue(grouping: request.headers.fields.map { NameValue($0.name, $0.value) })
    }

    /// The method, the client's address and the headers, which most responses hold.
    var summary: [(String, JSONValue)] {
        [("method", .string(request.method)), ("origin", .string(request.head.origin)), ("headers", headers)]
    }

    /// The body as text; empty for a form, and null for a body that was too long to keep.
    private var data: JSONValue {
        guard let bytes = request.body.bytes else { return .null }
        return request.form == nil ? .string(Self.text(bytes)) : ""
    }

    private var form: JSONValue {
        switch request.form {
        case .urlEncoded(let items): JSONValue(grouping: items)
        case .multipart(let parts):
            JSONValue(grouping: parts.filter { $0.fileName == nil }.map { NameValue($0.name ?? "", Self.text($0.bytes)) })
        case nil: [:]
        }
    }

    private var files: JSONValue {
        guard case .multipart(let parts) = request.form else { return [:] }
        return JSONValue(
            grouping: parts.filter { $0.fileName != nil }.map {
                NameValue($0.name ?? "", Self.text($0.bytes, type: $0.headers["Content-Type"]))
            })
    }

    private var json: JSONValue {
        guard let bytes = request.body.bytes else { return .null }
        return (try? JSONValue(parsing: bytes)) ?? .null
    }

    /// The text, or a `data:` URL (RFC 2397) for bytes that are not UTF-8.
    private static func text(_ bytes: [UInt8], type: String? = nil) -> String {
        String(validating: bytes, as: UTF8.self) ?? "data:\(type ?? "application/octet-stream");base64,\(Base64.encode(bytes))"
    }
}
