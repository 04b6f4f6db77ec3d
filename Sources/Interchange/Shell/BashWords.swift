/// POSIX quoting (IEEE 1003.1, Shell Command Language, section 2.2) and bash's `$'…'`.
struct BashWords {
    var rest: Substring
    var builder = WordBuilder()
    /// The redirections of the command's input and output.
    var redirections: [Redirection] = []
    /// The parts that only a shell can replace.
    private var substitutions: [Substring] = []
    /// True if a bracket or a backquote is not closed. No other one is looked for then: the time would grow with the square of the length.
    private var hasOpenSubstitution = false
    /// True if a line break ended the command.
    private(set) var endsAtLine = false
    private let reading: CommandReading

    static func split(_ text: String, _ reading: CommandReading) throws(OpenQuote) -> ShellCommand {
        var splitter = BashWords(rest: text[...], reading)
        try splitter.run()
        splitter.builder.end()
        let (input, outputs) = splitter.takeRedirections()
        return ShellCommand(
            words: splitter.builder.words, rest: splitter.rest, placeholders: splitter.builder.placeholders,
            substitutions: splitter.substitutions, outputs: outputs, input: input)
    }

    init(rest: Substring, _ reading: CommandReading) {
        self.rest = rest
        self.reading = reading
    }

    private mutating func run() throws(OpenQuote) {
        var place = rest
        while let character = rest.popFirst() {
            switch character {
            case "'": guard single() else { throw OpenQuote(text: place) }
            case "\"": guard double() else { throw OpenQuote(text: place) }
            case "\\": escaped()
            case "$": guard dollar(isQuoted: false) else { throw OpenQuote(text: place) }
            case "`": backquoted()
            case _ where character.isNewline: return endsAtLine = true
            case " ", "\t": builder.end()
            case "#" where !builder.isInWord: rest = rest.drop { !$0.isNewline }
            case "<" where rest.hasPrefix("("), ">" where rest.hasPrefix("("):
                // The output or the input of another command as a file.
                guard let length = Self.length(of: rest, to: ")") else { throw OpenQuote(text: place) }
                keep(rest.prefix(length), after: String(character))
            case "<" where reading == .pasted && builder.takePlaceholder(place):
                rest = place.dropFirst(builder.placeholders.last?.count ?? 1)
            case "<": redirectInput()
            case ">": redirectOutput(">")
            case "&" where rest.hasPrefix(">"):
                builder.end()
                rest.removeFirst()
                redirectOutput("&>")
            case "|", ";": return rest = place
            case "&" where reading == .exact || rest.hasPrefix("&") || rest.first?.isWhitespace != false: return rest = place
            default: builder.append(character)
            }
            place = rest
        }
    }

    /// A backslash at the end of a line joins it with the next, also where that was not copied.
    private mutating func escaped() {
        guard let next = rest.popFirst() else { return }
        if !next.isNewline { builder.append(next) }
    }

    private mutating func single() -> Bool {
        guard let end = rest.firstIndex(of: "'") else { return false }
        builder.append(rest[..<end])
        rest = rest[rest.index(after: end)...]
        return true
    }

    /// Reads up to the closing quote, or to the end of the text if none is expected, as in a here-document.
    mutating func double(isClosed: Bool = true) -> Bool {
        builder.begin()
        while let character = rest.popFirst() {
            switch character {
            case "\"" where isClosed: return true
            case "$": guard dollar(isQuoted: true) else { return false }
            case "`": backquoted()
            case "\\":
                guard let next = rest.popFirst() else { return false }
                if next.isNewline { continue }
                if !"$`\\".contains(next), next != "\"" || !isClosed { builder.append("\\") }
                builder.append(next)
            default: builder.append(character)
            }
        }
        return !isClosed
    }

