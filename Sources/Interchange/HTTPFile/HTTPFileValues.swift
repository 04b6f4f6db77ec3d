import JSON
import Platform
public import Workspace

// MARK: Dynamic values

extension HTTPFile {
    /// The methods that REST Client also accepts in lower case.
    static let methods = Set(
        "GET POST PUT DELETE PATCH HEAD OPTIONS CONNECT TRACE LOCK UNLOCK PROPFIND PROPPATCH COPY MOVE MKCOL MKCALENDAR ACL SEARCH"
            .split(separator: " ").map(String.init))

    /// A part of the file that is not read, and why.
    typealias Loss = (what: String, why: String, line: Int)

    /// Removes a script of httpyac, from `{{` or `{{@request` alone on a line to `}}`; nil if there is none.
    static func httpyacScript(_ rest: inout ArraySlice<Line>) -> Loss? {
        guard let first = rest.first, beginsScript(first.text.trimmingBlanks),
            let end = rest.firstIndex(where: { $0.text.trimmingBlanks == "}}" })
        else { return nil }
        rest = rest[rest.index(after: end)...]
        return ("script “\(first.text.trimmingBlanks.prefix(100))”", "scripts of httpyac are not run", first.number)
    }

    /// Removes a line such as `?? status == 200`; nil if there is none.
    static func httpyacAssertion(_ rest: inout ArraySlice<Line>) -> Loss? {
        guard let line = rest.first, line.text.trimmingBlanks.hasPrefix("?? ") else { return nil }
        rest.removeFirst()
        return ("assertion “\(line.text.trimmingBlanks.dropFirst(3).prefix(100))”", "assertions of httpyac are not read", line.number)
    }

    /// True for `{{`, `{{+` or `{{@request` without more on the line.
    private static func beginsScript(_ line: Substring) -> Bool {
        line.hasPrefix("{{") && line.dropFirst(2).allSatisfy { $0.isLetter || "@+".contains($0) }
    }

    /// True for a file with scripts, assertions or directives that only httpyac has, or with paths alone after a variable for their host.
    static func isOfHTTPyac(_ text: String) -> Bool {
        var hasHost = false
        for line in text.lines {
            let line = line.trimmingBlanks
            if line.hasPrefix("?? ") || beginsScript(line) { return true }
            if isComment(line),
                line.contains(/^[#\/]+\s*@(?:ref|forceRef|loop|sleep|import|disabled|no-?reject-?unauthorized)\b/.ignoresCase())
            {
                return true
            }
            hasHost = hasHost || line.hasPrefix("@host") && line.dropFirst(5).trimmingBlanks.hasPrefix("=")
            if hasHost, isCertainRequest(line), beginning(of: line).target.hasPrefix("/") { return true }
        }
        return false
    }

    /// The lines of each request between two separators: in a file of httpyac, a request line ends the request above, and has the comments and
    /// variables above it. In others, it does so after what is certainly a whole request. Batches contain requests in their bodies.
    static func requests(in block: [Line], isOfHTTPyac: Bool) -> [[Line]] {
        guard !block.contains(where: { $0.text.utf8.count < 4_096 && $0.text.lowercased().contains("application/http") }) else {
            return [block]
        }
        var (blocks, start, request) = ([[Line]](), 0, Int?.none)
        for index in block.indices {
            let line = block[index].text.trimmingBlanks
            guard isCertainRequest(line) else { continue }
            if let request, requestLine(line)?.hasMethod == true {
                guard isOfHTTPyac || isWhole(block[request..<index]) else { break }
                let head = block[start..<index].reversed().prefix { line in
                    let text = line.text.trimmingBlanks
                    return text.isEmpty || isComment(text) || text.hasPrefix("@") && text.contains("=")
                }
                blocks.append(Array(block[start..<index - head.count]))
                start = index - head.count
            }
            request = index
        }
        return blocks + [Array(block[start...])]
    }

    /// True for a request without a body whose method has none, or with a JSON body, perhaps one on each line. A line `{{a}}` is a header.
    private static func isWhole(_ lines: ArraySlice<Line>) -> Bool {
        let texts = lines.dropFirst().map(\.text.trimmingBlanks).filter { !isComment($0) }
        let isBracket = { (line: Substring) in line.hasPrefix("[") || line.hasPrefix("{") && !line.hasPrefix("{{") }
        let body = texts.drop { !$0.isEmpty && !isBracket($0) }.filter { !$0.isEmpty && !$0.hasPrefix("@") }
        guard let first = body.first else { return ["GET", "HEAD"].contains(requestLine(lines.first?.text.trimmingBlanks ?? "")?.method) }
        let isJSON = { (text: String) in (try? JSONValue(parsing: text)) != nil }
        return isBracket(first) && (isJSON(body.joined(separator: "\n")) || body.allSatisfy { isJSON(String($0)) })
    }

    // MARK: Request lines

    /// A target without the version of HTTP at its end, and the version: `1.1`, `2 (Prior Knowledge)`; empty if there is none.
    static func separatingVersion(of target: Substring) -> (target: Substring, version: Substring) {
        // A version is short, and a target may have megabytes.
        let end = target.suffix(64)
        let space = end.indices.last { " \t".contains(end[$0]) && end[$0...].dropFirst().prefix(5).uppercased() == "HTTP/" }
        guard let space else { return (target, "") }
        let version = end[space...].dropFirst(6)
        let detail = version.drop { !$0.isWhitespace }.trimmingBlanks
        guard detail.isEmpty || detail.hasPrefix("(") && detail.hasSuffix(")") else { return (target, "") }
        return (target[..<space].trimmingBlanks, version.trimmingBlanks)
    }

    /// `METHOD target HTTP/1.1`; the method and the version may be missing.
    static func requestLine(_ line: Substring) -> (method: String, target: String, hasMethod: Bool)? {
        let word = line.prefix { !$0.isWhitespace }
        let isMethod = !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isUppercase || $0 == "-" || $0 == "_") } && word.count < 24
        let rest = separatingVersion(of: line.dropFirst(word.count).trimmingBlanks).target
        // In lower case, it may be an ordinary word.
        let isURL = rest.hasPrefix("/") || rest.hasPrefix("{{") || rest.contains("://")
        if !isMethod, isURL, methods.contains(word.uppercased()) { return (word.uppercased(), String(rest), true) }
        let target = isMethod ? rest : separatingVersion(of: line).target
        guard isMethod || word.contains("://") || word.hasPrefix("{{") || word.hasPrefix("/") else { return nil }
        guard !target.isEmpty else { return nil }
        return (isMethod ? String(word) : "GET", String(target), isMethod)
    }

