import HTTP
import JSON
import Workspace

extension ImportFormat {
    /// Commands of curl, wget and PowerShell, one after the other, as in documentation and scripts.
    static let commands = ImportFormat(
        id: "curl", title: "curl", readsDocuments: false, endings: ["sh", "bash", "curl", "ps1"],
        isInDocumentation: { CommandFile.hasCode(inDocument: $0) }, isInBlock: { CommandFile.hasCommand($0) },
        isCertain: { source, drafts in
            let isOfOther = source.name.lastPathComponent.contains(".")
            return CommandFile.namesShell(source.text)
                || drafts.allSatisfy { CommandFile.isAddress($0.url) } && !(isOfOther && drafts.isEmpty)
        },
        recognizes: { source in
            CommandFile.recognizes(source.text) && (!ImportSource.isForPeople(source.name) || CommandFile.hasCode(inDocument: source.text))
        },
        read: { source, context throws(ImportError) in
            let text =
                !CommandFile.isDocument(source)
                ? source.text
                : CommandFile.code(inDocument: source.text) { line, prose in
                    context.report(.note, at: .line(line), "“\(ShellCommand.excerpt(prose))”", "prose after a command", instead: "left out")
                }
            let file = CommandFile(text)
            let tree = try file.collection(named: BrunoFiles.stem(of: source.name), &context)
            return ImportedContent(collections: [tree])
        })
}

/// A text of commands, each with the comment above it.
struct CommandFile {
    /// A command with its place.
    private struct Entry {
        var lines: [Substring]
        let line: Int

        var text: String { lines.joined(separator: "\n") }
    }

    private let text: String

    init(_ text: String) { self.text = text }

    /// True for a script, and for a text whose first line other than a comment begins a command.
    static func recognizes(_ text: String) -> Bool {
        if text.hasPrefix("#!") { return !ShellScript(text).commands.isEmpty && !text.contains("\n###") }
        var rest = text[...]
        while !rest.isEmpty {
            let line = rest.prefix { !$0.isNewline }
            if !isComment(line) {
                let isScript = isCommand(line) || isAssignment(line) && !ShellScript(text).commands.isEmpty
                return (isScript || beginsPowerShell(rest, line)) && !text.contains("\n###")
            }
            rest = rest.dropFirst(line.count + 1)
        }
        return false
    }

    /// True for a script of PowerShell whose first line sets a variable.
    private static func beginsPowerShell(_ text: Substring, _ line: Substring) -> Bool {
        CommandPrelude(line).command.hasPrefix("$") && WebRequestCommand.isCommand(CommandPrelude(text).command)
    }

    /// True for a text for people with commands in it.
    fileprivate static func isDocument(_ source: ImportSource) -> Bool {
        guard ImportFormat.named(byEndingOf: source.name) == nil else { return false }
        return ImportSource.isForPeople(source.name)
            || !recognizes(source.text) && source.text.lines.contains { $0.trimmingBlanks.hasPrefix("```") }
    }

