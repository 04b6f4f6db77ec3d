/// PowerShell's quoting (learn.microsoft.com, “about_Quoting_Rules”), with the `\"` that its older versions need before programs.
struct PowerShellWords {
    private var rest: Substring
    private var builder = WordBuilder()

    static func split(_ text: String) throws(OpenQuote) -> ShellCommand {
        var splitter = PowerShellWords(rest: text[...])
        try splitter.run()
        splitter.builder.end()
        return ShellCommand(words: splitter.builder.words, rest: splitter.rest)
    }

    private init(rest: Substring) { self.rest = rest }

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
            case "|", ";", ">": return rest = place
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
