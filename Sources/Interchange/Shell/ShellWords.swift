import Workspace

/// The way in which a command of a shell is read.
public enum CommandReading: Hashable, Sendable {
    /// As a shell and the program itself read it: `&` ends the command, `<id>` is a redirection, `{a,b}` and `[1-3]` in a URL of curl mean
    /// several URLs, every word that is not an option is a URL, and commands that curl refuses are refused.
    case exact
    /// Leniently, as commands in documents are meant: `&` in a word, `<id>`, braces and brackets in a URL are text, and unknown words are
    /// omitted.
    case pasted
}

/// Reads the text of a file that a command names, `-` for its standard input; nil if it cannot be read or is not text.
public typealias CommandFiles = (String) -> String?

/// Splits a command line into words like a shell. Variables become `{{name}}`.
public enum ShellWords {
    /// The shells whose quoting is understood.
    public enum Dialect: Hashable, Sendable {
        /// POSIX shells and bash, with `$'…'`.
        case bash
        /// The Windows command prompt, and the C runtime that splits its words.
        case cmd
        /// PowerShell.
        case powerShell
    }

    /// The dialect that a pasted command is most likely in.
    public static func dialect(of text: String) -> Dialect {
        // Only the first line: later ones may be part of a quoted text.
        let lines = text.split(maxSplits: 1, whereSeparator: \.isNewline)
        let ending = lines.count > 1 ? lines[0].reversed().drop { $0 == " " || $0 == "\t" }.prefix(2).reversed() : []
        // Only at the first quote: a later caret before a quote may be text, as in a regular expression.
        let quote = text.firstIndex { "'\"".contains($0) }
        let startsWithCaret = quote.map { text[$0] == "\"" && text[..<$0].hasSuffix("^") } ?? false
        if startsWithCaret || text.contains("^\\^\"") || ending.last == "^" { return .cmd }
        if ending == [" ", "`"] || text.hasPrefix("curl.exe") || text.contains("$env:") { return .powerShell }
        return .bash
    }

    /// The words up to the first pipe, redirection or end of the command; nil if a quote is not closed.
    public static func split(_ text: String, _ dialect: Dialect) -> [String]? { try? command(text, dialect).words }

    /// The words, and the text after the command.
    static func command(
        _ text: String, _ dialect: Dialect, _ reading: CommandReading = .pasted, files: @escaping CommandFiles = { _ in nil }
    ) throws(OpenQuoteError) -> ShellCommand {
        switch dialect {
        case .bash: try BashWords.split(text, reading, files: files)
        case .cmd: try CommandPromptWords.split(text, reading)
        case .powerShell: try PowerShellWords.split(text, reading)
        }
    }
}

/// A parsed command line: its words, and the parts around them.
struct ShellCommand {
    let words: [String]
    /// The text after the command: a pipe, another command.
    var rest: Substring
    /// The prose after the command on its line.
    var prose: Substring = ""
    /// The placeholders without quotes, which a shell would take for redirections.
    var placeholders: [Substring] = []
    /// The parts that only a shell can replace: `$(…)`, a text between backquotes, `${name:-…}`.
    var substitutions: [Substring] = []
    /// The redirections of the command's output.
    var outputs: [String] = []
    /// The standard input of the command, if it has one.
    var input: Input?
    /// The assignments of the script before it.
    var variables: [Row] = []
    /// True if no word contains a variable.
    var isLiteral = false

    /// A command's standard input.
    enum Input: Hashable {
        case text(String)
        case file(String)
    }

    /// The sentences about placeholders and substitutions, for the report.
    var changes: [String] {
        placeholders.prefix(10).map { "“\(Self.excerpt($0))” without quotes is a placeholder, sent unchanged" }
            + substitutions.prefix(10).map { "“\(Self.excerpt($0))” would be replaced by a shell, sent unchanged" }
    }

    /// Sentences on redirections and on the text after the command.
    var losses: [String] {
        let isSign = { (character: Character) in character.isWhitespace || character == ";" || character == "&" }
        let text = rest.drop { $0.isWhitespace }
        let isNothing = text.allSatisfy(isSign) || text.hasPrefix("#")
        return outputs.map { "“\(Self.excerpt($0[...]))” is omitted" }
            + ((isNothing ? [] : [text]) + (prose.isEmpty ? [] : [prose])).map { "“\(Self.excerpt($0))” after the command is omitted" }
    }

    /// The beginning of a text, on one line.
    static func excerpt(_ text: Substring) -> String {
        let maximum = 40
        let line = text.prefix(maximum).map { $0.isNewline ? " " : String($0) }.joined()
        return line.count < maximum ? String(line.reversed().drop { $0 == " " }.reversed()) : line + "…"
    }
}

extension Substring {
    /// The placeholder at the start of the text, as documentation writes a value to fill in: `<id>`, `<your token>`; nil for a redirection,
    /// such as `< file` and `<in>out`.
    ///
    /// - Parameter isInWord: true within a word, where redirections are rare: `id=<id>`.
    func placeholder(isInWord: Bool) -> Substring? {
        guard first == "<" else { return nil }
        let name = dropFirst().prefix { $0.isLetter || $0.isNumber || "_-: ".contains($0) }
        guard let start = name.first, start.isLetter || start == "_", name.last != " ", !name.contains(" -") else { return nil }
        let text = prefix(name.count + 2)
        guard text.last == ">" else { return nil }
        let isFile = { (next: Character) in next.isLetter || next.isNumber || "_~$.>&'\"".contains(next) }
        let isRedirection = !isInWord && (dropFirst(text.count).first.map(isFile) == true || dropFirst(text.count).hasPrefix("/dev/"))
        return isRedirection ? nil : text
    }
}

