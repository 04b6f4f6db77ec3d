import Workspace

/// The commands of curl and Wget in a script of a POSIX shell, also within `$(…)`, conditions, loops and functions.
struct ShellScript {
    /// A command of curl or Wget.
    struct Command {
        fileprivate(set) var line: Result<ShellCommand, OpenQuoteError>
        /// The number of its line, from 1.
        fileprivate(set) var number: Int
        /// The comment above it.
        let title: String
        /// The assignments before it.
        fileprivate(set) var variables: ArraySlice<Row> = []
        /// The number of all assignments before it.
        fileprivate let variableCount: Int
        /// The offset of its end in the text.
        fileprivate var end: Int

        fileprivate func moved(to end: Int, line number: Int) -> Command {
            var command = self
            (command.end, command.number) = (end, number)
            return command
        }

        /// The requests that it would send; the known variables are those that the collection already defines with the same values.
        func requests(
            _ reading: CommandReading, otherThan known: Set<Row>, files: @escaping CommandFiles
        ) throws(ImportError) -> [ImportedRequest] {
            switch line {
            case .success(var line):
                line.variables += variables.filter { !known.contains($0) }
                return try CurlCommand.requests(of: line, reading, files).flatMap(\.self)
            case .failure(let error): throw ImportError(error.message(of: "curl"))
            }
        }
    }

    /// The commands in the order in which a shell runs them: one within another comes first.
    private(set) var commands: [Command] = []
    /// The values that a shell's variables get, in order.
    private(set) var variables: [Row] = []
    /// The text after the only command; empty if there are several, or if brackets are around it.
    private(set) var rest: Substring = ""

    private let reading: CommandReading
    private let files: CommandFiles
    private let depth: Int
    /// The functions that only call a program.
    private let functions: ShellFunctions
    private let functionNames: Set<Substring>
    /// The end of the last command, by the number of brackets around it.
    private var taken: [Int: Int] = [:]
    private var lastTitle = -1

    /// Finds the commands in a text, and up to this depth in arguments of others: `sh -c 'text'`.
    init(_ text: String, _ reading: CommandReading = .pasted, files: @escaping CommandFiles = { _ in nil }, depth: Int = 2) {
        (self.reading, self.files, self.depth) = (reading, files, depth)
        var (text, functions, starts) = (text, ShellFunctions(), ShellScriptScanner.starts(in: text))
        if text.contains("{"), text.contains("()") || text.contains("function ") {
            let statements = starts.map { start in Substring(text.utf8.dropFirst(start.offset).prefix(100)) }
            (text, functions) = ShellFunctions.taken(from: text, statements: statements)
            if !functions.isEmpty { starts = ShellScriptScanner.starts(in: text) }
        }
        (self.functions, functionNames) = (functions, functions.names)
        let at = { text.utf8.index(text.startIndex, offsetBy: $0) }
        var nextLines: [Int: Int] = [:]
        let ends = starts.reversed().map { start in
            let end = min(start.end, nextLines[start.depth] ?? .max)
            if start.beginsLine { nextLines[start.depth] = start.offset }
            return end
        }.reversed()
        // Commands on one line are read with the rest of it.
        var (number, counted, budget) = (1, 0, 4 * text.utf8.count + 100_000)
        for (start, end) in zip(starts, ends) where (taken[start.depth] ?? 0) <= start.offset {
            number += text.utf8[at(counted)..<at(start.offset)].count { $0 == UInt8(ascii: "\n") }
            counted = start.offset
            budget -= end - start.offset
            if budget >= 0 { addCommand(start, text[at(start.offset)..<at(end)], end, number) }
        }
        for index in commands.indices {
            commands[index].variables = variables.prefix(commands[index].variableCount).suffix(Self.maxVariables)
        }
        commands.sort { $0.end < $1.end }
        if commands.count == 1, let end = taken[0] { rest = text[at(end)...] }
        keepPipes()
    }

    private static let maxVariables = 200

    /// Takes the command or the assignments of a statement.
    private mutating func addCommand(_ start: ShellScriptScanner.Start, _ written: Substring, _ end: Int, _ number: Int) {
        let prelude = CommandPrelude(written, functions: functionNames)
        let command = String(functions.expanded(prelude.command))
        guard CommandPrelude.isProgram(command[...]) else {
            guard depth > 0, let text = Self.commandText(of: written) else { return variables += Self.assignments(written, files) }
            commands += ShellScript(text, reading, files: files, depth: depth - 1).commands.map { $0.moved(to: end, line: number) }
            return
        }
        let line = Result { () throws(OpenQuoteError) in
            var line = try Self.line(of: command, reading, files)
            line.input = line.input ?? prelude.input
            return line
        }
        let last = end - ((try? line.get().rest.utf8.count) ?? 0)
        taken[start.depth] = last
        let title = start.title.offset == lastTitle ? "" : start.title.text
        lastTitle = start.title.offset
        commands.append(Command(line: line, number: number, title: title, variableCount: variables.count, end: last))
    }

