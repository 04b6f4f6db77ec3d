import Hashing
import JSON
import Workspace

// Authentication, in the members that Insomnia writes for each type.
extension InsomniaReader {
    /// The kinds whose members are texts, with the names of our fields and of Insomnia's.
    private static let kinds: [String: (kind: AuthDraft.Kind, names: [(own: String, name: String)])] = [
        "basic": (.basic, [("username", "username"), ("password", "password")]),
        "digest": (.digest, [("username", "username"), ("password", "password")]),
        "ntlm": (.ntlm, [("username", "username"), ("password", "password"), ("domain", "domain")]),
        "bearer": (.bearer, [("token", "token"), ("prefix", "prefix")]), "apikey": (.apiKey, [("key", "key"), ("value", "value")]),
        "iam": (
            .awsSignature,
            [
                ("accessKey", "accessKeyId"), ("secretKey", "secretAccessKey"), ("sessionToken", "sessionToken"), ("region", "region"),
                ("service", "service"),
            ]
        ),
        "oauth2": (
            .oauth2,
            [
                ("tokenURL", "accessTokenUrl"), ("authorizationURL", "authorizationUrl"), ("clientID", "clientId"),
                ("clientSecret", "clientSecret"), ("scope", "scope"), ("audience", "audience"), ("redirectURL", "redirectUrl"),
                ("username", "username"), ("password", "password"),
            ]
        ),
    ]

    mutating func auth(_ value: JSONValue?, at pointer: JSONPointer) -> (draft: AuthDraft, isComplete: Bool) {
        guard let value, value.object?.isEmpty == false else { return (AuthDraft(), true) }
        let type = value["type"]?.string ?? (value["username"] != nil ? "basic" : "")
        if value["disabled"]?.looseFlag == true { return (withoutAuth(type, "it is disabled", at: pointer), false) }
        if type.isEmpty { return (AuthDraft(), true) }
        if type == "none" { return (AuthDraft(.none), true) }
        guard let (kind, names) = Self.kinds[type] else { return (withoutAuth(type, "Apus cannot send it yet", at: pointer), false) }
        var draft = AuthDraft(kind)
        for (own, name) in names { draft[own] = template(value.text(name), at: pointer.member(name)) }
        switch kind {
        case .apiKey: return key(draft, of: value, at: pointer)
        case .oauth2: return (login(draft, of: value, at: pointer), false)
        default: return (draft, true)
        }
    }

    private mutating func withoutAuth(_ type: String, _ why: String, at pointer: JSONPointer) -> AuthDraft {
        context.report(
            .kept, at: pointer, "authentication “\(type)”", why, instead: "the request is sent without authentication")
        return AuthDraft(.none)
    }

    private mutating func key(
        _ draft: AuthDraft, of value: JSONValue, at pointer: JSONPointer
    ) -> (draft: AuthDraft, isComplete: Bool) {
        var draft = draft
        if value["addTo"]?.string == "queryParams" { draft["in"] = "query" }
        guard value["addTo"]?.string == "cookie" else { return (draft, true) }
        context.report(.changed, at: pointer, "API key", "it is sent in a cookie", instead: "it becomes a Cookie header")
        return (AuthDraft(.apiKey, fields: ["key": "Cookie", "value": "\(draft["key"])=\(draft["value"])"]), false)
    }

    private mutating func login(_ draft: AuthDraft, of value: JSONValue, at pointer: JSONPointer) -> AuthDraft {
        var draft = draft
        let grants = ["client_credentials", "password", "authorization_code", "device_code"]
        let grant = value.nonEmpty("grantType") ?? "authorization_code"
        draft["grant"] = grants.contains(grant) ? grant : "authorization_code"
        let resource = template(value.text("resource"), at: pointer.member("resource"))
        if !resource.isEmpty { draft["parameters"] = FormText.text(of: [Row("resource", resource)]) }
        if value["credentialsInBody"]?.looseFlag == true { draft["clientAuthentication"] = "body" }
        for name in ["tokenPrefix", "responseType", "state"] where !["", "code", "Bearer"].contains(value.text(name)) {
            context.report(.kept, at: pointer.member(name), "“\(name)” of the login", "Apus has no equivalent")
        }
        if !grants.contains(grant) {
            context.report(.changed, at: pointer, "grant “\(grant)”", "it is not supported", instead: "it becomes authorization code")
        }
        return draft
    }
}