/// A quote that is not closed.
struct OpenQuoteError: Error {
    /// The text from the quote on.
    let text: Substring

    /// A sentence with the place.
    func message(of program: String) -> String {
        "The \(program) command has a quote that is not closed. It opens here: \(ShellCommand.excerpt(text))"
    }
}

extension Substring {
    /// The first word outside quotes with an apostrophe as in “isn't”, where prose follows a command; nil for none.
    var startOfProse: Index? {
        var (index, word, quote) = (startIndex, startIndex, Character?.none)
        while index < endIndex {
            let character = self[index]
            let next = self.index(after: index)
            if character == "\\", quote != "'" {
                index = next < endIndex ? self.index(after: next) : next
                continue
            }
            if quote != nil {
                if character == quote { quote = nil }
            } else if character.isWhitespace {
                word = next
            } else if character == "\"" || character == "'" {
                let isInWord = character == "'" && index > word && self[self.index(before: index)].isLetter
                if isInWord, self[next...].prefixMatch(of: /(?:[tsdm]|re|ve|ll)\b/) != nil { return word }
                quote = character
            }
            index = next
        }
        return nil
    }
}

/// The part that all splitters share: characters in, words out.
struct WordBuilder {
    private(set) var words: [String] = []
    private var word: String?
    private(set) var placeholders: [Substring] = []

    // In place: a word may have megabytes.
    mutating func append(_ text: some StringProtocol) {
        begin()
        word?.append(contentsOf: text)
    }
    mutating func append(_ character: Character) {
        begin()
        word?.append(character)
    }
    mutating func append(_ scalar: Unicode.Scalar) {
        begin()
        word?.unicodeScalars.append(scalar)
    }
    /// Appends the output of a command, without the line breaks at its end; outside of quotes, white space separates words.
    mutating func append(output: String, isQuoted: Bool) {
        let text = output.reversed().drop(while: \.isNewline).reversed()
        guard !isQuoted else { return append(String(text)) }
        for character in text { if character.isWhitespace { end() } else { append(character) } }
    }
    /// Takes the placeholder at the start of the text into the word; false if there is none.
    mutating func appendPlaceholder(_ rest: Substring) -> Bool {
        guard let text = rest.placeholder(isInWord: isInWord) else { return false }
        append(text)
        placeholders.append(text)
        return true
    }
    /// True between the first character of a word and its end.
    var isInWord: Bool { word != nil }

    /// Begins a word unless one has begun: empty quotes are a word too.
    mutating func begin() { if word == nil { word = "" } }

    mutating func end() {
        if let word { words.append(word) }
        word = nil
    }

    /// Removes and returns the number of a redirected descriptor, which is not a word: `2>`.
    mutating func removeNumber() -> String {
        guard let number = word, !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return "" }
        word = nil
        return number
    }

    /// Removes and returns words; an empty one if there is none, which a shell refuses, and which only a text with missing quotes has.
    mutating func removeWords(at indices: [Int]) -> [String] {
        guard !indices.isEmpty else { return [] }
        let taken = indices.map { words.indices.contains($0) ? words[$0] : "" }
        let removed = Set(indices)
        words = words.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
        return taken
    }
}

/// The command prompt's carets, then the C runtime's quotes (learn.microsoft.com, “Parsing C command-line arguments”).
enum CommandPromptWords {
    static func split(_ text: String, _ reading: CommandReading) throws(OpenQuoteError) -> ShellCommand {
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

    /// The character after a caret: the next one, or the one after a line break, since the caret joins the lines. Browsers double every
    /// backslash, but the C runtime halves only those before a quote: a pasted command is read as the browser meant it.
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

    private static func unquoted(_ text: String) throws(OpenQuoteError) -> [String] {
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
        if isQuoted { throw OpenQuoteError(text: quote) }
        return builder.words
    }
}

/// PowerShell's quoting (learn.microsoft.com, “about_Quoting_Rules”), with the `\"` that its older versions need before programs.
struct PowerShellWords {
    private var rest: Substring
    private let reading: CommandReading
    private var builder = WordBuilder()

    static func split(_ text: String, _ reading: CommandReading) throws(OpenQuoteError) -> ShellCommand {
        var splitter = PowerShellWords(rest: text[...], reading: reading)
        try splitter.run()
        splitter.builder.end()
        return ShellCommand(words: splitter.builder.words, rest: splitter.rest, placeholders: splitter.builder.placeholders)
    }

    private mutating func run() throws(OpenQuoteError) {
        var place = rest
        while let character = rest.popFirst() {
            switch character {
            case "'": guard quoted("'", isLiteral: true) else { throw OpenQuoteError(text: place) }
            case "\"": guard quoted("\"", isLiteral: false) else { throw OpenQuoteError(text: place) }
            case "`": if let next = rest.popFirst(), !next.isNewline { builder.append(next) }
            case "$": variable()
            case _ where character.isNewline: return
            case " ", "\t": builder.end()
            case "<" where reading == .pasted && builder.appendPlaceholder(place):
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
