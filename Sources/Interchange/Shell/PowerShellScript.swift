import JSON

/// Splits a PowerShell script into tokens (learn.microsoft.com, “about_Quoting_Rules”, “about_Parsing”).
struct PowerShellScanner {
    /// A piece of a script.
    enum Token: Hashable {
        /// A name, a parameter, a variable with its members, a number.
        case word(String)
        /// A quoted text, escapes decoded.
        case text(String)
        /// A text in double quotes, in which `{{name}}` stands for a variable.
        case template(String)
        case open(Bracket)
        /// A closing bracket: `)` or `}`.
        case close
        case equals
        /// A comma.
        case comma
        /// A line end or a semicolon.
        case end
        /// A pipe; the text after it belongs to another command.
        case pipe
    }

    /// The brackets `(`, `@(` and `{`, also `@{`.
    enum Bracket: Hashable { case group, list, table }

    private(set) var tokens: [Token] = []
    /// The number of the line of each token, from 1.
    private(set) var lines: [Int] = []
    private var rest: Substring

    /// Splits a script into tokens.
    ///
    /// - Throws: the place of a quote that is not closed.
    init(_ text: String) throws(OpenQuoteError) {
        rest = text[...]
        var line = 1
        while let character = rest.first {
            let place = rest
            rest.removeFirst()
            try scan(character, at: place)
            if tokens.count > lines.count { lines.append(line) }
            line += place[..<rest.startIndex].count { $0.isNewline }
        }
    }

    private mutating func scan(_ character: Character, at place: Substring) throws(OpenQuoteError) {
        switch character {
        case "(": tokens.append(.open(.group))
        case "{": tokens.append(.open(.table))
        case ")", "}": tokens.append(.close)
        case "=": tokens.append(.equals)
        case ",": tokens.append(.comma)
        case "|": tokens.append(.pipe)
        case ";": tokens.append(.end)
        case _ where character.isNewline: tokens.append(.end)
        case "#": rest = rest.drop { !$0.isNewline }
        case "<" where rest.first == "#": rest = rest.firstRange(of: "#>").map { rest[$0.upperBound...] } ?? ""
        case "+": tokens.append(.word("+"))
        case "`":
            // A grave accent at the end of a line joins it with the next.
            if rest.first?.isNewline == true { rest.removeFirst() }
        case "@" where rest.first == "{": break
        case "@" where rest.first == "(":
            rest.removeFirst()
            tokens.append(.open(.list))
        case "@" where rest.hasPrefix("\"") || rest.hasPrefix("'"): try scanHereString(at: place)
        case "\"", "'": try scanText(until: character, at: place)
        case _ where character.isWhitespace: break
        default: scanWord(character)
        }
    }

    private mutating func scanWord(_ first: Character) {
        var word = String(first)
        repeat {
            let tail = rest.prefix { !$0.isWhitespace && !"(){}=,;|\"'`".contains($0) }
            word += tail
            rest = rest[tail.endIndex...]
            if word.count > 1, word.hasSuffix("@"), rest.first == "(" || rest.first == "{" {
                // The bracket of a list or a table after a type.
                word.removeLast()
                rest = tail.base[tail.base.index(before: tail.endIndex)...]
                break
            }
            // In a URL an equals sign is text.
            guard rest.first == "=", word.contains("/") else { break }
            word.append(rest.removeFirst())
        } while true
        tokens.append(.word(word))
    }

    /// `@"…"@`, with the quotes at the ends of their lines.
    private mutating func scanHereString(at place: Substring) throws(OpenQuoteError) {
        let quote = rest.removeFirst()
        guard let line = rest.firstIndex(where: \.isNewline), let close = rest.firstRange(of: "\n\(quote)@") else {
            throw OpenQuoteError(text: place)
        }
        let start = rest.index(after: line)
        let body = start <= close.lowerBound ? rest[start..<close.lowerBound] : ""
        rest = rest[close.upperBound...]
        tokens.append(quote == "'" ? .text(String(body)) : .template(PowerShellText.decoded(body)))
    }

