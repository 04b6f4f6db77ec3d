import Platform
import Workspace

/// A shell with a completion script.
public enum CompletionShell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}

/// Completion scripts for shells. They get the names of requests and environments from the program itself.
public struct Completions: Sendable {
    private let table: CommandLineTable

    /// The scripts of a table's commands.
    public init(_ table: CommandLineTable = .standard) { self.table = table }

    /// The script for a shell.
    public func script(_ shell: CompletionShell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// `apus help` is read before the table.
    private var commands: [CommandSpec] {
        table.commands + [
            CommandSpec("help", "Print the help of a command", operands: [OperandSpec("COMMAND", "the command", .optional, .command)])
        ]
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
        # Prints the names of these kinds, or of the requests of a file, in the workspace of the line.
        _apus_list() {
            local kind
            for kind; do apus list "$kind" --names "${space[@]}" 2>/dev/null; done
        }
        # Prints the requests of the file before "#", or else those names and files.
        _apus_requests() {
            if [[ $word == *"#"* ]]; then _apus_list "${word%%"#"*}"; else _apus_list "$@"; compgen -f -- "$word"; fi
        }
        # Sets the variable "word" to a word of the line without its quotes, of which the last may be open. Expands nothing.
        _apus_plain() {
            local text=$1 quote= sign index
            word=
            for ((index = 0; index < ${#text}; index++)); do
                sign=${text:index:1}
                if [[ $sign == "$quote" ]]; then
                    quote=
                elif [[ -z $quote && $sign == [\\"\\'] ]]; then
                    quote=$sign
                elif [[ $sign == \\\\ ]] && [[ -z $quote || $quote == \\" && ${text:index+1:1} == [\\"\\$\\`\\\\] ]]; then
                    word+=${text:index+1:1} index=$((index + 1))
                else
                    word+=$sign
                fi
            done
        }
        _apus() {
            local word previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} place=0 index option
            local -a space=()
            COMPREPLY=()
            _apus_plain "${COMP_WORDS[COMP_CWORD]}"
            if [ "$COMP_CWORD" -eq 1 ]; then
                COMPREPLY=($(compgen -W "\(names.joined(separator: " ")) --help --version" -- "$word"))
                _apus_add < <(compgen -f -- "$word")
                return
            fi
            # The value of an option, also after "=", is not an operand.
            for ((index = 2; index < COMP_CWORD; index++)); do
                case "$command:${COMP_WORDS[index]}" in
                    \(optionsWithValue(":").joined(separator: "|")))
                        option=${COMP_WORDS[index]}
                        ((index++))
                        [ "${COMP_WORDS[index]}" = "=" ] && ((index++))
                        if [[ $index -lt $COMP_CWORD && ( $option == -w || $option == --workspace ) ]]; then
                            _apus_plain "${COMP_WORDS[index]}"
                            [[ $word == "~/"* ]] && word=$HOME${word:1}
                            space=(-w "$word")
                        fi
                        ;;
                    *:-*) ;;
                    *) ((place++)) ;;
                esac
            done
            _apus_plain "${COMP_WORDS[COMP_CWORD]}"
            # The shell makes three words of --option=value.
            if [ "$word" = "=" ]; then word=; elif [ "$previous" = "=" ]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
            case "$command:$previous" in
        \(commands.flatMap(bashValues).joined(separator: "\n"))
            esac
            if [[ $word == -* ]]; then
                case "$command" in
        \(commands.map { "            \($0.name)) COMPREPLY=($(compgen -W \"\($0.longOptions)\" -- \"$word\")) ;;" }.joined(separator: "\n"))
                esac
                return
            fi
            case "$command:$place" in
        \(commands.flatMap(bashOperands).joined(separator: "\n"))
            esac
        }
        complete -o filenames -o bashdefault -F _apus apus

        """
    }

    /// The options with a value, each after its command.
    private func optionsWithValue(_ separator: String) -> [String] {
        commands.flatMap { spec in
            spec.options.filter { $0.value != nil }.flatMap { option in
                ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
            }.map { spec.name + separator + $0 }
        }
    }

    private func bashValues(_ spec: CommandSpec) -> [String] {
        spec.options.filter { $0.value != nil }.map { option in
            let names = ["\(spec.name):--\(option.name)"] + (option.letter.map { ["\(spec.name):-\($0)"] } ?? [])
            return "        \(names.joined(separator: "|"))) \(bash(option.completion)); return ;;"
        }
    }

    private func bashOperands(_ spec: CommandSpec) -> [String] {
        spec.operands.enumerated().map { index, operand in
            "        \(spec.name):\(operand.repeats ? "*" : "\(index)")) \(bash(operand.completion)) ;;"
        }
    }

    private func bash(_ kind: WordKind) -> String {
        switch kind {
        case .file: #"_apus_add < <(compgen -f -- "$word")"#
        case .folder: #"_apus_add < <(compgen -d -- "$word")"#
        case .request, .place: "_apus_add < <(_apus_requests \(Self.lists(kind)))"
        case .environment, .collection, .tag: "_apus_add < <(_apus_list \(Self.lists(kind)))"
        case .entry: "_apus_add < <(apus history --ids -n 20 2>/dev/null)"
        case .entryOrFile: #"_apus_add < <(apus history --ids -n 20 2>/dev/null; compgen -f -- "$word")"#
        case .command: bash(.choice(names))
        case .choiceOrFile(let words):
            #"_apus_add < <(compgen -W "\#(words.joined(separator: " "))" -- "$word"; compgen -f -- "$word")"#
        case .choice(let words): #"COMPREPLY=($(compgen -W "\#(words.joined(separator: " "))" -- "$word"))"#
        case .requestOption: bash(Self.optionNames)
        case .assignment(let names): "compopt -o nospace; " + bash(.choice(names.map { $0 + "=" }))
        case .text, .number, .duration: ":"
        }
    }

    // Making the table of options takes a while, and only these scripts need it.
    private static var optionNames: WordKind { .assignment(RequestOption.all.map(\.name)) }

    /// The words of `apus list` for a kind, separated by spaces.
    private static func lists(_ kind: WordKind) -> String {
        let lists: [WordKind: String] = [
            .request: "requests", .place: "folders requests", .collection: "folders", .environment: "environments", .tag: "tags",
        ]
        return lists[kind] ?? ""
    }

    // MARK: zsh

    private var zsh: String {
        """
        #compdef apus
        # Completion of apus for zsh: put this file into a folder of $fpath, under the name _apus, or source it after compinit.
        # Adds the names of these kinds, or of the requests of a file, in the workspace of the line.
        _apus_list() {
            local -a space names
            local kind folder=${(Q)words[${words[(i)(-w|--workspace)]}+1]}
            [[ -n $folder ]] || folder=${(Q)${(M)words:#--workspace=*}[1]#*=}
            [[ -z $folder ]] || space=(-w ${folder/#\\~\\//$HOME/})
            for kind; do names+=(${(f)"$(apus list $kind --names $space 2>/dev/null)"}); done
            compadd -a names
        }
        # Adds the requests of the file before "#", or else those names and files.
        _apus_requests() {
            if [[ $PREFIX == *\\#* ]]; then _apus_list ${(Q)PREFIX%%\\#*}; else _apus_list $@; _files; fi
        }
        # Adds the newest entries of the history, with method, URL, status and time.
        _apus_entries() {
            local line url
            local -a ids shown parts
            for line in ${(f)"$(apus history -n 20 2>/dev/null)"}; do
                parts=(${=line})
                url=${(M)parts:#*://*}
                ids+=($parts[1])
                shown+=("$parts[1]  $parts[5] $url, $parts[4], $parts[2,3]")
            done
            compadd -l -V entries -d shown -a ids
        }
        _apus() {
            if (( CURRENT == 2 )); then
                local -a commands=(
        \(commands.map { "            \(Self.quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n"))
                )
                _describe command commands
                _files
                return
            fi
            local command=$words[2]
            shift words
            (( CURRENT-- ))
            case $command in
        \(commands.map(zshCase).joined(separator: "\n"))
            esac
        }
        if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _apus "$@"; else compdef _apus apus; fi

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
        let operands = spec.operands.enumerated().map { index, operand in
            Self.quoted("\(operand.repeats ? "*" : "\(index + 1)"):\(operand.name):\(zsh(operand.completion))")
        }
        return "    \(spec.name)) _arguments -s \((options + operands).joined(separator: " ")) ;;"
    }

    private func zsh(_ kind: WordKind) -> String {
        switch kind {
        case .file: "_files"
        case .folder: "_files -/"
        case .request, .place: "{_apus_requests \(Self.lists(kind))}"
        case .environment, .collection, .tag: "{_apus_list \(Self.lists(kind))}"
        case .entry: "_apus_entries"
        case .entryOrFile: "{_apus_entries; _files}"
        case .command: zsh(.choice(names))
        case .choiceOrFile(let words): "{compadd - \(words.joined(separator: " ")); _files}"
        case .choice(let words): "(\(words.joined(separator: " ")))"
        case .requestOption: zsh(Self.optionNames)
        case .assignment(let names): "{compadd -S = - \(names.joined(separator: " "))}"
        case .text, .number, .duration: " "
        }
    }

    // MARK: fish

    private var fish: String {
        let named = commands.map { "complete -c apus -n __fish_use_subcommand -a \($0.name) -d \(Self.quoted($0.summary))" }
        let words = commands.flatMap { spec in
            spec.options.map { fish($0, of: spec) } + spec.operands.indices.map { fish($0, of: spec) }
                + (spec.operands.isEmpty ? ["complete -c apus -n '__apus_at \(spec.name)' -f"] : [])
        }
        return """
            # Completion of apus for fish: put this file into share/fish/vendor_completions.d/apus.fish.
            # True for a command, and for the number of operands before the word.
            function __apus_at
                set -l words (commandline -opc)
                test "$words[2]" = $argv[1]; or return 1
                set -q argv[2]; or return 0
                set -l place 0
                set -l isValue 0
                for word in $words[3..-1]
                    switch "$isValue:$words[2] $word"
                        case '1:*'
                            set isValue 0
                        case \(optionsWithValue(" ").map { "'0:\($0)'" }.joined(separator: " "))
                            set isValue 1
                        case '0:* -*'
                        case '*'
                            set place (math $place + 1)
                    end
                end
                test $place -eq $argv[2]
            end
            # Prints the names of these kinds in the workspace of the line, or the requests of the file before "#".
            function __apus_list
                set -l space
                set -l previous
                for word in (commandline -opc)
                    switch "$previous $word"
                        case '-w *' '--workspace *'
                            set space -w (string replace -r '^~/' "$HOME/" -- $word)
                        case '* --workspace=*'
                            set space -w (string replace -- --workspace= '' $word)
                    end
                    set previous $word
                end
                # Removes the quotes of the word, of which the last may be open.
                set -l word (commandline -ct)
                set word (string unescape -- $word; or string unescape -- $word(string sub -l 1 -- $word))
                set -l file (string match -r '^(.+?)#' -- "$word")
                if set -q file[2]
                    set argv $file[2]
                end
                for kind in $argv
                    apus list $kind --names $space 2>/dev/null
                end
            end
            # Prints the newest entries of the history, with method, URL, status and time.
            function __apus_entries
                apus history -n 20 2>/dev/null | string replace -r '^(\\S+)  (\\S+ \\S+)  (\\S+) +(\\S+) .*?(\\S+://\\S+).*$' '$1\\t$4 $5, $3, $2'
            end
            \((named + words).joined(separator: "\n"))

            """
    }

    private func fish(_ option: OptionSpec, of spec: CommandSpec) -> String {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value = option.value == nil ? "" : " -x\(fish(option.completion))"
        return "complete -c apus -n '__apus_at \(spec.name)' -l \(option.name)\(letter)\(value) -d \(Self.quoted(option.summary))"
    }

    private func fish(_ index: Int, of spec: CommandSpec) -> String {
        let operand = spec.operands[index]
        let place = operand.repeats ? "" : " \(index)"
        let files = [.file, .request, .place, .entryOrFile].contains(operand.completion) ? "" : " -f"
        return "complete -c apus -n '__apus_at \(spec.name)\(place)'" + files + fish(operand.completion)
    }

    private func fish(_ kind: WordKind) -> String {
        switch kind {
        case .file: " -a '(__fish_complete_path)'"
        case .folder: " -a '(__fish_complete_directories)'"
        case .request, .place, .environment, .collection, .tag: " -a '(__apus_list \(Self.lists(kind)))'"
        case .entry, .entryOrFile: " -k -a '(__apus_entries)'"
        case .command: fish(.choice(names))
        case .choiceOrFile(let words): " -a '\(words.joined(separator: " ")) (__fish_complete_path)'"
        case .choice(let words): " -a '\(words.joined(separator: " "))'"
        case .requestOption: fish(Self.optionNames)
        case .assignment(let names): fish(.choice(names.map { $0 + "=" }))
        case .text, .number, .duration: ""
        }
    }

    private var names: [String] { commands.map(\.name) }

    /// A word in single quotes.
    private static func quoted(_ text: String) -> String { "'" + text.escaping(["'": #"'\''"#]) + "'" }
}

extension OperandSpec {
    /// True if several words can stand in its place.
    fileprivate var repeats: Bool { count == .any || count == .oneOrMore }
}

extension CommandSpec {
    /// The long options, separated by spaces.
    fileprivate var longOptions: String { options.map { "--\($0.name)" }.joined(separator: " ") }
}

/// `apus completion`: prints the script that completes the command line in a shell.
enum CompletionCommand {
    /// The declaration.
    static let spec = CommandSpec(
        "completion", "Print the completion script of a shell",
        operands: [OperandSpec("SHELL", "bash, zsh or fish", .one, .choice(CompletionShell.allCases.map(\.rawValue)))],
        examples: [
            .init("source <(apus completion bash)", "complete in this shell"),
            .init("source <(apus completion zsh)", "the same in zsh, after compinit"),
            .init("apus completion fish | source", "the same in fish"),
        ])

    static func run(_ words: CommandWords, _ context: CommandContext) throws -> Int32 {
        // The declaration validates the name of the shell.
        try context.streams.write(CompletionShell(rawValue: words.operands[0]).map(Completions().script) ?? "")
        return 0
    }
}
