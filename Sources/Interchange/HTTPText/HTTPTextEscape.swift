/// Escapes that keep a value on its line: `\n`, `\r`, and a backslash before what would end it.
enum HTTPTextEscape {
    /// The characters that end a method or a header's name, or make the line a comment.
    static let methodStops = " #/"
    static let headerStops = ":#/"

    /// The value with the characters of `stops` escaped.
    static func write(_ text: String, stops: String = "") -> String {
        var result = ""
        let characters = Array(text.unicodeScalars)
        for (index, character) in characters.enumerated() {
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            switch character {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\\" where next == nil || next.map { "nr\\\n\r".unicodeScalars.contains($0) || stops.unicodeScalars.contains($0) } == true:
                result += "\\\\"
            case _ where stops.unicodeScalars.contains(character): result += "\\" + String(character)
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// The original text of an escaped one.
    static func read(_ text: some StringProtocol, stops: String = "") -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let character = rest.popFirst() {
            guard character == "\\", let next = rest.first else {
                result.unicodeScalars.append(character)
                continue
            }
            switch next {
            case "n": result += "\n"
            case "r": result += "\r"
            case "\\": result += "\\"
            case _ where stops.unicodeScalars.contains(next): result.unicodeScalars.append(next)
            default:
                result.unicodeScalars.append(character)
                continue
            }
            rest.removeFirst()
        }
        return result
    }

    /// The text before and behind the first `separator` that no backslash stands before; nil where there is none.
    static func split(_ text: some StringProtocol, at separator: Unicode.Scalar) -> (String, String)? {
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            if scalars[index] == "\\", scalars.index(after: index) < scalars.endIndex {
                index = scalars.index(index, offsetBy: 2)
                continue
            }
            if scalars[index] == separator { return (String(text[..<index]), String(text[scalars.index(after: index)...])) }
            index = scalars.index(after: index)
        }
        return nil
    }
}
