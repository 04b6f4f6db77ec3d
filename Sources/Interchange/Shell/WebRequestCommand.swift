import JSON
import Workspace

/// Parses `Invoke-WebRequest` and `Invoke-RestMethod` (learn.microsoft.com, “Invoke-WebRequest”) as copied by browsers, with the session
/// defined before them.
struct WebRequestCommand {
    /// The value of a parameter or a variable.
    private enum Value: Hashable {
        case text(String)
        /// The entries of a table, and the table in JSON.
        case rows([Row], JSONObject)
    }

    private var rest: ArraySlice<PowerShellScanner.Token>
    private var reader = CurlReader()
    private var variables: [String: Value] = [:]
    private var cookies: [String] = []
    private var isFound = false
    /// The number of groups around the next token.
    private var depth = 0

    private static let depthLimit = 64
    private static let names: Set<String> = ["invoke-webrequest", "invoke-restmethod", "iwr", "irm"]
    /// Parameters without a value.
    private static let switches: Set<String> = ["usebasicparsing", "skipcertificatecheck", "skipheadervalidation", "skiphttperrorcheck"]
    private static let meanings: [String: CurlOption.Meaning] = [
        "body": .dataRaw, "useragent": .userAgent, "infile": .upload,
        "timeoutsec": .setting("max-time"), "maximumredirection": .setting("max-redirs"), "proxy": .setting("proxy"),
    ]

    /// True if a script is one of these commands, or sets up a session for one.
    static func isCommand(_ text: Substring) -> Bool {
        let start = text.prefix(24).lowercased()
        if names.contains(where: { start.hasPrefix($0) && !(start.dropFirst($0.count).first?.isLetter ?? false) }) { return true }
        return start.hasPrefix("$") && ["Invoke-WebRequest", "Invoke-RestMethod"].contains { text.contains($0) }
    }

    static func read(_ text: String) throws(ImportError) -> ImportedRequest {
        var command: WebRequestCommand
        do throws(OpenQuote) {
            command = WebRequestCommand(tokens: try PowerShellScanner(text).tokens)
        } catch {
            throw ImportError(error.message(of: "PowerShell"))
        }
        return try command.run()
    }

    private init(tokens: [PowerShellScanner.Token]) {
        rest = tokens[...]
        reader.program = "PowerShell"
        // PowerShell follows redirects by default.
        reader.options.append((.location, ""))
    }

    private mutating func run() throws(ImportError) -> ImportedRequest {
        while let token = rest.popFirst() {
            guard case .word(let word) = token else { continue }
            if Self.names.contains(word.lowercased()) {
                if isFound { reader.losses.append("only the first request is imported") }
                if isFound { break }
                isFound = true
                readParameters()
            } else if word.hasPrefix("$") {
                readAssignment(of: word)
            } else {
                reader.losses.append("“\(word) …” is omitted")
                skipStatement()
            }
        }
        guard isFound else { throw ImportError("The PowerShell script has no Invoke-WebRequest.") }
        if !cookies.isEmpty { reader.options.append((.cookie, cookies.joined(separator: "; "))) }
        if !reader.has(.method) { reader.options.append((.method, "GET")) }
        return try reader.request()
    }

    // MARK: Statements

    /// `$session.UserAgent = "…"`, `$session.Cookies.Add((New-Object System.Net.Cookie("name", "value", …)))`, `$name = …`.
    private mutating func readAssignment(of name: String) {
        let path = name.lowercased()
        if path.hasSuffix(".cookies.add") {
            let texts = statement().compactMap { if case .text(let text) = $0 { text } else { nil } }
            if texts.count > 1 { cookies.append("\(texts[0])=\(texts[1])") }
            return
        }
        guard rest.first == .equals else { return skipStatement() }
        rest.removeFirst()
        // The result may be assigned to a variable.
        if case .word(let word)? = rest.first, Self.names.contains(word.lowercased()) { return }
        let value = converted(value())
        skipStatement()
        if path.hasSuffix(".useragent"), case .text(let text)? = value { return reader.options.append((.userAgent, text)) }
        variables[path] = value
    }

    private mutating func readParameters() {
        while let token = rest.first, token != .end {
            if token == .pipe {
                reader.losses.append("the text after “|” is omitted")
                return skipStatement()
            }
            guard case .word(let word) = token, word.hasPrefix("-"), word.count > 1 else {
                let value = value()
                if case .text(let url)? = value { reader.urls.append(url) }
                if value == nil { rest = rest.dropFirst() }
                continue
            }
            rest.removeFirst()
            readParameter(word)
        }
    }

