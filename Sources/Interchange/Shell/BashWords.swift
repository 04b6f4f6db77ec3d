import Workspace

/// POSIX quoting (IEEE 1003.1, Shell Command Language, section 2.2) and bash's `$'…'`.
struct BashWords {
    // Scalars, not characters: with a combining mark after it, a quote would be another character.
    var rest: Substring.UnicodeScalarView
    var builder = WordBuilder()
    /// The redirections of the command's input and output.
    var redirections: [Redirection] = []
    /// The parts that only a shell can replace.
    private var substitutions: [Substring] = []
    /// The values of variables that have none otherwise: `${name:-value}`.
    private var defaults: [Row] = []
    /// True if a bracket or a backquote is not closed. The ends of others are then not searched, which would take quadratic time.
    private var hasOpenSubstitution = false
    /// True if a line break ended the command.
    private(set) var endsAtLine = false
    private let reading: CommandReading

    private let files: CommandFiles

    /// - Parameter files: reads the files that `$(cat file)` names.
    static func split(
        _ text: String, _ reading: CommandReading, files: @escaping CommandFiles = { _ in nil }
    ) throws(OpenQuoteError) -> ShellCommand {
        var splitter = BashWords(text, reading, files)
        try splitter.run()
        splitter.builder.end()
        let (input, outputs) = splitter.removeRedirections()
        return ShellCommand(
            words: splitter.builder.words, rest: Substring(splitter.rest), placeholders: splitter.builder.placeholders,
            substitutions: splitter.substitutions, outputs: outputs, input: input, variables: splitter.defaults)
    }

    private init(_ text: String, _ reading: CommandReading, _ files: @escaping CommandFiles) {
        rest = text[...].unicodeScalars
        self.reading = reading
        self.files = files
    }

    private mutating func run() throws(OpenQuoteError) {
        var place = rest
        while let character = rest.popFirst() {
            switch character {
            case "'": guard single() else { throw OpenQuoteError(text: Substring(place)) }
            case "\"": guard double() else { throw OpenQuoteError(text: Substring(place)) }
            case "\\": escaped()
            case "$": guard dollar(isQuoted: false) else { throw OpenQuoteError(text: Substring(place)) }
            case "`": backquoted(isQuoted: false)
            case _ where character.isLineEnd: return endsAtLine = true
            case " ", "\t": builder.end()
            case "#" where !builder.isInWord: rest = rest.drop { !$0.isLineEnd }
            case "<" where rest.hasPrefix("("), ">" where rest.hasPrefix("("):
                // The output or the input of another command as a file.
                guard let length = Self.length(of: rest, to: ")") else { throw OpenQuoteError(text: Substring(place)) }
                appendText(rest.prefix(length), after: String(character), isQuoted: true)
            case "<" where reading == .pasted && builder.appendPlaceholder(Substring(place)):
                rest = place.dropFirst(builder.placeholders.last?.unicodeScalars.count ?? 1)
            case "<": redirectInput()
            case ">": redirectOutput(">")
            case "&" where rest.hasPrefix(">"):
                builder.end()
                rest.removeFirst()
                redirectOutput("&>")
            case "|", ";": return rest = place
            case "&" where reading == .exact || rest.hasPrefix("&") || rest.first?.properties.isWhitespace != false: return rest = place
            default: builder.append(character)
            }
            place = rest
        }
    }

    /// Reads the character after a backslash; at the end of a line, the backslash joins it with the next line, if there is one.
    private mutating func escaped() {
        guard let next = rest.popFirst() else { return }
        if next.isLineEnd { skipLineFeed(after: next) } else { builder.append(next) }
    }

    /// Skips the line feed of a CR LF.
    private mutating func skipLineFeed(after scalar: Unicode.Scalar) { if scalar == "\r", rest.first == "\n" { rest.removeFirst() } }

    private mutating func single() -> Bool {
        guard let end = rest.firstIndex(of: "'") else { return false }
        builder.append(Substring(rest[..<end]))
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
            case "`": backquoted(isQuoted: true)
            case "\\":
                guard let next = rest.popFirst() else { return false }
                if next.isLineEnd {
                    skipLineFeed(after: next)
                } else {
                    if !"$`\\".unicodeScalars.contains(next), next != "\"" || !isClosed { builder.append("\\" as Unicode.Scalar) }
                    builder.append(next)
                }
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
        let name = Substring((isBraced ? rest.dropFirst() : rest).prefix { $0.isASCII && Character($0).isPartOfName })
        let after = rest.dropFirst(name.utf8.count + (isBraced ? 1 : 0))
        if !name.isEmpty, name.first?.isNumber == false, !isBraced || after.first == "}" {
            builder.append("{{\(name)}}")
            rest = isBraced ? after.dropFirst() : after
        } else if isBraced, !name.isEmpty, let value = Self.literalDefault(after) {
            builder.append("{{\(name)}}")
            defaults.append(Row(String(name), String(value)))
            rest = after[value.endIndex...].dropFirst()
        } else if !hasOpenSubstitution, rest.first == "(" || isBraced && !name.isEmpty {
            appendText(rest.prefix(Self.length(of: rest, to: isBraced ? "}" : ")") ?? 0), after: "$", isQuoted: isQuoted)
        } else {
            builder.append("$" as Unicode.Scalar)
        }
        return true
    }

