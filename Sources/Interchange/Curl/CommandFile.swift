import JSON
import Workspace

extension ImportFormat {
    /// Commands of curl, wget and PowerShell, one after the other, as in documentation and scripts.
    static let commands = ImportFormat(
        id: "curl", title: "curl", readsDocuments: false, endings: ["sh", "bash", "curl"],
        recognizes: { CommandFile.recognizes($0.text) },
        read: { source, context throws(ImportError) in
            let tree = try CommandFile(source.text).collection(named: BrunoFiles.stem(of: source.name), &context)
            return ImportedContent(format: "curl", collections: [tree])
        },
        facts: { RequestFacts.facts($0, kind: "curl") })
}

/// A text of commands, each with the comment above it.
struct CommandFile {
    /// A command with its place.
    private struct Entry {
        var lines: [Substring]
        let line: Int
        let title: String

        var text: String { lines.joined(separator: "\n") }
    }

    private var entries: [Entry] = []
    /// The assignments on lines of their own.
    private var variables: [Row] = []

    /// True for a text whose first line other than a comment begins a command.
    static func recognizes(_ text: String) -> Bool {
        var rest = text[...]
        while !rest.isEmpty {
            let line = rest.prefix { !$0.isNewline }
            let isCommand = PastedCommand(String(line)) != nil || line.hasPrefix("$") && WebRequestCommand.isCommand(rest)
            if !isComment(line) { return isCommand && !text.contains("\n###") }
            rest = rest.dropFirst(line.count + 1)
        }
        return false
    }

    /// True for a comment or an empty line.
    private static func isComment(_ line: Substring) -> Bool {
        let text = line.drop { $0.isWhitespace }
        return text.isEmpty || text.hasPrefix("#")
    }

    init(_ text: String) {
        var comment = ""
        // Assignments before the first command of PowerShell.
        var preface: [Substring] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if let command = PastedCommand(String(line.prefix(4_096))), !isContinued {
                entries.append(Entry(lines: command == .powerShell ? preface + [line] : [line], line: index + 1, title: comment))
                comment = ""
            } else if let variable = Self.assignment(line), !isWithinCommand {
                variables.append(variable)
            } else if entries.isEmpty {
                if line.hasPrefix("$") || !preface.isEmpty { preface.append(line) }
            } else {
                entries[entries.count - 1].lines.append(line)
            }
            guard Self.isComment(line) else { continue }
            comment = line.isEmpty ? "" : String(line.drop { $0 == "#" || $0.isWhitespace })
        }
    }

    /// A variable of a shell with its value: `NAME=value` or `export NAME=value`; nil if only a shell can tell the value.
    private static func assignment(_ line: Substring) -> Row? {
        let start = line.hasPrefix("export ") ? line.dropFirst(7) : line
        let name = start.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard name.first?.isNumber == false, start.dropFirst(name.count).first == "=",
            let command = try? ShellWords.command(String(start), .bash), command.words.count == 1, command.substitutions.isEmpty,
            command.rest.isEmpty, let word = command.words.first
        else { return nil }
        return Row(String(name), String(word.dropFirst(name.count + 1)))
    }

    /// True for a line that may be a part of the last command: of a text in quotes, or of a here-document. A long command is not looked into.
    private var isWithinCommand: Bool {
        guard let last = entries.last else { return false }
        return last.lines.count > 200 || isContinued || last.text.contains("<<")
    }

    /// True if a quote of the last command is still open, or its last line goes on.
    private var isContinued: Bool {
        guard let last = entries.last, last.lines.count < 10_000 else { return false }
        if last.lines.last?.hasSuffix("\\") == true { return true }
        let text = last.text
        return (try? ShellWords.command(text, ShellWords.dialect(of: text))) == nil
    }

    private static func path(of url: String) -> Substring {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return rest.firstIndex(of: "/").map { rest[$0...] } ?? rest
    }

    func collection(named name: String, _ context: inout ImportContext) throws(ImportError) -> CollectionTree {
        guard !entries.isEmpty else { throw ImportError("The file has no command of curl, wget or PowerShell.", isUnknownFormat: true) }
        var tree = CollectionTree(.init(FolderDraft(name: context.name(name.isEmpty ? "curl" : name, at: .file))))
        tree.root.draft.variables = variables
        for entry in entries {
            do throws(ImportError) {
                guard let command = PastedCommand(entry.text) else { continue }
                let folder = context.folder
                let files: CommandFiles = { path in
                    (try? folder?.read(path)).flatMap { String(validating: $0, as: UTF8.self) }
                }
                for imported in try command.requests(entry.text, context.commandReading, files: files) {
                    try context.countRequest()
                    for loss in imported.losses { context.report(.lost, at: .line(entry.line), "command", loss) }
                    for change in imported.changes { context.report(.changed, at: .line(entry.line), "command", change) }
                    var draft = imported.draft
                    let title = entry.title.isEmpty ? "\(draft.method) \(Self.path(of: draft.url))" : entry.title
                    draft.name = context.name(title, at: .line(entry.line))
                    tree.root.items.append(.request(.init(draft)))
                }
            } catch {
                guard entries.count > 1 else { throw ImportError(error.message, at: .line(entry.line)) }
                context.report(.failed, at: .line(entry.line), "command", error.message, instead: "left out")
            }
        }
        return tree
    }
}
