import CLI

/// The parsed command line.
enum Arguments: Equatable {
    /// The workbench on a workspace folder; nil for the current folder.
    case workbench(folder: String?)
    /// The workbench on the shipped collections, with the embedded server running.
    case demo
    /// The embedded server alone.
    case serve(host: String, port: UInt16)
    /// Files of another program, made a collection of.
    case importing(ImportCommand)
    case help
    case version

    /// An invalid command line.
    struct Problem: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    static let usage = """
        apus: an HTTP workbench for the terminal

        usage: apus [WORKSPACE]              open the workbench on a folder (default: the current one)
               apus demo                     open it on the shipped collections, with the embedded server running
               apus serve [--port N] [--host ADDRESS]
                                             run the embedded server alone (default: 127.0.0.1, a free port)
               apus import FILE|FOLDER|- [--dry-run] [--into WORKSPACE] [--collection NAME] [--json]
                                             make collections of another program's files; - is standard input
               apus import --facts FILE      print what is understood of a file, on one line of JSON
               apus --help | --version

        A workspace is a folder that holds a folder `collections`. In the workbench, press ? for all keys.

        environment: XDG_CONFIG_HOME (configuration), XDG_DATA_HOME (history),
                     XDG_STATE_HOME (unsaved edits, session), NO_COLOR (no colours), TERM, LANG
        exit codes:  0 done · 1 failed · 2 the command line or the terminal cannot be used
        """

    /// Parses the words after the program's name.
    ///
    /// - Throws: ``Problem``, which names the wrong word.
    static func parse(_ words: [String]) throws(Problem) -> Arguments {
        if words.contains("--help") || words.contains("-h") { return .help }
        guard let first = words.first else { return .workbench(folder: nil) }
        let rest = words.dropFirst()
        switch first {
        case "--version", "-V": return .version
        case "demo": return try alone(.demo, "demo", rest)
        case "serve": return try serve(Array(rest))
        case "import":
            do throws(ImportCommand.Problem) {
                return .importing(try ImportCommand(Array(rest)))
            } catch {
                throw Problem(description: error.description)
            }
        case _ where first.hasPrefix("-"): throw Problem(description: "unknown option \(first); apus --help lists the options")
        default: return try alone(.workbench(folder: first), first, rest)
        }
    }

    private static func alone(_ arguments: Arguments, _ word: String, _ rest: ArraySlice<String>) throws(Problem) -> Arguments {
        guard let extra = rest.first else { return arguments }
        throw Problem(description: "unexpected \(extra) after \(word); see apus --help")
    }

    private static func serve(_ words: [String]) throws(Problem) -> Arguments {
        var host = "127.0.0.1"
        var port: UInt16 = 0
        var index = 0
        while index < words.count {
            let option = words[index]
            guard option == "--port" || option == "--host" else {
                throw Problem(description: "unknown option \(option) of serve; it takes --port N and --host ADDRESS")
            }
            guard index + 1 < words.count else { throw Problem(description: "\(option) needs a value after it") }
            let value = words[index + 1]
            if option == "--host" {
                host = value
            } else if let number = UInt16(value) {
                port = number
            } else {
                throw Problem(description: "--port \(value): expected a number from 0 (a free port) to 65535")
            }
            index += 2
        }
        return .serve(host: host, port: port)
    }
}
