/// POSIX quoting (IEEE 1003.1, Shell Command Language, section 2.2) and bash's `$'…'`.
struct BashWords {
    var rest: Substring
    var builder = WordBuilder()
    /// The kind of the command's input, and the number of words before the word that names it.
    var redirection: (kind: Redirection, wordCount: Int)?
    /// True if a line break ended the command.
    private(set) var endsAtLine = false

    static func split(_ text: String) throws(OpenQuote) -> ShellCommand {
        var splitter = BashWords(rest: text[...])
        try splitter.run()
        splitter.builder.end()
        let input = splitter.takeInput()
        return ShellCommand(
            words: splitter.builder.words, rest: splitter.rest, placeholders: splitter.builder.placeholders, input: input)
    }

    init(rest: Substring) { self.rest = rest }

    private mutating func run() throws(OpenQuote) {
        var place = rest
        while let character = rest.popFirst() {
            switch character {
            case "'": guard single() else { throw OpenQuote(text: place) }
            case "\"": guard double() else { throw OpenQuote(text: place) }
            case "\\": escaped()
            case "$": guard dollar(isQuoted: false) else { throw OpenQuote(text: place) }
            case _ where character.isNewline: return endsAtLine = true
            case " ", "\t": builder.end()
            case "#" where !builder.isInWord: rest = rest.drop { !$0.isNewline }
            case "<" where builder.takePlaceholder(place): rest = place.dropFirst(builder.placeholders.last?.count ?? 1)
            case "<" where redirection == nil: redirect()
            case "|", ";", ">", "<":
                if character == ">" { builder.dropNumber() }
                return rest = place
            case "&" where rest.hasPrefix("&") || rest.first?.isWhitespace != false: return rest = place
            default: builder.append(character)
            }
            place = rest
        }
    }

    /// A backslash at the end of a line joins it with the next.
    private mutating func escaped() {
        guard let next = rest.popFirst() else { return builder.append("\\") }
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
            case "\\":
                guard let next = rest.popFirst() else { return false }
                if next.isNewline { continue }
                if !"$`\"\\".contains(next) { builder.append("\\") }
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
        guard !name.isEmpty, name.first?.isNumber == false else {
            builder.append("$")
            return true
        }
        let after = rest.dropFirst(name.count + (isBraced ? 1 : 0))
        guard !isBraced || after.first == "}" else {
            builder.append("$")
            return true
        }
        builder.append("{{\(name)}}")
        rest = isBraced ? after.dropFirst() : after
        return true
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
            case "x": number(2, of: next)
            case "u": number(4, of: next)
            case "U": number(8, of: next)
            case "'", "\"", "\\", "?": builder.append(next)
            default: builder.append("\\\(next)")
            }
        }
        return false
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
    /// The sources of a command's input (IEEE 1003.1, Shell Command Language, section 2.7; bash's `<<<`).
    enum Redirection {
        /// `< file`.
        case file
        /// `<<< text`.
        case text
        /// `<< END`: the lines up to that word, where `isVerbatim` without looking for variables.
        case lines(isVerbatim: Bool, isIndented: Bool)
    }

    /// After a `<`.
    mutating func redirect() {
        builder.dropNumber()
        builder.end()
        let kind: Redirection
        if rest.hasPrefix("<<") {
            kind = .text
            rest = rest.dropFirst(2)
        } else if rest.hasPrefix("<") {
            let isIndented = rest.hasPrefix("<-")
            rest = rest.dropFirst(isIndented ? 2 : 1)
            let first = rest.first { $0 != " " && $0 != "\t" }
            kind = .lines(isVerbatim: first.map { "'\"\\".contains($0) } ?? false, isIndented: isIndented)
        } else {
            kind = .file
        }
        redirection = (kind, builder.words.count)
        rest = rest.drop { $0 == " " || $0 == "\t" }
    }

    /// The input named by the word after the sign; removes the word.
    mutating func takeInput() -> ShellCommand.Input? {
        guard let redirection, let word = builder.takeWord(at: redirection.wordCount) else { return nil }
        switch redirection.kind {
        case .file: return .file(word)
        case .text: return .text(word + "\n")
        case .lines(let isVerbatim, let isIndented):
            // A pipe after the mark ends the command, not the line.
            if !endsAtLine { rest = rest.drop { !$0.isNewline }.dropFirst() }
            let text = lines(until: word, isIndented: isIndented)
            return .text(isVerbatim ? text : Self.expanded(text))
        }
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
    private static func expanded(_ text: String) -> String {
        var splitter = BashWords(rest: text[...])
        _ = splitter.double(isClosed: false)
        splitter.builder.end()
        return splitter.builder.words.first ?? ""
    }
}