    /// The method and target of the first line of a request, which may also be a method alone or a URL without a scheme.
    static func beginning(of line: Substring) -> (method: String, target: String) {
        if let line = requestLine(line) { return (line.method, line.target) }
        let isMethodAlone = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(line)
        return isMethodAlone ? (String(line), "") : ("GET", String(line))
    }

    /// True for several words that are not a request line.
    static func isOtherText(_ line: Substring) -> Bool {
        requestLine(line) == nil && !line.hasPrefix("curl ") && line.contains(where: \.isWhitespace)
    }

    /// The loss for a line of a body that looks like another request or a response; nil for other lines.
    static func forgottenSeparator(_ line: Substring, _ number: Int) -> Loss? {
        let isResponse = line.hasPrefix("HTTP/") && line.wholeMatch(of: /HTTP\/\d(?:\.\d)? \d{3}\b.*/) != nil
        guard isResponse || isCertainRequest(line) && requestLine(line)?.hasMethod == true else { return nil }
        let what = isResponse ? "response" : "request line “\(TypedCredential.masked(url: String(line.prefix(100))))”"
        return ("\(what) within the body", "### separates requests; without it, the lines are sent as the body", number)
    }

    /// Removes a comment between `/*` and `*/`, and returns its lines without the marks; nil if there is none.
    static func blockComment(_ rest: inout ArraySlice<Line>) -> [String]? {
        guard let first = rest.first, first.text.trimmingBlanks.hasPrefix("/*"),
            let end = rest.firstIndex(where: { $0.text.contains("*/") })
        else { return nil }
        let lines = rest[...end].map {
            $0.text.trimmingBlanks.split(separator: "*/").first?.drop { "/*".contains($0) }.trimmingBlanks ?? ""
        }
        rest = rest[rest.index(after: end)...]
        return lines.filter { !$0.isEmpty }.map(String.init)
    }

}

