public import HTTP
public import Workspace

/// A request in the form needed for code: final texts with secrets masked, and a body of text, files or parts.
public struct CodeRequest: Sendable {
    /// A header line.
    struct Header: Hashable, Sendable {
        var name: String
        var value: String

        /// True if the name is this one, in any case.
        func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }

        /// True if the value has characters beyond ASCII. The mask of a secret does not count, since the user of the code replaces it.
        var isBeyondASCII: Bool { !value.replacing(SecretMask.sign, with: "").utf8.allSatisfy { $0 < 0x80 } }
    }

    /// The content of the request.
    enum Body: Hashable, Sendable {
        case none
        case text(String)
        /// The path of a file.
        case file(String)
        case parts([Part], boundary: String)
    }

    /// A part of a multipart body.
    struct Part: Hashable, Sendable {
        let name: String
        /// The text, or the path of a file.
        let value: String
        let isFile: Bool
        let contentType: String?
        let fileName: String?
        let headers: [Header]
        /// The bytes before the content: the boundary and the part's headers.
        let opening: String
    }

    /// A piece of a body.
    enum Piece: Hashable, Sendable {
        case text(String)
        /// The path of a file.
        case file(String)
    }

    /// An authentication that needs a challenge of the server; all others are headers.
    struct Login: Hashable, Sendable {
        /// `digest`, `ntlm` or `negotiate`.
        let scheme: String
        let user: String
        let password: String
    }

    let method: String
    /// The URL, without credentials, which many clients ignore in it, and without the asterisk of a request to the server itself.
    let url: String
    /// True for a request to the server itself (`OPTIONS *`, RFC 9110 section 9.3.7), whose target is no part of a URL.
    let isToServer: Bool
    /// The headers in order, except headers that clients create for parts.
    var headers: [Header]
    /// The names of automatic headers of clients that this request must not have.
    let omittedHeaders: [String]
    let body: Body
    let login: Login?
    let followsRedirects: Bool
    /// The texts of the set options, by name.
    let options: [String: String]

    /// Converts a request in the form in which it will be sent.
    ///
    /// - Parameters:
    ///   - request: the request with an absolute URL and the headers of the loaders.
    ///   - options: its options, with variables replaced.
    ///   - mask: replaces secrets in a text.
    /// - Throws: an error for a body that is not text.
    public init(
        _ request: HTTPRequest, options: RequestOptions = RequestOptions(), mask: (String) -> String = { $0 }
    ) throws(ImportError) {
        var request = request
        let userInfo = request.percentEncodedUserInfo
        _ = request.moveUserInfoIntoHeader()
        if let userInfo, mask(userInfo) != userInfo { request.headers["Authorization"] = "Basic \(SecretMask.sign)" }
        method = request.method.rawValue
        isToServer = request.requestTarget == "*" && request.url.hasSuffix("*")
        url = mask(isToServer ? String(request.url.dropLast()) : request.url)
        var fields = request.headers
        for field in request.body.additionalHeaders.fields { fields.appendIfAbsent(field.name, field.value) }
        headers = fields.fields.filter { !Self.isOfForm($0, request.body) }.map { Header(name: mask($0.name), value: mask($0.value)) }
        omittedHeaders = AutomaticHeaders.fields.map(\.name).filter {
            request.omittedAutomaticHeaders.contains($0.lowercased()) && !fields.contains($0)
        }
        body = try Self.body(request.body, mask)
        login = Self.login(of: request, mask)
        followsRedirects = request.redirectPolicy.isFollowing
        self.options = Dictionary(
            uniqueKeysWithValues: RequestOption.all.filter { $0.isSet(in: options) }.map { ($0.name, mask($0.text(in: options))) })
    }

    /// True for the header that contains the boundary of parts, which clients write themselves.
    private static func isOfForm(_ field: HTTPHeaderField, _ body: any HTTPBody) -> Bool {
        body is MultipartBody && field.isNamed("content-type") && field.value.hasPrefix("multipart/form-data")
    }

    private static func login(of request: HTTPRequest, _ mask: (String) -> String) -> Login? {
        if let transport = request.transportAuthentication {
            return Login(
                scheme: transport.scheme.rawValue, user: mask(transport.credentials.username),
                password: mask(transport.credentials.password.value)
            )
        }
        guard request.authenticationMethod == .digest, let credentials = request.basicCredentials else { return nil }
        return Login(scheme: "digest", user: mask(credentials.username), password: mask(credentials.password.value))
    }
}

// MARK: Bodies

extension CodeRequest {
    /// The maximum length of text in code: shells, compilers and clipboards have limits.
    private static let maxTextBytes: Int64 = 8 << 20

