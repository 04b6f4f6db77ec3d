import Widgets
import Workspace

/// The headers that sending will add, with who adds them, as far as they are known before.
enum AddedHeaders {
    static func rows(for request: RequestState) -> [TableRow] {
        let own = Set(request.headers.rows.filter(\.isEnabled).map { $0[0].lowercased() })
        return all(for: request).filter { !own.contains($0[0].lowercased()) }
    }

    private static func all(for request: RequestState) -> [TableRow] {
        var rows = [TableRow(["Host", "the URL's host (transport)"])]
        if let type = contentType(of: request.base.body) { rows.append(TableRow(["Content-Type", "\(type) (body)"])) }
        if request.bodyKind != .none { rows.append(TableRow(["Content-Length", "its length (body)"])) }
        if let value = authorization(request.base.auth.kind) { rows.append(TableRow(["Authorization", "\(value) (auth)"])) }
        if request.base.options.decompress != false { rows.append(TableRow(["Accept-Encoding", "what can be decoded (transport)"])) }
        return rows
    }

    private static func contentType(of body: BodyDraft) -> String? {
        switch body.kind {
        case .none: nil
        case .text where body.contentType == BodyDraft.noContentType, .file where body.fileContentType == BodyDraft.noContentType: nil
        case .text: body.contentType.isEmpty ? "text/plain" : body.contentType
        case .json, .graphql: "application/json"
        case .xml: "application/xml"
        case .form: "application/x-www-form-urlencoded"
        case .multipart: "multipart/form-data"
        case .file: body.fileContentType.isEmpty ? "application/octet-stream" : body.fileContentType
        }
    }

    private static func authorization(_ kind: AuthDraft.Kind) -> String? {
        switch kind {
        case .inherit, .none, .apiKey: nil
        case .basic: "Basic …"
        case .bearer, .oauth2: "Bearer …"
        case .digest: "Digest …, when the server asks"
        case .awsSignature: "AWS4-HMAC-SHA256 …"
        case .ntlm: "NTLM …, when the server asks"
        case .negotiate: "Negotiate …, when the server asks"
        }
    }
}