extension HTTPFileReader {
    /// The lost part of a dynamic value; nil if nothing is lost.
    static func loss(of inner: Substring) -> (why: String, instead: String)? {
        let own = name(of: inner)
        if own.hasPrefix("env:") { return nil }
        if inner.hasPrefix("%") { return ("Apus does not percent-encode values in URLs", "it becomes {{\(own)}}") }
        guard DynamicValues.has(String(own.dropFirst())) else {
            return ("Apus has no such value", "it is kept unchanged: give it a value")
        }
        let hasArguments =
            inner.contains { $0 == " " || $0 == "(" } && !inner.hasSuffix("()") && own != "$isoTimestamp" && inner != "$randomInt 0 1000"
            && !own.contains(" ")
        return hasArguments ? ("Apus does not take these arguments", "it becomes {{\(own)}}") : nil
    }

    /// The name of our value for one of the dialects, with its arguments.
    static func name(of inner: Substring) -> String {
        let words = inner.split(separator: " ")
        let first = words.first.map(String.init) ?? ""
        switch first.prefix(while: { $0 != "(" }) {
        case "$dotenv", "$processEnv":
            return words.count > 1 ? "env:\(words[1].filter { !"\"'".contains($0) }.drop { $0 == "%" })" : first
        case let name where name.hasPrefix("%"): return String(inner.dropFirst())
        case let name where name.hasPrefix("$env."): return "env:\(name.dropFirst(5))"
        case "$datetime", "$localDatetime":
            if words.count == 1 || words.count == 2 && words[1] == "iso8601" { return "$isoTimestamp" }
            guard first == "$datetime" else { return String(inner) }
            return "$datetime " + words.dropFirst().joined(separator: " ").filter { $0 != "\"" && $0 != "'" }
        case "$timestampISO8601", "$isoTimestamp": return "$isoTimestamp"
        case "$guid", "$random.uuid", "$uuid": return "$uuid"
        case "$random.email": return "$randomEmail"
        case let name: return valueNames[String(name)].map { withArguments($0, inner) } ?? String(inner)
        }
    }

    private static let valueNames = [
        "$random.integer": "$randomInt", "$randomInt": "$randomInt", "$timestamp": "$timestamp",
        "$random.alphanumeric": "$randomAlphaNumeric", "$random.alphabetic": "$randomAlphabetic",
        "$random.hexadecimal": "$randomHexadecimal",
    ]

    /// The name of our value with the arguments, if it takes them.
    private static func withArguments(_ name: String, _ inner: Substring) -> String {
        var arguments = arguments(of: inner)
        if name == "$randomInt", inner.contains("("), Int(arguments) != nil { arguments = "0 " + arguments }
        guard inner != "$randomInt 0 1000", !arguments.isEmpty else { return name }
        let whole = "\(name) \(arguments)"
        return DynamicValues.has(String(whole.dropFirst())) ? whole : DynamicValues.has(String(name.dropFirst())) ? name : String(inner)
    }

    /// The arguments of a value, without commas and brackets.
    private static func arguments(of inner: Substring) -> String {
        let words = inner.drop { $0 != " " && $0 != "(" }.split { "(), ".contains($0) }
        return words.joined(separator: " ")
    }
}

extension HTTPFileWriter.Dialect {
    /// The notation for a dynamic value, a variable of the process environment or a prompt; nil if the program has none.
    func reference(_ name: String) -> String? {
        let isForVSCode = self == .vsCode
        if String.identifiers.contains(name) { return isForVSCode ? "$guid" : "$uuid" }
        if let name = name.reference(after: "env:") { return isForVSCode ? "$processEnv \(name)" : "$env.\(name)" }
        if name.hasPrefix("$"), name.contains(" ") { return isForVSCode ? Self.vsCode(name) : Self.jetBrains(name) }
        switch name {
        case "$timestamp": return name
        case "$isoTimestamp": return isForVSCode ? "$datetime iso8601" : name
        case "$randomInt": return isForVSCode ? "$randomInt 0 1000" : name
        case "$randomEmail": return isForVSCode ? nil : "$random.email"
        // A directive asks for it.
        default: return isForVSCode && name.hasPrefix(VariableResolver.promptPrefix) ? name : nil
        }
    }

