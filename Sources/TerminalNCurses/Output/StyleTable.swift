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

/// Says colours in the numbers that a terminal has for them.
struct ColorMap: Hashable {
    /// How colours are numbered.
    let depth: TerminalCapabilities.ColorDepth
    /// Colours below this number are the terminal's own palette: 8 or 16 in terminals with few, the rest is as in xterm.
    let paletteCount: Int

    /// Takes the depth and the size of the palette that the user chooses.
    init(depth: TerminalCapabilities.ColorDepth, paletteCount: Int) {
        self.depth = depth
        self.paletteCount = paletteCount
    }

    /// The number of the terminal's own foreground or background.
    static let terminal: Int32 = -1

    /// The number for `color`.
    func number(for color: Color) -> Int32 {
        switch (color, depth) {
        case (.terminal, _), (_, .none): Self.terminal
        case (.ansi(let index), .direct) where index >= paletteCount: direct(Self.palette[Int(index & 15)])
        case (.ansi(let index), _): Int32(index & 15) % Int32(max(8, paletteCount))
        case (.rgb(let red, let green, let blue), .direct): direct((Int(red), Int(green), Int(blue)))
        case (.rgb(let red, let green, let blue), .indexed): Self.indexed((Int(red), Int(green), Int(blue)))
        case (.rgb(let red, let green, let blue), .sixteen): nearestOfPalette((Int(red), Int(green), Int(blue)))
        }
    }

    /// Whether `color`, as a foreground, needs bold to be bright, as on terminals of eight colours.
    func needsBold(_ color: Color) -> Bool {
        guard depth == .sixteen, paletteCount == 8 else { return false }
        switch color {
        case .terminal: return false
        case .ansi(let index): return index >= 8
        case .rgb(let red, let green, let blue): return Self.nearest(to: (Int(red), Int(green), Int(blue)), among: 0..<16) >= 8
        }
    }

    private typealias RGB = (red: Int, green: Int, blue: Int)

    /// The lowest numbers mean the palette, so the darkest blues give way to their neighbour.
    private func direct(_ color: RGB) -> Int32 {
        let value = color.red << 16 | color.green << 8 | color.blue
        guard value < paletteCount else { return Int32(value) }
        return Int32(paletteCount <= 16 ? paletteCount : value | 0x100)
    }

    private func nearestOfPalette(_ color: RGB) -> Int32 {
        Int32(Self.nearest(to: color, among: 0..<16) % max(8, paletteCount))
    }

    /// The nearest of the cube of 6×6×6 and the greys that xterm has from 16 on, whose first sixteen users change.
    private static func indexed(_ color: RGB) -> Int32 {
        let steps = [color.red, color.green, color.blue].map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
        let cube = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
        let average = (color.red + color.green + color.blue) / 3
        let grey = 232 + min(23, max(0, (average - 3) / 10))
        return Int32(distance(color, xterm(grey)) < distance(color, xterm(cube)) ? grey : cube)
    }

    private static func xterm(_ index: Int) -> RGB {
        if index >= 232 {
            let level = 8 + 10 * (index - 232)
            return (level, level, level)
        }
        let levels = [0, 95, 135, 175, 215, 255]
        let offset = index - 16
        return (levels[offset / 36], levels[offset / 6 % 6], levels[offset % 6])
    }

    private static func nearest(to color: RGB, among range: Range<Int>) -> Int {
        range.min { distance(color, palette[$0]) < distance(color, palette[$1]) } ?? 0
    }

    /// The eye sees green best and blue worst.
    private static func distance(_ first: RGB, _ second: RGB) -> Int {
        let (red, green, blue) = (first.red - second.red, first.green - second.green, first.blue - second.blue)
        return 3 * red * red + 6 * green * green + blue * blue
    }

    /// xterm's sixteen.
    private static let palette: [RGB] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229), (127, 127, 127),
        (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
}
