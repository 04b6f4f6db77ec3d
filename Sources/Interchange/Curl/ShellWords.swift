/// Splits a command line into words as a shell does. What names a variable becomes `{{name}}`.
public enum ShellWords {
    /// Whose quoting a command line has.
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
        let lines = text.split(whereSeparator: \.isNewline)
        let endings = lines.dropLast().compactMap { line in line.last { $0 != " " && $0 != "\t" } }
        if text.contains("^\"") || endings.contains("^") { return .cmd }
        if endings.contains("`") || text.hasPrefix("curl.exe") || text.contains("$env:") { return .powerShell }
        return .bash
    }

    /// The words up to the first pipe, redirection or end of the command; nil where a quote is not closed.
    public static func split(_ text: String, _ dialect: Dialect) -> [String]? {
        switch dialect {
        case .bash: BashWords.split(text)
        case .cmd: CommandPromptWords.split(text)
        case .powerShell: PowerShellWords.split(text)
        }
    }
}

/// What all the splitters share: characters in, words out.
struct WordBuilder {
    private(set) var words: [String] = []
    private var word: String?

    mutating func append(_ text: some StringProtocol) { word = (word ?? "") + text }
    mutating func append(_ character: Character) { word = (word ?? "") + String(character) }
    /// A word is there even when nothing stands in its quotes.
    mutating func begin() { word = word ?? "" }

    mutating func end() {
        if let word { words.append(word) }
        word = nil
    }
}