    private mutating func dollar(isQuoted: Bool) -> Bool {
        if rest.first == "'", !isQuoted {
            rest.removeFirst()
            return ansi()
        }
        let isBraced = rest.first == "{"
        let name = (isBraced ? rest.dropFirst() : rest).prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        let after = rest.dropFirst(name.count + (isBraced ? 1 : 0))
        if !name.isEmpty, name.first?.isNumber == false, !isBraced || after.first == "}" {
            builder.append("{{\(name)}}")
            rest = isBraced ? after.dropFirst() : after
        } else if !hasOpenSubstitution, rest.first == "(" || isBraced && !name.isEmpty {
            keep(rest.prefix(Self.length(of: rest, to: isBraced ? "}" : ")") ?? 0), after: "$")
        } else {
            builder.append("$")
        }
        return true
    }

    /// Keeps a part that only a shell can replace as it is written; of an empty one, which is not closed, only the sign.
    private mutating func keep(_ text: Substring, after sign: String) {
        guard !text.isEmpty else {
            hasOpenSubstitution = true
            return builder.append(sign)
        }
        builder.append(sign + text)
        substitutions.append(sign + text)
        rest = rest.dropFirst(text.count)
    }

    /// After a backquote: a command whose output a shell would insert.
    private mutating func backquoted() {
        guard !hasOpenSubstitution else { return builder.append("`") }
        var length = 1
        var isEscaped = false
        for character in rest {
            if character == "`", !isEscaped { return keep(rest.prefix(length), after: "`") }
            isEscaped = character == "\\" && !isEscaped
            length += 1
        }
        keep("", after: "`")
    }

    /// The number of characters of a text that begins with a bracket, up to the one that closes it; nil if none does. Brackets in quotes do
    /// not count.
    static func length(of text: Substring, to end: Character) -> Int? {
        var (length, depth) = (0, 0)
        var quote: Character?
        var isEscaped = false
        for character in text {
            length += 1
            if isEscaped {
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil }
            } else if "'\"".contains(character) {
                quote = character
            } else if character == text.first {
                depth += 1
            } else if character == end {
                depth -= 1
                if depth == 0 { return length }
            }
        }
        return nil
    }

    /// `$'…'` with the escapes of C.
    private mutating func ansi() -> Bool {
        builder.begin()
        while let character = rest.popFirst() {
            if character == "'" { return true }
            guard character == "\\", let next = rest.popFirst() else {
                builder.append(character)
                continue
            }
            switch next {
            case "n": builder.append("\n")
            case "t": builder.append("\t")
            case "r": builder.append("\r")
            case "a", "b", "e", "E", "f", "v": builder.append(Self.controls[next] ?? "")
            case "x" where rest.first?.isHexDigit == true: bytes(from: "\\x")
            case "0"..."7": bytes(from: "\\\(next)")
            case "u": number(4, of: next)
            case "U": number(8, of: next)
            case "'", "\"", "\\", "?": builder.append(next)
            default: builder.append("\\\(next)")
            }
        }
        return false
    }

    private static let controls: [Character: String] = [
        "a": "\u{7}", "b": "\u{8}", "e": "\u{1B}", "E": "\u{1B}", "f": "\u{C}", "v": "\u{B}",
    ]

    /// The text of consecutive bytes, each by its number: `\xC3\xA9`, `\303\251`. Bytes that are no UTF-8 are replaced.
    ///
    /// - Parameter start: the beginning of the first, already read.
    private mutating func bytes(from start: String) {
        rest = (start + rest)[...]
        var bytes: [UInt8] = []
        while rest.first == "\\", let kind = rest.dropFirst().first {
            let digits =
                kind == "x"
                ? rest.dropFirst(2).prefix(2).prefix { $0.isHexDigit } : rest.dropFirst().prefix(3).prefix { "01234567".contains($0) }
            guard let byte = UInt16(digits, radix: kind == "x" ? 16 : 8) else { break }
            bytes.append(UInt8(truncatingIfNeeded: byte))
            rest = rest[digits.endIndex...]
        }
        builder.append(String(decoding: bytes, as: UTF8.self))
    }

    /// A character by its number; without digits, as in `\u{41}`, the text stays.
    private mutating func number(_ digits: Int, of letter: Character) {
        let text = rest.prefix(digits).prefix { $0.isHexDigit }
        guard !text.isEmpty else { return builder.append("\\\(letter)") }
        rest = rest.dropFirst(text.count)
        var value = UInt32(text, radix: 16) ?? 0xFFFD
        // JavaScript writes surrogate pairs as two escapes.
        if (0xD800..<0xDC00).contains(value), rest.hasPrefix("\\u"), let low = UInt32(rest.dropFirst(2).prefix(4), radix: 16),
            (0xDC00..<0xE000).contains(low)
        {
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            rest = rest.dropFirst(6)
        }
        builder.append(Character(Unicode.Scalar(value) ?? "\u{FFFD}"))
    }
}

