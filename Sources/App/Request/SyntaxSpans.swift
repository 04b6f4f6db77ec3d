import Document
import Screen
import Widgets
import Workspace

/// Colours the texts in the request line by line; only visible lines are parsed.
enum EditorSyntax {
    static func spans(of line: TextAreaState.SeenLine, as syntax: TextSyntax) -> [TextSpan] {
        switch syntax {
        case .json, .jsonObject: spans(of: line, as: ContentKind.json)
        case .xml: spans(of: line, as: ContentKind.xml)
        case .graphql, .javaScript: spans(of: line, as: ContentKind.javascript)
        case .http: document(line)
        case .plain, .markdown: []
        }
    }

    private static func spans(of line: TextAreaState.SeenLine, as kind: ContentKind) -> [TextSpan] {
        LineSyntax.spans(of: line.text, visible: line.visible, as: kind).map { TextSpan($0.range, SyntaxStyle.role($0.kind)) }
    }

    /// Colours a line of the Text tab: directives look like comments, the body like the syntax it begins with.
    private static func document(_ line: TextAreaState.SeenLine) -> [TextSpan] {
        let text = line.text
        if text.hasPrefix("#") { return [TextSpan(0..<text.utf8.count, .codeComment)] }
        if let first = text.utf8.first(where: { $0 > 0x20 }), "{}[]\"".utf8.contains(first) { return spans(of: line, as: ContentKind.json) }
        if text.hasPrefix("<") { return spans(of: line, as: ContentKind.xml) }
        if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), !text[..<colon].contains(" ") {
            let end = text.utf8.distance(from: text.startIndex, to: colon)
            return [TextSpan(0..<end, .headerName)]
        }
        return []
    }
}

/// The secrets in lines of the Text tab, which are shown as dots as on the Auth tab. The text itself is unchanged: it is edited and saved.
enum DocumentSecrets {
    private static let names = AuthDraft.Kind.allCases.reduce(into: Set<String>()) { $0.formUnion($1.secretFieldNames) }
    private static let beginning = "# @auth."

    /// The UTF-8 offset at which the secret of a line begins; nil if it has no plain-text secret.
    static func start(in line: String) -> Int? {
        guard line.hasPrefix(beginning) else { return nil }
        let rest = line.dropFirst(beginning.count)
        guard let equals = rest.firstIndex(of: "="), names.contains(String(rest[..<equals]).trimmed) else { return nil }
        let value = rest[rest.index(after: equals)...].drop { $0 == " " }
        // A variable is not a secret; only its value is.
        return value.isEmpty || value.hasPrefix("{{") ? nil : line.utf8.count - value.utf8.count
    }
}

/// The `{{variables}}` of a text, marked as defined or undefined.
enum VariableSpans {
    /// The number of characters around the visible part that are searched.
    private static let context = 200
    /// The number of characters on either side of the cursor that a field can show.
    private static let reach = 2_000

    /// Finds the variables of a field near the cursor.
    static func find(in text: String, around cursor: Int = 0, isKnown: (String) -> Bool) -> [TextSpan] {
        guard text.utf8.count > 2 * reach else { return all(in: text, isKnown: isKnown) }
        let visible = max(0, cursor - reach)..<min(text.utf8.count, cursor + reach)
        return find(in: TextAreaState.SeenLine(number: 0, text: text, visible: visible), isKnown: isKnown)
    }

    /// Finds the variables in the visible part of a line; a long line is not searched as a whole.
    static func find(in line: TextAreaState.SeenLine, isKnown: (String) -> Bool) -> [TextSpan] {
        let bytes = line.text.utf8
        guard line.visible.count + 2 * context < bytes.count else { return all(in: line.text, isKnown: isKnown) }
        // Starts at a character boundary, so that offsets stay valid.
        let piece = bytes.dropFirst(max(0, line.visible.lowerBound - context)).drop { $0 & 0xC0 == 0x80 }
        let start = bytes.distance(from: bytes.startIndex, to: piece.startIndex)
        return all(in: String(decoding: piece.prefix(line.visible.count + 2 * context), as: UTF8.self), isKnown: isKnown).map {
            TextSpan($0.range.lowerBound + start..<$0.range.upperBound + start, $0.role)
        }
    }

    private static func all(in text: String, isKnown: (String) -> Bool) -> [TextSpan] {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return [] }
        var spans: [TextSpan] = []
        var rest = text[...]
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            let name = rest[open.upperBound..<close.lowerBound].trimmed
            let start = text.utf8.distance(from: text.startIndex, to: open.lowerBound)
            let end = text.utf8.distance(from: text.startIndex, to: close.upperBound)
            spans.append(TextSpan(start..<end, isKnown(name) ? .variable : .variableUndefined))
            rest = rest[close.upperBound...]
        }
        return spans
    }
}

/// The parts of a URL: its scheme, query and fragment are muted in comparison with host and path, and the values of its parameters are coloured.
enum URLSpans {
    /// The length up to which the query is looked for.
    private static let maxBytes = 4_000

    /// The parts of a method, a space and a URL in a preview. What is left in braces has no value, unless it is asked for.
    static func ofRequest(_ text: String) -> [TextSpan] {
        let method = text.prefix { $0 != " " }
        let url = String(text.dropFirst(method.count + 1))
        let start = method.utf8.count + 1
        let parts = find(in: url) + VariableSpans.find(in: url) { $0.hasPrefix(VariableResolver.promptPrefix) }
        return [TextSpan(0..<method.utf8.count, .modalTitle)]
            + parts.map { TextSpan($0.range.lowerBound + start..<$0.range.upperBound + start, $0.role) }
    }

    static func find(in text: String) -> [TextSpan] {
        var spans: [TextSpan] = []
        if let scheme = schemeLength(text) { spans.append(TextSpan(0..<scheme, .urlDimmed)) }
        guard text.utf8.count <= maxBytes, let questionMark = URLText.queryStart(in: text) else { return spans }
        var start = text.utf8.distance(from: text.startIndex, to: questionMark)
        var isValue = false
        var offset = start
        func end(_ spans: inout [TextSpan]) {
            if offset > start { spans.append(TextSpan(start..<offset, isValue ? .codeString : .urlDimmed)) }
            start = offset
        }
        for byte in text.utf8[questionMark...] {
            switch byte {
            case UInt8(ascii: "#"):
                end(&spans)
                return spans + [TextSpan(start..<text.utf8.count, .urlDimmed)]
            case UInt8(ascii: "&") where isValue:
                end(&spans)
                isValue = false
            case UInt8(ascii: "=") where !isValue:
                offset += 1
                end(&spans)
                isValue = true
                continue
            default: break
            }
            offset += 1
        }
        end(&spans)
        return spans
    }

    /// The length of the scheme with `://`.
    private static func schemeLength(_ text: String) -> Int? {
        let scheme = text.utf8.prefix { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 }
        return !scheme.isEmpty && text.utf8[scheme.endIndex...].starts(with: "://".utf8) ? scheme.count + 3 : nil
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmed: String {
        // Most texts have nothing to trim, and characters take long to find.
        if let first = unicodeScalars.first, let last = unicodeScalars.last, ("!"..."~").contains(first), ("!"..."~").contains(last) {
            return String(self)
        }
        let isSpace = { (character: Character) in character.isWhitespace }
        var rest = self[...].drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(rest)
    }
}
