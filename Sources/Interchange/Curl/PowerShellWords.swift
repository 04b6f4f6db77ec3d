/// PowerShell's quoting (learn.microsoft.com, “about_Quoting_Rules”), with the `\"` that its older versions need before programs.
struct PowerShellWords {
    private var rest: Substring
    private var builder = WordBuilder()

    static func split(_ text: String) -> [String]? {
        var splitter = PowerShellWords(rest: text[...])
        return splitter.run() ? splitter.builder.words : nil
    }

    private init(rest: Substring) { self.rest = rest }

    private mutating func run() -> Bool {
        while let character = rest.popFirst() {
            switch character {
            case "'": guard quoted("'", isLiteral: true) else { return false }
            case "\"": guard quoted("\"", isLiteral: false) else { return false }
            case "`": if let next = rest.popFirst(), !next.isNewline { builder.append(next) }
            case "$": variable()
            case _ where character.isNewline: return finish()
            case " ", "\t": builder.end()
            case "|", ";", ">": return finish()
            default: builder.append(character)
            }
        }
        return finish()
    }

    private mutating func finish() -> Bool {
        builder.end()
        return true
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