// Template tags: variables, functions and prompts within texts.
extension InsomniaReader {
    /// A text with Insomnia's references in Apus's notation: `{{ _.name }}` and `{{ _['name'] }}` become `{{name}}`; tags and expressions
    /// become variables named after them.
    mutating func template(_ text: String, at pointer: JSONPointer) -> String {
        if isLiteral { return text.replacing("{{", with: "\\{{") }
        guard ["{{", "{%", "{#"].contains(where: text.contains) else { return text }
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            if rest.hasPrefix("{#"), let end = rest.dropFirst(2).firstRange(of: "#}") {
                rest = rest[end.upperBound...]
                continue
            }
            let isTag = rest.hasPrefix("{%")
            guard isTag || rest.hasPrefix("{{") else {
                result.append(rest.removeFirst())
                continue
            }
            // A reference without an end is text, like all that follows it.
            guard let end = rest.dropFirst(2).firstRange(of: isTag ? "%}" : "}}") else { break }
            // A hyphen at either end removes the white space beyond it.
            var inside = rest.dropFirst(2)[..<end.lowerBound]
            if inside.first == "-" { inside.removeFirst() }
            if inside.last == "-" { inside.removeLast() }
            inside = inside.trimmingBlanks
            rest = rest[end.upperBound...]
            if isTag, inside == "raw" {
                result += Self.raw(&rest)
            } else {
                result += isTag ? tag(inside, at: pointer) : reference(inside, at: pointer)
            }
        }
        return result + rest
    }

    /// The literal text up to the tag that ends it.
    private static func raw(_ rest: inout Substring) -> String {
        let end = rest.firstMatch(of: /\{%-?\s*endraw\s*-?%\}/)?.range ?? rest.endIndex..<rest.endIndex
        defer { rest = rest[end.upperBound...] }
        return String(rest[..<end.lowerBound]).replacing("{{", with: "\\{{")
    }

    private mutating func reference(_ text: Substring, at pointer: JSONPointer) -> String {
        if let path = Self.path(text) { return "{{\(path)}}" }
        if let literal = text.wholeMatch(of: /'([^'\\]*)'|"([^"\\]*)"/) { return String(literal.1 ?? literal.2 ?? "") }
        let words = text.split { !$0.isLetter && !$0.isNumber }
        let variable = (["insomnia"] + words).joined(separator: "-")
        context.report(
            .changed, at: pointer, "expression {{ \(text.prefix(200)) }}", "Apus has no expressions",
            instead: "give the variable “\(variable)” a value")
        return "{{\(variable)}}"
    }

    /// The name of a variable for `_.name`, `name`, `_['name']` and their members; nil for any other expression.
    private static func path(_ text: Substring) -> String? {
        var rest = text.hasPrefix("_.") ? text.dropFirst(2) : text.hasPrefix("_[") ? text.dropFirst() : text
        var name = ""
        while let character = rest.popFirst() {
            guard character == "[" else {
                guard !character.isWhitespace, !"|()'\"]{},~".contains(character) else { return nil }
                name.append(character)
                continue
            }
            guard let end = rest.firstIndex(of: "]") else { return nil }
            let key = rest[..<end].trimmingBlanks
            rest = rest[end...].dropFirst()
            if let member = key.wholeMatch(of: /'([^'"{}]+)'|"([^'"{}]+)"/) {
                name += (name.isEmpty ? "" : ".") + (member.1 ?? member.2 ?? "")
            } else if !key.isEmpty, key.allSatisfy(\.isNumber) {
                name += "[\(key)]"
            } else {
                return nil
            }
        }
        return name.isEmpty ? nil : name
    }

    /// The escapes in strings that do not stand for the character itself.
    private static let escapes = ["n": "\n", "t": "\t", "r": "\r"]

    private mutating func tag(_ text: Substring, at pointer: JSONPointer) -> String {
        // Words and quoted strings; the quotes are escaped in JSON.
        let matches = text.replacing("\\\"", with: "\"").matches(of: /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|[^\s,]+/)
        var words = matches.map { match -> String in
            guard let quoted = match.1 ?? match.2 else { return String(match.0) }
            return String(quoted).replacing(/\\(.)/) { Self.escapes[String($0.1)] ?? String($0.1) }
        }
        let name = words.isEmpty ? "" : words.removeFirst()
        switch name {
        case "uuid": return "{{$randomUUID}}"
        case "now" where ["iso-8601", ""].contains(words.first ?? ""): return "{{$isoTimestamp}}"
        case "now" where ["unix", "seconds", "s"].contains(words[0]): return "{{$timestamp}}"
        case "now" where words[0] == "custom" && words.count > 1:
            // Insomnia's formats use other letters for years and days.
            let format = "datetime " + words[1].replacing("y", with: "Y").replacing("d", with: "D")
            let isSame = words[1].allSatisfy { "yMdHms".contains($0) || !$0.isLetter && !"{}[]".contains($0) }
            if isSame, DynamicValues.has(format) { return "{{$\(format)}}" }
        // Insomnia's faker names are those of Postman.
        case "faker" where words.count == 1 && DynamicValues.has(words[0]): return "{{$\(words[0])}}"
        case "prompt" where !words.isEmpty:
            if words.count > 2, !words[2].isEmpty {
                context.report(
                    .changed, at: pointer, "default “\(words[2].prefix(100))” of a prompt", "prompts in Apus have no default",
                    instead: "the value is asked for when the request is sent")
            }
            let title = words.first { !$0.isEmpty } ?? "value"
            return "{{\(ImportContext.prompt(title, isSecret: words.count > 4 && words[4] == "true"))}}"
        case "base64" where words.first == "encode" && words.count == 3 && !words[2].contains("{"):
            let text = Base64.encode(Array(words[2].utf8))
            return words[1] == "url" ? text.trimmingEnd("=").replacing("+", with: "-").replacing("/", with: "_") : text
        case "response":
            if let variable = capture(words) { return "{{\(variable)}}" }
        default: break
        }
        let variable = context.variable("insomnia-\(name.filter { $0.isLetter || $0.isNumber })", for: text.trimmingBlanks)
        context.report(
            .changed, at: pointer, "tag {% \(text.prefix(200)) %}", "Apus has no such tag",
            instead: "give the variable “\(variable)” a value")
        return "{{\(variable)}}"
    }

    /// The variable of a capture for `response 'body', 'ID', 'FILTER'`; nil for another part of a response, or of a request that the file lacks.
    private mutating func capture(_ words: [String]) -> String? {
        guard words.count > 1, let request = requestNames[words[1]] else { return nil }
        var query = words.count > 2 ? words[2] : ""
        if query.hasPrefix("b64::"), query.hasSuffix("::46b") {
            query = Base64.decode(String(query.dropFirst(5).dropLast(5))).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        guard words[0] == "header" ? !query.isEmpty : words[0] == "raw" || words[0] == "body" && ["$", "/"].contains(query.prefix(1)) else {
            return nil
        }
        if words[0] == "raw" { query = "" }
        let parts = [request, query].map { part in
            part.split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
        }
        // A name without a dot could be that of another variable; requests may have the same name.
        let name = (parts + (query.isEmpty ? ["body"] : [])).filter { !$0.isEmpty }.joined(separator: ".")
        let taken = Set(captures.filter { $0.key != words[1] }.values.joined().map(\.variable))
        let variable = (1...).lazy.map { $0 == 1 ? name : "\(name)_\($0)" }.first { !taken.contains($0) } ?? name
        let capture = Capture(variable: variable, from: words[0] == "header" ? "header" : "body", query: JSONPathText.standard(query))
        if captures[words[1]]?.contains(capture) != true { captures[words[1], default: []].append(capture) }
        return variable
    }
}

extension Substring {
    /// The text without white space at its ends.
    var trimmingBlanks: Substring {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? start.prefix(0)
    }
}