    /// The text of `:-text}` or `:=text}`, also without the colon, if no other is replaced in it.
    private static func literalDefault(_ text: Substring.UnicodeScalarView) -> Substring? {
        let sign = text.hasPrefix(":") ? text.dropFirst() : text
        guard sign.first == "-" || sign.first == "=" else { return nil }
        let value = sign.dropFirst().prefix { !"}$`\"'\\\n".unicodeScalars.contains($0) }
        return value.endIndex < text.endIndex && text[value.endIndex] == "}" ? Substring(value) : nil
    }

    /// Replaces a substitution by the output of its command if that is known, and otherwise keeps it as written. Of a substitution that is
    /// not closed, takes only the sign.
    private mutating func appendText(_ text: Substring.UnicodeScalarView, after sign: String, isQuoted: Bool) {
        guard !text.isEmpty else {
            hasOpenSubstitution = true
            return builder.append(sign)
        }
        rest = rest.dropFirst(text.count)
        let inner = String(text.dropFirst(sign == "`" ? 0 : 1).dropLast())
        if sign == "`" || sign == "$" && text.first == "(", let output = CommandPrelude.output(of: inner, files) {
            return builder.append(output: output, isQuoted: isQuoted)
        }
        builder.append(sign + Substring(text))
        substitutions.append(sign + Substring(text))
    }

    /// After a backquote: a command whose output a shell would insert.
    private mutating func backquoted(isQuoted: Bool) {
        guard !hasOpenSubstitution else { return builder.append("`" as Unicode.Scalar) }
        var length = 1
        var isEscaped = false
        for character in rest {
            if character == "`", !isEscaped { return appendText(rest.prefix(length), after: "`", isQuoted: isQuoted) }
            isEscaped = character == "\\" && !isEscaped
            length += 1
        }
        appendText(rest.prefix(0), after: "`", isQuoted: isQuoted)
    }