    /// The blocks of code with a command in a document, and other lines that are commands. All other lines become empty, so that lines keep
    /// their numbers.
    ///
    /// - Parameter report: gets the prose after a command on its line, with the number of the line.
    fileprivate static func code(inDocument text: String, _ report: (Int, Substring) -> Void = { _, _ in }) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var code = [Substring](repeating: "", count: lines.count)
        var index = 0
        while index < lines.count {
            let line = lines[index].trimmingBlanks
            if let fence = ["```", "~~~"].first(where: line.hasPrefix) {
                let block = lines[(index + 1)...].prefix { !$0.trimmingBlanks.hasPrefix(fence) }
                if block.contains(where: { isCommand($0.trimmingBlanks) }) { code.replaceSubrange(block.indices, with: block) }
                index = block.endIndex + 1
            } else if isCommand(line), hasAddress(lines[index...].prefix(documentLimit)) {
                let prose = line.startOfProse.map { line[$0...] } ?? ""
                if !prose.isEmpty { report(index + 1, prose) }
                let entry = Self.entry(of: line.dropLast(prose.count), in: lines[index...])
                code.replaceSubrange(index..<index + entry.lines.count, with: entry.lines)
                index += entry.lines.count
            } else {
                index += 1
            }
        }
        return code.joined(separator: "\n")
    }

    /// A command outside blocks of code, with the lines that continue it.
    private static func entry(of command: Substring, in lines: ArraySlice<Substring>) -> Entry {
        var entry = Entry(lines: [command], line: lines.startIndex + 1)
        while entry.lines.count < min(documentLimit, lines.count), entry.lines.last?.last == "\\" || isContinued(entry) {
            let next = lines[lines.startIndex + entry.lines.count].trimmingBlanks
            guard !next.isEmpty else { break }
            entry.lines.append(next)
        }
        return entry
    }

    /// True if the first line, or one that a backslash joins with it, has a word that is certainly an address.
    private static func hasAddress(_ lines: ArraySlice<Substring>) -> Bool {
        for line in lines.lazy.map(\.trimmingBlanks) {
            if line.split(whereSeparator: \.isWhitespace).contains(where: isAddressInProse) { return true }
            guard line.last == "\\" else { return false }
        }
        return false
    }

    /// The maximum number of lines of a command outside blocks: each line is read again with the next.
    private static let documentLimit = 200

    /// True for a word that is certainly an address, perhaps in quotes.
    private static func isAddressInProse(_ word: Substring) -> Bool {
        let plain = String(word.drop { "\"'".contains($0) }.prefix { !"\"'".contains($0) })
        return isAddress(plain) && (plain.contains { ".:${".contains($0) } || plain.hasPrefix("localhost"))
    }

    /// True for a document with commands.
    fileprivate static func hasCode(inDocument text: String) -> Bool { code(inDocument: text).contains { !$0.isWhitespace } }

    /// True if any line begins a command.
    fileprivate static func hasCommand(_ text: String) -> Bool { text.lines.contains { isCommand($0.trimmingBlanks) } }

    /// True for a script whose first line names its shell: `#!/bin/bash`.
    fileprivate static func namesShell(_ text: String) -> Bool {
        text.hasPrefix("#!") && text.prefix { !$0.isNewline }.trimmingBlanks.hasSuffix("sh")
    }

    /// True for the URL of a request, rather than a word of prose or of a program after the name of a command.
    static func isAddress(_ url: String) -> Bool {
        guard !url.contains("{{") else { return true }
        let rest = url.withoutScheme
        let host = rest.prefix { !"/?#:".contains($0) }
        let port = rest.dropFirst(host.count)
        guard let first = host.first, first.isLetter || first.isNumber || "[<$".contains(first), host.last != "." else { return false }
        return first == "[" || host.contains(".") || host.contains("$") || host == "localhost" || port.hasPrefix("/")
            || port.hasPrefix(":") && port.dropFirst().first?.isNumber == true
    }

    private static func isAssignment(_ line: Substring) -> Bool {
        let text = line.hasPrefix("export ") ? line.dropFirst(7) : line
        let name = text.prefix(while: \.isPartOfName)
        return !name.isEmpty && text.dropFirst(name.count).first == "="
    }

    /// True for a line that begins a command.
    private static func isCommand(_ line: Substring) -> Bool { PastedCommand(String(line.prefix(4_096))) != nil }

    /// True for a comment or an empty line.
    private static func isComment(_ line: Substring) -> Bool {
        let text = line.drop { $0.isWhitespace }
        return text.isEmpty || text.hasPrefix("#")
    }

    /// The commands of curl and Wget in a text for the command prompt or PowerShell, and the lines without them.
    private func entries(in lines: [Substring]) -> (commands: [Entry], others: [Substring]) {
        var (entries, others): ([Entry], [Substring]) = ([], lines)
        for (index, line) in lines.enumerated() {
            if let last = entries.indices.last, entries[last].line + entries[last].lines.count == index + 1, Self.isContinued(entries[last])
            {
                entries[last].lines.append(line)
            } else if CommandPrelude.isProgram(CommandPrelude(line.prefix(4_096)).command) {
                entries.append(Entry(lines: [line], line: index + 1))
            } else {
                continue
            }
            others[index] = ""
        }
        return (entries, others)
    }

    /// True if a quote of the command is still open, or its last line joins the next.
    private static func isContinued(_ entry: Entry) -> Bool {
        guard entry.lines.count < 10_000 else { return false }
        let last = entry.lines.last?.last { $0 != " " }
        return last == "`" || last == "^" || (try? ShellWords.command(entry.text, ShellWords.dialect(of: entry.text))) == nil
    }

    /// The commands of a text for the command prompt or PowerShell, with their lines, in order.
    private func windowsCommands(
        _ lines: [Substring], _ reading: CommandReading, _ files: @escaping CommandFiles
    ) -> [(line: Int, requests: Result<[ImportedRequest], ImportError>)] {
        let (entries, others) = entries(in: lines)
        let commands = entries.map { entry in
            (
                line: entry.line,
                requests: Result { () throws(ImportError) in
                    try CurlCommand.requests(entry.text, reading: reading, files: files)
                }
            )
        }
        return (commands + Self.powerShell(others)).sorted { $0.line < $1.line }
    }

    /// The commands of PowerShell in these lines; each on its own if a quote is not closed.
    private static func powerShell(_ lines: [Substring]) -> [(line: Int, requests: Result<[ImportedRequest], ImportError>)] {
        if let found = try? WebRequestCommand.all(in: lines.joined(separator: "\n")) {
            return found.map { command in (command.line, command.request.map { [$0] }) }
        }
        let starts = lines.indices.filter { WebRequestCommand.isCommand(CommandPrelude(lines[$0].prefix(4_096)).command) }
        return zip(starts, starts.dropFirst() + [lines.count]).map { start, end in
            let text = lines[start..<end].joined(separator: "\n")
            return (start + 1, Result { () throws(ImportError) in try WebRequestCommand.requests(text) })
        }
    }

    /// The comment above a line, below an earlier command; empty if an empty line is between them.
    private static func title(above line: Int, below last: Int, _ lines: [Substring]) -> String {
        let comments = lines[min(last, line - 1)..<(line - 1)].filter(isComment).map { $0.drop { $0 == "#" || $0.isWhitespace } }
        return comments.last { !$0.trimmingBlanks.isRule }.map(String.init) ?? ""
    }

    /// True for a text in the notation of the command prompt or PowerShell.
    private var isForWindows: Bool {
        var rest = text[...]
        while !rest.isEmpty {
            let line = rest.prefix { !$0.isNewline }
            let command = CommandPrelude(line).command
            if WebRequestCommand.isCommand(command) { return true }
            if CommandPrelude.isProgram(command) { return ShellWords.dialect(of: String(CommandPrelude(rest).command)) != .bash }
            rest = rest.dropFirst(line.count + 1)
        }
        return false
    }

    /// The path of a URL, without the escapes of literal segments and without a query that rows cannot express.
    static func path(of url: String) -> String {
        let rest = url.withoutScheme.prefix { $0 != "?" }
        return String(rest.firstIndex(of: "/").map { rest[$0...] } ?? rest).replacing("/\\:", with: "/:")
    }

    func collection(named name: String, _ context: inout ImportContext) throws(ImportError) -> CollectionTree {
        let folder = context.folder
        let files: CommandFiles = { path in
            (try? folder?.read(path)).flatMap { String(validating: $0, as: UTF8.self) }
        }
        let reading = context.commandReading
        var tree = CollectionTree(.init(FolderDraft(name: context.name(name.isEmpty ? "curl" : name, at: .file))))
        if isForWindows {
            let lines = CommandPrelude.withoutPrompts(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            let commands = windowsCommands(lines, reading, files)
            var last = 0
            for (line, requests) in commands {
                let title = Self.title(above: line, below: last, lines)
                try addRequests(in: &tree, &context, line, title, isOnly: commands.count == 1) { () throws(ImportError) in
                    try requests.get()
                }
                last = line
            }
        } else {
            let script = ShellScript(text, reading, files: files)
            var names: Set<String> = []
            tree.root.draft.variables = script.variables.filter { names.insert($0.name).inserted }
            let known = Set(tree.root.draft.variables)
            for command in script.commands {
                try addRequests(in: &tree, &context, command.number, command.title, isOnly: script.commands.count == 1) {
                    () throws(ImportError) in
                    try command.requests(reading, otherThan: known, files: files)
                }
            }
            Self.removeUnusedVariables(from: &tree)
        }
        guard !tree.root.items.isEmpty || !context.issues.isEmpty else {
            throw ImportError("The file has no command of curl, wget or PowerShell.", isUnknownFormat: true)
        }
        return tree
    }

    /// Removes the variables of a script that no request uses, neither itself nor by another variable.
    private static func removeUnusedVariables(from tree: inout CollectionTree) {
        var used = Set(tree.requests.flatMap(\.request.draft.referenceNames))
        // A value refers to earlier variables.
        for row in tree.root.draft.variables.reversed() where used.contains(row.name) {
            used.formUnion(Template(row.value).names)
        }
        tree.root.draft.variables.removeAll { !used.contains($0.name) }
    }

    /// Adds the requests of a command, or reports why it has none.
    private func addRequests(
        in tree: inout CollectionTree, _ context: inout ImportContext, _ line: Int, _ title: String, isOnly: Bool,
        _ read: () throws(ImportError) -> [ImportedRequest]
    ) throws(ImportError) {
        do throws(ImportError) {
            for imported in try read() {
                try context.countRequest()
                for loss in imported.losses { context.report(.lost, at: .line(line), "command", loss) }
                for change in imported.changes { context.report(.changed, at: .line(line), "command", change) }
                var draft = imported.draft
                let title = title.isEmpty || title.isCommentedCode ? "\(draft.method) \(Self.path(of: draft.url))" : title
                draft.name = context.name(title, at: .line(line))
                tree.root.items.append(.request(.init(draft)))
            }
        } catch {
            guard !isOnly else { throw ImportError(error.message, at: .line(line)) }
            context.report(.failed, at: .line(line), "command", error.message, instead: "left out")
        }
    }
}

