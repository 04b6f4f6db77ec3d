/// A header value of the shape `value; name=token; name="quoted \" text"`, or the same with commas (RFC 9110, section 5.6).
struct HeaderParameters: Sendable, Hashable {
    /// What stands before the first separator, without spaces around it.
    let value: String
    /// Names in lower case, in order.
    let parameters: [NameValue]

    /// The scheme and the parameters of an `Authorization` value: `Digest username="x", qop=auth`.
    static func credentials(_ text: String) -> (scheme: String, parameters: HeaderParameters) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        let rest = parts.count > 1 ? String(parts[1]) : ""
        return (parts.first?.lowercased() ?? "", HeaderParameters("," + rest, separator: ","))
    }

    init(_ text: String, separator: Character = ";") {
        let pieces = Self.split(text, separator: separator)
        value = Self.trimmed(pieces.first.map(String.init) ?? "")
        parameters = pieces.dropFirst().compactMap(Self.parameter)
    }

    subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// Splits where the separator stands outside quotes.
    private static func split(_ text: String, separator: Character) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in text.indices {
            let character = text[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted && character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == separator && !isQuoted {
                pieces.append(text[start..<index])
                start = text.index(after: index)
            }
        }
        return pieces + [text[start...]]
    }

    private static func parameter(_ piece: Substring) -> NameValue? {
        let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        return NameValue(trimmed(String(parts[0])).lowercased(), unquoted(trimmed(String(parts[1]))))
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        var output = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\" && !isEscaped {
                isEscaped = true
            } else {
                output.append(character)
                isEscaped = false
            }
        }
        return output
    }

    private static func trimmed(_ text: String) -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
