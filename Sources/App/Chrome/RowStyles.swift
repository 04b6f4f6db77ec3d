import Document
import Engine
import Screen
import Widgets
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

/// A line of text with its style.
struct StyledLine: Sendable, Equatable {
    let text: String
    let role: StyleRole
    /// The language for syntax colours.
    let syntax: ContentKind?
    /// A muted text after the line, or below it if there is no room.
    let note: String
    /// True if the text up to the first colon is the name of a header.
    let isHeader: Bool
    /// The columns by which its rows after the first one are indented further.
    private(set) var hanging: Int
    /// Parts in other styles, of which later ones win.
    private(set) var spans: [TextSpan] = []

    /// Creates a line; plain text by default.
    init(
        _ text: String = "", _ role: StyleRole = .text, syntax: ContentKind? = nil, note: String = "", isHeader: Bool = false,
        hanging: Int = 0
    ) {
        (self.text, self.role, self.syntax, self.note) = (text, role, syntax, note)
        (self.isHeader, self.hanging) = (isHeader, hanging)
    }

    /// Creates a line of a preview, with the styles of the parts of a request.
    init(_ line: PreviewLine, spansOfRequest: (String) -> [TextSpan] = { _ in [] }) {
        switch line.kind {
        case .heading: self.init(line.text, .modalTitle, note: line.note)
        case .text, .request: self.init(line.text, note: line.note)
        case .header: self.init(line.text, note: line.note, isHeader: true)
        case .body(let kind): self.init(line.text, syntax: kind, note: line.note)
        case .note: self.init(line.text, .textMuted, note: line.note)
        case .warning: self.init(line.text, .warning, note: line.note)
        }
        hanging = 2
        if line.kind == .request { spans = spansOfRequest(line.text) }
    }

    /// A row of a window: a line or a part of it.
    struct Row: Sendable, Equatable {
        /// The row's own text.
        let text: String
        let line: StyledLine
        /// The part of the line, in UTF-8 offsets.
        let range: Range<Int>
        /// The note at the end of the row.
        var note = ""
    }

    /// The line in rows that fit, broken after spaces if possible.
    func rows(columns: Int) -> [Row] {
        let width = TextWidth.columns(of: text) + (note.isEmpty ? 0 : 2 + TextWidth.columns(of: note))
        guard width > columns else { return [Row(text: text, line: self, range: 0..<text.utf8.count, note: note)] }
        return pieces(columns: columns) + (note.isEmpty ? [] : StyledLine("  " + note, .textMuted).pieces(columns: columns))
    }

    private func pieces(columns: Int) -> [Row] {
        let indent = String(text.prefix { $0 == " " }.prefix(columns / 2)) + String(repeating: " ", count: min(hanging, columns / 3))
        var rows: [Row] = []
        var rest = text[...]
        while !rest.isEmpty {
            let begin = rows.isEmpty ? "" : indent
            var head = TextWidth.prefix(of: rest, columns: columns - begin.count)
            guard !head.isEmpty else { break }
            if head.endIndex < rest.endIndex, let space = head.lastIndex(of: " "), head[..<space].contains(where: { $0 != " " }) {
                head = head[...space]
            }
            let start = text.utf8.distance(from: text.startIndex, to: head.startIndex)
            rows.append(Row(text: begin + head, line: self, range: start..<start + head.utf8.count))
            rest = rest[head.endIndex...]
        }
        return rows
    }
}

extension StyledLine.Row {
    func draw(in row: Rect, on backdrop: StyleRole?, _ canvas: inout Canvas) {
        let used = canvas.write(text, in: row, style: CellStyle(line.role, on: backdrop))
        if line.isHeader, range.lowerBound == 0 {
            canvas.write(text.prefix { $0 != ":" }, in: row, style: CellStyle(.headerName, on: backdrop))
        }
        let syntax = line.syntax.map { LineSyntax.spans(of: line.text, visible: range, as: $0) } ?? []
        let spans = line.spans + syntax.map { TextSpan($0.range, SyntaxStyle.role($0.kind)) }
        Self.draw(spans, of: line.text, range, in: row.splitLeft(text.utf8.count - range.count).rest, on: backdrop, &canvas)
        canvas.write(note, in: row.splitLeft(used + 2).rest, style: CellStyle(.textMuted, on: backdrop))
    }

    /// Draws styled parts over a piece of a line, given in UTF-8 offsets of the line.
    private static func draw(
        _ spans: [TextSpan], of line: String, _ piece: Range<Int>, in row: Rect, on backdrop: StyleRole?, _ canvas: inout Canvas
    ) {
        func slice(_ range: Range<Int>) -> String {
            let start = line.utf8.index(line.startIndex, offsetBy: range.lowerBound)
            return String(line[start..<line.utf8.index(start, offsetBy: range.count)])
        }
        for span in spans where span.range.overlaps(piece) {
            let shown = span.range.clamped(to: piece)
            let rest = row.splitLeft(TextWidth.columns(of: slice(piece.lowerBound..<shown.lowerBound))).rest
            canvas.write(slice(shown), in: rest, style: CellStyle(span.role, on: backdrop))
        }
    }
}
