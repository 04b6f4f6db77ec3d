/// The page `docs/cli.md`.
public struct CommandLinePage: Sendable {
    private let table: CommandTable

    /// The page of a table's commands.
    public init(_ table: CommandTable = .standard) { self.table = table }

    /// The Markdown text, with its last line break.
    public var text: String {
        let calls = CommandTable.plainCalls.map { "| `\(Self.cell($0.0))` | \($0.1) |" }
        let commands = table.commands.map { "| [`apus \($0.name)`](#apus-\($0.name)) | \($0.summary) |" }
        let intro = """
            # The command line

            `make docs` writes this page from the declaration in `Sources/CLI/CommandLine`. `apus COMMAND --help` and the manual pages say the same.

            | call | purpose |
            | --- | --- |
            \((calls + commands).joined(separator: "\n"))

            ## Exit codes

            | code | meaning |
            | --- | --- |
            \(CommandTable.exitCodes.map { "| \($0.code) | \($0.meaning) |" }.joined(separator: "\n"))

            ## Environment

            | variable | meaning |
            | --- | --- |
            \(CommandTable.environment.map { "| `\($0.0)` | \($0.1) |" }.joined(separator: "\n"))
            """
        return ([intro] + table.commands.map(section)).joined(separator: "\n\n") + "\n"
    }

    private func section(_ spec: CommandSpec) -> String {
        var parts = ["## apus \(spec.name)", "\(spec.summary).", "```\n\(spec.usage)\n```"]
        parts += spec.details
        let rows =
            spec.operands.map { "| `\($0.name)` | \(Self.cell($0.summary)) |" }
            + spec.options.map {
                "| `\($0.usage)` | \(Self.cell($0.help)) |"
            }
        parts.append("| word | meaning |\n| --- | --- |\n" + rows.joined(separator: "\n"))
        if !spec.examples.isEmpty {
            parts.append("```sh\n" + spec.examples.map { "\($0.line)   # \($0.purpose)" }.joined(separator: "\n") + "\n```")
        }
        return parts.joined(separator: "\n\n")
    }

    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
