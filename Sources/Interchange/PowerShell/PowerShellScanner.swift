/// Cuts a PowerShell script into what a request can be read from (learn.microsoft.com, “about_Quoting_Rules”, “about_Parsing”).
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
        /// A pipe; the text behind it belongs to another command.
        case pipe
    }

    private(set) var tokens: [Token] = []
    private var rest: Substring

    /// Takes a script apart.
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
            // A grave accent takes the end of its line away.
            if rest.first?.isNewline == true { rest.removeFirst() }
        case "@" where rest.first == "{" || rest.first == "(": break
        case "@" where rest.hasPrefix("\"") || rest.hasPrefix("'"): try takeHereString(at: place)
        case "\"", "'": try takeText(until: character, at: place)
        case _ where character.isWhitespace: break
        default: takeWord(character)
        }
    }

    private mutating func takeWord(_ first: Character) {
        let tail = rest.prefix { !$0.isWhitespace && !"(){}=,;|\"'`".contains($0) }
        rest = rest[tail.endIndex...]
        tokens.append(.word(String(first) + tail))
    }

    /// `@"…"@`, whose quotes stand at the ends of their lines.
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

    /// A quote that is doubled, or escaped where escapes count, is a part of the text.
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
    /// The text with its escapes decoded; what names a variable becomes `{{name}}`.
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

    /// `([char]233)` behind the dollar sign, as browsers write what is beyond ASCII.
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