    /// The words of a command; without the prose after it that has an apostrophe, which no quote closes.
    private static func line(
        of command: String, _ reading: CommandReading, _ files: @escaping CommandFiles
    ) throws(OpenQuoteError) -> ShellCommand {
        let dialect = ShellWords.dialect(of: command)
        do throws(OpenQuoteError) {
            return try ShellWords.command(command, dialect, reading, files: files)
        } catch {
            guard reading == .pasted, let prose = command[...].startOfProse else { throw error }
            var line = try ShellWords.command(String(command[..<prose]), dialect, reading, files: files)
            line.prose = command[prose...].lines.first ?? ""
            return line
        }
    }

    /// The text that a shell runs as a command: `bash -c 'text'`, `eval 'text'`.
    private static func commandText(of statement: Substring) -> String? {
        guard ["bash", "sh", "zsh", "eval"].contains(statement.prefix { !$0.isWhitespace }),
            let words = try? BashWords.split(String(statement.prefix(100_000)), .exact).words
        else { return nil }
        if words[0] == "eval" { return words.dropFirst().joined(separator: " ") }
        return words.firstIndex(of: "-c").flatMap { words.dropFirst($0 + 1).first }
    }

    /// Removes the text after each command except for a pipe.
    private mutating func keepPipes() {
        for index in commands.indices {
            commands[index].line = commands[index].line.map { line in
                var line = line
                let isPipe = line.rest.hasPrefix("|") && !line.rest.hasPrefix("||")
                line.rest = isPipe ? line.rest.prefix { !";&\n)".contains($0) } : ""
                return line
            }
        }
    }

    private static let declarations: Set<String> = ["export", "local", "readonly", "declare", "typeset", "-r", "-x"]

    /// The variables set by `NAME=value`, also after `export`, and by `for NAME in value`; none if only a shell can compute a value.
    static func assignments(_ text: Substring, _ files: @escaping CommandFiles) -> [Row] {
        let first = text.prefix(100).prefix { $0.isPartOfName }
        guard declarations.contains(String(first)) || first == "for" || text.dropFirst(first.count).first == "=",
            let command = try? BashWords.split(String(text.prefix(100_000)), .exact, files: files), command.substitutions.isEmpty,
            !command.rest.hasPrefix("|")
        else { return [] }
        let words = command.words.map(LiteralBraces.escaped)
        if words.count > 3, words[0] == "for", words[2] == "in" { return [Row(words[1], words[3])] }
        var rows: [Row] = []
        for word in words.drop(while: declarations.contains) {
            let name = word.prefix(while: \.isPartOfName)
            guard name.first?.isNumber == false, word.dropFirst(name.count).first == "=" else { return [] }
            var value = String(word.dropFirst(name.count + 1))
            // `PORT=${PORT:-8080}` is the default.
            if let own = command.variables.last(where: { $0.name == name }) { value = value.replacing("{{\(name)}}", with: own.value) }
            rows.append(Row(String(name), value))
        }
        return command.variables.filter { row in !rows.contains { $0.name == row.name } } + rows
    }
}

/// Finds the places in a script where a shell expects a command.
private struct ShellScriptScanner {
    /// The beginning of a command.
    struct Start {
        let offset: Int
        /// The number of brackets around it.
        let depth: Int
        /// True for the first command of a line.
        let beginsLine: Bool
        /// The comment above it, with its place.
        let title: (text: String, offset: Int)
        /// The offset of the bracket that closes around it, or the end of the text.
        var end: Int
    }

    private let bytes: [UInt8]
    private var position = 0
    private var starts: [Start] = []
    private var title = (text: "", offset: -1)
    /// The words that end the here-documents of the current line.
    private var documents: [[UInt8]] = []
    /// True if a quote is not closed; the ends of others are then not searched.
    private var hasOpenQuote = false
    private var hasOpenDocument = false

    private static let maxBrackets = 64

    static func starts(in text: String) -> [Start] {
        var scanner = ShellScriptScanner(bytes: Array(text.utf8))
        scanner.scan(until: nil, 0)
        return scanner.starts.sorted { $0.offset < $1.offset }
    }

