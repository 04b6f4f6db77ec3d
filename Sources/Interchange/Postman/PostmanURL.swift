import JSON
import Workspace

/// URLs of Postman's collections: a string, or an object with parts. As in Postman, the parts win, and `raw` is only used without them.
enum PostmanURL {
    static func read(_ value: JSONValue, into draft: inout RequestDraft) {
        guard let object = value.object else {
            (draft.url, draft.query) = URLParts.split(value.looseText)
            return
        }
        let hasParts = ["host", "path", "protocol", "query"].contains { name in
            object[name].map { !$0.looseText.isEmpty && $0.array?.isEmpty != true } ?? false
        }
        if hasParts {
            draft.url = base(of: value)
            draft.query = (value["query"]?.array ?? []).filter { $0.object != nil }.map(queryRow)
            if let text = value["query"]?.string { draft.query = URLParts.split("?" + text).query }
        } else {
            (draft.url, draft.query) = URLParts.split(value.text("raw"))
        }
        let parameters = value["variable"] ?? value["pathVariables"] ?? .null
        draft.pathParameters = (parameters.array ?? []).filter { $0.object != nil }.map { PostmanReader.row($0) }
        if let object = parameters.object { draft.pathParameters = object.map { Row($0.name, $0.value.looseText) } }
        draft.readLiteralSegments()
    }

    private static func queryRow(_ value: JSONValue) -> Row {
        var row = PostmanReader.row(value)
        row.isBare = value["value"].map(\.isNull) ?? true
        return row
    }

    /// The URL of an object of parts, without the query.
    private static func base(of value: JSONValue) -> String {
        var text = ""
        if let scheme = value.nonEmpty("protocol") { text += scheme.trimmingEnd("/").trimmingEnd(":") + "://" }
        if let auth = value["auth"], auth.object != nil, let user = auth.nonEmpty("user") {
            text += user + (auth.nonEmpty("password").map { ":" + $0 } ?? "") + "@"
        }
        text += value["host"]?.array.map { $0.map(segment).joined(separator: ".") } ?? value.text("host")
        if let port = value.nonEmpty("port") { text += ":" + port }
        if let path = value["path"], !path.isNull {
            let joined = path.array.map { $0.map(segment).joined(separator: "/") } ?? path.looseText
            let isRooted = path.array == nil && joined.hasPrefix("/") || path.array?.isEmpty == true || joined.isEmpty && path.array == nil
            text += isRooted ? joined : "/" + joined
        }
        if let hash = value.nonEmpty("hash") { text += "#" + hash }
        return text
    }

    /// A part of a host or a path: a string, or an object with a value.
    private static func segment(_ value: JSONValue) -> String { value.object == nil ? value.looseText : value.text("value") }

    /// The URL of a draft as one text, with the query's rows that are switched on.
    static func text(of draft: RequestDraft) -> String {
        let query = draft.query.filter(\.isEnabled).map { row in
            row.isBare && row.value.isEmpty ? row.name : "\(row.name)=\(row.value)"
        }
        guard !query.isEmpty else { return draft.url }
        let fragment = draft.url.firstIndex(of: "#").map { draft.url[$0...] } ?? ""
        return draft.url.dropLast(fragment.count) + "?" + query.joined(separator: "&") + fragment
    }

    /// The URL of a draft for a format in which it is one text: characters that would end an item of the query are escaped.
    static func escapedText(of draft: RequestDraft) -> String {
        var draft = draft
        for index in draft.query.indices {
            let row = draft.query[index]
            draft.query[index].name = row.name.replacing("&", with: "%26").replacing("=", with: "%3D").replacing("#", with: "%23")
            draft.query[index].value = row.value.replacing("&", with: "%26").replacing("#", with: "%23")
        }
        return text(of: draft)
    }

    /// True if a text is another URL than that of the draft; the text may contain disabled rows.
    static func differs(_ raw: String, from draft: RequestDraft) -> Bool {
        let parts = URLParts.split(raw)
        let all = draft.query.map { "\($0.name)=\($0.value)" }
        return parts.url.trimmingEnd("/") != draft.url.trimmingEnd("/")
            || !parts.query.allSatisfy { all.contains("\($0.name)=\($0.value)") }
    }

