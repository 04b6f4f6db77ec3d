import Document
import Screen
import Widgets
import Workspace

/// Colours of the texts in the request, line by line: only what is seen is looked at.
enum EditorSyntax {
    static func spans(of line: TextAreaState.SeenLine, _ section: RequestSection) -> [TextSpan] {
        switch section {
        case .json, .graphqlVariables: spans(of: line, as: .json)
        case .xml: spans(of: line, as: .xml)
        case .graphql, .scriptBefore, .scriptAfter: spans(of: line, as: .javascript)
        case .document: document(line)
        default: []
        }
    }

    private static func spans(of line: TextAreaState.SeenLine, as kind: ContentKind) -> [TextSpan] {
        LineSyntax.spans(of: line.text, visible: line.visible, as: kind).map { TextSpan($0.range, SyntaxStyle.role($0.kind)) }
    }

    /// Directives look like comments; the body looks like what it begins with.
    private static func document(_ line: TextAreaState.SeenLine) -> [TextSpan] {
        let text = line.text
        if text.hasPrefix("#") { return [TextSpan(0..<text.utf8.count, .codeComment)] }
        if let first = text.utf8.first(where: { $0 > 0x20 }), "{}[]\"".utf8.contains(first) { return spans(of: line, as: .json) }
        if text.hasPrefix("<") { return spans(of: line, as: .xml) }
        if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), !text[..<colon].contains(" ") {
            let end = text.utf8.distance(from: text.startIndex, to: colon)
            return [TextSpan(0..<end, .headerName)]
        }
        return []
    }
}

extension RequestSection {
    /// The placeholder of an empty text.
    var placeholder: String {
        switch self {
        case .docs: "Markdown that is saved with the request"
        case .graphql: "query { … }"
        case .graphqlVariables: "{ }"
        default: ""
        }
    }
}

/// The lines of the Text tab that hold what the Auth tab shows as dots. The text itself stays as it is: it is what is edited and saved.
enum DocumentSecrets {
    private static let names = AuthDraft.Kind.allCases.reduce(into: Set<String>()) { $0.formUnion($1.secretFieldNames) }
    private static let beginning = "# @auth."

    /// The UTF-8 offset at which the secret of a line begins; nil if it holds none in clear.
    static func start(in line: String) -> Int? {
        guard line.hasPrefix(beginning) else { return nil }
        let rest = line.dropFirst(beginning.count)
        guard let equals = rest.firstIndex(of: "="), names.contains(String(rest[..<equals]).trimmed) else { return nil }
        let value = rest[rest.index(after: equals)...].drop { $0 == " " }
        // A variable is no secret: only what it stands for.
        return value.isEmpty || value.hasPrefix("{{") ? nil : line.utf8.count - value.utf8.count
    }
}

/// The `{{variables}}` of a text, marked by whether they are known.
enum VariableSpans {
    /// So much beside what is seen is looked at.
    private static let context = 200
    /// So much on either side of the cursor may be seen of a field.
    private static let reach = 2_000

    /// Those of a field of which only what is around the cursor is seen.
    static func find(in text: String, around cursor: Int = 0, isKnown: (String) -> Bool) -> [TextSpan] {
        guard text.utf8.count > 2 * reach else { return all(in: text, isKnown: isKnown) }
        let visible = max(0, cursor - reach)..<min(text.utf8.count, cursor + reach)
        return find(in: TextAreaState.SeenLine(number: 0, text: text, visible: visible), isKnown: isKnown)
    }

    /// Those of a line of which only a part is seen; a long one is not looked at in whole.
    static func find(in line: TextAreaState.SeenLine, isKnown: (String) -> Bool) -> [TextSpan] {
        let bytes = line.text.utf8
        guard line.visible.count + 2 * context < bytes.count else { return all(in: line.text, isKnown: isKnown) }
        // From the beginning of a character on, so that offsets stay what they are.
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

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmed: String {
        let isSpace = { (character: Character) in character.isWhitespace }
        var rest = self[...].drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(rest)
    }
}
