/// Finds matching brackets.
///
/// Brackets inside double quotes match only brackets in the same quotes. On a line with an odd number of quotes, quotes are ignored.
struct BracketMatcher {
    let lines: [TextLine]

    /// The number of bytes to search, which bounds the time for a bracket without a partner.
    static let limit = 256 << 10

    /// The bracket at or before the cursor and its partner; nil if there is none within the limit.
    func pair(at cursor: TextPosition) -> (TextPosition, TextPosition)? {
        for offset in [cursor.offset, lines[cursor.line].previous(cursor.offset)] {
            let place = TextPosition(line: cursor.line, offset: offset)
            if let partner = partner(of: place) { return (place, partner) }
        }
        return nil
    }

    /// The partner of the bracket at `place`; nil if there is no bracket or no partner within the limit.
    func partner(of place: TextPosition) -> TextPosition? {
        let line = lines[place.line]
        guard line.count <= Self.limit, let bracket = line.byte(at: place.offset), let kind = Self.kinds[bracket] else { return nil }
        let brackets = line.brackets(kind)
        guard let origin = brackets.first(where: { $0.offset == place.offset }) else { return nil }
        let step = bracket == kind.open ? 1 : -1
        var depth = 0
        func found(in brackets: [Bracket]) -> Int? {
            for other in step > 0 ? brackets : brackets.reversed() where other.quote == origin.quote {
                depth += other.byte == bracket ? 1 : -1
                if depth == 0 { return other.offset }
            }
            return nil
        }
        let rest = brackets.filter { step > 0 ? $0.offset >= place.offset : $0.offset <= place.offset }
        if let offset = found(in: rest) { return TextPosition(line: place.line, offset: offset) }
        guard origin.quote == nil else { return nil }
        var number = place.line + step
        var left = Self.limit
        while lines.indices.contains(number), left > lines[number].count {
            if let offset = found(in: lines[number].brackets(kind)) { return TextPosition(line: number, offset: offset) }
            left -= lines[number].count + 1
            number += step
        }
        return nil
    }

    /// The opening bracket at or around `place`; nil if there is none within the limit.
    ///
    /// - Parameter open: The opening bracket that defines the kind.
    func opening(_ open: UInt8, around place: TextPosition) -> TextPosition? {
        guard let kind = Self.kinds[open] else { return nil }
        var depth = 0
        var left = Self.limit
        for number in (0...place.line).reversed() {
            let line = lines[number]
            left -= line.count + 1
            guard left > 0 else { return nil }
            for bracket in line.brackets(kind).reversed() where number < place.line || bracket.offset <= place.offset {
                let isHere = number == place.line && bracket.offset == place.offset
                if bracket.byte == kind.open {
                    if depth == 0 { return TextPosition(line: number, offset: bracket.offset) }
                    depth -= 1
                } else if !isHere {
                    depth += 1
                }
            }
        }
        return nil
    }

    struct Kind {
        let open: UInt8
        let close: UInt8
    }

    /// A bracket on a line, with the number of the open quote it stands in.
    struct Bracket {
        let offset: Int
        let byte: UInt8
        var quote: Int?
    }

    private static let kinds: [UInt8: Kind] = {
        let kinds = [("{", "}"), ("[", "]"), ("(", ")")] as [(Unicode.Scalar, Unicode.Scalar)]
        let pairs = kinds.map { Kind(open: UInt8(ascii: $0.0), close: UInt8(ascii: $0.1)) }
        return Dictionary(uniqueKeysWithValues: pairs.flatMap { [($0.open, $0), ($0.close, $0)] })
    }()
}

extension TextLine {
    /// The byte at an offset; nil at the end.
    func byte(at offset: Int) -> UInt8? {
        offset < count ? text.utf8[text.utf8.index(text.startIndex, offsetBy: offset)] : nil
    }

    /// The brackets of one kind, from left to right.
    fileprivate func brackets(_ kind: BracketMatcher.Kind) -> [BracketMatcher.Bracket] {
        var found: [BracketMatcher.Bracket] = []
        var quotes = 0
        var isEscaped = false
        for (offset, byte) in text.utf8.enumerated() {
            let isInside = quotes % 2 == 1
            if byte == UInt8(ascii: "\""), !isEscaped {
                quotes += 1
            } else if byte == kind.open || byte == kind.close {
                found.append(BracketMatcher.Bracket(offset: offset, byte: byte, quote: isInside ? quotes : nil))
            }
            isEscaped = isInside && byte == UInt8(ascii: "\\") && !isEscaped
        }
        guard !quotes.isMultiple(of: 2) else { return found }
        return found.map { BracketMatcher.Bracket(offset: $0.offset, byte: $0.byte) }
    }
}
