import Screen
import Widgets

/// The `{{variables}}` of a text, marked by whether they are known.
enum VariableSpans {
    static func find(in text: String, isKnown: (String) -> Bool) -> [TextSpan] {
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
