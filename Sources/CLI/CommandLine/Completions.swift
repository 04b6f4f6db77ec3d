/// A shell with a completion script.
public enum CompletionShell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}

/// Completion scripts for shells. They get the names of requests and environments from the program itself.
public struct Completions: Sendable {
    private let table: CommandTable

    /// The scripts of a table's commands.
    public init(_ table: CommandTable = .standard) { self.table = table }

    /// The script for a shell.
    public func script(_ shell: CompletionShell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    // MARK: bash

    private var bash: String {
        """
        # Completion of apus for bash: source this file, or put it into share/bash-completion/completions/apus.
        # Adds the lines of its input that begin with the word. "compgen -W" would run what is in a name such as $(command).
        _apus_add() {
            local line
            while IFS= read -r line; do [[ $line == "$word"* ]] && COMPREPLY+=("$line"); done
        }
        _apus() {
            local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
            COMPREPLY=()
            if [ "$COMP_CWORD" -eq 1 ]; then
                COMPREPLY=($(compgen -W "\(names.joined(separator: " ")) --help --version" -- "$word"))
                _apus_add < <(compgen -f -- "$word")
                return
            fi
            case "$command:$previous" in
        \(table.commands.flatMap(bashValues).joined(separator: "\n"))
            esac
            if [[ $word == -* ]]; then
                case "$command" in
        \(table.commands.map { "            \($0.name)) COMPREPLY=($(compgen -W \"\($0.longOptions)\" -- \"$word\")) ;;" }.joined(separator: "\n"))
                esac
                return
            fi
            case "$command" in
        \(table.commands.map { "        \($0.name)) \(bash($0.operands.first?.completion ?? .file)) ;;" }.joined(separator: "\n"))
            esac
        }
        complete -o filenames -o bashdefault -F _apus apus

        """
    }

    private func bashValues(_ spec: CommandSpec) -> [String] {
        spec.options.filter { $0.value != nil }.map { option in
            let names = ["\(spec.name):--\(option.name)"] + (option.letter.map { ["\(spec.name):-\($0)"] } ?? [])
            return "        \(names.joined(separator: "|"))) \(bash(option.completion)); return ;;"
        }
    }

    private func bash(_ kind: WordKind) -> String {
        switch kind {
        case .file: #"_apus_add < <(compgen -f -- "$word")"#
        case .folder: #"_apus_add < <(compgen -d -- "$word")"#
        case .request: #"_apus_add < <(apus list --names 2>/dev/null; compgen -f -- "$word")"#
        case .environment: #"_apus_add < <(apus list environments --names 2>/dev/null)"#
        case .choice(let words): #"COMPREPLY=($(compgen -W "\#(words.joined(separator: " "))" -- "$word"))"#
        case .text, .number, .duration: ":"
        }
    }

    // MARK: zsh

    private var zsh: String {
        """
        #compdef apus
        # Completion of apus for zsh: put this file into a folder of $fpath, under the name _apus.
        _apus_requests() { local -a names=(${(f)"$(apus list --names 2>/dev/null)"}); compadd -a names; _files }
        _apus_environments() { local -a names=(${(f)"$(apus list environments --names 2>/dev/null)"}); compadd -a names }
        _apus() {
            if (( CURRENT == 2 )); then
                local -a commands=(
        \(table.commands.map { "            \(Self.quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n"))
                )
                _describe command commands
                _files
                return
            fi
            local command=$words[2]
            shift words
            (( CURRENT-- ))
            case $command in
        \(table.commands.map(zshCase).joined(separator: "\n"))
            esac
        }
        _apus "$@"

        """
    }

    private func zshCase(_ spec: CommandSpec) -> String {
        let options = spec.options.flatMap { option -> [String] in
            let text = option.summary.replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: "\\:")
            let value = option.value.map { ":\($0):\(zsh(option.completion))" } ?? ""
            let star = option.repeats ? "*" : ""
            let long = Self.quoted("\(star)--\(option.name)\(option.value == nil ? "" : "=")[\(text)]\(value)")
            guard let letter = option.letter else { return [long] }
            return [Self.quoted("\(star)-\(letter)\(option.value == nil ? "" : "+")[\(text)]\(value)"), long]
        }
        let operands = Self.quoted("*:word:\(zsh(spec.operands.first?.completion ?? .file))")
        return "    \(spec.name)) _arguments -s \((options + [operands]).joined(separator: " ")) ;;"
    }

    private func zsh(_ kind: WordKind) -> String {
        switch kind {
        case .file: "_files"
        case .folder: "_files -/"
        case .request: "_apus_requests"
        case .environment: "_apus_environments"
        case .choice(let words): "(\(words.joined(separator: " ")))"
        case .text, .number, .duration: " "
        }
    }

    // MARK: fish

    private var fish: String {
        let commands = table.commands.map { "complete -c apus -n __fish_use_subcommand -a \($0.name) -d \(Self.quoted($0.summary))" }
        let options = table.commands.flatMap { spec in spec.options.map { fish($0, of: spec) } + [fish(spec)] }
        return """
            # Completion of apus for fish: put this file into share/fish/vendor_completions.d/apus.fish.
            \((commands + options).joined(separator: "\n"))

            """
    }

    private func fish(_ option: OptionSpec, of spec: CommandSpec) -> String {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value = option.value == nil ? "" : " -x\(fish(option.completion))"
        return
            "complete -c apus -n '__fish_seen_subcommand_from \(spec.name)' -l \(option.name)\(letter)\(value) -d \(Self.quoted(option.summary))"
    }

    private func fish(_ spec: CommandSpec) -> String {
        "complete -c apus -n '__fish_seen_subcommand_from \(spec.name)'" + fish(spec.operands.first?.completion ?? .file)
    }

    private func fish(_ kind: WordKind) -> String {
        switch kind {
        case .file: " -a '(__fish_complete_path)'"
        case .folder: " -a '(__fish_complete_directories)'"
        case .request: " -a '(apus list --names 2>/dev/null)'"
        case .environment: " -a '(apus list environments --names 2>/dev/null)'"
        case .choice(let words): " -a '\(words.joined(separator: " "))'"
        case .text, .number, .duration: ""
        }
    }

    private var names: [String] { table.commands.map(\.name) }

    /// A word in single quotes.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}

extension CommandSpec {
    /// The long options, separated by spaces.
    fileprivate var longOptions: String { options.map { "--\($0.name)" }.joined(separator: " ") }
}

/// `apus completion`: prints the script that completes the command line in a shell.
public enum CompletionCommand {
    /// The declaration.
    public static let spec = CommandSpec(
        "completion", "Print the completion script of a shell",
        operands: [OperandSpec("SHELL", "bash, zsh or fish", .one, .choice(CompletionShell.allCases.map(\.rawValue)))],
        examples: [.init("source <(apus completion bash)", "complete in this shell")])

    /// The script.
    ///
    /// - Throws: a ``UsageError`` for an unknown shell.
    public static func text(_ words: CommandWords) throws(UsageError) -> String {
        guard let shell = CompletionShell(rawValue: words.operands[0]) else {
            throw UsageError("completion \(words.operands[0]): expected bash, zsh or fish")
        }
        return Completions().script(shell)
    }
}
