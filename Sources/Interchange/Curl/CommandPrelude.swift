import Workspace

/// The words before a program on a shell's line: a prompt, `sudo`, assignments, `NAME=$(`, or a command whose output the program reads
/// (`echo text |`).
struct CommandPrelude {
    /// The text from the program's name on, up to the end of the brackets around it.
    private(set) var command: Substring
    /// The standard input that a command before it writes.
    private(set) var input: ShellCommand.Input?

    /// The maximum number of words that are skipped.
    private static let limit = 16

    /// Skips the prelude of a text; if neither a known program nor one of these functions follows, skips only a prompt.
    init(_ text: some StringProtocol, functions: Set<Substring> = []) {
        let isCommand = { (text: Substring) in
            Self.isProgram(text) || !functions.isEmpty && functions.contains(ShellFunctions.name(in: text))
        }
        let start = Self.withoutPrompt(Substring(text))
        command = start
        var rest = start
        for _ in 0..<Self.limit where !isCommand(rest) {
            guard let next = skip(rest) else { break }
            rest = next.drop { $0 == " " || $0 == "\t" }
        }
        if isCommand(rest) { command = rest } else { input = nil }
    }

    private static func withoutPrompt(_ text: Substring) -> Substring {
        let start = text.drop { $0.isWhitespace }
        if ["$ ", "> ", "% ", "❯ "].contains(where: start.hasPrefix) { return start.dropFirst(2).drop { $0.isWhitespace } }
        // The prompts of Windows name a folder: `C:\Users>`, `PS C:\> `.
        guard start.hasPrefix("PS ") || start.hasPrefix("PS>") || start.dropFirst().hasPrefix(":\\"),
            let end = start.prefix(300).prefix(while: { !$0.isNewline }).firstIndex(of: ">")
        else { return start }
        return start[end...].dropFirst().drop { $0.isWhitespace }
    }