/// A command pasted from documentation or from browsers' developer tools.
public enum PastedCommand: Hashable, Sendable {
    case curl, wget
    /// PowerShell's `Invoke-WebRequest` and `Invoke-RestMethod`.
    case powerShell

    /// The kind of command in a text; nil if it is not one.
    public init?(_ text: String) {
        if WebRequestCommand.isCommand(CommandPrelude(text).command) {
            self = .powerShell
        } else if let name = CurlCommand.name(in: text) {
            self = name == "wget" ? .wget : .curl
        } else {
            return nil
        }
    }

    /// The program's name.
    public var program: String {
        switch self {
        case .curl: "curl"
        case .wget: "wget"
        case .powerShell: "PowerShell"
        }
    }

    /// The requests that the command would send.
    ///
    /// - Parameter files: reads the files whose text becomes a part of a request.
    /// - Throws: a sentence that names the place.
    public func requests(
        _ text: String, _ reading: CommandReading = .pasted, files: @escaping CommandFiles = { _ in nil }
    ) throws(ImportError) -> [ImportedRequest] {
        let limit = CurlCommand.limit
        guard text.utf8.count <= limit else { throw ImportError("The \(program) command is longer than \(limit >> 20) MB.") }
        return switch self {
        case .curl, .wget: try CurlCommand.requests(text, reading: reading, files: files)
        case .powerShell: try WebRequestCommand.requests(String(CommandPrelude(CommandPrelude.withoutPrompts(text)).command))
        }
    }

