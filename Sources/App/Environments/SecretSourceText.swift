import Screen
import Widgets
import Workspace

/// The source of a secret as a line of text.
enum SecretSourceText {
    /// The forms that are understood, for hints and errors.
    static let forms = "\(prompt), \(file), \(variable) NAME, command PROGRAM ARGUMENT…, keyring NAME=VALUE…"

    private static let prompt = "ask when needed"
    private static let file = "kept on this machine"
    private static let variable = "environment variable"

    /// The kinds of sources: the beginning of the line and its meaning.
    static let kinds = [
        (prompt, "kept until Apus exits"), (file, "a private file beside the environment"),
        (variable + " ", "NAME, set in the shell"), ("command ", "PROGRAM …: what it prints"),
        ("keyring ", "NAME=VALUE …: the desktop’s keyring"),
    ]

    /// A secret's row, whose last cell is the source, chosen or typed.
    static func row(_ cells: [String]) -> TableRow {
        var row = TableRow(cells, choices: kinds.map(\.0))
        row.takesAnyText = true
        return row
    }

    /// The kinds as a list to choose from.
    static func menu<Sent>(of row: TableRow, below cell: Rect, sends message: (String) -> Sent) -> Menu<Sent> {
        let source = row.cells.last ?? ""
        let current = kinds.firstIndex { source == $0.0 || $0.0.hasSuffix(" ") && source.hasPrefix($0.0) }
        let columns = kinds.map { TextWidth.columns(of: $0.0.trimmed) }.max() ?? 0
        let lines: [Menu<Sent>.Line] = kinds.enumerated().map { index, kind in
            let mark = index == current ? "✓" : ""
            return (MenuItem(TextWidth.padded(kind.0.trimmed, columns: columns + 2) + kind.1, keys: mark), message(kind.0))
        }
        return Menu(lines, below: cell, selected: current ?? 0)
    }

    /// The line that ``read(_:)`` understands.
    static func write(_ source: SecretSource) -> String {
        switch source {
        case .environment(let name): "\(variable) \(name)"
        case .command(let words): "command " + words.map(quoted).joined(separator: " ")
        case .secretService(let attributes): "keyring " + attributes.map { quoted("\($0.name)=\($0.value)") }.joined(separator: " ")
        case .prompt: prompt
        case .file: file
        }
    }

    /// The source that a line names, in the words of the window or of the file format; nil when it names none.
    static func read(_ text: String) -> SecretSource? {
        let text = text.trimmed
        if text == prompt { return .prompt }
        if text == file { return .file }
        let line = text.hasPrefix(variable + " ") ? "env" + text.dropFirst(variable.count) : text
        guard let words = words(of: line), let kind = words.first else { return nil }
        let rest = Array(words.dropFirst())
        switch (kind, rest.count) {
        case ("prompt", 0): return .prompt
        case ("file", 0): return .file
        case ("env", 1): return .environment(rest[0])
        case ("command", 1...): return .command(rest)
        case ("keyring", 1...), ("service", 1...):
            let attributes = rest.map { word in
                word.firstIndex(of: "=").map { Row(String(word[..<$0]), String(word[word.index(after: $0)...])) }
            }
            return attributes.contains(nil) ? nil : .secretService(attributes: attributes.compactMap { $0 })
        default: return nil
        }
    }

    private static func quoted(_ word: String) -> String {
        word.isEmpty || word.contains(where: { $0.isWhitespace || $0 == "\"" || $0 == "\\" })
            ? "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" : word
    }

    /// Splits a line at spaces outside quotes; a backslash escapes the next character. Nil if a quote is not closed.
    private static func words(of text: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case "\"":
                isQuoted.toggle()
                word = word ?? ""
            case "\\": word = (word ?? "") + (rest.popFirst().map { String($0) } ?? "\\")
            case _ where character.isWhitespace && !isQuoted:
                if let done = word { words.append(done) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return isQuoted ? nil : words
    }
}