    private func follows(_ text: StaticString) -> Bool {
        bytes[position...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Reads up to the byte that closes a bracket, or to the end of the text.
    private mutating func scan(until end: UInt8?, _ depth: Int) {
        let first = starts.count
        var (expectsCommand, isInWord, beginsLine) = (true, false, true)
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == end { return close(first, depth, at: position - 1) }
            switch byte {
            case UInt8(ascii: "\n"):
                skipDocuments()
                if position < bytes.count, bytes[position] == UInt8(ascii: "\n") { title = ("", -1) }
                (expectsCommand, isInWord, beginsLine) = (true, false, true)
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): isInWord = false
            case UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ")"): (expectsCommand, isInWord) = (true, false)
            case UInt8(ascii: "#") where !isInWord: scanComment()
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "<") where follows("<"): scanDocument()
            default:
                let isPrompt = expectsCommand && !isInWord && "$>%".utf8.contains(byte) && follows(" ")
                if expectsCommand, !isInWord, !isPrompt, byte != UInt8(ascii: "(") {
                    starts.append(Start(offset: position - 1, depth: depth, beginsLine: beginsLine, title: title, end: bytes.count))
                    (expectsCommand, beginsLine) = (false, false)
                }
                isInWord = !isPrompt
                expectsCommand = scanQuoted(byte, depth) || expectsCommand
            }
        }
        close(first, depth, at: bytes.count)
    }

    private mutating func close(_ first: Int, _ depth: Int, at end: Int) {
        for index in starts.indices[first...] where starts[index].depth == depth { starts[index].end = end }
    }

    /// Reads the text that a quote or a bracket opens.
    ///
    /// - Returns: true after a bracket, after which a command may follow.
    private mutating func scanQuoted(_ byte: UInt8, _ depth: Int) -> Bool {
        switch byte {
        case UInt8(ascii: "'"): skip(to: UInt8(ascii: "'"))
        case UInt8(ascii: "\""): scanDouble(depth)
        case UInt8(ascii: "$") where follows("'"):
            position += 1
            skip(to: UInt8(ascii: "'"), withEscapes: true)
        case UInt8(ascii: "$") where follows("(("): skipArithmetic()
        case UInt8(ascii: "("), UInt8(ascii: "`"):
            guard depth < Self.maxBrackets else { break }
            scan(until: byte == UInt8(ascii: "(") ? UInt8(ascii: ")") : byte, depth + 1)
            return byte == UInt8(ascii: "(")
        default: break
        }
        return false
    }

    private mutating func skip(to end: UInt8, withEscapes: Bool = false) {
        guard !hasOpenQuote else { return }
        var index = position
        while index < bytes.count {
            if bytes[index] == end { return position = index + 1 }
            index += withEscapes && bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        hasOpenQuote = true
    }

    private mutating func skipArithmetic() {
        var index = position
        while index + 1 < bytes.count, bytes[index] != UInt8(ascii: "\n") {
            if bytes[index] == UInt8(ascii: ")"), bytes[index + 1] == UInt8(ascii: ")") { return position = index + 2 }
            index += 1
        }
    }

    /// Reads a text in double quotes, with the commands in it; one that is not closed is skipped.
    private mutating func scanDouble(_ depth: Int) {
        guard !hasOpenQuote else { return }
        let (start, count) = (position, starts.count)
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "$") where follows("(") && !follows("(("):
                position += 1
                _ = scanQuoted(UInt8(ascii: "("), depth)
            case UInt8(ascii: "`"): _ = scanQuoted(byte, depth)
            default: break
            }
        }
        hasOpenQuote = true
        position = start
        starts.removeSubrange(count...)
    }

    private func lineEnd(from start: Int) -> Int { bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count }

    private mutating func scanComment() {
        let end = lineEnd(from: position)
        let text = String(decoding: bytes[position..<end], as: UTF8.self).drop { $0 == "#" || $0.isWhitespace }
        let isPart = position > 1 && bytes[position - 2] != UInt8(ascii: "\n")
        if !isPart, !text.hasPrefix("!"), !text.trimmingBlanks.isRule {
            title = (String(text.last == "\r" ? text.dropLast() : text), position)
        }
        position = end
    }

    /// Reads the opening of a here-document after its first `<`.
    private mutating func scanDocument() {
        position += 1
        if follows("<") { return position += 1 }
        if follows("-") { position += 1 }
        while follows(" ") || follows("\t") { position += 1 }
        let word = bytes[position...].prefix { !" \t\r\n;|&)<>".utf8.contains($0) }
        position = word.endIndex
        let end = word.filter { !"'\"\\".utf8.contains($0) }
        if !end.isEmpty { documents.append(end) }
    }

    /// Skips, at the beginning of a line, the here-documents that the previous line began.
    private mutating func skipDocuments() {
        for end in documents where !hasOpenDocument {
            var line = position
            hasOpenDocument = true
            while line < bytes.count {
                let next = lineEnd(from: line)
                let text = bytes[line..<next].drop { $0 == UInt8(ascii: "\t") }
                line = min(next + 1, bytes.count)
                if text.elementsEqual(end) || text.last == UInt8(ascii: "\r") && text.dropLast().elementsEqual(end) {
                    position = line
                    hasOpenDocument = false
                    break
                }
            }
        }
        documents = []
    }
}
