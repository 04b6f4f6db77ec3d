/// The declaration of a command: parsing, help, completion, manual pages and `docs/cli.md` read it.
public struct CommandSpec: Hashable, Sendable {
    /// The word that names it: `send`.
    public let name: String
    /// A sentence without a full stop, verb first.
    public let summary: String
    /// The words that belong to no option, in order.
    public let operands: [OperandSpec]
    /// The options of the command itself.
    public let options: [OptionSpec]
    /// The name of the words behind `--`; nil if the command takes none.
    public let rest: String?
    /// More about the command, a paragraph each.
    public let details: [String]
    /// Command lines with their purpose.
    public let examples: [Example]

    /// A command line with its purpose.
    public struct Example: Hashable, Sendable {
        /// The words, as they are typed in a shell.
        public let line: String
        /// A phrase, verb first.
        public let purpose: String

        /// Takes both.
        public init(_ line: String, _ purpose: String) {
            self.line = line
            self.purpose = purpose
        }
    }

    /// Declares a command.
    public init(
        _ name: String, _ summary: String, operands: [OperandSpec] = [], options: [OptionSpec] = [], rest: String? = nil,
        details: [String] = [], examples: [Example] = []
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.options = options + [.help]
        self.rest = rest
        self.details = details
        self.examples = examples
    }

    /// The words of a call: `apus send [OPTION…] REQUEST [NAME=VALUE…]`.
    public var usage: String {
        let own = options.count > 1 ? ["[OPTION…]"] : []
        return (["apus", name] + own + operands.map(\.usage) + (rest.map { ["[-- \($0)]"] } ?? [])).joined(separator: " ")
    }

    /// The option with this name or letter; nil if there is none.
    func option(_ name: String) -> OptionSpec? { options.first { $0.name == name } }

    func option(_ letter: Character) -> OptionSpec? { options.first { $0.letter == letter } }
}

/// A word that belongs to no option.
public struct OperandSpec: Hashable, Sendable {
    /// The number of words.
    public enum Count: Hashable, Sendable {
        case one, optional, any, oneOrMore
    }

    /// The name in capitals: `REQUEST`.
    public let name: String
    /// A phrase about it.
    public let summary: String
    /// The number of words.
    public let count: Count
    /// The words that a shell offers.
    public let completion: WordKind

    /// Declares an operand.
    public init(_ name: String, _ summary: String, _ count: Count = .one, _ completion: WordKind = .text) {
        self.name = name
        self.summary = summary
        self.count = count
        self.completion = completion
    }

    /// `FILE`, `[FILE]`, `[FILE…]` or `FILE…`.
    var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .any: "[\(name)…]"
        case .oneOrMore: "\(name)…"
        }
    }
}

/// An option of a command.
public struct OptionSpec: Hashable, Sendable {
    /// The long name without its dashes.
    public let name: String
    /// The short name; nil for none.
    public let letter: Character?
    /// The name of the value in capitals; nil for a flag.
    public let value: String?
    /// A phrase about it, verb first.
    public let summary: String
    /// The words that a shell offers for the value, and that are checked where they are choices.
    public let completion: WordKind
    /// True if it may stand there more than once.
    public let repeats: Bool

    /// Declares an option.
    public init(
        _ name: String, _ letter: Character? = nil, value: String? = nil, _ summary: String, _ completion: WordKind = .text,
        repeats: Bool = false
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.summary = summary
        self.completion = completion
        self.repeats = repeats
    }

    /// Declares a flag without a short name.
    public init(_ name: String, _ summary: String) { self.init(name, nil, summary) }

    /// The option that every command has.
    static let help = OptionSpec("help", "h", "Print this help")

    /// `-e, --environment NAME`.
    var usage: String { (letter.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0)" } ?? "") }
}

/// The kind of a word, for completion and for checking.
public enum WordKind: Hashable, Sendable {
    /// Any text.
    case text
    /// A file or a folder.
    case file
    /// A folder.
    case folder
    /// The path of a request of the workspace.
    case request
    /// The name of an environment of the workspace.
    case environment
    /// A whole number that is not negative.
    case number
    /// A time such as `250ms`, `1.5s` or `2m`.
    case duration
    /// Words that are the only ones.
    case choice([String])
}