    private static func body(_ body: any HTTPBody, _ mask: (String) -> String) throws(ImportError) -> Body {
        if body.isEmpty { return .none }
        if let file = body as? FileBody, !file.omitsLineBreaks { return .file(mask(file.path)) }
        guard let form = body as? MultipartBody else { return .text(mask(try text(of: body))) }
        var parts: [Part] = []
        for part in form.parts { parts.append(try self.part(part, of: form, mask)) }
        return .parts(parts, boundary: form.boundary)
    }

    private static func part(_ part: MultipartPart, of form: MultipartBody, _ mask: (String) -> String) throws(ImportError) -> Part {
        let file = part.body as? FileBody
        let value = if let file { mask(file.path) } else { mask(try text(of: part.body)) }
        return Part(
            name: mask(part.name), value: value, isFile: file != nil, contentType: part.contentType.map(mask),
            fileName: part.fileName.map(mask),
            headers: part.additionalHeaders.fields.map { Header(name: mask($0.name), value: mask($0.value)) },
            opening: mask(opening(of: part, boundary: form.boundary)))
    }

    /// The boundary and headers of a part: a body of this part without its content.
    private static func opening(of part: MultipartPart, boundary: String) -> String {
        let empty = MultipartPart(
            name: part.name, fileName: part.fileName, contentType: part.contentType, additionalHeaders: part.additionalHeaders,
            body: EmptyBody())
        let bytes = (try? MultipartBody([empty], boundary: boundary).encode()) ?? []
        return String(decoding: bytes.dropLast("\r\n--\(boundary)--\r\n".utf8.count), as: UTF8.self)
    }

    private static func text(of body: any HTTPBody) throws(ImportError) -> String {
        guard case .known(let count) = body.length, count <= maxTextBytes else {
            throw ImportError("The body is longer than \(maxTextBytes >> 20) MB, or of unknown length: use a file body.")
        }
        guard let bytes = try? body.encode(), let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw ImportError("The body is not text: use a file body.")
        }
        return text
    }

    /// True if the body contains the content of a file.
    var hasFiles: Bool { pieces.contains { if case .file = $0 { true } else { false } } }

    /// The pieces in a language, from the forms of a text and of the content of a file.
    func pieces(text: (String) -> String, file: (_ path: String) -> String) -> [String] {
        pieces.map { piece in
            switch piece {
            case .text(let content): text(content)
            case .file(let path): file(path)
            }
        }
    }

    /// The body as pieces of text and files, for clients that take bytes; parts are written out.
    var pieces: [Piece] {
        switch body {
        case .none: return []
        case .text(let text): return [.text(text)]
        case .file(let path): return [.file(path)]
        case .parts(let parts, let boundary):
            var pieces: [Piece] = []
            var text = ""
            for part in parts {
                text += part.opening
                if part.isFile {
                    pieces += [.text(text), .file(part.value)]
                    text = ""
                } else {
                    text += part.value
                }
                text += "\r\n"
            }
            return pieces + [.text(text + "--\(boundary)--\r\n")]
        }
    }

    /// True for a request without a body that is sent with `Content-Length: 0`.
    var statesNoContent: Bool {
        body == .none && ["POST", "PUT", "PATCH"].contains(method)
            && !["Content-Length", "Transfer-Encoding"].contains { value(of: $0) != nil }
    }

    /// The headers, including the one with the boundary of ``pieces``.
    var headersOfPieces: [Header] {
        guard case .parts(_, let boundary) = body, value(of: "Content-Type") == nil else { return headers }
        return headers + [Header(name: "Content-Type", value: "multipart/form-data; boundary=\(boundary)")]
    }
}

// MARK: Headers, URL and options

extension CodeRequest {
    /// The value of the first header with this name, ignoring case.
    func value(of name: String) -> String? { headers.first { $0.isNamed(name) }?.value }

    /// Headers for clients that allow one value per name: repeated values are joined (RFC 9110 section 5.3).
    static func joined(_ headers: [Header]) -> [Header] {
        var result: [Header] = []
        for header in headers {
            if let index = result.firstIndex(where: { $0.isNamed(header.name) }) {
                result[index].value += (header.isNamed("Cookie") ? "; " : ", ") + header.value
            } else {
                result.append(header)
            }
        }
        return result
    }

    /// The URL with every character escaped that RFC 3986 does not allow, for clients that refuse other URLs.
    var strictURL: String {
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        // The brackets of an IPv6 address stay.
        let end = url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex
        return url[..<end]
            + url[end...].unicodeScalars.map { scalar in
                let isRefused = "\"<>\\^`{|}[]".unicodeScalars.contains(scalar)
                return isRefused ? "%" + String(scalar.value, radix: 16, uppercase: true) : String(scalar)
            }.joined()
    }

    /// The timeout of the whole request in seconds; nil for none.
    var timeout: Double? { options["timeout"].flatMap(Double.init) }

    /// False if the server's certificate is not checked.
    var verifiesCertificates: Bool { options["tls.verify"] != "no" }
}