    /// A session of PowerShell without the prompts of its lines; any other text as it is.
    static func withoutPrompts(_ session: String) -> String {
        let lines = session.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.contains(where: { $0.hasPrefix("PS ") || $0.hasPrefix("PS>") }) else { return session }
        return lines.map { line in
            line.hasPrefix(">> ") ? line.dropFirst(3) : line.hasPrefix("PS") ? withoutPrompt(line) : line
        }.joined(separator: "\n")
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
        if word.contains("@"), let end = Self.endOfPrompt(text) { return text[end...] }
        if word == "➜" { return Self.program(in: rest) }
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

    /// The end of a prompt with the names of user and computer: `me@host:~$`, `[me@host ~]#`, `me@host ~ %`.
    private static func endOfPrompt(_ text: Substring) -> Substring.Index? {
        let line = text.prefix(300).prefix { !$0.isNewline }
        return line.indices.dropFirst().first { line[$0] == " " && "$#%".contains(line[line.index(before: $0)]) }
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
        case .file(let path): return files(path).map(LiteralBraces.marked)
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

/// Functions of a script whose body is one command of curl or Wget, such as `api() { curl -s "$@"; }`: each call of one is that command with
/// its arguments.
struct ShellFunctions {
    /// The commands by the names of the functions.
    private var bodies: [Substring: Substring] = [:]
    var isEmpty: Bool { bodies.isEmpty }
    var names: Set<Substring> { Set(bodies.keys) }

    private static let mostLines = 40
    /// Expansions that only a shell can do.
    private static let unread = ["$#", "shift", ":-", ":=", ":?", ":+", "${!", "$(", "`"]

    /// The text with blank lines in the place of functions, and these functions.
    ///
    /// - Parameter statements: the beginnings of all statements, of which one must call a function.
    static func taken(from text: String, statements: [Substring]) -> (text: String, functions: ShellFunctions) {
        var functions = ShellFunctions()
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let names = Set(lines.compactMap { header($0)?.name })
        let called = Set(statements.map { CommandPrelude($0, functions: names).command }.filter { !isHeader($0) }.map { name(in: $0) })
        var index = 0
        while index < lines.count {
            defer { index += 1 }
            guard let (name, first) = header(lines[index]), called.contains(name), functions.bodies[name] == nil else { continue }
            var body = String(first)
            var last = index
            while !body[...].trimmingSuffix(isBlank).hasSuffix("}"), last + 1 < min(lines.count, index + mostLines) {
                last += 1
                body += "\n" + lines[last]
            }
            guard let command = command(of: body) else { continue }
            functions.bodies[name] = command[...]
            for line in index...last { lines[line] = "" }
            index = last
        }
        return functions.isEmpty ? (text, functions) : (lines.joined(separator: "\n"), functions)
    }

    /// The first word of a command, which may be the name of a function.
    static func name(in command: Substring) -> Substring { command.prefix(100).prefix { !$0.isWhitespace && !";|&".contains($0) } }

    /// True for the beginning of a definition: `name (`.
    private static func isHeader(_ text: Substring) -> Bool { text.dropFirst(name(in: text).count).first { !isBlank($0) } == "(" }

    /// The name of a function and the text after its opening brace, in `name() {` or `function name {`.
    private static func header(_ line: Substring) -> (name: Substring, body: Substring)? {
        guard let brace = line.firstIndex(of: "{") else { return nil }
        var name = line[..<brace].drop(while: isBlank)
        let isDeclared = name.hasPrefix("function ")
        if isDeclared { name = name.dropFirst("function ".count).drop(while: isBlank) }
        name = name.trimmingSuffix(isBlank)
        let hasBrackets = name.hasSuffix(")")
        if hasBrackets {
            name = name.dropLast().trimmingSuffix(isBlank)
            guard name.last == "(" else { return nil }
            name = name.dropLast().trimmingSuffix(isBlank)
        }
        let isName = name.first?.isNumber == false && name.allSatisfy { $0.isPartOfName || $0 == "-" }
        return (isDeclared || hasBrackets) && isName ? (name, line[brace...].dropFirst()) : nil
    }

    /// The only command of a body with its closing brace; nil for any other body.
    private static func command(of body: String) -> String? {
        let text = body[...].trimmingSuffix(isBlank).dropLast().trimmingSuffix { isBlank($0) || $0 == ";" }.drop(while: isBlank)
        guard text.hasPrefix("curl ") || text.hasPrefix("wget "), text.contains("$"), !unread.contains(where: text.contains),
            words(of: text).rest.isEmpty
        else { return nil }
        return String(text).replacing("\"$@\"", with: "$@").replacing("\"$*\"", with: "$@")
    }

    private static func isBlank(_ character: Character) -> Bool { character.isWhitespace }

    /// The command of a call with its arguments; another statement as it is.
    func expanded(_ statement: Substring) -> Substring {
        guard let body = bodies[Self.name(in: statement)] else { return statement }
        let (words, rest) = Self.words(of: statement)
        let arguments = Array(words.dropFirst())
        var (command, left, isQuoted) = ("", body, false)
        while let character = left.popFirst() {
            switch character {
            case "\\":
                command.append(character)
                if let escaped = left.popFirst() { command.append(escaped) }
            case "'" where !isQuoted:
                let text = left.prefix { $0 != "'" }
                command += "'\(text)'"
                left = left[text.endIndex...].dropFirst()
            case "$":
                // The argument keeps its own quotes.
                guard let argument = Self.argument(&left, of: arguments) else { command += "$"; break }
                command += isQuoted ? "\"\(argument)\"" : argument
            default:
                if character == "\"" { isQuoted.toggle() }
                command.append(character)
            }
        }
        return command + rest
    }

    /// The argument for `1`, `{1}` or `@` after a dollar sign, which is removed; nil for anything else.
    private static func argument(_ rest: inout Substring, of arguments: [Substring]) -> String? {
        var name = rest
        let isBraced = name.first == "{"
        if isBraced { name.removeFirst() }
        guard let sign = name.popFirst(), "123456789@*".contains(sign), isBraced ? name.popFirst() == "}" : name.first?.isNumber != true
        else {
            return nil
        }
        rest = name
        guard let number = sign.wholeNumberValue else { return arguments.joined(separator: " ") }
        return number <= arguments.count ? String(arguments[number - 1]) : ""
    }

    /// The words of the first command with their quotes, and the text after it.
    private static func words(of statement: Substring) -> (words: [Substring], rest: Substring) {
        var words: [Substring] = []
        var rest = statement
        while let first = rest.first, !";|&\n)".contains(first) {
            if first == " " || first == "\t" {
                rest.removeFirst()
                continue
            }
            if rest.hasPrefix("\\\n") {
                rest = rest.dropFirst(2)
                continue
            }
            let start = rest.startIndex
            var quote: Character?
            while let next = rest.first, quote != nil || !" \t;|&\n)".contains(next) {
                rest.removeFirst()
                if next == "\\", quote != "'" {
                    _ = rest.popFirst()
                } else if quote == next {
                    quote = nil
                } else if quote == nil, "\"'".contains(next) {
                    quote = next
                }
            }
            words.append(statement[start..<rest.startIndex])
        }
        return (words, rest)
    }
}

extension Substring {
    /// The text without the characters at its end that match.
    fileprivate func trimmingSuffix(_ matches: (Character) -> Bool) -> Substring {
        lastIndex { !matches($0) }.map { self[...$0] } ?? prefix(0)
    }
}