    /// A doubled quote, or an escaped one if escapes apply, belongs to the text.
    private mutating func scanText(until quote: Character, at place: Substring) throws(OpenQuoteError) {
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
                let isLiteral = quote == "'"
                return tokens.append(isLiteral ? .text(String(body.replacing("''", with: "'"))) : .template(PowerShellText.decoded(body)))
            }
        }
        throw OpenQuoteError(text: place)
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

    /// A name after the dollar sign, also in braces, and a member in parentheses: `$($name.member)`.
    private static func variable(_ rest: inout Substring) -> String {
        if let match = rest.prefixMatch(of: /\(\$(\w+(?:\.\w+)*)\)/) {
            rest = rest[match.range.upperBound...]
            return "{{\(match.1)}}"
        }
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

// The values of a script: texts, tables, lists and variables.
extension WebRequestCommand {
    /// A text, a list `a, b`, a table `@{ name = value }`, or a variable; nil if none of these is next.
    ///
    /// - Parameter isArgument: true after a command's name, where a word is a text; elsewhere it is the name of a command.
    mutating func value(isArgument: Bool = false) -> PowerShellValue? {
        guard let first = sum(isArgument) else { return nil }
        var list = [first]
        while rest.first == .comma {
            rest.removeFirst()
            rest = rest.drop { $0 == .end }
            guard let next = sum(isArgument) else { break }
            list.append(next)
        }
        return list.count > 1 ? .list(list) : first
    }

    /// A value, or the texts of several between plus signs.
    private mutating func sum(_ isArgument: Bool) -> PowerShellValue? {
        var value = primary(isArgument: isArgument)
        while let first = value, rest.first == .word("+") {
            rest.removeFirst()
            rest = rest.drop { $0 == .end }
            guard let next = primary(isArgument: true) else { break }
            value = .text(first.text + next.text)
        }
        return value
    }

    mutating func primary(isArgument: Bool) -> PowerShellValue? {
        guard let token = rest.first, token != .word("+") else { return nil }
        let line = lines[rest.startIndex]
        if let text = text(of: token) {
            rest.removeFirst()
            return .text(text)
        }
        if case .open(let bracket) = token {
            rest.removeFirst()
            return group(bracket)
        }
        guard case .word(let word) = token, !word.hasPrefix("-") || Double(word) != nil else { return nil }
        rest.removeFirst()
        if word.hasPrefix("$"), !word.contains("/"), !word.dropFirst().contains("$") { return lookUp(word) }
        if word.contains("$"), !word.hasPrefix("[") { return text(of: .template(PowerShellText.decoded(word[...]))).map { .text($0) } }
        if word.hasPrefix("["), word.contains("]") {
            if let variable = word.firstIndex(of: "$") { return lookUp(String(word[variable...])) }
            return rest.first == .end || rest.first == .close ? .word(word) : primary(isArgument: isArgument)
        }
        if isArgument { return argument(from: word) }
        return JSONNumber(word) != nil ? .word(word) : output(of: word, at: line)
    }

    /// An argument that begins with a word; equals signs in it are text: `a=1`.
    private mutating func argument(from word: String) -> PowerShellValue {
        guard rest.first == .equals else { return .word(word) }
        var argument = word
        while rest.first == .equals {
            rest.removeFirst()
            argument += "="
            if case .word(let word)? = rest.first, !word.hasPrefix("-") {
                argument += text(of: .template(PowerShellText.decoded(word[...]))) ?? word
            } else if let text = rest.first.flatMap({ text(of: $0) }) {
                argument += text
            } else {
                continue
            }
            rest.removeFirst()
        }
        return .text(argument)
    }

    /// The text of a token in quotes, with the known variables in it.
    func text(of token: PowerShellScanner.Token) -> String? {
        switch token {
        case .text(let text): return text
        case .template(let text) where text.contains("{{"):
            return text.replacing(/\{\{([\w.]+)\}\}/) { match in
                known("$" + match.1).map(\.text) ?? String(match.0)
            }
        case .template(let text): return text
        default: return nil
        }
    }

    /// The value of a variable, or a reference to it.
    func lookUp(_ word: String) -> PowerShellValue {
        if ["$true", "$false", "$null"].contains(word.lowercased()) { return .word(word) }
        return known(word) ?? .text("{{\(word.dropFirst())}}")
    }

    /// The value of a variable, or of a member of its table.
    private func known(_ word: String) -> PowerShellValue? {
        let path = word.lowercased()
        if let value = variables[path] { return value }
        guard let dot = path.firstIndex(of: "."), case .table(let table)? = variables[String(path[..<dot])] else { return nil }
        return table.last { $0.name.lowercased() == path[dot...].dropFirst() }?.value
    }

    private static let depthLimit = 64

    /// The content of brackets, up to the closing one; nil if they are nested too deeply.
    private mutating func group(_ bracket: PowerShellScanner.Bracket) -> PowerShellValue? {
        guard depth < Self.depthLimit else { return nil }
        depth += 1
        defer { depth -= 1 }
        var values: [PowerShellValue] = []
        var table: [(String, PowerShellValue)] = []
        while let token = rest.first, token != .close {
            if bracket == .table, let name = key() {
                if let value = piped(value()) { table.append((name, value)) }
            } else if let value = piped(value()) {
                if case .list(let list) = value, bracket == .list { values += list } else { values.append(value) }
            } else if rest.first != .close {
                rest = rest.dropFirst()
            }
        }
        rest = rest.dropFirst()
        // A member of the value.
        if case .word(let word)? = rest.first, word.hasPrefix(".") { rest.removeFirst() }
        switch bracket {
        case .table: return .table(table)
        case .list: return .list(values)
        case .group: return values.first
        }
    }

    /// The name before an equals sign, which is taken as well.
    private mutating func key() -> String? {
        guard rest.dropFirst().first == .equals, let token = rest.first else { return nil }
        let name: String? = if case .word(let word) = token { word } else { text(of: token) }
        if name != nil { rest = rest.dropFirst(2) }
        return name
    }

    /// The output of a command within an expression; nil for one that is not known.
    private mutating func output(of word: String, at line: Int) -> PowerShellValue? {
        switch word.lowercased() {
        case let name where Self.names.contains(name):
            readCommand(at: line)
            return nil
        case "convertto-json":
            return argument { word in word.hasPrefix("-d") }.map { .text($0.json.compactText) }
        case "new-object":
            // A table holds the properties of the new object.
            let value = argument { _ in false }
            return if case .table? = value { value } else { .table([]) }
        default:
            _ = tail()
            reader.losses.append("“\(word) …” is omitted")
            return nil
        }
    }

    /// The last argument that is not a word, up to the end of the command; `hasValue` is true for parameters that a value follows.
    private mutating func argument(_ hasValue: (_ parameter: String) -> Bool) -> PowerShellValue? {
        var value: PowerShellValue?
        while let token = rest.first, !Self.ends.contains(token) {
            if case .word(let word) = token, word.hasPrefix("-") {
                rest = rest.dropFirst(hasValue(word.lowercased()) ? 2 : 1)
            } else if let next = primary(isArgument: true) {
                if case .word = next { continue }
                value = next
            } else {
                rest.removeFirst()
            }
        }
        return value
    }

    /// The value after pipes: `| ConvertTo-Json`, `| Invoke-RestMethod …`; other commands are omitted.
    mutating func piped(_ value: PowerShellValue?) -> PowerShellValue? {
        var value = value
        while rest.first == .pipe {
            rest = rest.dropFirst().drop { $0 == .end }
            guard case .word(let word)? = rest.first else { return nil }
            let name = word.lowercased()
            if Self.names.contains(name) {
                let line = lines[rest.startIndex]
                rest.removeFirst()
                readCommand(at: line, input: value)
                return nil
            }
            let words = tail()
            guard name == "convertto-json", let input = value else {
                reader.losses.append("the command after “|” is omitted")
                continue
            }
            // A pipe passes on the elements of a list one by one.
            if case .list(let list) = input, list.count == 1, !words.contains(.word("-AsArray")) {
                value = .text(list[0].json.compactText)
            } else {
                value = .text(input.json.compactText)
            }
        }
        return value
    }

    private static let ends: [PowerShellScanner.Token] = [.end, .close, .pipe]

    /// The tokens up to a pipe or the end of the command, which are taken.
    mutating func tail() -> ArraySlice<PowerShellScanner.Token> {
        var nesting = 0
        let tokens = rest.prefix { token in
            if case .open = token { nesting += 1 }
            if token == .close { nesting -= 1 }
            return nesting > 0 || nesting == 0 && (token == .close || !Self.ends.contains(token))
        }
        rest = rest[tokens.endIndex...]
        return tokens
    }
}
