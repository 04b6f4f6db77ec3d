import Foundation
import TestFixtures
import Testing

@testable import CLI

/// The declaration of the command line, and the pages and scripts generated from it.
@Suite struct CommandLineTableTests {
    private static let page = URL(filePath: #filePath).appending(path: "../../../docs/cli.md").standardizedFileURL

    @Test func `the page matches the table`() throws {
        let text = CommandLinePage().text
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" { try Data(text.utf8).write(to: Self.page) }
        #expect(try String(contentsOf: Self.page, encoding: .utf8) == text, "run `make docs`")
    }

    @Test func `every command has unique option names`() {
        for spec in CommandLineTable.standard.commands {
            let names = spec.options.map(\.name)
            let letters = spec.options.compactMap(\.letter)
            #expect(Set(names).count == names.count, "\(spec.name)")
            #expect(Set(letters).count == letters.count, "\(spec.name)")
        }
    }

    @Test func `every command that is declared is carried out`() {
        #expect(CommandLineTable.standard.entries.filter { $0.run == nil }.map(\.name) == ["demo", "serve"])
    }

    @Test func `help stays within eighty columns`() {
        for spec in CommandLineTable.standard.commands where spec.usage.count < 80 {
            let lines = CommandHelp().text(of: spec).split(separator: "\n").filter { !$0.hasPrefix("  apus") && !$0.hasPrefix("  source") }
            for line in lines { #expect(line.count <= 100, "\(spec.name): \(line)") }
        }
    }

    @Test(arguments: CompletionShell.allCases) func `a completion script names every command`(shell: CompletionShell) {
        for spec in CommandLineTable.standard.commands { #expect(Completions().script(shell).contains(spec.name)) }
    }

    @Test(
        .enabled(if: Self.has(.zsh)),
        arguments: [
            ("compdef() { print $*; }; source ./_apus", "_apus apus\n"),
            ("_describe() { print $*; }; _files() { :; }; fpath=($PWD); autoload -U _apus; CURRENT=2; _apus", "command commands\n"),
        ])
    func `zsh completes after sourcing and from its function path`(script: String, expected: String) throws {
        let folder = TemporaryFolder(["_apus": Completions().script(.zsh)])
        #expect(try run(.zsh, script, in: folder) == expected)
    }

    @Test(
        .enabled(if: Self.has(.fish)),
        arguments: [
            ("apus hist", "history"), ("apus send --down", "--download"), ("apus send --format cu", "curl"),
            ("apus list en", "environments"),
            ("apus completion z", "zsh"), ("apus new --url /x requ", "request"), ("apus list --workspace=/tmp env", "environments"),
            ("apus export --as har --to /tmp li", "list folders --names"), ("apus send -w /tmp -e li", "list environments --names -w /tmp"),
            ("apus send --workspace=/tmp -e li", "list environments --names -w /tmp"),
        ])
    func `fish completes words by their place`(line: String, expected: String) throws {
        let folder = TemporaryFolder(["script": Completions().script(.fish)])
        let found = try run(.fish, "source script; function apus; echo $argv; end; complete -C '\(line)'", in: folder)
        #expect(found.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) } == [expected])
    }

    /// The entries of the history are those that `apus history` prints.
    private static let history =
        "8bd9f914  2026-12-01 04:21:00  200   GET         1.0 ms     160 B  http://h/me\n"
        + "a785117f  2026-12-01 04:24:31  ERR   POST       12.6 ms       0 B  https://h/a?b=c  Could not connect\n"

    @Test(.enabled(if: Self.has(.fish))) func `fish completes requests of files and entries of the history`() throws {
        let folder = TemporaryFolder(["script": Completions().script(.fish), "history": Self.history, "x.http": ""])
        let program = "function apus; if test $argv[1] = list; echo $argv[2]'#one'; else; cat history; end; end"
        func complete(_ line: String) throws -> String { try run(.fish, "source script; \(program); complete -C '\(line)'", in: folder) }
        #expect(try complete("apus send x.http#") == "x.http#one\n" && complete("apus run x.http#o") == "x.http#one\n")
        for word in [#"x\ y.http#"#, #""x y.http#o"#, #""x y.http#"#] {
            #expect(try complete("apus run \(word)") == "x y.http#one\n", "\(word)")
        }
        #expect(
            try complete("apus replay ")
                == "8bd9f914\tGET http://h/me, 200, 2026-12-01 04:21:00\na785117f\tPOST https://h/a?b=c, ERR, 2026-12-01 04:24:31\n")
        #expect(try complete("apus diff x") == "x.http\n")
    }

    @Test(
        .enabled(if: Self.has(.zsh)),
        arguments: [
            ("words=(send -w '~/it' ''); _apus_list requests tags", "list requests --names -w HOME/it\nlist tags --names -w HOME/it\n"),
            ("words=(send '--workspace=it\\ s' ''); _apus_list tags", "list tags --names -w it s\n"),
            ("words=(send ''); _apus_list tags", "list tags --names\n"),
            ("words=(send ''); PREFIX='a\\ b.http#o'; _apus_requests requests", "list a b.http --names\n"),
            ("words=(send ''); PREFIX=x; _apus_requests requests", "list requests --names\nfiles\n"),
            (
                "_apus_entries",
                "8bd9f914  GET http://h/me, 200, 2026-12-01 04:21:00\na785117f  POST https://h/a?b=c, ERR, 2026-12-01 04:24:31\n"
            ),
        ])
    func `zsh completes names, requests of files and entries of the history`(call: String, expected: String) throws {
        let folder = TemporaryFolder(["script": Completions().script(.zsh), "history": Self.history])
        let script =
            "compdef() { :; }; compadd() { print -l $names $shown; }; _files() { print files; }; source ./script; "
            + "HOME=HOME; apus() { if [[ $1 == list ]]; then echo $*; else cat history; fi; }; \(call)"
        #expect(try run(.zsh, script, in: folder) == expected)
    }

    @Test(.enabled(if: Self.has(.bash)), arguments: ["x.http#", "x\\ y.http#t", "'x y.http#"])
    func `bash completes requests of files`(word: String) throws {
        let names = "x.http#two\nx y.http#two\n"
        let file = word.hasPrefix("x.") ? "x.http#two" : "x y.http#two"
        #expect(try complete(["send", word], names: names).text == file + "\n")
        let listed = try complete(["run", "list"], names: nil).text
        #expect(listed.hasPrefix("list folders") && listed.contains("list requests"))
    }

    private static func has(_ shell: CompletionShell) -> Bool { FileManager.default.isExecutableFile(atPath: path(shell)) }

    private static func path(_ shell: CompletionShell) -> String { shell == .bash ? "/bin/bash" : "/usr/bin/\(shell.rawValue)" }

    /// The output and errors of a shell for a script with these arguments, without the settings of the user.
    private func run(_ shell: CompletionShell, _ script: String, _ words: [String] = [], in folder: TemporaryFolder) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: Self.path(shell))
        process.currentDirectoryURL = folder.url
        (process.standardOutput, process.standardError) = (output, output)
        let quiet: [CompletionShell: [String]] = [.bash: ["--norc"], .zsh: ["-f"], .fish: ["--no-config"]]
        process.arguments = quiet[shell, default: []] + ["-c", script, shell.rawValue] + words
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    /// Names come from files, which may have another author.
    @Test(.enabled(if: Self.has(.bash))) func `completion runs no command in a name`() throws {
        let names = "api/$(touch ran)\napi/`touch ran`\napi/* two words\n"
        let (text, hasRun) = try complete(["send", "api/"], names: names + "other\n")
        #expect(text == names)
        #expect(!hasRun)
    }

    @Test(
        .enabled(if: Self.has(.bash)),
        arguments: [
            "my\\ ", "my\\ api/it\\'", "\"my a", "\"my api/it'", "'my ap", "my' api'/i", "my\\ \"api\"/it", "\"my api/q\\\"",
            "my\\ api/\\$(t",
            "\"my api/\\$(t", "'my api/$(t", "my\\ api/b\\\\",
        ])
    func `a quoted word is completed`(word: String) throws {
        let names = "my api/it's\nmy api/q\"x\nmy api/$(touch ran)\nmy api/b\\s\n"
        let (text, hasRun) = try complete(["send", word], names: names)
        #expect(!hasRun && !text.isEmpty && text != "\n" && names.contains(text), "\(text)")
    }

    @Test(
        .enabled(if: Self.has(.bash)),
        arguments: [
            (["new", "req"], "request\n"), (["new", "request", "list"], "list folders --names\n"),
            (["run", "list"], "list folders --names\nlist requests --names\n"), (["send", "-e", "li"], "list environments --names\n"),
            (["send", "--environment", "=", "li"], "list environments --names\n"), (["run", "-t", "li"], "list tags --names\n"),
            (["send", "--format", "="], "http\ncurl\njson\n"), (["run", "-r", "ju"], "junit=\n"), (["send", "-O", "timeo"], "timeout=\n"),
            (["export", "--as", "=", "har", "--to", "x", "li"], "list folders --names\n"), (["new", "-u", "/x", "req"], "request\n"),
            (["manual", "hist"], "history\n"), (["help", "hist"], "history\n"), (["completion", "zsh", ""], "\n"),
            (["send", "--dow"], "--download\n"), (["send", "-w", "/tmp", "-e", "li"], "list environments --names -w /tmp\n"),
            (["run", "--workspace", "=", "'/my space'", "-t", "li"], "list tags --names -w /my space\n"),
            (["replay", "hist"], "history --ids -n 20\n"), (["diff", "x", "hist"], "history --ids -n 20\n"),
        ])
    func `words are completed by their place`(words: [String], expected: String) throws {
        #expect(try complete(words, names: nil).text == expected)
    }

    /// The completions of bash for the last word. The program prints the names, or else its own words.
    private func complete(_ words: [String], names: String?) throws -> (text: String, hasRun: Bool) {
        let folder = TemporaryFolder(["script": Completions().script(.bash)])
        if let names { try folder.write(names, to: "names") }
        let script =
            #"source ./script; compopt() { :; }; apus() { cat names 2>/dev/null || echo "$*"; }; COMP_WORDS=(apus "$@"); COMP_CWORD=$#; "#
            + #"_apus; printf '%s\n' "${COMPREPLY[@]}""#
        let text = try run(.bash, script, words, in: folder)
        return (text, FileManager.default.fileExists(atPath: folder.path("ran")))
    }

    @Test func `a command is found by its name`() {
        for spec in CommandLineTable.standard.commands { #expect(CommandLineTable.standard.command(spec.name)?.name == spec.name) }
    }

    /// A file of tests that runs the command with the option, by its long name or its letter.
    @Test func `every option is in a test that runs the command`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let texts = try ["CLITests", "RobotTests"].flatMap { suite in
            let folder = tests.appending(path: suite).path
            return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }.map {
                try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
            }
        }
        for spec in CommandLineTable.standard.commands {
            let ofCommand = texts.filter { $0.contains("\"\(spec.name)\"") || $0.contains("apus \(spec.name) ") }
            for option in spec.options where option.name != "help" {
                let words =
                    ["\"--\(option.name)\"", " --\(option.name)", "\"--\(option.name)="]
                    + (option.letter.map { ["\"-\($0)\"", " -\($0) "] } ?? [])
                #expect(ofCommand.contains { text in words.contains(where: text.contains) }, "apus \(spec.name) --\(option.name)")
            }
        }
    }

