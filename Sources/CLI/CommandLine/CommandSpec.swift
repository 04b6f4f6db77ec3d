import Platform

/// The declaration of a command, used for parsing, help, completion, manual pages and `docs/cli.md`.
public struct CommandSpec: Hashable, Sendable {
    /// The word that names it: `send`.
    public let name: String
    /// A sentence without a full stop, beginning with a verb.
    public let summary: String
    /// The words that are not options, in order.
    public let operands: [OperandSpec]
    /// The options of the command itself.
    public let options: [OptionSpec]
    /// The name of the words after `--`; nil if the command takes none.
    public let rest: String?
    /// Details about the command, one paragraph each.
    public let details: [String]
    /// Example command lines.
    public let examples: [Example]

    /// A command line with its purpose.
    public struct Example: Hashable, Sendable {
        /// The words, as typed in a shell.
        public let line: String
        /// The purpose as a phrase, beginning with a verb.
        public let purpose: String

        /// Creates an example.
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

    /// The usage line: `apus send [OPTION…] REQUEST [NAME=VALUE…]`.
    public var usage: String {
        let optionWords = options.count > 1 ? ["[OPTION…]"] : []
        return (["apus", name] + optionWords + operands.map(\.usage) + (rest.map { ["[-- \($0)]"] } ?? [])).joined(separator: " ")
    }

    /// The option with this name or letter; nil if there is none.
    func option(_ name: String) -> OptionSpec? { options.first { $0.name == name } }

    func option(_ letter: Character) -> OptionSpec? { options.first { $0.letter == letter } }
}

/// A word that is not an option.
public struct OperandSpec: Hashable, Sendable {
    /// The number of words.
    public enum Count: Hashable, Sendable {
        case one, optional, any, oneOrMore
    }

    /// The name in capitals: `REQUEST`.
    public let name: String
    /// A phrase that describes it.
    public let summary: String
    /// The number of words.
    public let count: Count
    /// The words that a shell completes.
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
    /// A phrase that describes it, beginning with a verb.
    public let summary: String
    /// The words that a shell completes for the value; choices are also validated.
    public let completion: WordKind
    /// True if it can be repeated.
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

/// The kind of a word, for completion and validation.
public enum WordKind: Hashable, Sendable {
    /// Any text.
    case text
    /// A file or a folder.
    case file
    /// A folder.
    case folder
    /// The path of a request of the workspace, or a file.
    case request
    /// The path of a request, a folder or a collection of the workspace, or a file.
    case place
    /// The path of a folder or a collection of the workspace.
    case collection
    /// A tag of a request of the workspace.
    case tag
    /// The id of an entry of the history.
    case entry
    /// The id of an entry of the history, or a file.
    case entryOrFile
    /// The name of a command.
    case command
    /// The name of an environment of the workspace.
    case environment
    /// A whole number in a range.
    case number(ClosedRange<Int>)
    /// A time such as `250ms`, `1.5s` or `2m`.
    case duration
    /// A fixed set of words.
    case choice([String])
    /// One of some words, or a file.
    case choiceOrFile([String])
    /// The name of an option of requests, with `=` and its value.
    case requestOption
    /// One of some names with `=` and a value.
    case assignment([String])
}

/// Options that several commands have.
extension OptionSpec {
    static let environment = OptionSpec(
        "environment", "e", value: "NAME", "Send to this environment of the collection or the file", .environment)
    static let workspace = OptionSpec(
        "workspace", "w", value: "FOLDER", "Use this workspace (default: the nearest parent folder that contains collections/)", .folder)

    /// The options for the environment and the values with which requests are sent.
    static let sending =
        [
            OptionSpec(
                "environment", "e", value: "NAME",
                "Send to this environment of the collection or the file, or to that of a file of Apus or Postman, or of NAME=VALUE lines (.env)",
                .environment)
        ] + values

    /// The options for the values with which requests are sent.
    static let values = [
        OptionSpec(
            "variable", "v", value: "NAME=VALUE", "Set a variable; overrides all others; prompt:NAME=VALUE answers {{prompt:NAME}}",
            repeats: true),
        OptionSpec(
            "secret-from", value: "NAME=SOURCE", "Read a secret from env:VARIABLE, file:PATH or - for standard input", repeats: true),
        workspace,
    ]
    /// The options for the values with which requests will be sent, of which a check needs only the names.
    static let supplied = [
        OptionSpec("variable", "v", value: "NAME[=VALUE]", "Take this variable as defined", repeats: true),
        OptionSpec("secret-from", value: "NAME[=SOURCE]", "Take this secret as defined, without reading it", repeats: true),
        OptionSpec("data", value: "FILE", "Take the columns of this file of rows as defined", .file),
    ]

    static let requestOption = OptionSpec(
        "option", "O", value: "NAME=VALUE",
        "Set an option of the request, such as timeout=5, proxy=none, tls.verify=no or redirects.follow=no; docs/options.md lists them",
        .requestOption, repeats: true)
    static let jobs = OptionSpec("jobs", "J", value: "N", "Send up to N requests concurrently (default: 1)", .number(1...10_000))
    static let rate = OptionSpec("rate", value: "N", "Start at most this many requests per second", .number(1...1_000_000))
    static let quiet = OptionSpec("quiet", "q", "Print only failures and the totals")
    static let confirmation = OptionSpec("yes", "y", "Confirm sending to a protected environment")
    static let trust = OptionSpec("trust", "Grant the workspace all permissions for this run")
}

extension CommandWords {
    /// Lets the process open the connections and files of the requests in flight; systems begin with a limit of a few hundred.
    func raiseDescriptorLimit() {
        ResourceLimit.descriptors.raiseForThisProcess(to: 128 + 3 * (number(OptionSpec.jobs.name) ?? 1))
    }
}

extension WordKind {
    /// A number of entries or requests.
    static let count = WordKind.number(0...1_000_000_000)
}
