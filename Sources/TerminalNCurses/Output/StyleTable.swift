import CNcurses
import Screen

/// What ncurses is told for each look of a cell; worked out once and kept while the theme stays.
@MainActor
struct StyleTable {
    /// Attributes and the number of a pair of colours, as ncurses has them.
    struct Entry {
        var attributes: attr_t
        var pair: Int32
    }

    private struct Pair {
        var foreground: Int32
        var background: Int32

        /// Both numbers in one: each table with another kind of key costs the start of the program
        /// some 290,000 instructions, as the runtime looks through all conformances for it.
        var key: Int { Int(foreground) << 32 | Int(UInt32(bitPattern: background)) }
    }

    private let colors: ColorMap
    private let theme: Theme
    private var entries: [Int: Entry] = [:]
    /// The one asked for last, for neighbours mostly look alike.
    private var last: (style: CellStyle, entry: Entry)?
    /// Pairs stay when the theme changes, because ncurses keeps what it was told.
    private var pairs: [Int: Int32]

    /// Takes how colours are numbered, the theme, and the pairs of the table before.
    init(theme: Theme, colors: ColorMap, after previous: StyleTable? = nil) {
        self.theme = theme
        self.colors = colors
        pairs = previous?.pairs ?? [Pair(foreground: ColorMap.terminal, background: ColorMap.terminal).key: 0]
    }

    /// What ncurses is told for `style`.
    mutating func entry(for style: CellStyle) -> Entry {
        if let last, last.style == style { return last.entry }
        let key = Int(style.role.rawValue) << 8 | Int(style.backdrop?.rawValue ?? .max)
        let entry = entries[key] ?? makeEntry(theme.style(of: style))
        entries[key] = entry
        last = (style, entry)
        return entry
    }

    /// What ncurses is told for colours that no style has.
    mutating func entry(foreground: Color, background: Color) -> Entry {
        Entry(attributes: 0, pair: pair(Style(foreground: foreground, background: background)))
    }

    private mutating func makeEntry(_ style: Style) -> Entry {
        var attributes: attr_t = colors.needsBold(style.foreground) ? ncurses_bold() : 0
        if style.attributes.contains(.bold) { attributes |= ncurses_bold() }
        if style.attributes.contains(.dim) { attributes |= ncurses_dim() }
        if style.attributes.contains(.italic) { attributes |= ncurses_italic() }
        if style.attributes.contains(.underline) { attributes |= ncurses_underline() }
        if style.attributes.contains(.reverse) { attributes |= ncurses_reverse() }
        return Entry(attributes: attributes, pair: pair(style))
    }

    private mutating func pair(_ style: Style) -> Int32 {
        let pair = Pair(foreground: colors.number(for: style.foreground), background: colors.number(for: style.background))
        if let number = pairs[pair.key] { return number }
        let number = Int32(pairs.count)
        // A terminal of eight colours may have 64 pairs; what is over them is drawn in its own colours.
        guard number < ncurses_pair_count(), ncurses_is_ok(init_extended_pair(number, pair.foreground, pair.background)) else { return 0 }
        pairs[pair.key] = number
        return number
    }
}
