import Screen

/// Encodes a cell's glyph as characters whose width the C library, ncurses and the terminal agree on.
///
/// Terminals disagree on the width of emoji with several scalars, and a wrong width garbles the rest of the row. Therefore only a base
/// character with its marks is sent. Anything else is reduced to its first character, padded to the width of the cell.
struct GlyphEncoder {
    /// The characters for one or two terminal cells.
    enum Encoded: Hashable {
        /// One character that fills its columns.
        case whole(UInt32)
        /// One narrow character and a space, for two columns.
        case padded(UInt32)
        /// A character with marks, terminated by 0; `isPadded` if a space follows.
        case marked([UInt32], isPadded: Bool)
        /// Two narrow characters.
        case pair(UInt32, UInt32)
    }

    /// The C library's `wcwidth`, which ncurses uses: -1 for unknown characters.
    let width: @Sendable (UInt32) -> Int

    static let replacement: UInt32 = 0xFFFD
    /// The number of characters in an ncurses cell, including the base.
    private static let characterLimit = 5

    /// The characters of `cell`. `clusters` holds the text of cells with several scalars.
    func encode(_ cell: Cell, clusters: [String]) -> Encoded {
        guard cell.glyph & Cell.clusterFlag != 0 else { return encode(scalar: cell.glyph, columns: Int(cell.width)) }
        let scalars = clusters[Int(cell.glyph & ~Cell.clusterFlag)].unicodeScalars.map(\.value)
        return encode(scalars, columns: Int(cell.width))
    }

    private func encode(scalar: UInt32, columns: Int) -> Encoded {
        if scalar == DisputedGlyphs.placeholder { return .whole(0x20) }
        if (0x20..<0x7F).contains(scalar), columns == 1 { return .whole(scalar) }
        if let letter = Self.flagLetter(scalar) { return columns == 1 ? .whole(letter) : .padded(letter) }
        let known = isSafe(scalar) ? width(scalar) : -1
        if known == columns { return .whole(scalar) }
        if known == 1 { return .padded(scalar) }
        return columns == 1 ? .whole(Self.replacement) : .padded(Self.replacement)
    }

    private func encode(_ scalars: [UInt32], columns: Int) -> Encoded {
        let flag = scalars.compactMap(Self.flagLetter)
        if flag.count == 2 { return .pair(flag[0], flag[1]) }
        let base = encode(scalar: scalars[0], columns: columns)
        let marks = scalars.dropFirst().prefix { $0 != 0x200D }.filter { isSafe($0) && !Self.isSelector($0) && width($0) == 0 }
        guard !marks.isEmpty else { return base }
        switch base {
        case .whole(let base): return .marked([base] + marks.prefix(Self.characterLimit - 1) + [0], isPadded: false)
        case .padded(let base): return .marked([base] + marks.prefix(Self.characterLimit - 1) + [0], isPadded: true)
        case .marked, .pair: return base
        }
    }

    /// True if the scalar is not a control character. Controls are never sent, whatever the canvas holds.
    private func isSafe(_ scalar: UInt32) -> Bool { scalar >= 0xA0 || (0x20..<0x7F).contains(scalar) }

    private static func isSelector(_ scalar: UInt32) -> Bool {
        (0xFE00...0xFE0F).contains(scalar) || (0xE0000...0xE0FFF).contains(scalar)
    }

    /// The letter of a regional indicator. Terminals draw a pair of them as a flag or separately, in one, two or four columns.
    private static func flagLetter(_ scalar: UInt32) -> UInt32? {
        (0x1F1E6...0x1F1FF).contains(scalar) ? scalar - 0x1F1E6 + 0x41 : nil
    }
}