extension BashWords {
    /// A redirection (IEEE 1003.1, Shell Command Language, section 2.7; bash's `<<<` and `&>`).
    struct Redirection {
        /// The meaning of the word behind the sign.
        enum Kind {
            /// `< file`.
            case file
            /// `<<< text`.
            case text
            /// `<< END`: the lines up to that word, where `isVerbatim` without looking for variables.
            case lines(isVerbatim: Bool, isIndented: Bool)
            /// The sign of a redirected output: `2>>`.
            case output(String)
        }

        let kind: Kind
        /// The number of words before the word behind the sign.
        let wordCount: Int
    }

    /// After a `<`.
    private mutating func redirectInput() {
        let number = builder.takeNumber()
        builder.end()
        if rest.hasPrefix("<<") {
            rest = rest.dropFirst(2)
            redirect(.text)
        } else if rest.hasPrefix("<") {
            let isIndented = rest.hasPrefix("<-")
            rest = rest.dropFirst(isIndented ? 2 : 1)
            let first = rest.first { $0 != " " && $0 != "\t" }
            redirect(.lines(isVerbatim: first.map { "'\"\\".contains($0) } ?? false, isIndented: isIndented))
        } else if rest.hasPrefix("&") || rest.hasPrefix(">") || !["", "0"].contains(number) {
            // Another descriptor, or a file for both directions.
            redirectOutput(number + "<")
        } else {
            redirect(.file)
        }
    }

    /// After a `>`, which may go on: `>>`, `>&`, `>|`.
    private mutating func redirectOutput(_ sign: String) {
        let number = builder.takeNumber()
        builder.end()
        let more = rest.prefix { ">&|".contains($0) }.prefix(1)
        rest = rest.dropFirst(more.count)
        redirect(.output(number + sign + more))
    }

    private mutating func redirect(_ kind: Redirection.Kind) {
        redirections.append(Redirection(kind: kind, wordCount: builder.words.count - redirections.count))
        rest = rest.drop { $0 == " " || $0 == "\t" }
    }

    /// The command's input, where the last one counts, and its redirected outputs; removes the words that name them.
    private mutating func takeRedirections() -> (input: ShellCommand.Input?, outputs: [String]) {
        var input: ShellCommand.Input?
        var outputs: [String] = []
        let words = builder.takeWords(at: redirections.enumerated().map { $0.element.wordCount + $0.offset })
        for (redirection, word) in zip(redirections, words) {
            switch redirection.kind {
            case .output(let sign): outputs.append(sign + word)
            case .file: input = .file(word)
            case .text: input = .text(word + "\n")
            case .lines(let isVerbatim, let isIndented):
                // A pipe after the mark ends the command, not the line.
                if !endsAtLine { rest = rest.drop { !$0.isNewline }.dropFirst() }
                endsAtLine = true
                let text = lines(until: word, isIndented: isIndented)
                input = .text(isVerbatim ? text : expanded(text))
            }
        }
        return (input, outputs)
    }

    /// The lines of a here-document; removes it and leaves the text after its end.
    private mutating func lines(until end: String, isIndented: Bool) -> String {
        var text = ""
        while !rest.isEmpty {
            var line = rest.prefix { !$0.isNewline }
            rest = rest.dropFirst(line.count + 1)
            if isIndented { line = line.drop { $0 == "\t" } }
            if line == end { break }
            text += line + "\n"
        }
        return text
    }

    /// With its variables replaced, as within double quotes.
    private func expanded(_ text: String) -> String {
        var splitter = BashWords(rest: text[...], reading)
        _ = splitter.double(isClosed: false)
        splitter.builder.end()
        return splitter.builder.words.first ?? ""
    }
}