    /// The number of characters of a text that begins with a bracket, up to the one that closes it; nil if none does. Brackets in quotes do
    /// not count.
    static func length(of text: Substring.UnicodeScalarView, to end: Unicode.Scalar) -> Int? {
        var (length, depth) = (0, 0)
        var quote: Unicode.Scalar?
        var isEscaped = false
        for character in text {
            length += 1
            if isEscaped {
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
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
        while true {
            let escape = rest
            guard let character = rest.popFirst() else { return false }
            if character == "'" { return true }
            guard character == "\\", let next = rest.popFirst() else {
                builder.append(character)
                continue
            }
            switch next {
            case "n", "t", "r", "a", "b", "e", "E", "f", "v": builder.append(Self.controls[next] ?? "")
            case "x" where rest.first?.properties.isASCIIHexDigit == true: bytes(from: escape)
            case "0"..."7": bytes(from: escape)
            case "u": number(4, of: next)
            case "U": number(8, of: next)
            case "'", "\"", "\\", "?": builder.append(next)
            default: builder.append("\\\(next)")
            }
        }
    }

    private static let controls: [Unicode.Scalar: String] = [
        "n": "\n", "t": "\t", "r": "\r", "a": "\u{7}", "b": "\u{8}", "e": "\u{1B}", "E": "\u{1B}", "f": "\u{C}", "v": "\u{B}",
    ]

    /// The text of consecutive bytes from here on, each by its number: `\xC3\xA9`, `\303\251`. Bytes that are no UTF-8 are replaced.
    private mutating func bytes(from start: Substring.UnicodeScalarView) {
        rest = start
        var bytes: [UInt8] = []
        while rest.first == "\\", let kind = rest.dropFirst().first {
            let digits =
                kind == "x"
                ? rest.dropFirst(2).prefix(2).prefix(while: \.properties.isASCIIHexDigit)
                : rest.dropFirst().prefix(3).prefix { ("0"..."7").contains($0) }
            guard let byte = UInt16(Substring(digits), radix: kind == "x" ? 16 : 8) else { break }
            bytes.append(UInt8(truncatingIfNeeded: byte))
            rest = rest[digits.endIndex...]
        }
        builder.append(String(decoding: bytes, as: UTF8.self))
    }

    /// A character by its number; without digits, as in `\u{41}`, the text stays.
    private mutating func number(_ digits: Int, of letter: Unicode.Scalar) {
        let text = Substring(rest.prefix(digits).prefix(while: \.properties.isASCIIHexDigit))
        guard !text.isEmpty else { return builder.append("\\\(letter)") }
        rest = rest.dropFirst(text.utf8.count)
        var value = UInt32(text, radix: 16) ?? 0xFFFD
        // JavaScript writes surrogate pairs as two escapes.
        if (0xD800..<0xDC00).contains(value), rest.hasPrefix("\\u"), let low = UInt32(Substring(rest.dropFirst(2).prefix(4)), radix: 16),
            (0xDC00..<0xE000).contains(low)
        {
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            rest = rest.dropFirst(6)
        }
        builder.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
}

extension BashWords {
    /// A redirection (IEEE 1003.1, Shell Command Language, section 2.7; bash's `<<<` and `&>`).
    struct Redirection {
        /// The meaning of the word after the sign.
        enum Kind {
            /// `< file`.
            case file
            /// `<<< text`.
            case text
            /// `<< END`: the lines up to that word; with `isVerbatim`, variables in them are text.
            case lines(isVerbatim: Bool, isIndented: Bool)
            /// The sign of a redirected output: `2>>`.
            case output(String)
        }

        let kind: Kind
        /// The number of words before the word after the sign.
        let wordCount: Int
    }

    /// Reads the redirection after a `<`.
    private mutating func redirectInput() {
        let number = builder.removeNumber()
        builder.end()
        if rest.hasPrefix("<<") {
            rest = rest.dropFirst(2)
            redirect(.text)
        } else if rest.hasPrefix("<") {
            let isIndented = rest.hasPrefix("<-")
            rest = rest.dropFirst(isIndented ? 2 : 1)
            let first = rest.first { $0 != " " && $0 != "\t" }
            redirect(.lines(isVerbatim: first.map { "'\"\\".unicodeScalars.contains($0) } ?? false, isIndented: isIndented))
        } else if rest.hasPrefix("&") || rest.hasPrefix(">") || !["", "0"].contains(number) {
            // Another descriptor, or a file for both directions.
            redirectOutput(number + "<")
        } else {
            redirect(.file)
        }
    }

    /// Reads the redirection after a `>`, which may continue: `>>`, `>&`, `>|`.
    private mutating func redirectOutput(_ sign: String) {
        let number = builder.removeNumber()
        builder.end()
        let more = Substring(rest.prefix { ">&|".unicodeScalars.contains($0) }.prefix(1))
        rest = rest.dropFirst(more.utf8.count)
        redirect(.output(number + sign + more))
    }

    private mutating func redirect(_ kind: Redirection.Kind) {
        redirections.append(Redirection(kind: kind, wordCount: builder.words.count - redirections.count))
        rest = rest.drop { $0 == " " || $0 == "\t" }
    }

    /// The command's input, where the last one counts, and its redirected outputs; removes the words that name them.
    private mutating func removeRedirections() -> (input: ShellCommand.Input?, outputs: [String]) {
        var input: ShellCommand.Input?
        var outputs: [String] = []
        let words = builder.removeWords(at: redirections.enumerated().map { $0.element.wordCount + $0.offset })
        for (redirection, word) in zip(redirections, words) {
            switch redirection.kind {
            case .output(let sign): outputs.append(sign + word)
            case .file: input = .file(word)
            case .text: input = .text(word + "\n")
            case .lines(let isVerbatim, let isIndented):
                // A pipe after the mark ends the command, not the line.
                if !endsAtLine { removeLine() }
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
            var line = removeLine()
            if isIndented { line = line.drop { $0 == "\t" } }
            if line == end { break }
            text += line + "\n"
        }
        return text
    }

    /// Removes the rest of the line with its end, and returns it without.
    @discardableResult private mutating func removeLine() -> Substring {
        let line = rest.prefix { !$0.isLineEnd }
        rest = rest[line.endIndex...]
        if let end = rest.popFirst() { skipLineFeed(after: end) }
        return Substring(line)
    }

    /// The text with its variables replaced, as within double quotes.
    private func expanded(_ text: String) -> String {
        var splitter = BashWords(text, reading, files)
        _ = splitter.double(isClosed: false)
        splitter.builder.end()
        return splitter.builder.words.first ?? ""
    }
}

extension Unicode.Scalar {
    /// True for a line feed and a carriage return.
    var isLineEnd: Bool { self == "\n" || self == "\r" }
}

extension Substring.UnicodeScalarView {
    func hasPrefix(_ text: String) -> Bool { starts(with: text.unicodeScalars) }
}

extension Character {
    /// True for the characters of a shell variable's name.
    var isPartOfName: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
