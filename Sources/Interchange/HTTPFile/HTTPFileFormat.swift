import JSON
import Workspace

extension ImportFormat {
    /// Files of requests as text (`.http`, `.rest`), in the dialects of VS Code's REST Client and JetBrains' HTTP Client.
    static let httpFile = ImportFormat(
        id: "http", title: ".http", readsDocuments: false, endings: ["http", "rest"],
        recognizes: { source in source.document == nil && HTTPFile.recognizes(source.text) },
        read: { source, context throws(ImportError) in
            if HTTPFileSettings.isFile(source.name) {
                var settings = HTTPFileSettings(context)
                defer { context = settings.context }
                return ImportedContent(format: "http", environments: try settings.environments(of: source))
            }
            let file = HTTPFile(source.text)
            var reader = HTTPFileReader(context)
            let content = try reader.read(file, named: BrunoFiles.stem(of: source.name))
            context = reader.context
            return content
        },
        facts: \.details)
}

/// The syntactic structure of a file of requests, not interpreted.
///
/// ```
/// @host = https://example.com        a variable of the file
///
/// ### Create a pilot                 begins a request
/// # @name create                     a directive
/// < {% script %}                     runs before
/// POST {{host}}/pilots
///     ?notify=true                   goes on with the URL
/// Content-Type: application/json
///
/// < ./pilot.json                     a file as the body
///
/// > {% script %}                     runs after
/// ```
struct HTTPFile {
    /// A request as written.
    struct Request {
        var title = ""
        /// The line of the request, from 1.
        var line = 0
        var method = ""
        var target = ""
        var headers: [(name: String, value: String)] = []
        var body: [Substring] = []
        /// The names and values of `# @name value`.
        var directives: [(name: String, value: String, line: Int)] = []
        /// The variables set beside the request.
        var variables: [Row] = []
        var comments: [String] = []
        var before: [String] = []
        var after: [String] = []
        /// A curl command in place of the request line, headers and body; empty for none.
        var command = ""
    }

    private(set) var requests: [Request] = []
    /// The variables before the first request.
    private(set) var variables: [Row] = []
    /// The names of all variables of the file, in order.
    private(set) var variableNames: [String] = []
    /// The names that directives give to requests, in order.
    private(set) var names: [String] = []
    private(set) var handlerCount = 0
    private(set) var beforeCount = 0
    private(set) var fileBodyCount = 0
    /// The references to dynamic values, in order.
    private(set) var dynamicNames: [String] = []
    /// The variables that references to the file `.env` name: `{{$dotenv NAME}}`.
    private(set) var dotenvNames: Set<String> = []

    /// True if the first line that is not empty or a comment is a separator, sets a variable or begins a request.
    static func recognizes(_ text: String) -> Bool {
        // Faulty JSON is no request.
        let start = text.drop { $0.isWhitespace }
        if start.hasPrefix("[") || start.hasPrefix("{") && !start.hasPrefix("{{") { return false }
        for line in text.lines.prefix(200) {
            let line = line.trimmingBlanks
            if line.hasPrefix("###") { return true }
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix("//") { continue }
            if line.hasPrefix("@"), line.contains("=") { return true }
            if line.hasPrefix("< {%") { return true }
            return requestLine(line).map {
                $0.target.contains("://") || $0.target.hasPrefix("{{") || $0.target.hasPrefix("/") || $0.hasMethod
            } ?? false
        }
        return text.contains("###")
    }

