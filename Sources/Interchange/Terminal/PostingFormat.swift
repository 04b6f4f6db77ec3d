import JSON
import Workspace

extension ImportFormat {
    /// A request of posting, which stores one in each YAML file.
    static let posting = ImportFormat(
        id: "posting", title: "posting", endings: ["posting.yaml", "posting.yml"],
        recognizes: { source in
            // Apus's own requests have members of the same names, in JSON.
            guard let document = source.document, !source.name.hasSuffix(".json"),
                document["url"]?.string != nil || document["posting_version"] != nil
            else { return false }
            if document["posting_version"] != nil { return true }
            let own = ["path_params", "params", "cookies"].contains { document[$0]?.array != nil } || document["body"]?["form_data"] != nil
            let isRequest = document["method"]?.string != nil || document["name"]?.string != nil
            return isRequest && (own || document["body"]?["content"] != nil || document["auth"]?["type"] != nil)
                && document["queryString"] == nil
        },
        read: { source, context throws(ImportError) in
            var reader = PostingReader(context: context)
            let request = try reader.request(source.document ?? .null, named: BrunoFiles.stem(of: source.name))
            context = reader.context
            return ImportedContent(part: request)
        })
}

extension ImportFormat {
    /// A file of variables (`NAME=value`), as posting and ATAC have for each environment.
    static let dotenv = ImportFormat(
        id: "env", title: "env", readsDocuments: false, endings: ["env"],
        recognizes: { _ in false },
        read: { source, context throws(ImportError) in
            let name = context.name(DotenvFile.environmentName(of: source.name), at: .file)
            let environment = EnvironmentDraft(name: name, variables: DotenvFile.variables(in: source.text, reportingTo: &context))
            return ImportedContent(environments: [.init(environment)])
        })
}

/// A file of variables, one to a line, with the quoting of a shell.
enum DotenvFile {
    /// The name of the environment: `dev` for `dev.env` and for `.env.dev`.
    static func environmentName(of path: String) -> String {
        let name = path.lastPathComponent
        if name.hasPrefix(".env.") { return String(name.dropFirst(5)) }
        return name.hasSuffix(".env") && name.count > 4 ? String(name.dropLast(4)) : "env"
    }

    /// The variables of a text; `$NAME` and `${NAME}` become references, except between single quotes.
    static func variables(in text: String, reportingTo context: inout ImportContext) -> [Row] {
        var rows: [Row] = []
        var rest = text[...]
        var number = 1
        while !rest.isEmpty {
            let line = rest.prefix { !$0.isNewline }
            let entry = line.trimmingBlanks
            let name = (entry.hasPrefix("export ") ? entry.dropFirst(7) : entry).prefix { $0 != "=" }.trimmingBlanks
            guard !entry.isEmpty, !entry.hasPrefix("#") else {
                rest = rest[line.endIndex...].dropFirst()
                number += 1
                continue
            }
            guard let sign = line.firstIndex(of: "="), !name.isEmpty, !name.contains(where: \.isWhitespace) else {
                context.report(.lost, at: .line(number), "line", "expected NAME=value")
                rest = rest[line.endIndex...].dropFirst()
                number += 1
                continue
            }
            let (value, end) = value(rest[rest.index(after: sign)...], after: rows)
            rows.append(Row(String(name), value))
            number += rest[..<end].count(where: \.isNewline) + 1
            rest = rest[end...].drop { !$0.isNewline }.dropFirst()
        }
        return rows
    }

    /// The value at the start of a text, and the index after it. A quoted one may have several lines.
    private static func value(_ text: Substring, after rows: [Row]) -> (value: String, end: String.Index) {
        let start = text.drop { $0 == " " || $0 == "\t" }
        if let quote = start.first, quote == "'" || quote == "\"" {
            var (value, index) = ("", start.index(after: start.startIndex))
            while index < start.endIndex, start[index] != quote {
                if start[index] == "\\", let next = start.index(index, offsetBy: 1, limitedBy: start.index(before: start.endIndex)) {
                    let escapes: [Character: String] =
                        quote == "'" ? ["'": "'", "\\": "\\"] : ["n": "\n", "t": "\t", "r": "\r", "\"": "\"", "\\": "\\", "$": "\0"]
                    value += escapes[start[next]] ?? "\\\(start[next])"
                    index = start.index(after: next)
                } else {
                    value.append(start[index])
                    index = start.index(after: index)
                }
            }
            if index < start.endIndex { return (quote == "'" ? value : expanded(value, rows), start.index(after: index)) }
        }
        let line = start.prefix { !$0.isNewline }
        let value = line.firstRange(of: " #").map { line[..<$0.lowerBound] } ?? line
        return (expanded(String(value.trimmingBlanks), rows), line.endIndex)
    }

