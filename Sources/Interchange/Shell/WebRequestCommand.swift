import JSON
import Workspace

/// Reads `Invoke-WebRequest` and `Invoke-RestMethod` (learn.microsoft.com, “Invoke-WebRequest”) in a script, with the variables and the
/// sessions defined before them.
struct WebRequestCommand {
    /// A command of a script, with its request.
    struct Found {
        /// The number of its line, from 1.
        let line: Int
        let request: Result<ImportedRequest, ImportError>
    }

    var rest: ArraySlice<PowerShellScanner.Token>
    let lines: [Int]
    private var found: [Found] = []
    /// The command that is being read.
    var reader = CurlReader()
    var variables: [String: PowerShellValue] = [:]
    /// The user agents and the cookies of sessions, by their variables.
    private var sessions: [String: [(meaning: CurlOption.Meaning, value: String)]] = [:]
    /// The cookies of the command's session, sent in one header.
    private var cookies: [String] = []
    /// The number of groups around the next token.
    var depth = 0

    static let names: Set<String> = ["invoke-webrequest", "invoke-restmethod", "iwr", "irm"]
    /// Parameters without a value.
    private static let switches: Set<String> = ["usebasicparsing", "skipcertificatecheck", "skipheadervalidation", "skiphttperrorcheck"]
    private static let meanings: [String: CurlOption.Meaning] = [
        "body": .dataRaw, "useragent": .userAgent, "infile": .upload,
        "timeoutsec": .setting("max-time"), "maximumredirection": .setting("max-redirs"), "proxy": .setting("proxy"),
    ]

    /// True if a script runs one of these commands, or sets a variable for one or from its result.
    static func isCommand(_ text: Substring) -> Bool {
        let start = text.prefix(24).lowercased()
        if names.contains(where: { start.hasPrefix($0) && !(start.dropFirst($0.count).first?.isLetter ?? false) }) { return true }
        guard start.hasPrefix("$") else { return false }
        let words = text.lowercased()
        return ["invoke-webrequest", "invoke-restmethod", "= iwr ", "= irm ", "\niwr ", "\nirm ", "> iwr ", "> irm "].contains(
            where: words.contains)
    }

    /// The commands of a script, in order.
    ///
    /// - Throws: the place of a quote that is not closed.
    static func all(in text: String) throws(OpenQuoteError) -> [Found] {
        var command = WebRequestCommand(try PowerShellScanner(text))
        command.run()
        return command.found
    }

    /// The requests of a script.
    static func requests(_ text: String) throws(ImportError) -> [ImportedRequest] {
        let found: [Found]
        do throws(OpenQuoteError) { found = try all(in: text) } catch { throw ImportError(error.message(of: "PowerShell")) }
        guard !found.isEmpty else { throw ImportError("The PowerShell script has no Invoke-WebRequest.") }
        var requests: [ImportedRequest] = []
        for command in found { requests.append(try command.request.get()) }
        return requests
    }

    private init(_ scanner: PowerShellScanner) { (rest, lines) = (scanner.tokens[...], scanner.lines) }

    // MARK: Statements

    private mutating func run() {
        while let token = rest.first {
            let start = rest.startIndex
            switch token {
            // Blocks contain statements as well.
            case .end, .open, .close, .comma, .equals, .pipe: rest.removeFirst()
            case .word(let word) where word.hasPrefix("$") || word.hasPrefix("[") && word.contains("]$"):
                rest.removeFirst()
                readAssignment(of: String(word[(word.firstIndex(of: "$") ?? word.startIndex)...]))
            case .word(let word) where !Self.names.contains(word.lowercased()) && !word.hasPrefix("["):
                rest = rest.drop { token in
                    if case .open = token { false } else { token != .end }
                }
            default: _ = piped(value())
            }
            if rest.startIndex == start { rest.removeFirst() }
        }
    }