    /// Gives path parameters valid names, and returns the renamed ones.
    static func renameParameters(of draft: inout RequestDraft) -> [(old: String, new: String)] {
        var renamed: [(old: String, new: String)] = []
        let known = Set(PathParameters.names(in: draft.url))
        let segments = Set(draft.url.split(separator: "/"))
        for index in draft.pathParameters.indices {
            let old = draft.pathParameters[index].name
            guard !old.isEmpty, !known.contains(old), segments.contains(":\(old)") else { continue }
            var new = String(old.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") ? $0 : "_" })
            if new.first.map({ !$0.isLetter && $0 != "_" }) ?? true { new = "_" + new }
            draft.url = draft.url.split(separator: "/", omittingEmptySubsequences: false)
                .map { $0 == ":\(old)" ? ":\(new)" : String($0) }.joined(separator: "/")
            draft.pathParameters[index].name = new
            renamed.append((old, new))
        }
        return renamed
    }
}

// Formats without an escape for a segment that begins with a colon.
extension RequestDraft {
    /// The draft with a path parameter for each literal segment `/\\:name`, whose value is the text of the segment.
    var withLiteralSegmentsAsParameters: RequestDraft {
        guard url.contains("/\\:") else { return self }
        var draft = self
        let known = Set(PathParameters.names(in: url))
        draft.url = mappingSegments { segment in
            guard segment.hasPrefix("\\:") else { return String(segment) }
            let name = String(segment.dropFirst(2))
            guard !known.contains(name) else { return "%3A" + name }
            if !draft.pathParameters.contains(where: { $0.name == name }) { draft.pathParameters.append(Row(name, ":" + name)) }
            return ":" + name
        }
        return draft
    }

    /// Makes segments literal whose path parameter has the text of the segment as its value.
    mutating func readLiteralSegments() {
        let names = Set(pathParameters.filter { $0.isEnabled && $0.value == ":" + $0.name }.map(\.name))
        guard !names.isEmpty else { return }
        url = mappingSegments { $0.hasPrefix(":") && names.contains(String($0.dropFirst())) ? "\\" + $0 : String($0) }
        pathParameters.removeAll { names.contains($0.name) }
    }

    private func mappingSegments(_ change: (Substring) -> String) -> String {
        let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
        return url[..<end].split(separator: "/", omittingEmptySubsequences: false).map(change).joined(separator: "/") + url[end...]
    }
}

/// The authentication of a Postman request, folder or collection.
struct PostmanAuth {
    /// Postman's name of the scheme.
    let type: String
    /// The scheme as a draft.
    private(set) var draft = AuthDraft(.none)
    /// True if the draft expresses all of it.
    private(set) var isComplete = true
    /// The difference to report; nil for none.
    private(set) var issue: (severity: ImportIssue.Severity, why: String, instead: String)?
    private let fields: [String: String]

    init(_ value: JSONValue) {
        let type = value["type"]?.string ?? value.string ?? "noauth"
        self.type = type
        // Version 2.0 writes an object of parameters, version 2.1 an array of them.
        let parameters = value[type] ?? .null
        let members =
            parameters.array.map { $0.map { ($0.text("key"), $0.text("value")) } }
            ?? parameters.object.map { $0.map { ($0.name, $0.value.looseText) } } ?? []
        fields = Dictionary(members) { _, last in last }
        read()
    }

