import Workspace

/// The manual pages `apus(1)` and `apus-COMMAND(1)`, in the macros of man(7).
public struct ManualPage: Sendable {
    private let table: CommandLineTable

    /// The pages of a table's commands.
    public init(_ table: CommandLineTable = .standard) { self.table = table }

    /// The page of the program.
    public var text: String {
        let calls = CommandLineTable.plainCalls + table.commands.map { ($0.usage, $0.summary) }
        let files = table.commands.map { "apus-\($0.name)(1)" }.joined(separator: ", ")
        return page(
            "APUS", "apus \\- \(Self.escaped(CommandLineTable.summary))",
            usage: "apus [WORKSPACE | URL | FILE | REQUEST] | COMMAND [OPTION…]",
            sections: [
                ("COMMANDS", Self.list(calls)), ("ENVIRONMENT", Self.list(CommandLineTable.environment)),
                ("FILES", Self.list(CommandLineTable.files)),
                ("EXIT STATUS", Self.list(CommandLineTable.exitCodes.map { ("\($0.code)", $0.meaning) })),
                ("SEE ALSO", Self.escaped(files)),
            ])
    }

    /// The page of a command.
    public func text(of spec: CommandSpec) -> String {
        var sections: [(String, String)] = []
        if !spec.details.isEmpty { sections.append(("DESCRIPTION", spec.details.map(Self.escaped).joined(separator: "\n.PP\n"))) }
        if !spec.operands.isEmpty { sections.append(("OPERANDS", Self.list(spec.operands.map { ($0.name, $0.summary) }))) }
        sections.append(("OPTIONS", Self.list(spec.options.map { ($0.usage, $0.help) })))
        sections.append(("EXIT STATUS", Self.list(CommandLineTable.exitCodes.map { ("\($0.code)", $0.meaning) })))
        if !spec.examples.isEmpty { sections.append(("EXAMPLES", Self.list(spec.examples.map { ($0.line, $0.purpose) }))) }
        sections.append(("SEE ALSO", "apus(1); its section FILES names the folder docs/"))
        return page(
            "APUS-\(spec.name.uppercased())", "apus\\-\(spec.name) \\- \(Self.escaped(spec.summary))", usage: spec.usage, sections: sections
        )
    }

    private func page(_ title: String, _ name: String, usage: String, sections: [(String, String)]) -> String {
        let parts = [("NAME", name), ("SYNOPSIS", ".B " + Self.escaped(usage))] + sections
        return ".TH \(title) 1 \"\" \"apus \(Version.number)\"\n" + parts.map { ".SH \($0.0)\n\($0.1)\n" }.joined()
    }

    private static func list(_ rows: [(String, String)]) -> String {
        rows.map { ".TP\n.B \(escaped($0.0))\n\(escaped($0.1))" }.joined(separator: "\n")
    }

    /// A text escaped for the formatter: backslashes, dashes, and a dot or quote at the start of a line.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}

/// `apus manual`: prints a manual page, which `make install` and `make package` put into share/man.
enum ManualCommand {
    /// The declaration.
    static let spec = CommandSpec(
        "manual", "Print the manual page of the program or of a command, for man(1)",
        operands: [OperandSpec("COMMAND", "the command (default: the program itself)", .optional, .command)],
        examples: [.init("apus manual run | man -l -", "read the page of a command")])

    static func run(_ words: CommandWords, _ context: CommandContext) throws -> Int32 {
        let spec = try words.operands.first.map { name in
            guard let spec = CommandLineTable.standard.command(name) else {
                throw UsageError("there is no command “\(name)”; apus --help lists them")
            }
            return spec
        }
        try context.streams.write(spec.map(ManualPage().text) ?? ManualPage().text)
        return 0
    }
}
