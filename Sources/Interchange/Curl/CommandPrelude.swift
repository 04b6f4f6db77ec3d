/// The words before a program on a shell's line: a prompt, `sudo`, assignments, `NAME=$(`, or a command whose output the program reads
/// (`echo text |`).
struct CommandPrelude {
    /// The text from the program's name on, up to the end of the brackets around it.
    private(set) var command: Substring
    /// The standard input that a command before it writes.
    private(set) var input: ShellCommand.Input?

    /// The maximum number of words that are skipped.
    private static let limit = 16

    /// Skips the prelude of a text; if no known program follows, skips only a prompt.
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
        return ["$ ", "> ", "% "].contains(where: start.hasPrefix) ? start.dropFirst(2).drop { $0.isWhitespace } : start
    }

    static func isProgram(_ text: Substring) -> Bool {
        let word = text.prefix(16).prefix { !$0.isWhitespace && $0 != "^" && $0 != "`" && $0 != "\\" }
        return ["curl", "curl.exe", "wget", "wget.exe"].contains(word)
    }

    private static let words: Set<Substring> = ["if", "while", "until", "then", "else", "elif", "do", "!", "{", "("]
    /// Programs that start another one, after their options.
    private static let starters: Set<Substring> = ["sudo", "time", "command", "exec", "nohup", "env", "timeout", "nice", "doas", "stdbuf"]
    /// Programs that run a command elsewhere, after arguments of their own.
    private static let runners: Set<Substring> = ["docker", "docker-compose", "podman", "kubectl", "oc", "xargs", "watch", "ssh"]
    private static let writers: Set<Substring> = ["echo", "printf", "cat", "jq", "envsubst", "gzip", "tar", "sed"]

    /// The text after a first word that may precede a command; nil for any other word.
    private mutating func skip(_ text: Substring) -> Substring? {
        if text.hasPrefix("(") { return text.dropFirst() }
        // All words that are looked for are shorter.
        let word = text.prefix(300).prefix { !$0.isWhitespace }
        let rest = text.dropFirst(word.count)
        if Self.words.contains(word) { return rest }
        // A prompt with the names of user and computer.
        if word.contains("@"), word.hasSuffix("$") || word.hasSuffix("#") { return rest }
        if word == "function" { return rest.drop { $0 == " " }.drop { !$0.isWhitespace } }
        // `command -v curl` only asks whether the program is there.
        if word == "command", rest.prefixMatch(of: /\s+-[vV]/) != nil { return nil }
        if Self.starters.contains(word) { return Self.withoutOptions(rest, areNumbers: word == "timeout") }
        if Self.runners.contains(word) { return Self.program(in: rest) }
        if Self.writers.contains(word) { return skipWriter(text) }
        let name = text.prefix(while: \.isPartOfName)
        guard !name.isEmpty, name.first?.isNumber == false, text.dropFirst(name.count).first == "=" else { return nil }
        return Self.afterValue(text.dropFirst(name.count + 1))
    }

    private static func withoutOptions(_ text: Substring, areNumbers: Bool) -> Substring {
        var rest = text.drop { $0 == " " || $0 == "\t" }
        while rest.hasPrefix("-") || areNumbers && rest.first?.isNumber == true {
            rest = rest.drop { !$0.isWhitespace }.drop { $0 == " " || $0 == "\t" }
        }
        return rest
    }

    /// The text that begins with the name of a known program, on the same line, outside quotes and with a space after the name.
    private static func program(in text: Substring) -> Substring? {
        let line = text.prefix { !$0.isNewline && $0 != "|" && $0 != ";" }
        return line.indices.first { index in
            line[index] == " " && isProgram(line[index...].dropFirst()) && line[index...].dropFirst().contains(" ")
                && "'\"".allSatisfy { quote in line[..<index].count { $0 == quote }.isMultiple(of: 2) }
        }.map { text[$0...].dropFirst() }
    }

    /// The text after the value of an assignment; nil at the end of the line, where the assignment is a command itself.
    private static func afterValue(_ text: Substring) -> Substring? {
        var rest = text.unicodeScalars
        var quote: Unicode.Scalar?
        while let scalar = rest.first, quote != nil || !scalar.properties.isWhitespace && scalar != ";" {
            if scalar == "$", rest.dropFirst().first == "(" {
                guard let length = BashWords.length(of: rest.dropFirst(), to: ")") else { return nil }
                rest = rest.dropFirst(length)
            } else if scalar == "`", let end = rest.dropFirst().firstIndex(of: "`") {
                rest = rest[end...]
            } else if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "'" || scalar == "\"" {
                quote = scalar
            }
            rest.removeFirst()
        }
        return rest.first.map { $0 == " " || $0 == "\t" } == true ? Substring(rest) : nil
    }

    /// The text after the pipe that follows a command whose output is the input.
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

    /// The text that a command in `$(…)` writes; nil if only a shell can tell.
    static func output(of text: String, _ files: CommandFiles) -> String? {
        let text = text.drop { $0.isWhitespace }
        if text.hasPrefix("<"), !text.hasPrefix("<<") { return output(of: "cat " + text, files) }
        guard ["cat", "echo", "printf"].contains(text.prefix { !$0.isWhitespace }), !text.contains("$("), !text.contains("`"),
            let command = try? BashWords.split(String(text), .exact), command.rest.allSatisfy(\.isWhitespace), command.outputs.isEmpty
        else { return nil }
        switch output(of: command) {
        case .text(let text): return text
        case .file(let path): return files(path)
        case nil: return nil
        }
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
        case "printf": return formatted(arguments).map { .text($0) }
        default: return nil
        }
    }

    /// The output of `printf` whose format has no other fields than `%s`, `%d` and `%%`, each with an argument.
    private static func formatted(_ arguments: ArraySlice<String>) -> String? {
        var values = arguments.dropFirst()
        var pieces = unescaped(arguments.first ?? "").split(separator: "%", omittingEmptySubsequences: false)[...]
        var text = String(pieces.popFirst() ?? "")
        while let piece = pieces.popFirst() {
            if piece.isEmpty, let next = pieces.popFirst() {
                text += "%" + next
            } else if ["s", "d"].contains(piece.first), let value = values.popFirst() {
                text += value + piece.dropFirst()
            } else {
                return nil
            }
        }
        return values.isEmpty ? text : nil
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("\\n", with: "\n").replacing("\\t", with: "\t").replacing("\\r", with: "\r").replacing("\\\"", with: "\"")
    }
}