    /// The text with references for `${NAME}`. `${NAME:-value}` is the value, unless the file has set the variable before. The text has a
    /// zero byte for each escaped dollar sign.
    private static func expanded(_ text: String, _ rows: [Row]) -> String {
        text.replacing(/\$\{(\w+)(?::-([^}]*))?\}/) { match in
            let isSet = rows.contains { $0.name == match.1 }
            return match.2.flatMap { isSet ? nil : String($0) } ?? "{{\(match.1)}}"
        }.replacing("\0", with: "$")
    }
}

/// Reads posting's requests. Its variables (`$name`, `${name}`) become references (`{{name}}`).
private struct PostingReader {
    var context: ImportContext

    mutating func request(_ value: JSONValue, named name: String) throws(ImportError) -> CollectionTree.Request {
        try context.countRequest()
        var result = CollectionTree.Request()
        result.draft.name = context.name(value.nonEmpty("name") ?? name, at: .pointer(JSONPointer().member("name")))
        result.draft.docs = value.text("description")
        result.draft.method = value.methodInCapitals
        (result.draft.url, result.draft.query) = URLParts.split(Self.template(value.text("url")))
        result.draft.query += rows(value["params"]).map(\.escapingQuery)
        result.draft.headers = rows(value["headers"])
        result.draft.pathParameters = rows(value["path_params"])
        let cookies = rows(value["cookies"]).filter(\.isEnabled)
        if !cookies.isEmpty { result.draft.headers.append(Row("Cookie", cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))) }
        insertBody(value["body"] ?? .null, into: &result.draft)
        insertAuth(value["auth"] ?? .null, into: &result.draft)
        let options = value["options"] ?? .null
        result.draft.options.redirects.follow = options["follow_redirects"]?.bool
        result.draft.options.tls.verify = options["verify_ssl"]?.bool
        result.draft.options.timeout = options["timeout"]?.double
        if let proxy = options.nonEmpty("proxy_url") { result.draft.options.proxy = proxy }
        if let attach = options["attach_cookies"]?.bool { result.draft.options.cookies = attach }
        if let scripts = value["scripts"], scripts.object?.contains(where: { !$0.value.isNull }) == true {
            result.extensions["x-posting"] = ["scripts": scripts]
            context.report(.kept, at: JSONPointer().member("scripts"), "scripts", "they are Python, which Apus does not run")
        }
        return result
    }

    private func rows(_ value: JSONValue?) -> [Row] {
        (value?.array ?? []).filter { $0.object != nil }.map { row in
            Row(Self.template(row.text("name")), Self.template(row.text("value")), isEnabled: row["enabled"].map(\.looseFlag) ?? true)
        }
    }

    private func insertBody(_ body: JSONValue, into draft: inout RequestDraft) {
        if let fields = body["form_data"]?.array, !fields.isEmpty {
            draft.body = BodyDraft(kind: .form, form: rows(.array(fields)))
        } else if let text = body.nonEmpty("content") {
            let type = body.text("content_type")
            draft.body = PostmanBody.text(
                Self.template(text), language: "", type.isEmpty ? draft.headers : draft.headers + [Row("Content-Type", type)])
            if draft.body.kind == .text, !type.isEmpty { draft.body.contentType = type }
        }
    }

    private mutating func insertAuth(_ auth: JSONValue, into draft: inout RequestDraft) {
        let type = auth.text("type")
        let fields = auth[type] ?? .null
        func text(_ name: String) -> String { Self.template(fields.text(name)) }
        switch type {
        case "": break
        case "basic": draft.auth = .basic(text("username"), text("password"))
        case "digest": draft.auth = .digest(text("username"), text("password"))
        case "bearer_token", "bearer": draft.auth = .bearer(text("token"))
        default:
            context.report(.lost, at: JSONPointer().member("auth"), "authentication “\(type)”", "it is not known")
        }
    }

    /// `$name` and `${name}` as references; `$$` is a dollar sign.
    static func template(_ text: String) -> String {
        guard text.contains("$") else { return text }
        var result = ""
        var rest = text[...]
        while let sign = rest.firstIndex(of: "$") {
            result += rest[..<sign]
            rest = rest[rest.index(after: sign)...]
            if rest.first == "$" {
                result += "$"
                rest.removeFirst()
                continue
            }
            let isBraced = rest.first == "{"
            let name = rest.dropFirst(isBraced ? 1 : 0).prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            let isName = name.first.map { !$0.isNumber } ?? false
            guard isName, !isBraced || rest.dropFirst(name.count + 1).first == "}" else {
                result += "$"
                continue
            }
            result += "{{\(name)}}"
            rest = rest.dropFirst(name.count + (isBraced ? 2 : 0))
        }
        return result + rest
    }
}
