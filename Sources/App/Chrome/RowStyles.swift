import Document
import Screen
import Workspace

enum MethodStyle {
    static func role(_ method: String) -> StyleRole {
        switch method.uppercased() {
        case "GET", "HEAD", "OPTIONS": .methodGet
        case "POST": .methodPost
        case "PUT": .methodPut
        case "PATCH": .methodPatch
        case "DELETE": .methodDelete
        default: .methodOther
        }
    }

    /// The width of every abbreviation.
    static let abbreviationColumns = 5

    /// The method in five columns.
    static func abbreviation(_ method: String) -> String {
        let short = method.uppercased() == "DELETE" ? "DEL" : method.uppercased() == "OPTIONS" ? "OPT" : method
        return TextWidth.padded(TextWidth.fitted(short, columns: abbreviationColumns), columns: abbreviationColumns)
    }
}

/// The style of statuses.
enum StatusStyle {
    static func role(_ status: Int) -> StyleRole {
        switch status {
        case ..<200: .statusInformational
        case ..<300: .statusSuccess
        case ..<400: .statusRedirect
        case ..<500: .statusClientError
        default: .statusServerError
        }
    }
}

/// The style role of each kind of span in a document.
enum SyntaxStyle {
    static func role(_ kind: SyntaxKind) -> StyleRole {
        switch kind {
        case .plain: .text
        case .key: .codeKey
        case .string: .codeString
        case .number: .codeNumber
        case .keyword: .codeKeyword
        case .punctuation: .codePunctuation
        case .tag: .codeTag
        case .attribute: .codeAttribute
        case .comment: .codeComment
        case .error: .codeError
        case .invalid: .control
        case .fold: .codeFold
        case .offset: .codeLineNumber
        }
    }
}

/// Text broken into lines at spaces.
enum TextWrap {
    /// The sign of an item in a list.
    private static let bullet = "• "

    /// Lines of at most `columns`; a longer word is cut, a line break in the text stays. Items of a list hang after their sign.
    static func lines(_ text: String, columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            guard line.hasPrefix(bullet), columns > bullet.count else { return paragraph(String(line), columns) }
            let lines = paragraph(String(line.dropFirst(bullet.count)), columns - bullet.count)
            return lines.enumerated().map { ($0.offset == 0 ? bullet : "  ") + $0.element }
        }
    }

    private static func paragraph(_ text: String, _ columns: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            var word = Substring(word)
            let joined = lines[lines.count - 1].isEmpty ? String(word) : lines[lines.count - 1] + " " + String(word)
            if TextWidth.fits(joined, columns: columns) {
                lines[lines.count - 1] = joined
                continue
            }
            if !lines[lines.count - 1].isEmpty { lines.append("") }
            while !TextWidth.fits(word, columns: columns) {
                let head = TextWidth.prefix(of: word, columns: columns)
                guard !head.isEmpty else { return lines }
                lines[lines.count - 1] = String(head)
                lines.append("")
                word = word[head.endIndex...]
            }
            lines[lines.count - 1] = String(word)
        }
        return lines
    }
}

extension String {
    /// True if the text contains `wanted`; false at once if `wanted` is longer.
    func has(_ wanted: some StringProtocol) -> Bool { wanted.utf8.count <= utf8.count && contains(wanted) }
}

/// The sign of a drop-down list. No ASCII arrow is distinct from letters beside it, so the ASCII form has brackets.
enum DropDown {
    /// The sign at the right end of a field.
    static func sign(usesASCII: Bool) -> String { usesASCII ? "[v]" : "▾" }

    /// The word with the sign, with a space around both.
    static func text(_ word: String, usesASCII: Bool) -> String { " \(word) \(sign(usesASCII: usesASCII)) " }
}

extension EnvironmentSummary {
    /// The detail of its item in lists: its place, and a mark if it is protected.
    func detail(in place: String) -> String {
        [place, isProtected ? "▲ protected" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
