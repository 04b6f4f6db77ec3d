import CLI
import Platform
import Workspace

/// The parsed command line.
enum Arguments: Hashable {
    /// Open the workbench on a target.
    case workbench(WorkbenchTarget)
    /// A command with its words.
    case command(CommandWords)
    /// A text to print: help or version.
    case text(String)

    /// Parses the words after the program's name.
    ///
    /// - Throws: a ``UsageError`` with the wrong word.
    static func parse(_ words: [String]) throws(UsageError) -> Arguments {
        // The table of commands is made only for a word that can be one: it would cost the start of the workbench a millisecond.
        guard let first = words.first else { return .workbench(try WorkbenchTarget(nil)) }
        if words.count == 1, first.utf8.contains(UInt8(ascii: "/")) { return .workbench(try WorkbenchTarget(first)) }
        let table = CommandLineTable.standard
        switch first {
        case "--help", "-h": return .text(CommandHelp(table).text)
        case "--version", "-V": return .text("apus \(Version.number)")
        case "help": return .text(try help(words.dropFirst().first, table))
        default: break
        }
        if let spec = table.command(first) {
            let parsed = try CommandWords(Array(words.dropFirst()), of: spec)
            return parsed.asksForHelp ? .text(CommandHelp(table).text(of: spec)) : .command(parsed)
        }
        guard !first.hasPrefix("-") else { throw UsageError("unknown option \(first); apus --help lists the options") }
        return try workbench(first, rest: words.dropFirst(), table)
    }

    private static func help(_ name: String?, _ table: CommandLineTable) throws(UsageError) -> String {
        guard let name else { return CommandHelp(table).text }
        guard let spec = table.command(name) else { throw UsageError(unknown(name, table)) }
        return CommandHelp(table).text(of: spec)
    }

    /// A word that is not a command names the target to open. If it is not a valid target either but similar to a command, the error
    /// suggests the command.
    private static func workbench(_ word: String, rest: ArraySlice<String>, _ table: CommandLineTable) throws(UsageError) -> Arguments {
        let isName = FileStatus(of: word) == nil && !word.contains("/") && !word.contains(":")
        if isName, !rest.isEmpty || table.nearest(to: word) != nil { throw UsageError(unknown(word, table)) }
        guard let extra = rest.first else { return .workbench(try WorkbenchTarget(word)) }
        throw UsageError("unexpected \(extra) after \(word); see apus --help")
    }

    private static func unknown(_ word: String, _ table: CommandLineTable) -> String {
        let near = table.nearest(to: word).map { "; did you mean “\($0)”?" } ?? "; apus --help lists the commands"
        return "unknown command “\(word)”" + near
    }
}