    private static func vsCode(_ name: String) -> String? {
        let words = name.split(separator: " ")
        switch words[0] {
        case "$randomInt", "$timestamp": return name
        case "$isoTimestamp": return "$datetime iso8601 " + words.dropFirst().joined(separator: " ")
        case "$datetime":
            if words[1] == "iso8601" || words[1] == "rfc1123" { return name }
            let hasOffset = words.count > 3 && Int(words[words.count - 2]) != nil
            let format = words.dropFirst().dropLast(hasOffset ? 2 : 0).joined(separator: " ")
            return (["$datetime \"\(format)\""] + (hasOffset ? words.suffix(2).map(String.init) : [])).joined(separator: " ")
        default: return nil
        }
    }

    private static func jetBrains(_ name: String) -> String? {
        let words = name.split(separator: " ")
        let names: [Substring: String] = [
            "$randomInt": "integer", "$randomAlphaNumeric": "alphanumeric", "$randomAlphabetic": "alphabetic",
            "$randomHexadecimal": "hexadecimal",
        ]
        return names[words[0]].map { "$random.\($0)(\(words.dropFirst().joined(separator: ", ")))" }
    }
}

// MARK: - Responses

extension HTTPFileReader {
    /// The capture for the part of a response: `body.$.token`, `headers.X-Id`, `headers['X-Id']` or `cookies.id.value`.
    static func capture(_ variable: String, _ part: String) -> Capture? {
        let source = part.prefix { $0.isLetter }
        let rest = part[source.endIndex...]
        let isQuoted = rest.hasPrefix("['") && rest.hasSuffix("']") && rest.count > 4
        let name = String(isQuoted ? rest.dropFirst(2).dropLast(2) : rest.dropFirst())
        switch source {
        case "headers" where !name.isEmpty:
            // Kulala numbers the values of a header: `Set-Cookie[1]`.
            return Capture(variable: variable, from: "header", query: name.replacing(/\[\d+\]$/, with: ""))
        case "cookies" where !name.isEmpty:
            return Capture(variable: variable, from: "cookie", query: name.hasSuffix(".value") ? String(name.dropLast(6)) : name)
        case "body" where rest.hasPrefix("."): return Capture(variable: variable, from: "body", query: query(name))
        default: return nil
        }
    }

    /// The query of a reference: `$.token` is a path into JSON, also without `$.`, and `*` the whole body.
    static func query(_ path: String) -> String {
        if path == "*" { return "" }
        let first = path.prefix { !".[".contains($0) }
        let isPath = !path.hasPrefix(".") && first.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) }
        return JSONPathText.standard(isPath ? "$\(first.isEmpty ? "" : ".")\(path)" : path)
    }
}

// MARK: - Options and credentials

extension HTTPFileReader {
    /// The values of our option by the versions of request lines. Most lines name 1.1 without a need for it.
    static let httpVersions = ["2": "2", "2.0": "2", "2 (prior knowledge)": "2-prior-knowledge"]

    /// The schemes after which programs log in themselves, and why Apus cannot.
    static let otherLogins = [
        "cognito": "Apus cannot log in to Amazon Cognito", "oauth2": "its settings are variables of httpyac",
        "openid": "its settings are variables of httpyac",
    ]
}

extension AuthDraft {
    /// The credentials of a header `Authorization` in a shorthand of `.http` files; nil for another value.
    ///
    /// The shorthands are `Basic user password`, `Basic user:password`, the same with `Digest` and `NTLM`, `NTLM` or `Negotiate` alone, and
    /// `AWS key secret` with `token:…`, `region:…` and `service:…` after it.
    init?(shorthand text: String) {
        // Spaces inside variables are not separators.
        var words = text.matches(of: /(?:\{\{.*?\}\}|\S)+/).map { String($0.0) }
        let kinds: [String: Kind] = ["basic": .basic, "digest": .digest, "ntlm": .ntlm, "negotiate": .negotiate, "aws": .awsSignature]
        guard let kind = words.first.flatMap({ kinds[$0.lowercased()] }) else { return nil }
        words.removeFirst()
        if words.isEmpty, kind == .negotiate || kind == .ntlm {
            self.init(kind)
            return
        }
        guard kind != .negotiate else { return nil }
        if kind == .awsSignature {
            guard words.count > 1 else { return nil }
            self.init(kind, fields: ["accessKey": words[0], "secretKey": words[1]])
            for word in words.dropFirst(2) {
                for (prefix, name) in [("token:", "sessionToken"), ("region:", "region"), ("service:", "service")] {
                    if word.hasPrefix(prefix) { self[name] = String(word.dropFirst(prefix.count)) }
                }
            }
            return
        }
        if words.count == 1, let text = words.first, !text.hasSuffix("=") {
            // A colon of `{{env:NAME}}` separates nothing.
            let variables = text.ranges(of: /\{\{.*?\}\}/)
            let colon = text.indices.first { index in text[index] == ":" && !variables.contains { $0.contains(index) } }
            if let colon { words = [String(text[..<colon]), String(text[text.index(after: colon)...])] }
        }
        // The parameters of a Digest header are not credentials.
        guard words.count > 1, words.count == 2 || !words.contains(where: { $0.contains("{{") || $0.hasSuffix(",") }) else { return nil }
        self.init(kind, fields: ["username": words[0], "password": words.dropFirst().joined(separator: " ")])
    }
}

