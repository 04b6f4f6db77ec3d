import JSON
import Workspace

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

    /// The names of the dynamic values in a text, in order.
    static func dynamicNames(in text: String) -> [String] {
        var names: [String] = []
        var rest = text[...]
        while let open = rest.firstRange(of: "{{") {
            rest = rest[open.upperBound...]
            let inner = rest.drop { $0 == " " }
            guard inner.hasPrefix("$") else { continue }
            names.append("$" + inner.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
        return names
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
        case "$dotenv", "$processEnv": return words.count > 1 ? "env:\(words[1].drop { $0 == "%" })" : first
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

// MARK: - Responses

extension HTTPFileReader {
    /// The capture for the part of a response: `body.$.token`, `headers.X-Id`, `headers['X-Id']` or `cookies.id.value`.
    static func capture(_ variable: String, _ part: String) -> Capture? {
        let source = part.prefix { $0.isLetter }
        let rest = part[source.endIndex...]
        let isQuoted = rest.hasPrefix("['") && rest.hasSuffix("']") && rest.count > 4
        let name = String(isQuoted ? rest.dropFirst(2).dropLast(2) : rest.dropFirst())
        switch source {
        case "headers" where !name.isEmpty: return Capture(variable: variable, from: "header", query: name)
        case "cookies" where !name.isEmpty:
            return Capture(variable: variable, from: "cookie", query: name.hasSuffix(".value") ? String(name.dropLast(6)) : name)
        case "body" where rest.hasPrefix("."): return Capture(variable: variable, from: "body", query: query(name))
        default: return nil
        }
    }
}

// MARK: - Credentials

extension HTTPFileReader {
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
