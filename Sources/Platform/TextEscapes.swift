// Escapes for texts that other programs read. They go by Unicode scalars: for `replacing` and `==`, a quote with a combining mark after it
// is another character, but for a shell or a parser it is a quote.
extension StringProtocol {
    /// The text with these characters replaced.
    public func escaping(_ escapes: [Unicode.Scalar: String]) -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let escape = escapes[scalar] { result.append(contentsOf: escape.unicodeScalars) } else { result.append(scalar) }
        }
        return String(result)
    }

    /// The text with a backslash before each of these characters.
    public func escapingWithBackslash(_ signs: String) -> String {
        escaping(Dictionary(uniqueKeysWithValues: signs.unicodeScalars.map { ($0, "\\\($0)") }))
    }

    /// The text for XML and HTML, between tags and in double quotes.
    public var asMarkup: String { escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]) }
}

extension StringProtocol {
    /// The text with a capital letter at its beginning.
    public var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The text without spaces and tabs at its ends.
    public var trimmingSpacesAndTabs: SubSequence {
        let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
        let start = unicodeScalars.firstIndex { !isBlank($0) } ?? endIndex
        return self[start..<(unicodeScalars.lastIndex { !isBlank($0) }.map { unicodeScalars.index(after: $0) } ?? start)]
    }

    /// The texts before and after the first separator; no second one without a separator.
    public func splitOnce(at separator: Character) -> (String, String?) {
        guard let place = firstIndex(of: separator) else { return (String(self), nil) }
        return (String(self[..<place]), String(self[index(after: place)...]))
    }
}

extension String {
    /// True if both have the same bytes: `==` takes another composition of the same characters for equal. Copies of one text are not read.
    public func hasSameBytes(as other: String) -> Bool {
        let isSame = utf8.withContiguousStorageIfAvailable { mine in
            other.utf8.withContiguousStorageIfAvailable { theirs -> Bool in
                guard mine.count == theirs.count, let left = mine.baseAddress, let right = theirs.baseAddress else {
                    return mine.isEmpty && theirs.isEmpty
                }
                return left == right || memcmp(left, right, mine.count) == 0
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// The text as one word of a POSIX shell: in single quotes if it has other characters than plain ones. A quote in it ends them, is
    /// escaped, and starts them again.
    public var asShellWord: String {
        let isPlain = !isEmpty && utf8.allSatisfy { shellPlainBytes.contains($0) }
        return isPlain ? self : "'" + escaping(["'": #"'\''"#]) + "'"
    }

    /// The text with characters in place of their escapes in JSON: words are found however a server writes them.
    public func decodingJSONEscapes() -> String {
        guard zip(utf8, utf8.dropFirst()).contains(where: { $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "u") }) else { return self }
        var units: [UInt16] = []
        var rest = utf16[...]
        while let unit = rest.popFirst() {
            guard unit == 0x5C, let next = rest.popFirst() else {
                units.append(unit)
                continue
            }
            if next == 0x75, let escaped = String(rest.prefix(4)).flatMap({ UInt16($0, radix: 16) }) {
                units.append(escaped)
                rest = rest.dropFirst(4)
            } else {
                units += [unit, next]
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}

private let shellPlainBytes = ASCIISet.alphanumeric.union(ASCIISet("-_./:=@%+,"))

/// A number of bytes as people write it: `10 MB`, `1 GiB`, `512`, `10k`.
public struct ByteSize: Equatable, Sendable {
    /// The number of bytes.
    public let count: Int

    private static let units = [
        ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000), ("TiB", 1 << 40), ("GiB", 1 << 30),
        ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1),
    ]

    /// Creates a size of this many bytes.
    public init(_ count: Int) { self.count = count }

    /// Parses a number with or without a unit, whose `B` may be missing; nil if it is not a number, negative or too large.
    public init?(_ text: String) {
        let number = text.prefix { $0.isNumber || $0 == "." }
        let unit = text[number.endIndex...].drop { $0 == " " }.lowercased()
        let named = Self.units.first { [unit, unit + "b"].contains($0.0.lowercased()) }
        guard let value = Double(number), let factor = named?.1,
            let count = Int(exactly: (value * Double(factor)).rounded())
        else { return nil }
        self.count = count
    }

    /// The number in the largest unit that divides it.
    public var text: String {
        let (unit, factor) = Self.units.first { count > 0 && count % $0.1 == 0 } ?? ("B", 1)
        return "\(count / factor) \(unit)"
    }
}
