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
