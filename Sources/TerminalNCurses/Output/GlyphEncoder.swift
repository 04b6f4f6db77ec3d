import Screen

/// Turns a cell's glyph into characters whose columns the C library, ncurses and the terminal agree on.
///
/// Terminals differ on how wide an emoji of several scalars is, and one that differs garbles the rest of the row. So only what each
/// knows by itself is sent: a base with its marks. What would be disputed is shown by its first part, in the columns that it was given.
struct GlyphEncoder {
    /// What stands in one or two cells of the terminal.
    enum Encoded: Hashable {
        /// One character in all its columns.
        case whole(UInt32)
        /// One narrow character and a space, for two columns.
        case padded(UInt32)
        /// A character with marks, ended by 0, and a space where it is narrower than its cells.
        case marked([UInt32], isPadded: Bool)
        /// Two narrow characters.
        case pair(UInt32, UInt32)
    }

    /// The C library's `wcwidth`, by which ncurses counts: -1 for what it does not know.
    let width: @Sendable (UInt32) -> Int

    private static let replacement: UInt32 = 0xFFFD
    /// Characters in a cell of ncurses, with the base.
    private static let characterLimit = 5

    /// The characters of `cell`, whose clusters are in `clusters`.
    func encode(_ cell: Cell, clusters: [String]) -> Encoded {
        guard cell.glyph & Cell.clusterFlag != 0 else { return encode(scalar: cell.glyph, columns: Int(cell.width)) }
        let scalars = clusters[Int(cell.glyph & ~Cell.clusterFlag)].unicodeScalars.map(\.value)
        return encode(scalars, columns: Int(cell.width))
    }

    private func encode(scalar: UInt32, columns: Int) -> Encoded {
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

    /// No control ever leaves, whatever a canvas was made to hold.
    private func isSafe(_ scalar: UInt32) -> Bool {
        scalar >= 0xA0 || (0x20..<0x7F).contains(scalar)
    }

    private static func isSelector(_ scalar: UInt32) -> Bool {
        (0xFE00...0xFE0F).contains(scalar) || (0xE0000...0xE0FFF).contains(scalar)
    }

    /// The letter of half a flag, which terminals join or do not join, in one, two or four columns.
    private static func flagLetter(_ scalar: UInt32) -> UInt32? {
        (0x1F1E6...0x1F1FF).contains(scalar) ? scalar - 0x1F1E6 + 0x41 : nil
    }
}