    /// The requests that a command would send whose words a shell has already split; only the program's own rules apply to them, and braces
    /// are text.
    ///
    /// - Parameter files: reads the files whose text becomes a part of a request.
    /// - Throws: a sentence that names the word.
    public func requests(
        ofWords words: [String], files: @escaping CommandFiles = { _ in nil }
    ) throws(ImportError) -> [ImportedRequest] {
        let words = words.map(LiteralBraces.marked)
        let line = ShellCommand(words: words, rest: "", isLiteral: true)
        do throws(ImportError) {
            return switch self {
            case .curl: try CurlCommand.requests(of: line, .exact, files).flatMap(\.self)
            case .wget: try WgetCommand.requests(of: line, .exact)
            case .powerShell: try requests(words.joined(separator: " "))
            }
        } catch {
            throw ImportError(LiteralBraces.removed(error.message), at: error.place, isUnknownFormat: error.isUnknownFormat)
        }
    }

    /// The first request that a pasted command would send.
    ///
    /// - Throws: a sentence that names the place.
    public func read(_ text: String) throws(ImportError) -> ImportedRequest {
        if case .curl = self { try CurlCommand.read(text) } else { try requests(text).onlyFirst }
    }
}

extension String {
    /// True for a comment that is a command, a request line or a header, which may have a password and is no name:
    /// `curl -d 'password=…' https://example.com`, `Authorization: Bearer …`.
    var isCommentedCode: Bool {
        let words = split(whereSeparator: \.isWhitespace)
        guard let first = words.first else { return false }
        if first.hasSuffix(":"), first.contains("-") || SecretName.isCredential(String(first.dropLast()), at: .header) { return true }
        return words.contains { $0.contains("://") } || PastedCommand(self) != nil && words.contains { $0.hasPrefix("-") }
    }
}
