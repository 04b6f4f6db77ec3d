import CNcurses
import Screen

/// What ncurses is told for each look of a cell; worked out once and kept while the theme stays.
struct StyleTable {
    /// Attributes and the number of a pair of colours, as ncurses has them.
    struct Entry {
        var attributes: attr_t
        var pair: Int32
    }

    private struct Pair: Hashable {
        var foreground: Int32
        var background: Int32
    }

    private let colors: ColorMap
    private let theme: Theme
    // A few dozen, which are looked for only where the look changes: a dictionary would cost the start of the program more, as the runtime
    // looks through all conformances for a new kind of key.
    private var entries: [(key: UInt16, entry: Entry)] = []
    /// The one asked for last, for neighbours mostly look alike.
    private var last: (style: CellStyle, entry: Entry)?
    // Pairs stay when the theme changes, because ncurses keeps what it was told.
    private var pairs: [(pair: Pair, number: Int32)]
    /// Those of pictures, which may have thousands.
    private var picturePairs: [Pair: Int32]

    /// Takes how colours are numbered, the theme, and the pairs of the table before.
    init(theme: Theme, colors: ColorMap, after previous: StyleTable? = nil) {
        self.theme = theme
        self.colors = colors
        let own = Pair(foreground: ColorMap.terminal, background: ColorMap.terminal)
        pairs = previous?.pairs ?? [(pair: own, number: Int32(0))]
        picturePairs = previous?.picturePairs ?? [:]
    }

    /// What ncurses is told for `style`.
    mutating func entry(for style: CellStyle) -> Entry {
        if let last, last.style == style { return last.entry }
        let key = UInt16(style.role.rawValue) << 8 | UInt16(style.backdrop?.rawValue ?? .max)
        let entry: Entry
        if let known = entries.first(where: { $0.key == key }) {
            entry = known.entry
        } else {
            entry = makeEntry(theme.style(of: style))
            entries.append((key, entry))
        }
        last = (style, entry)
        return entry
    }

    /// What ncurses is told for colours that no style has.
    mutating func entry(foreground: Color, background: Color) -> Entry {
        let pair = Pair(foreground: colors.number(for: foreground), background: colors.number(for: background))
        if let number = picturePairs[pair] { return Entry(attributes: 0, pair: number) }
        guard let number = begin(pair) else { return Entry(attributes: 0, pair: 0) }
        picturePairs[pair] = number
        return Entry(attributes: 0, pair: number)
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
        if let known = pairs.first(where: { $0.pair == pair }) { return known.number }
        guard let number = begin(pair) else { return 0 }
        pairs.append((pair, number))
        return number
    }

    /// Tells ncurses of another pair. A terminal of eight colours may have 64; what is over them is drawn in its own colours.
    private func begin(_ pair: Pair) -> Int32? {
        let number = Int32(pairs.count + picturePairs.count)
        guard number < ncurses_pair_count(), ncurses_is_ok(init_extended_pair(number, pair.foreground, pair.background)) else { return nil }
        return number
    }
}
