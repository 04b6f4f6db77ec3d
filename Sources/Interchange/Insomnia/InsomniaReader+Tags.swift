import JSON
import Workspace

// Template tags: variables, functions and prompts within texts.
extension InsomniaReader {
    /// A text with Insomnia's references as ours: `{{ _.name }}` becomes `{{name}}`; tags become variables of their own names.
    mutating func template(_ text: String, at pointer: JSONPointer) -> String {
        guard text.contains("{{") || text.contains("{%") else { return text }
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            if rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}") {
                let name = rest[rest.index(rest.startIndex, offsetBy: 2)..<end.lowerBound].trimmingBlanks
                result += "{{\(name.hasPrefix("_.") ? name.dropFirst(2) : name)}}"
                rest = rest[end.upperBound...]
            } else if rest.hasPrefix("{%"), let end = rest.dropFirst(2).firstRange(of: "%}") {
                result += tag(rest[rest.index(rest.startIndex, offsetBy: 2)..<end.lowerBound].trimmingBlanks, at: pointer)
                rest = rest[end.upperBound...]
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result + rest
    }

    private mutating func tag(_ text: Substring, at pointer: JSONPointer) -> String {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," }).map { $0.filter { $0 != "'" && $0 != "\"" } }
        switch (words.first ?? "", words.dropFirst().first ?? "") {
        case ("uuid", _): return "{{$randomUUID}}"
        case ("now", "iso-8601"), ("now", ""): return "{{$isoTimestamp}}"
        case ("now", _), ("timestamp", _): return "{{$timestamp}}"
        case (let name, _):
            let variable = "insomnia-\(name.filter { $0.isLetter || $0.isNumber })"
            context.report(
                .changed, at: pointer, "tag {% \(text.prefix(200)) %}", "Apus has no such tag",
                instead: "give the variable “\(variable)” a value")
            return "{{\(variable)}}"
        }
    }
}

extension Substring {
    /// Without white space at both ends.
    var trimmingBlanks: Substring {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? start.prefix(0)
    }
}