    private mutating func readParameter(_ word: String) {
        let parts = word.dropFirst().split(separator: ":", maxSplits: 1).map(String.init)
        let name = (parts.first ?? "").lowercased()
        if Self.switches.contains(name) {
            if name == "skipcertificatecheck" { reader.options.append((.setting("insecure"), "")) }
            return
        }
        let value = parts.count > 1 ? .text(parts[1]) : value()
        switch (name, value) {
        case ("websession", _), ("sessionvariable", _): break
        case ("headers", .rows(let rows, _)?): rows.forEach { addHeader($0, of: rows) }
        case ("contenttype", .text(let type)?): addHeader(Row("Content-Type", type), of: [])
        case ("body", .rows(let rows, _)?): rows.forEach { reader.options.append((.dataURLEncoded, "\($0.name)=\($0.value)")) }
        case (_, .text(let text)?) where name == "uri": reader.urls.append(text)
        case (_, .text(let text)?) where ["method", "custommethod"].contains(name):
            // PowerShell sends the name of its method in capitals.
            reader.take(.method, text.contains("{{") ? text : text.uppercased(), word)
        case (_, .text(let text)?):
            guard let meaning = Self.meanings[name] else { return reader.losses.append("\(word) is omitted") }
            reader.take(meaning, text, word)
        default: reader.losses.append("\(word) is omitted")
        }
    }

    /// Browsers write HTTP/2's own fields among the headers, without their colons.
    private mutating func addHeader(_ row: Row, of rows: [Row]) {
        let own: Set<String> = ["authority", "method", "path", "scheme"]
        if own.contains(row.name), own.isSubset(of: rows.map(\.name)) { return }
        reader.options.append((.header, row.value.isEmpty ? row.name + ";" : "\(row.name): \(row.value)"))
    }

    // MARK: Values

    /// A text, a table `@{ name = value }`, a variable, or the first text in parentheses; nil if none of these is next.
    private mutating func value() -> Value? {
        switch rest.first {
        case .text(let text)?:
            rest.removeFirst()
            return .text(text)
        case .open?:
            rest.removeFirst()
            return group()
        case .word(let word)? where !word.hasPrefix("-"):
            rest.removeFirst()
            if word.hasPrefix("$") { return variables[word.lowercased()] ?? .text("{{\(word.dropFirst())}}") }
            guard rest.first == .open else { return .text(word) }
            return value()
        default: return nil
        }
    }

    /// The content of parentheses or braces, up to the closing one; nil if they are nested too deeply.
    private mutating func group() -> Value? {
        guard depth < Self.depthLimit else { return nil }
        depth += 1
        defer { depth -= 1 }
        var rows: [Row] = []
        var table = JSONObject()
        var first: Value?
        while let token = rest.first, token != .close {
            if token == .pipe {
                first = converted(first)
                continue
            }
            guard let key = value() else {
                rest = rest.dropFirst()
                continue
            }
            first = first ?? key
            guard rest.first == .equals else { continue }
            rest.removeFirst()
            guard case .text(let name) = key else { continue }
            let next = rest.first
            switch value() {
            case .text(let text)?:
                rows.append(Row(name, text))
                table[name] = Self.json(text, next)
            case .rows(_, let inner)?: table[name] = .object(inner)
            case nil: break
            }
        }
        rest = rest.dropFirst()
        return table.isEmpty ? first ?? .rows([], table) : .rows(rows, table)
    }

    /// The value of a text in JSON: a number or a constant where it is not quoted.
    private static func json(_ text: String, _ token: PowerShellScanner.Token?) -> JSONValue {
        guard case .word(let word)? = token else { return .string(text) }
        switch word.lowercased() {
        case "$true": return true
        case "$false": return false
        case "$null": return .null
        default: return JSONNumber(text).map(JSONValue.number) ?? .string(text)
        }
    }

    /// The value before `| ConvertTo-Json`; another command after a pipe is omitted.
    private mutating func converted(_ value: Value?) -> Value? {
        guard rest.first == .pipe else { return value }
        rest = rest.dropFirst()
        let tail = rest.prefix { ![PowerShellScanner.Token.close, .end, .pipe].contains($0) }
        rest = rest[tail.endIndex...]
        guard case .word(let word)? = tail.first, word.lowercased() == "convertto-json", case .rows(_, let table)? = value else {
            reader.losses.append("the command after “|” is omitted")
            return value
        }
        return .text(JSONValue.object(table).compactText)
    }

    /// The tokens up to the end of the statement, which are taken.
    private mutating func statement() -> ArraySlice<PowerShellScanner.Token> {
        let tokens = rest.prefix { $0 != .end }
        rest = rest[tokens.endIndex...]
        return tokens
    }

    private mutating func skipStatement() { _ = statement() }
}

/// Splits a PowerShell script into tokens (learn.microsoft.com, “about_Quoting_Rules”, “about_Parsing”).
struct PowerShellScanner {
    /// A piece of a script.
    enum Token: Hashable {
        /// A name, a parameter, a variable with its members, a number.
        case word(String)
        /// A quoted text, escapes decoded.
        case text(String)
        /// `(`, `@{` and `@(`.
        case open
        /// `)` and `}`.
        case close
        case equals
        /// A comma.
        case comma
        /// A line end or a semicolon.
        case end
        /// A pipe; the text after it belongs to another command.
        case pipe
    }