    init(_ text: String) {
        let lines = text.lines
        var block: [(text: Substring, number: Int)] = []
        var title = ""
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("###") {
                add(block, title)
                (block, title) = ([], String(line.drop { $0 == "#" }.trimmingBlanks))
            } else {
                block.append((line, index + 1))
            }
        }
        add(block, title)
        dynamicNames = Self.dynamicNames(in: text)
        dotenvNames = Set(text.matches(of: /\{\{\s*\$dotenv\s+(\w+)\s*\}\}/).map { String($0.1) })
    }

    // MARK: Blocks

    /// Reads the lines between two separators.
    private mutating func add(_ block: [(text: Substring, number: Int)], _ title: String) {
        var request = Request(title: title)
        var rest = block[...]
        readHead(&rest, &request)
        guard let first = rest.popFirst() else {
            // Without a request, the variables belong to the file.
            variables += request.variables
            return
        }
        request.line = first.number
        let text = first.text.trimmingBlanks
        // A method alone has no URL yet.
        let isMethod = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(text)
        let line = Self.requestLine(text) ?? (isMethod ? (String(text), "", true) : ("GET", String(text), false))
        (request.method, request.target) = (line.method, line.target)
        if first.text.trimmingBlanks.hasPrefix("curl ") {
            readBody(&rest, &request)
            request.command = ([first.text] + request.body).joined(separator: "\n")
            request.body = []
        }
        while let next = rest.first, let more = Self.continuation(next.text, of: request.target) {
            request.target += more
            rest.removeFirst()
        }
        request.target = String(Self.withoutVersion(request.target[...]))
        readHeaders(&rest, &request)
        readBody(&rest, &request)
        if requests.isEmpty {
            variables += request.variables
        } else {
            variables += request.variables.filter { row in !variables.contains { $0.name == row.name } }
        }
        requests.append(request)
    }

    /// Reads comments, directives, variables and scripts, up to the line of the request.
    private mutating func readHead(_ rest: inout ArraySlice<(text: Substring, number: Int)>, _ request: inout Request) {
        while let next = rest.first {
            let line = next.text.trimmingBlanks
            if line.isEmpty {
                rest.removeFirst()
            } else if line.hasPrefix("#") || line.hasPrefix("//") {
                rest.removeFirst()
                readComment(line, next.number, &request)
            } else if line.hasPrefix("@"), let sign = line.firstIndex(of: "=") {
                rest.removeFirst()
                let name = String(line[line.index(after: line.startIndex)..<sign].trimmingBlanks)
                request.variables.append(Row(name, String(line[line.index(after: sign)...].trimmingBlanks)))
                variableNames.append(name)
            } else if line.hasPrefix("<"), line.dropFirst().trimmingBlanks.hasPrefix("{%") {
                beforeCount += 1
                request.before.append(Self.script(&rest))
            } else if line.hasPrefix("<"), !line.hasPrefix("<>") {
                rest.removeFirst()
                beforeCount += 1
                request.before.append("// " + line)
            } else if line.hasPrefix(">") {
                // Another dialect writes scripts as quoted lines before the request.
                rest.removeFirst()
                let text = String(line.dropFirst().drop { $0 == " " })
                let isTest = text.hasPrefix("client.") || text.hasPrefix("tests.") || !request.after.isEmpty
                if isTest { request.after.append(text) } else { request.before.append(text) }
            } else {
                return
            }
        }
    }

    private mutating func readComment(_ line: Substring, _ number: Int, _ request: inout Request) {
        let text = line.drop { $0 == "#" || $0 == "/" }.trimmingBlanks
        guard text.hasPrefix("@") else {
            // An empty comment separates paragraphs.
            if !text.isEmpty || line == "#" && !request.comments.isEmpty { request.comments.append(String(text)) }
            return
        }
        let name = String(text.dropFirst().prefix { !$0.isWhitespace && $0 != "=" })
        let rest = text.dropFirst(name.count + 1).trimmingBlanks
        // JetBrains' client writes `# @name=login` too.
        let value = String(rest.dropFirst(rest.hasPrefix("=") ? 1 : 0).trimmingBlanks)
        request.directives.append((name, value, number))
        if name == "name" { names.append(value.split(separator: " ").first.map(String.init) ?? "") }
    }

    private mutating func readHeaders(_ rest: inout ArraySlice<(text: Substring, number: Int)>, _ request: inout Request) {
        while let next = rest.first {
            let line = next.text.trimmingBlanks
            guard !line.isEmpty else {
                rest.removeFirst()
                return
            }
            if line.hasPrefix("#") || line.hasPrefix("//") {
                rest.removeFirst()
                readComment(line, next.number, &request)
                continue
            }
            guard let colon = line.firstIndex(of: ":"), !Self.beginsHandler(line), !line[..<colon].contains(where: \.isWhitespace) else {
                return
            }
            rest.removeFirst()
            var value = String(line[line.index(after: colon)...].trimmingBlanks)
            // A value goes on in indented lines after a comma.
            while value.hasSuffix(","), let more = rest.first?.text, more.first?.isWhitespace == true, !more.trimmingBlanks.isEmpty {
                value += " " + more.trimmingBlanks
                rest.removeFirst()
            }
            request.headers.append((String(line[..<colon]), value))
        }
    }

    private mutating func readBody(_ rest: inout ArraySlice<(text: Substring, number: Int)>, _ request: inout Request) {
        while let next = rest.first {
            let line = next.text.trimmingBlanks
            if line.hasPrefix(">"), line.dropFirst().trimmingBlanks.hasPrefix("{%") {
                handlerCount += 1
                request.after.append(Self.script(&rest))
                continue
            }
            rest.removeFirst()
            if Self.beginsHandler(line) {
                if line.hasPrefix("> ") { handlerCount += 1 }
                request.after.append("// " + line)
                continue
            }
            if Self.filePath(line) != nil { fileBodyCount += 1 }
            request.body.append(next.text)
        }
        // Empty comments at the end frame the title of the next request.
        while request.body.last?.allSatisfy({ $0.isWhitespace || $0 == "#" }) ?? false { request.body.removeLast() }
    }

    /// `> file`, `>> file`, `>>! file`, `<> file`.
    private static func beginsHandler(_ line: Substring) -> Bool { line.hasPrefix("> ") || line.hasPrefix(">>") || line.hasPrefix("<>") }

    /// The path in `< path`, `<@ path` and `<@encoding path`, and true if variables in the file are replaced.
    static func filePath(_ line: Substring) -> (path: String, hasVariables: Bool)? {
        guard line.hasPrefix("<"), !line.hasPrefix("<>") else { return nil }
        var rest = line.dropFirst()
        let hasVariables = rest.hasPrefix("@")
        if hasVariables { rest = rest.dropFirst().drop { !$0.isWhitespace } }
        guard rest.first?.isWhitespace == true else { return nil }
        let path = rest.trimmingBlanks
        return path.isEmpty || path.hasPrefix("{%") ? nil : (String(path), hasVariables)
    }

    /// The text between `{%` and `%}`, which may continue on several lines.
    private static func script(_ rest: inout ArraySlice<(text: Substring, number: Int)>) -> String {
        var lines: [Substring] = []
        while let next = rest.popFirst() {
            var line = next.text
            if lines.isEmpty, let open = line.firstRange(of: "{%") { line = line[open.upperBound...] }
            if let close = line.firstRange(of: "%}") {
                lines.append(line[..<close.lowerBound])
                break
            }
            lines.append(line)
        }
        guard lines.count > 1 else { return lines.first.map { String($0.trimmingBlanks) } ?? "" }
        // The lines of the brackets hold nothing as a rule.
        if lines.last?.trimmingBlanks.isEmpty == true { lines.removeLast() }
        if lines.first?.trimmingBlanks.isEmpty == true { lines.removeFirst() }
        return lines.joined(separator: "\n")
    }

    // MARK: Lines

    /// The methods that REST Client knows in small letters as well.
    private static let methods: Set<String> = [
        "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "CONNECT", "TRACE", "LOCK", "UNLOCK", "PROPFIND", "PROPPATCH", "COPY",
        "MOVE", "MKCOL", "MKCALENDAR", "ACL", "SEARCH",
    ]

    /// A target without the version of HTTP at its end.
    private static func withoutVersion(_ target: Substring) -> Substring {
        // A version is short, and a target may have megabytes.
        guard let space = target.suffix(32).lastIndex(where: { $0 == " " || $0 == "\t" }),
            target[target.index(after: space)...].uppercased().hasPrefix("HTTP/")
        else { return target }
        return target[..<space].trimmingBlanks
    }

    /// `METHOD target HTTP/1.1`; the method and the version may be missing.
    static func requestLine(_ line: Substring) -> (method: String, target: String, hasMethod: Bool)? {
        let word = line.prefix { !$0.isWhitespace }
        let isMethod = !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isUppercase || $0 == "-" || $0 == "_") } && word.count < 24
        let rest = withoutVersion(line.dropFirst(word.count).trimmingBlanks)
        // In small letters, it may be a word of a text.
        let isURL = rest.hasPrefix("/") || rest.hasPrefix("{{") || rest.contains("://")
        if !isMethod, isURL, methods.contains(word.uppercased()) { return (word.uppercased(), String(rest), true) }
        let target = isMethod ? rest : withoutVersion(line)
        guard isMethod || word.contains("://") || word.hasPrefix("{{") || word.hasPrefix("/") else { return nil }
        guard !target.isEmpty else { return nil }
        return (isMethod ? String(word) : "GET", String(target), isMethod)
    }

    /// A continuation line of the URL: a part of the query, or indented after a URL that expects more.
    private static func continuation(_ line: Substring, of target: String) -> String? {
        let text = line.trimmingBlanks
        guard !text.isEmpty, !text.hasPrefix("#"), !text.hasPrefix("//") else { return nil }
        if text.hasPrefix("?") || text.hasPrefix("&") { return String(text) }
        let isOpen = text.hasPrefix("/") || text.hasPrefix("=") || target.last.map { "?&=".contains($0) } == true
        return line.first?.isWhitespace == true && isOpen ? String(text) : nil
    }

    private static func dynamicNames(in text: String) -> [String] {
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

// MARK: Dynamic values

extension HTTPFileReader {
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
