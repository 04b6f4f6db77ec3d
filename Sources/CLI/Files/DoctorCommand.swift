import JSON
import Platform
import Screen
import Workspace

/// `apus doctor`: describes the program's surroundings on this machine, for bug reports.
enum DoctorCommand {
    static let spec = CommandSpec(
        "doctor", "Describe this machine for a bug report",
        options: [OptionSpec("json", "j", "Print JSON")],
        details: [
            "Prints the terminal and what it can do, libraries with their versions, folders with their permissions, and problems in the "
                + "configuration, without secrets or requests. A terminal is asked for its capabilities; keys pressed meanwhile are lost. "
                + "Exit code 1 if there are problems."
        ])

    static func run(_ words: CommandWords, _ context: CommandContext) throws -> Int32 {
        let facts = program + terminal(context) + context.live.facts()
        if words.has("json") {
            let values = facts.map { fact -> JSONValue in
                ["group": .string(fact.group), "name": .string(fact.name), "value": .string(fact.value), "fault": .bool(fact.isFault)]
            }
            try context.streams.write(JSONValue.array(values).prettyText)
        } else {
            var (lines, group) = ([String](), "")
            for fact in facts {
                if fact.group != group { lines.append(fact.group) }
                group = fact.group
                lines.append("  \(fact.isFault ? "✗" : "✓") \(fact.name): \(fact.value)")
            }
            try context.streams.write(lines.map { VisibleText.escaping($0) + "\n" }.joined())
        }
        return facts.contains(where: \.isFault) ? 1 : 0
    }

    private static var program: [DoctorFact] {
        var system = utsname()
        uname(&system)
        func text<T>(_ bytes: T) -> String { withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) } }
        return [
            DoctorFact("program", "version", Version.number),
            DoctorFact("program", "system", "\(text(system.sysname)) \(text(system.release)) \(text(system.machine))"),
        ]
    }

    /// The facts about the terminal; the listed variables have no secrets.
    private static func terminal(_ context: CommandContext) -> [DoctorFact] {
        let names = ["TERM", "COLORTERM", "TERM_PROGRAM", "LANG", "LC_ALL", "NO_COLOR", "TMUX"]
        let variables = names.compactMap { name in
            context.environment[name].map { DoctorFact("terminal", name, name == "TMUX" ? "yes" : $0) }
        }
        let streams = context.streams
        let isTerminal = streams.isInputTerminal && streams.isOutputTerminal
        let locale = context.environment["LC_ALL"] ?? context.environment["LC_CTYPE"] ?? context.environment["LANG"] ?? ""
        let isUnicode = locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8")
        return variables + [
            DoctorFact("terminal", "standard streams", isTerminal ? "a terminal" : "no terminal: commands work, the workbench does not"),
            DoctorFact("terminal", "characters", isUnicode ? "UTF-8" : "no UTF-8 in LANG: the workbench uses C.UTF-8"),
        ]
    }
}