    private mutating func read() {
        switch type {
        case "noauth", "none", "": draft = AuthDraft(.none)
        case "inherit": draft = AuthDraft(.inherit)
        case "basic": setAuth(.basic, ["username", "password"])
        case "digest":
            setAuth(.digest, ["username", "password"])
            // The server's challenge contains the rest.
            let other = ["realm", "nonce", "algorithm", "qop", "nonceCount", "clientNonce", "opaque", "disableRetryRequest"]
            isComplete = !other.contains { fields[$0]?.isEmpty == false }
        case "bearer": setAuth(.bearer, ["token"])
        case "apikey":
            setAuth(.apiKey, ["key", "value", "in"])
            if draft["in"] == "header" { draft["in"] = "" }
        case "ntlm":
            setAuth(.ntlm, ["username", "password", "domain"])
            isComplete = fields["workstation"]?.isEmpty ?? true
        case "awsv4":
            setAuth(.awsSignature, ["accessKey", "secretKey", "sessionToken", "region", "service"])
            if draft["region"].isEmpty { draft["region"] = "us-east-1" }
            if draft["service"].isEmpty { draft["service"] = "execute-api" }
            isComplete = fields["addAuthDataToQuery"] != "true"
        case "oauth2": readOAuth2()
        default:
            isComplete = false
            issue = (.kept, "Apus cannot send it yet", "the request is sent without authentication")
        }
    }

    private mutating func setAuth(_ kind: AuthDraft.Kind, _ names: [String]) {
        draft = AuthDraft(kind)
        for name in names { draft[name] = fields[name] ?? "" }
    }

    /// The parameters that a user added to the login and to the token request. Those in headers have no place here.
    private var addedParameters: [Row] {
        var rows: [Row] = []
        for list in ["authRequestParams", "tokenRequestParams"] {
            for item in (try? JSONValue(parsing: fields[list] ?? ""))?.array ?? []
            where item["enabled"]?.looseFlag != false && item["send_as"]?.string != "request_header" {
                let row = Row(item.text("key"), item.text("value"))
                if !row.name.isEmpty, !rows.contains(row) { rows.append(row) }
            }
        }
        return rows
    }

    /// The place where a login sends its token; nil for `Authorization: Bearer`.
    private var placeOfToken: String? {
        let prefix = (fields["headerPrefix"] ?? "Bearer").trimmingEnd(" ")
        if fields["addTokenTo"] == "queryParams" { return "in the query" }
        return prefix.lowercased() == "bearer" || prefix.isEmpty ? nil : "after “\(prefix)”"
    }

    /// A login if there are endpoints; else the token that was obtained elsewhere.
    private mutating func readOAuth2() {
        isComplete = false
        let hasEndpoints = ["accessTokenUrl", "authUrl"].contains { fields[$0]?.isEmpty == false }
        if hasEndpoints, fields["clientId"]?.isEmpty == false || fields["accessToken"]?.isEmpty ?? true {
            draft = AuthDraft(.oauth2)
            let names = [
                ("tokenURL", "accessTokenUrl"), ("authorizationURL", "authUrl"), ("clientID", "clientId"), ("clientSecret", "clientSecret"),
                ("scope", "scope"), ("redirectURL", "redirect_uri"), ("username", "username"), ("password", "password"),
                ("audience", "audience"),
            ]
            for (own, name) in names { draft[own] = fields[name] ?? "" }
            draft["parameters"] = FormText.text(of: addedParameters)
            draft["clientAuthentication"] = fields["client_authentication"] == "body" ? "body" : ""
            switch fields["grant_type"] ?? "" {
            case "client_credentials": draft["grant"] = "client_credentials"
            case "password_credentials", "password": draft["grant"] = "password"
            case "", "authorization_code", "authorization_code_with_pkce": draft["grant"] = "authorization_code"
            case let other:
                issue = (.changed, "the grant “\(other)” is not supported", "the grant becomes authorization code")
                draft["grant"] = "authorization_code"
            }
            if issue == nil, let place = placeOfToken { issue = (.changed, "it sends the token \(place)", "it is sent as a Bearer token") }
        } else if fields["addTokenTo"] == "queryParams" {
            draft = AuthDraft(.apiKey, fields: ["key": "access_token", "value": fields["accessToken"] ?? "", "in": "query"])
        } else {
            draft = AuthDraft(.bearer)
            draft["token"] = fields["accessToken"] ?? ""
            let prefix = (fields["headerPrefix"] ?? "").trimmingEnd(" ")
            draft["prefix"] = prefix == "Bearer" ? "" : prefix
        }
    }
}
