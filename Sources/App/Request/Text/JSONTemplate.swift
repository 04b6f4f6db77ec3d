/// JSON in which variables stand where values do: `{"age": {{age}}}`. Each gets a string of the same length in its place, so that the
/// text can be read and places in it stay what they are.
struct JSONTemplate {
    /// A private-use character, which no text of a person begins with.
    private static let sign = "\u{E000}"

    /// The text as JSON.
    let text: String
    /// The variable behind each placeholder, in order.
    private let variables: [String]

    init(_ source: String) {
        guard Self.holdsVariables(source) else {
            (text, variables) = (source, [])
            return
        }
        var text = ""
        var variables: [String] = []
        var isInString = false
        let isPlain = !source.contains(Self.sign)
        var rest = source[...]
        while let character = rest.first {
            if character == "\\", isInString {
                text += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else if !isInString, rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}"), !rest[..<end.lowerBound].contains("\n"),
                isPlain, !rest[..<end.lowerBound].contains("\""), rest[..<end.upperBound].utf8.count > 4
            {
                let name = String(rest[..<end.upperBound])
                variables.append(name)
                text += "\"" + Self.sign + String(repeating: "x", count: name.utf8.count - 5) + "\""
                rest = rest[end.upperBound...]
            } else {
                if character == "\"" { isInString.toggle() }
                text.append(character)
                rest.removeFirst()
            }
        }
        self.text = text
        self.variables = variables
    }

    /// True if two braces stand together; without them, megabytes need not be scanned by character.
    private static func holdsVariables(_ source: String) -> Bool {
        var last: UInt8 = 0
        for byte in source.utf8 {
            if byte == UInt8(ascii: "{"), last == byte { return true }
            last = byte
        }
        return false
    }

    /// The text that was made of ``text``, with the variables again.
    func restored(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        for variable in variables {
            let sign = "\"" + Self.sign + String(repeating: "x", count: variable.utf8.count - 5) + "\""
            guard let found = rest.firstRange(of: sign) else { continue }
            result += rest[..<found.lowerBound] + variable
            rest = rest[found.upperBound...]
        }
        return result + rest
    }
}
