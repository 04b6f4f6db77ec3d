import Workspace

/// The way in which a command of a shell is read.
public enum CommandReading: Hashable, Sendable {
    /// As a shell and the program itself read it: `&` ends the command, `<id>` is a redirection, `{a,b}` and `[1-3]` in a URL of curl mean
    /// several URLs, every word that is not an option is a URL, and commands that curl refuses are refused.
    case exact
    /// As people mean what they paste: `&` in a word, `<id>`, braces and brackets in a URL are text, and unknown words are omitted.
    case pasted
}

/// Reads the text of a file that a command names, `-` for its standard input; nil where it cannot be read or is no text.
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
    ) throws(OpenQuote) -> ShellCommand {
        switch dialect {
        case .bash: try BashWords.split(text, reading, files: files)
        case .cmd: try CommandPromptWords.split(text, reading)
        case .powerShell: try PowerShellWords.split(text, reading)
        }
    }
}

/// A command line taken apart.
struct ShellCommand {
    let words: [String]
    /// The text after the command: a pipe, another command.
    var rest: Substring
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

    /// A command's standard input.
    enum Input: Hashable {
        case text(String)
        case file(String)
    }

    /// Sentences on placeholders and substitutions.
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
            + (isNothing ? [] : ["“\(Self.excerpt(text))” after the command is omitted"])
    }

    /// The beginning of a text, on one line.
    static func excerpt(_ text: Substring, maximum: Int = 40) -> String {
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
struct OpenQuote: Error {
    /// The text from the quote on.
    let text: Substring

    /// A sentence with the place.
    func message(of program: String) -> String {
        "The \(program) command has a quote that is not closed. It opens here: \(ShellCommand.excerpt(text))"
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
    /// Appends what a command wrote, without the line breaks at its end; outside of quotes, white space separates words.
    mutating func append(output: String, isQuoted: Bool) {
        let text = output.reversed().drop(while: \.isNewline).reversed()
        guard !isQuoted else { return append(String(text)) }
        for character in text { if character.isWhitespace { end() } else { append(character) } }
    }
    /// Takes the placeholder at the start of the text into the word; false if there is none.
    mutating func takePlaceholder(_ rest: Substring) -> Bool {
        guard let text = rest.placeholder(isInWord: isInWord) else { return false }
        append(text)
        placeholders.append(text)
        return true
    }
    /// True between the first character of a word and its end.
    var isInWord: Bool { word != nil }

    /// Quotes make a word even if they are empty.
    mutating func begin() { if word == nil { word = "" } }

    mutating func end() {
        if let word { words.append(word) }
        word = nil
    }

    /// Removes and returns the number of a redirected descriptor, which is not a word: `2>`.
    mutating func takeNumber() -> String {
        guard let number = word, !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return "" }
        word = nil
        return number
    }

    /// Removes and returns words; an empty one if there is none, which a shell refuses, and which only a text with missing quotes has.
    mutating func takeWords(at indices: [Int]) -> [String] {
        guard !indices.isEmpty else { return [] }
        let taken = indices.map { words.indices.contains($0) ? words[$0] : "" }
        let removed = Set(indices)
        words = words.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
        return taken
    }
}
