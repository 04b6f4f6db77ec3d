import Engine
import JSON
import Platform

/// The words of a command line, parsed by the declaration of the command.
public struct CommandWords: Hashable, Sendable {
    /// The command.
    public let spec: CommandSpec
    /// The words that are not options, in order.
    public private(set) var operands: [String] = []
    /// The words after `--`.
    public private(set) var rest: [String] = []
    /// True if help is requested and nothing else is done.
    public private(set) var asksForHelp = false
    private var values: [String: [String]] = [:]

    /// Parses the words after the command's name.
    ///
    /// - Throws: a ``UsageError`` with the wrong word and the most similar known one.
    public init(_ words: [String], of spec: CommandSpec) throws(UsageError) {
        self.spec = spec
        var unread = words[...]
        while let word = unread.popFirst() {
            if word == "--" {
                addRest(unread)
                break
            } else if word.hasPrefix("--") {
                try parseLong(word, &unread)
            } else if word.hasPrefix("-"), word.count > 1, word.dropFirst().first?.isLetter == true {
                try parseShort(word, &unread)
            } else {
                operands.append(word)
            }
            if asksForHelp { return }
        }
        try checkOperands()
    }

    /// True if the flag is given.
    public func has(_ flag: String) -> Bool { values[flag] != nil }

    /// The value of an option, the last one if it is repeated; nil if it is missing.
    public func value(_ option: String) -> String? { values[option]?.last }

    /// All values of an option, in order.
    public func values(_ option: String) -> [String] { values[option] ?? [] }

    /// The number of an option, validated during parsing.
    public func number(_ option: String) -> Int? { value(option).flatMap { Int($0) } }

    /// The time of an option, validated during parsing.
    public func duration(_ option: String) -> Duration? { value(option).flatMap(DurationText.duration) }

    /// Refuses options that exclude each other.
    func refuseCombining(_ names: String...) throws(UsageError) {
        let given = names.filter(has)
        if given.count > 1 { throw UsageError("\(ListText.of(given.map { "--\($0)" })) cannot be combined") }
    }

    /// Refuses options that have no effect without another one.
    func refuse(_ names: String..., without needed: String) throws(UsageError) {
        guard !has(needed), let name = names.first(where: has) else { return }
        throw UsageError("--\(name) needs --\(needed)")
    }

    // MARK: Reading

    private mutating func addRest(_ words: ArraySlice<String>) {
        // If the command has no name for them, they are operands that begin with a dash.
        if spec.rest == nil { operands += words } else { rest = Array(words) }
    }

    private mutating func parseLong(_ word: String, _ unread: inout ArraySlice<String>) throws(UsageError) {
        let (name, value) = word.dropFirst(2).splitOnce(at: "=")
        guard let option = spec.option(name) else { throw unknown("--\(name)") }
        if option.value == nil, value != nil { throw error("--\(option.name) takes no value") }
        try parseOption(option, value, as: "--\(option.name)", &unread)
    }

    private mutating func parseShort(_ word: String, _ unread: inout ArraySlice<String>) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = spec.option(letter) else { throw unknown("-\(letter)") }
            let joined = option.value == nil || letters.isEmpty ? nil : String(letters.first == "=" ? letters.dropFirst() : letters)
            if option.value != nil { letters = "" }
            try parseOption(option, joined, as: "-\(letter)", &unread)
        }
    }

    private mutating func parseOption(
        _ option: OptionSpec, _ joined: String?, as word: String, _ unread: inout ArraySlice<String>
    ) throws(UsageError) {
        if option == .help { asksForHelp = true }
        guard let name = option.value else {
            values[option.name] = [""]
            return
        }
        guard let value = joined ?? unread.popFirst() else { throw error("\(word) needs a value: \(name)") }
        if let expected = option.completion.expected(value) { throw error("\(word) \(value): expected \(expected)") }
        values[option.name, default: []].append(value)
    }

    private func checkOperands() throws(UsageError) {
        let counts = spec.operands.map(\.count)
        let least = counts.count { $0 == .one || $0 == .oneOrMore }
        let isOpen = counts.contains(.any) || counts.contains(.oneOrMore)
        if operands.count < least, rest.isEmpty {
            throw error("missing \(spec.operands[operands.count].name): \(spec.operands[operands.count].summary)")
        }
        if !isOpen, operands.count > counts.count { throw error("unexpected word “\(operands[counts.count])”") }
        for (operand, value) in zip(spec.operands, operands) {
            if let expected = operand.completion.expected(value) { throw error("\(operand.name) \(value): expected \(expected)") }
        }
    }

    private func unknown(_ word: String) -> UsageError {
        let known = spec.options.map { "--\($0.name)" } + spec.options.compactMap { $0.letter.map { "-\($0)" } }
        let near = (word.hasPrefix("--") ? NearestName.of(word, among: known) : nil).map { "; did you mean \($0)?" }
        let hint = near ?? spec.rest.map { "; options of another program follow its name: apus \(spec.name) -- \($0)" }
        return error("unknown option \(word)" + (hint ?? ""))
    }

    private func error(_ message: String) -> UsageError {
        UsageError("\(message)\nusage: \(spec.usage)\n“apus \(spec.name) --help” lists the options", command: spec.name)
    }
}

/// An invalid command line: exit code 2.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that names the word and the expected form.
    public let message: String
    /// The name of the command; nil for the program's own words.
    public var command: String?

    /// The sentence after the words of the command.
    public var description: String { "apus\(command.map { " \($0)" } ?? ""): \(message)" }

    /// Creates an error from a sentence.
    public init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }
}

extension WordKind {
    /// The expected form if this value is invalid; nil if it is valid.
    func expected(_ value: String) -> String? {
        switch self {
        case .number(let range):
            Int(value).map(range.contains) == true ? nil : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .duration: DurationText.duration(value) == nil ? "a time such as 250ms, 1.5s or 2m" : nil
        case .choice(let words): words.contains(value) ? nil : words.joined(separator: ", ")
        default: nil
        }
    }
}

/// Times on the command line: `250ms`, `1.5s`, `2m`, and seconds without a unit.
enum DurationText {
    /// The time; nil if the text is not a time.
    static func duration(_ text: String) -> Duration? {
        let number = text.prefix { $0.isNumber || $0 == "." }
        let factors = ["ms": 0.001, "s": 1, "": 1, "m": 60, "h": 3600]
        guard let value = Double(number), let factor = factors[String(text.dropFirst(number.count))], value * factor < 1e9 else {
            return nil
        }
        return .seconds(value * factor)
    }
}