    private(set) var tokens: [Token] = []
    private var rest: Substring

    /// Splits a script into tokens.
    ///
    /// - Throws: the place of a quote that is not closed.
    init(_ text: String) throws(OpenQuote) {
        rest = text[...]
        while let character = rest.first {
            let place = rest
            rest.removeFirst()
            try take(character, at: place)
        }
    }

    private mutating func take(_ character: Character, at place: Substring) throws(OpenQuote) {
        switch character {
        case "(", "{": tokens.append(.open)
        case ")", "}": tokens.append(.close)
        case "=": tokens.append(.equals)
        case ",": tokens.append(.comma)
        case "|": tokens.append(.pipe)
        case ";": tokens.append(.end)
        case _ where character.isNewline: tokens.append(.end)
        case "#": rest = rest.drop { !$0.isNewline }
        case "`":
            // A grave accent at the end of a line joins it with the next.
            if rest.first?.isNewline == true { rest.removeFirst() }
        case "@" where rest.first == "{" || rest.first == "(": break
        case "@" where rest.hasPrefix("\"") || rest.hasPrefix("'"): try takeHereString(at: place)
        case "\"", "'": try takeText(until: character, at: place)
        case _ where character.isWhitespace: break
        default: takeWord(character)
        }
    }

    private mutating func takeWord(_ first: Character) {
        var word = String(first)
        repeat {
            let tail = rest.prefix { !$0.isWhitespace && !"(){}=,;|\"'`".contains($0) }
            word += tail
            rest = rest[tail.endIndex...]
            // In a URL an equals sign is text.
            guard rest.first == "=", word.contains("/") else { break }
            word.append(rest.removeFirst())
        } while true
        tokens.append(.word(word))
    }

    /// `@"…"@`, with the quotes at the ends of their lines.
    private mutating func takeHereString(at place: Substring) throws(OpenQuote) {
        let quote = rest.removeFirst()
        guard let line = rest.firstIndex(where: \.isNewline), let close = rest.firstRange(of: "\n\(quote)@") else {
            throw OpenQuote(text: place)
        }
        let start = rest.index(after: line)
        let body = start <= close.lowerBound ? rest[start..<close.lowerBound] : ""
        rest = rest[close.upperBound...]
        tokens.append(.text(quote == "'" ? String(body) : PowerShellText.decoded(body)))
    }

    /// A doubled quote, or an escaped one if escapes apply, belongs to the text.
    private mutating func takeText(until quote: Character, at place: Substring) throws(OpenQuote) {
        let start = rest.startIndex
        while let character = rest.popFirst() {
            if character == "`", quote == "\"" {
                rest = rest.dropFirst()
            } else if character == quote {
                if rest.first == quote {
                    rest.removeFirst()
                    continue
                }
                let body = place.base[start..<place.base.index(before: rest.startIndex)]
                let text = quote == "'" ? body.replacing("''", with: "'") : Substring(PowerShellText.decoded(body))
                return tokens.append(.text(String(text)))
            }
        }
        throw OpenQuote(text: place)
    }
}

/// The text between double quotes.
enum PowerShellText {
    /// The text with its escapes decoded; variables become `{{name}}`.
    static func decoded(_ text: Substring) -> String {
        // Characters by their number are halves of a pair beyond the first plane.
        var units: [UInt16] = []
        var rest = text
        while let character = rest.popFirst() {
            switch character {
            case "`": units += escape(&rest).utf16
            case "\"" where rest.first == "\"":
                rest.removeFirst()
                units += "\"".utf16
            case "$":
                if let unit = number(&rest) { units.append(unit) } else { units += variable(&rest).utf16 }
            default: units += String(character).utf16
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func escape(_ rest: inout Substring) -> String {
        guard let next = rest.popFirst() else { return "`" }
        switch next {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "0": return "\0"
        default: return next.isNewline ? "" : String(next)
        }
    }

    /// `([char]233)` after the dollar sign, as browsers write characters beyond ASCII.
    private static func number(_ rest: inout Substring) -> UInt16? {
        guard rest.hasPrefix("([char]") else { return nil }
        let digits = rest.dropFirst(7).prefix { $0.isASCII && $0.isNumber }
        guard let unit = UInt16(digits), rest[digits.endIndex...].first == ")" else { return nil }
        rest = rest[digits.endIndex...].dropFirst()
        return unit
    }

    private static func variable(_ rest: inout Substring) -> String {
        let isBraced = rest.first == "{"
        var text = isBraced ? rest.dropFirst() : rest
        if text.hasPrefix("env:") { text = text.dropFirst(4) }
        let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        let after = text[name.endIndex...]
        guard !name.isEmpty, !isBraced || after.first == "}" else { return "$" }
        rest = isBraced ? after.dropFirst() : after
        return "{{\(name)}}"
    }
}