    @Test(arguments: [".SH FILES", "config.json", "keymap.json", "options.md"]) func `the manual names files`(word: String) {
        #expect(ManualPage().text.contains(word))
    }

    @Test func `a manual page escapes commands of the formatter`() {
        for spec in CommandLineTable.standard.commands {
            let lines = ManualPage().text(of: spec).split(separator: "\n")
            let macros: Set = [".TH", ".SH", ".TP", ".B", ".PP"]
            for line in lines where line.hasPrefix(".") {
                #expect(macros.contains(String(line.prefix { $0 != " " })), "\(line)")
            }
        }
    }
}

/// Generates the page `docs/cli.md`.
private struct CommandLinePage {
    private let table = CommandLineTable.standard

    /// The Markdown text, with a final line break.
    var text: String {
        let calls = CommandLineTable.plainCalls.map { "| `\(Self.cell($0.0))` | \($0.1) |" }
        let commands = table.commands.map { "| [`apus \($0.name)`](#apus-\($0.name)) | \($0.summary) |" }
        let intro = """
            # The command line

            Generated by `make docs` from the declarations in `Sources/CLI`. `apus COMMAND --help` and the manual pages have the same content.

            | call | purpose |
            | --- | --- |
            \((calls + commands).joined(separator: "\n"))

            ## Exit codes

            | code | meaning |
            | --- | --- |
            \(CommandLineTable.exitCodes.map { "| \($0.code) | \($0.meaning) |" }.joined(separator: "\n"))

            ## Environment

            | variable | meaning |
            | --- | --- |
            \(CommandLineTable.environment.map { "| `\($0.0)` | \($0.1) |" }.joined(separator: "\n"))
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
