/// The `/:name` segments of a URL's path.
public enum PathParameters {
    /// A piece of a path.
    enum Piece: Equatable {
        case text(String)
        case parameter(String)
    }

    /// The names in a URL as written, in order and without duplicates; query and fragment are ignored.
    public static func names(in url: String) -> [String] {
        var names: [String] = []
        let path = url.prefix { $0 != "?" && $0 != "#" }
        for case .parameter(let name) in split(String(path), after: nil) where !names.contains(name) { names.append(name) }
        return names
    }

    /// The pieces of a text that follows `before`; nil for the beginning of the URL. A name begins with a letter or an underscore, so
    /// that a port is not a parameter, and continues with digits and hyphens too.
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
}