extension HTTPFileReader {
    /// The directives that only other programs write.
    private static let otherDirectives: Set = [
        "connection-timeout", "description", "no-auto-encoding", "no-cookie-jar", "no-log", "no-redirect", "prompt", "tags", "timeout",
        "title",
    ]

    /// The whole request in the notation of the program's own texts; nil for other notations.
    mutating func own(_ source: HTTPFile.Request) throws(ImportError) -> CollectionTree.Request? {
        guard let own = source.own, own.isWhole else { return nil }
        try context.countRequest()
        let others = source.directives.filter { Self.otherDirectives.contains($0.name) }
        let numbers = Set(others.map(\.line))
        let lines = own.text.lines.enumerated().map { numbers.contains(own.line + $0.offset) ? "" : $0.element }
        var request = CollectionTree.Request(try HTTPText.read(lines.joined(separator: "\n"), fromLine: own.line))
        for directive in others { insert(directive, into: &request) }
        let names = [request.draft.name, source.title, "\(source.method) \(TypedCredential.masked(url: source.target))"]
        request.draft.name = context.name(names.first { !$0.isEmpty } ?? "", at: .line(source.line))
        return request
    }

    /// Adds the program's own directives to a request in another notation. If both notations read the request alike, it is read in the
    /// program's own, in which a body of JSON has its content type.
    static func add(_ own: HTTPText.Notation, to draft: inout RequestDraft) throws(ImportError) {
        draft = try HTTPText.adding(own, to: draft)
        guard var whole = try? HTTPText.read(own.text, fromLine: own.line), isSame(whole, draft) else { return }
        whole.name = draft.name
        draft = whole
    }

    private static func isSame(_ one: RequestDraft, _ other: RequestDraft) -> Bool {
        func text(of body: BodyDraft) -> String? {
            switch body.exportForm {
            case nil: ""
            case .text(let text, _, _)?: text
            case .query?, .rows?, .parts?, .file?: nil
            }
        }
        let body = text(of: one.body)
        return body != nil && body == text(of: other.body) && one.method == other.method && one.url == other.url && one.query == other.query
            && one.headers == other.headers && one.auth == other.auth && one.scripts == other.scripts && one.captures == other.captures
            && one.options == other.options
    }
}

extension CollectionTree.Request {
    /// True if the file says that the request is not sent: `skip: true` in Hurl, `# @disabled` in httpyac.
    public var isSkipped: Bool {
        kept(HurlReader.extensionName, "options").contains { $0["name"]?.string == "skip" && $0["value"]?.string == "true" }
            || kept(HTTPFileReader.extensionName, "directives").contains {
                $0["name"]?.string == "disabled" && $0["value"]?.string != "false"
            }
    }

    private func kept(_ name: String, _ list: String) -> [JSONValue] { extensions[name]?[list]?.array ?? [] }

    /// The checks of Hurl, and of an `.http` file in another form, that an import kept, as assertions that always fail.
    public var failingAssertions: [Assertion] {
        let directives = kept(HTTPFileReader.extensionName, "directives").compactMap { kept -> Assertion? in
            guard let name = kept["name"]?.string, Assertion.form(ofDirective: name) != nil else { return nil }
            return Assertion(subject: "@\(name) \(kept["value"]?.string ?? "")", predicate: "")
        }
        let checks = kept(HurlReader.extensionName, "response").compactMap { kept -> Assertion? in
            guard let text = kept["assert"]?.string ?? kept["body"]?.string.map({ "body is \($0.prefix(60))" }) else { return nil }
            let (subject, predicate) = text.splitOnce(at: " ")
            return Assertion(subject: subject, predicate: predicate ?? "")
        }
        return directives + checks
    }
}
