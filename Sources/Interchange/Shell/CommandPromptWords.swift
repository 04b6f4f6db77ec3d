/// The command prompt's carets, then the C runtime's quotes (learn.microsoft.com, “Parsing C command-line arguments”).
enum CommandPromptWords {
    static func split(_ text: String, _ reading: CommandReading) throws(OpenQuote) -> ShellCommand {
        var placeholders: [Substring] = []
        let (command, rest) = withoutCarets(text, reading, &placeholders)
        return ShellCommand(words: try unquoted(command), rest: rest, placeholders: placeholders)
    }

    /// True if carets escape between quotes too, as older versions of Chrome wrote it: `"a: ^\^"b^\^""`.
    private static func escapesInQuotes(_ text: String) -> Bool {
        text.contains("^\\^\"") || text.contains(where: \.isNewline) && ["^&", "^%", "^{"].contains { text.contains($0) }
    }

    /// Outside quotes, a caret escapes the next character, or the line break. Also returns the text after the command.
    private static func withoutCarets(
        _ text: String, _ reading: CommandReading, _ placeholders: inout [Substring]
    ) -> (command: String, rest: Substring) {
        let escapesInQuotes = escapesInQuotes(text)
        var result = ""
        var isQuoted = false
        var rest = text[...]
        var place = rest
        while let character = rest.popFirst() {
            defer { place = rest }
            switch character {
            case "\"":
                isQuoted.toggle()
                result.append(character)
            case "^" where !isQuoted || escapesInQuotes:
                result += escaped(&rest, reading)
            case "<" where !isQuoted:
                guard reading == .pasted, let placeholder = place.placeholder(isInWord: result.last?.isWhitespace == false) else {
                    return (result, place)
                }
                placeholders.append(placeholder)
                result += placeholder
                rest = place.dropFirst(placeholder.count)
            case "|" where !isQuoted, "&" where !isQuoted, ">" where !isQuoted: return (result, place)
            case _ where character.isNewline && !isQuoted: return (result, rest)
            case "%": result += variable(&rest)
            default: result.append(character)
            }
        }
        return (result, rest)
    }

    /// The character after a caret: the next one, or the one after a line break, which it joins. Browsers double every backslash, where the C
    /// runtime halves only those before a quote: a pasted command has what the browser meant.
    private static func escaped(_ rest: inout Substring, _ reading: CommandReading) -> String {
        guard let next = rest.popFirst() else { return "" }
        if next.isNewline {
            guard rest.first?.isNewline == true else { return "" }
            rest.removeFirst()
            return "\n"
        }
        guard next == "\\", reading == .pasted else { return String(next) }
        var count = 1
        while rest.hasPrefix("^\\") {
            count += 1
            rest = rest.dropFirst(2)
        }
        let isBeforeQuote = rest.hasPrefix("\"") || rest.hasPrefix("^\"")
        return String(repeating: "\\", count: isBeforeQuote ? count : (count + 1) / 2)
    }

    /// `%NAME%`; `%%` is a percent sign, and any other percent sign is literal, as in a URL.
    private static func variable(_ rest: inout Substring) -> String {
        if rest.first == "%" {
            rest.removeFirst()
            return "%"
        }
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard let first = name.first, !first.isNumber, rest.dropFirst(name.count).first == "%", name.count > 2 else { return "%" }
        rest = rest.dropFirst(name.count + 1)
        return "{{\(name)}}"
    }

    private static func unquoted(_ text: String) throws(OpenQuote) -> [String] {
        var builder = WordBuilder()
        var isQuoted = false
        var quote = text[...]
        var rest = text[...]
        while let character = rest.first {
            let slashes = rest.prefix { $0 == "\\" }
            if !slashes.isEmpty {
                rest = rest.dropFirst(slashes.count)
                // Backslashes escape only before a quote.
                guard rest.first == "\"" else {
                    builder.append(slashes)
                    continue
                }
                builder.append(slashes.prefix(slashes.count / 2))
                if slashes.count % 2 == 1 { builder.append(rest.removeFirst()) }
                continue
            }
            if character == "\"", !isQuoted { quote = rest }
            rest.removeFirst()
            switch character {
            case "\"" where isQuoted && rest.first == "\"": builder.append(rest.removeFirst())
            case "\"":
                isQuoted.toggle()
                builder.begin()
            case " " where !isQuoted, "\t" where !isQuoted: builder.end()
            default: builder.append(character)
            }
        }
        builder.end()
        if isQuoted { throw OpenQuote(text: quote) }
        return builder.words
    }
}

/// PowerShell's quoting (learn.microsoft.com, “about_Quoting_Rules”), with the `\"` that its older versions need before programs.
struct PowerShellWords {
    private var rest: Substring
    private let reading: CommandReading
    private var builder = WordBuilder()

    static func split(_ text: String, _ reading: CommandReading) throws(OpenQuote) -> ShellCommand {
        var splitter = PowerShellWords(rest: text[...], reading: reading)
        try splitter.run()
        splitter.builder.end()
        return ShellCommand(words: splitter.builder.words, rest: splitter.rest, placeholders: splitter.builder.placeholders)
    }

    private init(rest: Substring, reading: CommandReading) {
        self.rest = rest
        self.reading = reading
    }

    private mutating func run() throws(OpenQuote) {
        var place = rest
        while let character = rest.popFirst() {
            switch character {
            case "'": guard quoted("'", isLiteral: true) else { throw OpenQuote(text: place) }
            case "\"": guard quoted("\"", isLiteral: false) else { throw OpenQuote(text: place) }
            case "`": if let next = rest.popFirst(), !next.isNewline { builder.append(next) }
            case "$": variable()
            case _ where character.isNewline: return
            case " ", "\t": builder.end()
            case "<" where reading == .pasted && builder.takePlaceholder(place):
                rest = place.dropFirst(builder.placeholders.last?.count ?? 1)
            case "|", ";", ">": return rest = place
            case "&" where reading == .exact: return rest = place
            default: builder.append(character)
            }
            place = rest
        }
    }

    private mutating func quoted(_ quote: Character, isLiteral: Bool) -> Bool {
        builder.begin()
        while let character = rest.popFirst() {
            switch character {
            case quote where rest.first == quote: builder.append(rest.removeFirst())
            case quote: return true
            case "\\" where rest.first == "\"": builder.append(rest.removeFirst())
            case "`" where !isLiteral: escaped()
            case "$" where !isLiteral: variable()
            default: builder.append(character)
            }
        }
        return false
    }

    private mutating func escaped() {
        guard let next = rest.popFirst() else { return }
        switch next {
        case "n": builder.append("\n")
        case "t": builder.append("\t")
        case "r": builder.append("\r")
        default: if !next.isNewline { builder.append(next) }
        }
    }

    private mutating func variable() {
        let text = rest.hasPrefix("env:") ? rest.dropFirst(4) : rest
        let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard !name.isEmpty else { return builder.append("$") }
        builder.append("{{\(name)}}")
        rest = text.dropFirst(name.count)
    }
}
