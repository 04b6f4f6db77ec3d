import JSON

extension Request {
    /// The media type of the body without its parameters, in lower case.
    var contentType: String {
        HeaderParameters(headers["Content-Type"] ?? "").value.lowercased()
    }

    /// The body as form fields, `nil` when it is no form or was too long to keep.
    var form: FormContent? {
        guard let bytes = body.bytes else { return nil }
        switch contentType {
        case "application/x-www-form-urlencoded":
            return .urlEncoded(PercentEncoding.decodeForm(String(decoding: bytes, as: UTF8.self)))
        case "multipart/form-data":
            let boundary = HeaderParameters(headers["Content-Type"] ?? "")["boundary"] ?? ""
            return MultipartForm(bytes, boundary: boundary).map { .multipart($0.parts) }
        default: return nil
        }
    }

    /// The pairs of a URL-encoded body, none when it is something else.
    var formItems: [NameValue] {
        if case .urlEncoded(let items) = form { items } else { [] }
    }

    /// The first value of that name in a URL-encoded body, `nil` when there is none or it is empty.
    func formValue(_ name: String) -> String? {
        formItems.first { $0.name == name && !$0.value.isEmpty }?.value
    }

    /// The pairs of every `Cookie` header (RFC 6265, section 4.2).
    var cookies: [NameValue] {
        headers.values("Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? NameValue(String(parts[0]), String(parts[1])) : nil
        }
    }

    /// The body as JSON, which it must be.
    func jsonBody() throws(Problem) -> JSONValue {
        guard contentType == "application/json" || contentType.hasSuffix("+json") else {
            throw Problem(
                status: 415, title: "Unsupported media type", detail: "The body is “\(contentType)”, expected application/json.",
                headers: HeaderList([("Accept", "application/json")]))
        }
        guard let bytes = body.bytes else {
            throw Problem(
                status: 413, title: "Content too large", detail: "The body of \(body.byteCount) bytes is longer than the server keeps.")
        }
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            throw Problem(status: 400, title: "Malformed JSON", detail: "\(error)")
        }
    }
}
