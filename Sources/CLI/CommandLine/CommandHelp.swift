/// The help of the program and of its commands.
public struct CommandHelp: Sendable {
    private let table: CommandLineTable
    private static let width = 80

    /// The help of a table's commands.
    public init(_ table: CommandLineTable = .standard) { self.table = table }

    /// The text of `apus --help`.
    public var text: String {
        let calls = CommandLineTable.plainCalls + table.commands.map { ("apus \($0.name)", $0.summary) }
        let codes = CommandLineTable.exitCodes.map { ("\($0.code)", $0.meaning) }
        return """
            apus: \(CommandLineTable.summary)

            usage: apus [WORKSPACE | URL | FILE | REQUEST] | COMMAND [OPTION…]

            \(Self.rows(calls))

            “apus COMMAND --help” shows details. A workspace is a folder that contains
            `collections`. In the workbench, press ? for all keys.

            environment:
            \(Self.rows(CommandLineTable.environment))

            exit codes:
            \(Self.rows(codes))
            """
    }

    /// The text of `apus COMMAND --help`.
    public func text(of spec: CommandSpec) -> String {
        var parts = ["apus \(spec.name): \(spec.summary)", "usage: \(spec.usage)"]
        let operands = spec.operands.map { ($0.name, $0.summary) }
        if !operands.isEmpty { parts.append(Self.rows(operands)) }
        parts.append("options:\n" + Self.rows(spec.options.map { ($0.usage, $0.help) }))
        parts += spec.details.map { Self.wrapped($0, Self.width).joined(separator: "\n") }
        if !spec.examples.isEmpty {
            parts.append("examples:\n" + spec.examples.map { "  \($0.line)\n      \($0.purpose)" }.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }

    /// Two columns; the second one is wrapped, or below the first one if that is long.
    private static func rows(_ rows: [(String, String)]) -> String {
        let column = min(30, (rows.map(\.0.count).max() ?? 0) + 4)
        return rows.map { name, text in
            let lines = wrapped(text, width - column)
            let isLong = name.count + 4 > column
            let begin = "  " + name + (isLong ? "\n" + spaces(column) : spaces(column - name.count - 2))
            return begin + lines.joined(separator: "\n" + spaces(column))
        }.joined(separator: "\n")
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// A text in lines of at most `width` characters.
    private static func wrapped(_ text: String, _ width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

extension OptionSpec {
    /// The summary, with the choices and a note if the option can be repeated.
    var help: String {
        var text = summary
        if case .choice(let words) = completion { text += ": " + words.joined(separator: ", ") }
        return text + (repeats ? " (may be repeated)" : "")
    }
}