    /// `$session.UserAgent = "…"`, `$session.Cookies.Add((New-Object System.Net.Cookie("name", "value", …)))`, `$name = …`,
    /// `$table["name"] = …`, `$table.Add("name", …)`.
    private mutating func readAssignment(of name: String) {
        let path = name.lowercased()
        if path.hasSuffix(".cookies.add") {
            let texts = statement().compactMap { text(of: $0) }
            if texts.count > 1 { sessions[String(path.dropLast(12)), default: []].append((.cookie, "\(texts[0])=\(texts[1])")) }
        } else if path.hasSuffix(".add"), rest.first == .open(.group) {
            rest.removeFirst()
            let key = value()
            guard case .list(let pair)? = key, pair.count == 2 else { return skipStatement() }
            set(pair[0].text, of: String(path.dropLast(4)), to: pair[1])
        } else if path.hasSuffix("["), let key = primary(isArgument: true), rest.first == .word("]") {
            rest.removeFirst()
            if consumeEquals() { set(key.text, of: String(path.dropLast()), to: piped(value())) }
        } else if consumeEquals() {
            assign(piped(value()), to: name)
        } else {
            // A pipe may end at a command.
            _ = piped(lookUp(name))
        }
        skipStatement()
    }

    private mutating func consumeEquals() -> Bool {
        guard rest.first == .equals else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func assign(_ value: PowerShellValue?, to name: String) {
        let path = name.lowercased()
        guard let dot = name.lastIndex(of: ".") else {
            sessions[path] = nil
            return variables[path] = value
        }
        guard path.hasSuffix(".useragent"), let text = value?.text else {
            return set(String(name[name.index(after: dot)...]), of: name[..<dot].lowercased(), to: value)
        }
        sessions[name[..<dot].lowercased(), default: []].append((.userAgent, text))
    }

    private mutating func set(_ member: String, of path: String, to value: PowerShellValue?) {
        guard let value, case .table(let table)? = variables[path] else { return }
        variables[path] = .table(table.filter { $0.name.lowercased() != member.lowercased() } + [(member, value)])
    }

    /// The tokens up to the end of the statement, which are taken.
    private mutating func statement() -> ArraySlice<PowerShellScanner.Token> {
        let tokens = rest.prefix { $0 != .end }
        rest = rest[tokens.endIndex...]
        return tokens
    }

    private mutating func skipStatement() { _ = statement() }

    // MARK: Commands

    /// Reads a command after its name, with the value before a pipe.
    mutating func readCommand(at line: Int, input: PowerShellValue? = nil) {
        let outer = (reader, cookies)
        defer { (reader, cookies) = outer }
        (reader, cookies) = (CurlReader(), [])
        reader.program = "PowerShell"
        // PowerShell follows redirects by default.
        reader.options.append((.location, ""))
        if let input { apply("body", input, "-Body") }
        while let token = rest.first, token != .end, token != .close {
            if token == .pipe {
                rest.removeFirst()
                reader.losses.append("the text after “|” is omitted")
                _ = tail()
            } else if case .word(let word) = token, word.hasPrefix("-"), word.count > 1 {
                rest.removeFirst()
                readParameter(word)
            } else if case .word(let word) = token, word.hasPrefix("@"), word.count > 1 {
                rest.removeFirst()
                splat(word)
            } else {
                let value = value(isArgument: true)
                if value?.isText == true { reader.urls.append(value?.text ?? "") }
                if value == nil { rest = rest.dropFirst() }
            }
        }
        if !cookies.isEmpty { reader.options.append((.header, "Cookie: " + cookies.joined(separator: "; "))) }
        let isTable = reader.has(.dataURLEncoded)
        if !reader.has(.method) { reader.options.append((.method, "GET")) }
        // A table goes into the query of GET.
        if isTable, reader.last(.method) == "GET" { reader.options.append((.get, "")) }
        let reader = reader
        found.append(Found(line: line, request: Result { () throws(ImportError) in try reader.request() }))
    }

    /// The members of a table as parameters: `@name`.
    private mutating func splat(_ word: String) {
        guard case .table(let table)? = variables["$" + word.dropFirst().lowercased()] else {
            return reader.losses.append("\(word) is omitted: its parameters are not known")
        }
        for (name, value) in table { apply(name.lowercased(), value, "-\(name)") }
    }

    private mutating func readParameter(_ word: String) {
        let parts = word.dropFirst().split(separator: ":", maxSplits: 1).map(String.init)
        let name = (parts.first ?? "").lowercased()
        if Self.switches.contains(name) {
            let value = parts.count > 1 ? PowerShellValue.word(parts[1]) : nil
            return apply(name, value ?? .word("$true"), word)
        }
        if name == "websession", case .word(let variable)? = rest.first {
            rest.removeFirst()
            let session = sessions[variable.lowercased()] ?? []
            cookies += session.filter { $0.meaning == .cookie }.map(\.value)
            return reader.options += session.filter { $0.meaning != .cookie }
        }
        apply(name, parts.count > 1 ? .text(parts[1]) : value(isArgument: true), word)
    }

    private mutating func apply(_ name: String, _ value: PowerShellValue?, _ word: String) {
        switch (name, value) {
        case (let name, let value?) where Self.switches.contains(name):
            if name == "skipcertificatecheck", value.text != "False" { reader.options.append((.setting("insecure"), "")) }
        case ("websession", _), ("sessionvariable", _): break
        case ("headers", .table(let table)?):
            let rows = table.map { Row($0.name, $0.value.text) }
            rows.forEach { addHeader($0, of: rows) }
        case ("contenttype", let type?) where type.isText: addHeader(Row("Content-Type", type.text), of: [])
        case ("body", .table(let table)?):
            table.forEach { reader.options.append((.dataURLEncoded, "\($0.name)=\($0.value.text)")) }
        case ("uri", let url?) where url.isText: reader.urls.append(url.text)
        case ("method", let method?) where method.isText, ("custommethod", let method?) where method.isText:
            // PowerShell sends the name of its method in capital letters.
            reader.applyOption(.method, method.text.contains("{{") ? method.text : method.text.uppercased(), word)
        case (_, let value?) where value.isText:
            guard let meaning = Self.meanings[name] else { return reader.losses.append("\(word) is omitted") }
            reader.applyOption(meaning, value.text, word)
        default: reader.losses.append("\(word) is omitted")
        }
    }

    /// Browsers write HTTP/2's own fields among the headers, without their colons.
    private mutating func addHeader(_ row: Row, of rows: [Row]) {
        let own: Set<String> = ["authority", "method", "path", "scheme"]
        if own.contains(row.name), own.isSubset(of: rows.map(\.name)) { return }
        reader.options.append((.header, row.value.isEmpty ? row.name + ";" : "\(row.name): \(row.value)"))
    }
}

/// A value in a PowerShell script.
enum PowerShellValue {
    case text(String)
    /// A number, a constant or a word.
    case word(String)
    case list([PowerShellValue])
    case table([(name: String, value: PowerShellValue)])

    /// True for a text or a word.
    var isText: Bool {
        switch self {
        case .text, .word: true
        case .list, .table: false
        }
    }

    /// The text that PowerShell sends.
    var text: String {
        switch self {
        case .text(let text): text
        case .word(let word): ["$true": "True", "$false": "False", "$null": ""][word.lowercased()] ?? word
        case .list(let values): values.map(\.text).joined(separator: ",")
        case .table: ""
        }
    }

    /// The value that `ConvertTo-Json` writes.
    var json: JSONValue {
        switch self {
        case .text(let text): return .string(text)
        case .list(let values): return .array(values.map(\.json))
        case .table(let table):
            var object = JSONObject()
            for (name, value) in table { object[name] = value.json }
            return .object(object)
        case .word(let word):
            let constants: [String: JSONValue] = ["$true": true, "$false": false, "$null": .null]
            return constants[word.lowercased()] ?? JSONNumber(word).map(JSONValue.number) ?? .string(word)
        }
    }
}
