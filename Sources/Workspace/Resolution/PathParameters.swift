/// The `/:name` segments of a URL's path.
public enum PathParameters {
    /// A piece of a path.
    enum Piece: Equatable {
        case text(String)
        case parameter(String)
    }

    /// The names in a URL as written, in order, each once; what stands in the query or the fragment is none.
    public static func names(in url: String) -> [String] {
        var names: [String] = []
        let path = url.prefix { $0 != "?" && $0 != "#" }
        for case .parameter(let name) in split(String(path), after: nil) where !names.contains(name) { names.append(name) }
        return names
    }

    /// The pieces of a text that follows `before`; nil for the beginning of the URL. A name is a letter or an underscore, then also
    /// digits and hyphens, so that a port is none.
    static func split(_ text: String, after before: Character?) -> [Piece] {
        var pieces: [Piece] = []
        var plain = ""
        var previous = before
        var rest = text[...]
        while let character = rest.first {
            if character == "?" || character == "#" { break }
            let name = character == ":" && (previous == nil || previous == "/") ? name(at: rest.dropFirst()) : ""
            if name.isEmpty {
                plain.append(character)
                rest.removeFirst()
            } else {
                if !plain.isEmpty { pieces.append(.text(plain)) }
                plain = ""
                pieces.append(.parameter(String(name)))
                rest = rest.dropFirst(name.count + 1)
            }
            previous = character
        }
        plain += rest
        if !plain.isEmpty { pieces.append(.text(plain)) }
        return pieces
    }

    private static func name(at text: Substring) -> Substring {
        guard let first = text.first, first.isASCII, first.isLetter || first == "_" else { return "" }
        return text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    }

    /// The value as one segment: all but unreserved characters escaped (RFC 3986, section 2.3).
    static func encoded(_ value: String) -> String {
        value.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isUnreserved = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
            let digits = String(byte, radix: 16, uppercase: true)
            return isUnreserved ? String(character) : "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
