/// The words before a program on a shell's line: a prompt, `sudo`, assignments, `NAME=$(`, or a command whose output the program reads
/// (`echo text |`).
struct CommandPrelude {
    /// The text from the program's name on, up to the end of the brackets around it.
    private(set) var command: Substring
    /// The standard input that a command before it writes.
    private(set) var input: ShellCommand.Input?

    /// The maximum number of such words in a row.
    private static let limit = 16

    /// If no known program follows, only a prompt is left out.
    init(_ text: some StringProtocol) {
        let start = Self.withoutPrompt(Substring(text))
        command = start
        var rest = start
        for _ in 0..<Self.limit where !Self.isProgram(rest) {
            guard let next = skip(rest) else { break }
            rest = next.drop { $0 == " " || $0 == "\t" }
        }
        if Self.isProgram(rest) { command = rest } else { input = nil }
    }

    private static func withoutPrompt(_ text: Substring) -> Substring {
        let start = text.drop { $0.isWhitespace }
        return start.hasPrefix("$ ") || start.hasPrefix("> ") ? start.dropFirst(2).drop { $0.isWhitespace } : start
    }

    private static func isProgram(_ text: Substring) -> Bool {
        let word = text.prefix(16).prefix { !$0.isWhitespace && $0 != "^" && $0 != "`" && $0 != "\\" }
        return ["curl", "curl.exe", "wget", "wget.exe"].contains(word)
    }

    private static let words: Set<Substring> = [
        "sudo", "time", "command", "exec", "nohup", "env", "if", "while", "until", "then", "else", "do", "!", "{",
    ]
    private static let writers: Set<Substring> = ["echo", "printf", "cat", "jq", "envsubst", "gzip", "tar", "sed"]

    /// The text after its first part; nil if that can stand before no command.
    private mutating func skip(_ text: Substring) -> Substring? {
        if text.hasPrefix("(") { return Self.enclosed(text) }
        let word = text.prefix { !$0.isWhitespace }
        if Self.words.contains(word) { return text.dropFirst(word.count) }
        if word == "for" {
            let line = text.prefix { !$0.isNewline }
            return line.firstRange(of: "; do ").map { text[$0.upperBound...] }
        }
        if Self.writers.contains(word) { return skipWriter(text) }
        let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard !name.isEmpty, name.first?.isNumber == false, text.dropFirst(name.count).first == "=" else { return nil }
        return Self.afterValue(text.dropFirst(name.count + 1))
    }

    /// The text in brackets that opens here; all of it if nothing closes them.
    private static func enclosed(_ text: Substring) -> Substring {
        BashWords.length(of: text, to: ")").map { text.dropFirst().prefix($0 - 2) } ?? text.dropFirst()
    }

    /// The text after the value of an assignment, or within it if it is the output of a command.
    private static func afterValue(_ text: Substring) -> Substring? {
        for start in ["\"$(", "$("] where text.hasPrefix(start) { return enclosed(text.dropFirst(start.count - 1)) }
        if text.hasPrefix("`") { return text.dropFirst().prefix { $0 != "`" } }
        var rest = text
        var quote: Character?
        while let character = rest.first, quote != nil || !character.isWhitespace {
            if character == quote { quote = nil } else if quote == nil, "'\"".contains(character) { quote = character }
            rest.removeFirst()
        }
        // An assignment that ends the line is a command of its own.
        return rest.first?.isNewline == false ? rest : nil
    }

    /// The text after the pipe behind a command that writes the input.
    private mutating func skipWriter(_ text: Substring) -> Substring? {
        let line = text.prefix { !$0.isNewline }
        // The lines of a here-document follow the whole line.
        if line.contains("<<"), let pipe = line.firstRange(of: " | "), pipe.upperBound < line.endIndex {
            input = (try? BashWords.split(String(text[..<pipe.lowerBound]) + text[line.endIndex...], .pasted))?.input
            return line[pipe.upperBound...]
        }
        guard let command = try? BashWords.split(String(text), .pasted), command.rest.hasPrefix("|"), !command.rest.hasPrefix("||") else {
            return nil
        }
        input = Self.output(of: command)
        return command.rest.dropFirst()
    }

    /// The output of a command; nil if only a shell can tell.
    private static func output(of command: ShellCommand) -> ShellCommand.Input? {
        let arguments = command.words.dropFirst()
        switch command.words.first {
        case "cat": return arguments.isEmpty ? command.input : arguments.count == 1 ? .file(arguments[1]) : nil
        case "echo":
            let flags = arguments.prefix { ["-n", "-e", "-ne", "-en", "-E"].contains($0) }
            let text = arguments.dropFirst(flags.count).joined(separator: " ") + (flags.contains { $0.contains("n") } ? "" : "\n")
            return .text(flags.contains { $0.contains("e") } ? unescaped(text) : text)
        case "printf" where arguments.count == 2 && ["%s", "%s\\n"].contains(arguments[1]):
            return .text(arguments[2] + (arguments[1] == "%s" ? "" : "\n"))
        case "printf" where arguments.count == 1 && !arguments[1].contains("%"): return .text(unescaped(arguments[1]))
        default: return nil
        }
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("\\n", with: "\n").replacing("\\t", with: "\t").replacing("\\r", with: "\r")
    }
}
