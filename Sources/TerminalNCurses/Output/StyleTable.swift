import CNcurses
import Screen

/// The ncurses attributes for each cell style, cached until the theme changes.
struct StyleTable {
    /// Attributes and a colour pair number.
    struct Entry {
        var attributes: attr_t
        var pair: Int32
    }

    private let colors: ColorMap
    private let theme: Theme
    /// The backgrounds of chosen rows that would look like the surfaces below them, and those of buttons that would lose their hue.
    private var grounds: [(role: StyleRole, number: Int32)]
    // An array with linear search: it has a few dozen entries and is searched only where the style changes. A dictionary with a new key
    // type would slow down the start, because the runtime scans all conformances.
    private var entries: [(key: UInt16, entry: Entry)] = []
    /// The last result, because neighbouring cells mostly have the same style.
    private var last: (style: CellStyle, entry: Entry)?
    // Pairs survive a theme change because ncurses keeps them.
    private var pairs: ColorPairs

    /// Creates a table. `previous` provides the colour pairs that ncurses already has.
    init(theme: Theme, colors: ColorMap, after previous: StyleTable? = nil) {
        let surfaces = [StyleRole.surfaceBase, .surfaceRaised].map { colors.number(for: theme[$0].background) }
        self.theme = surfaces[0] == surfaces[1] ? theme.framed : theme
        self.colors = colors
        let below = [StyleRole.surfaceRaised, .surfaceOverlay].map { theme[$0].background }
        // The background of a reversed style is the colour of its text.
        grounds = [StyleRole.cursorRowFocused, .selection, .suggestionSelected].filter { !theme[$0].attributes.contains(.reverse) }
            .compactMap { role in colors.number(for: theme[role].background, visibleOn: below).map { (role: role, number: $0) } }
        grounds += Self.tinted.compactMap { role in
            colors.number(forTint: theme[role].background, below: theme[role].foreground).map { (role: role, number: $0) }
        }
        pairs = previous?.pairs ?? ColorPairs(count: Int(ncurses_pair_count()))
    }

    /// The roles that are told apart by the hue of their backgrounds. The chips of methods and of the environment have it in their text:
    /// the dark colours of a hue are saturated, and would be louder than everything around them.
    static let tinted: [StyleRole] = [.button, .buttonDanger, .chipSelected]

    /// The attributes and colour pair of a cell style.
    mutating func entry(for style: CellStyle) -> Entry {
        if let last, last.style == style { return last.entry }
        let key = UInt16(style.role.rawValue) << 8 | UInt16(style.backdrop?.rawValue ?? .max)
        let entry: Entry
        if let known = entries.first(where: { $0.key == key }) {
            entry = known.entry
        } else {
            entry = makeEntry(theme.style(of: style), ground: grounds.first { $0.role == style.backdrop ?? style.role }?.number)
            entries.append((key, entry))
        }
        last = (style, entry)
        return entry
    }

    /// The sequence that sets the attributes and colours of a cell style, for terminals that follow ECMA-48.
    mutating func sequence(for style: CellStyle) -> String {
        let entry = entry(for: style)
        let attributes = [
            (ncurses_bold(), 1), (ncurses_dim(), 2), (ncurses_italic(), 3), (ncurses_underline(), 4), (ncurses_reverse(), 7),
        ]
        let set = attributes.filter { entry.attributes & $0.0 != 0 }.map { ";\($0.1)" }.joined()
        let pair = pairs.style(at: entry.pair)
        return "\u{1B}[0\(set)m" + Self.sequence("setaf", pair.foreground) + Self.sequence("setab", pair.background)
    }

    private static func sequence(_ capability: String, _ color: Int32) -> String {
        guard color != ColorMap.terminal, let text = ncurses_string_with(capability, color) else { return "" }
        return String(cString: text)
    }

    /// The colour pair of a picture cell.
    mutating func entry(foreground: Color, background: Color) -> Entry {
        let pair = ColorPairs.Pair(foreground: colors.number(for: foreground), background: colors.number(for: background))
        return Entry(attributes: 0, pair: pairs.picture(pair, begin: Self.begin))
    }

    mutating func beginFrame() { pairs.lacksPictures = false }

    /// Releases the pairs of picture cells if they were too few for this frame, true if so: redraw the whole frame.
    mutating func releasePicturePairs() -> Bool { pairs.releasePictures() }

    private mutating func makeEntry(_ style: Style, ground: Int32?) -> Entry {
        var attributes = colors.attributes(for: style.foreground)
        if style.attributes.contains(.bold) { attributes |= ncurses_bold() }
        if style.attributes.contains(.dim) { attributes |= ncurses_dim() }
        if style.attributes.contains(.italic) { attributes |= ncurses_italic() }
        if style.attributes.contains(.underline) { attributes |= ncurses_underline() }
        if style.attributes.contains(.reverse) { attributes |= ncurses_reverse() }
        return Entry(attributes: attributes, pair: pair(style, ground: ground))
    }

    private mutating func pair(_ style: Style, ground: Int32?) -> Int32 {
        let (foreground, background) = (colors.foregroundNumber(for: style.foreground), ground ?? colors.number(for: style.background))
        return pairs.style(ColorPairs.Pair(foreground: foreground, background: background), begin: Self.begin)
    }

    /// Registers a pair with ncurses.
    private static func begin(_ number: Int32, _ pair: ColorPairs.Pair) -> Bool {
        ncurses_is_ok(init_extended_pair(number, pair.foreground, pair.background))
    }
}

/// The numbers of colour pairs: those of styles from 0 up, those of picture cells from the last one down.
///
/// Terminals with eight colours may have only 64 pairs; pairs without a number fall back to 0, the default colours. Picture cells can have
/// thousands, so they get at most half of the numbers, and begin again when those are used up.
struct ColorPairs {
    struct Pair: Hashable {
        var foreground: Int32
        var background: Int32
    }

    private let count: Int
    private var styles = [Pair(foreground: ColorMap.terminal, background: ColorMap.terminal)]
    private var pictures: [Pair: Int32] = [:]
    /// True once a picture cell got no number.
    var lacksPictures = false

    /// Creates the numbers below `count`.
    init(count: Int) { self.count = count }

    /// The number of a style's pair; `begin` registers a new one, and returns false if that fails.
    mutating func style(_ pair: Pair, begin: (Int32, Pair) -> Bool) -> Int32 {
        if let known = styles.firstIndex(of: pair) { return Int32(known) }
        let number = Int32(styles.count)
        guard styles.count + pictures.count < count, begin(number, pair) else { return 0 }
        styles.append(pair)
        return number
    }

    /// The pair of a style's number.
    func style(at number: Int32) -> Pair { styles[Int(number)] }

    /// The number of a picture cell's pair, as for a style.
    mutating func picture(_ pair: Pair, begin: (Int32, Pair) -> Bool) -> Int32 {
        if let known = pictures[pair] { return known }
        guard pictures.count < count / 2, styles.count + pictures.count < count else {
            lacksPictures = true
            return 0
        }
        let number = Int32(count - 1 - pictures.count)
        guard begin(number, pair) else { return 0 }
        pictures[pair] = number
        return number
    }

    /// Releases the numbers of picture cells if one of them got no number, and returns true if it did.
    mutating func releasePictures() -> Bool {
        if lacksPictures { pictures = [:] }
        return lacksPictures
    }
}

/// Maps colours to the terminal's colour numbers.
struct ColorMap: Hashable {
    /// The colour depth.
    let depth: TerminalCapabilities.ColorDepth
    /// The number of palette colours: 8 or 16. Higher numbers follow xterm.
    let paletteCount: Int

    /// The number of the terminal's default foreground or background.
    static let terminal: Int32 = -1

    /// The number of a colour.
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

    /// The least contrast between a chosen row and the surface below it.
    private static let leastContrast = 1.2

    /// The grey that takes the place of a background on a terminal with 256 colours, where it would look like one of the surfaces below it: the
    /// nearest to these that can be seen. Nil if the background can be seen itself, or if nothing is known about the surfaces.
    func number(for background: Color, visibleOn surfaces: [Color]) -> Int32? {
        let backgroundNumber = number(for: background)
        let levels = surfaces.map(number(for:)).filter { $0 >= 16 }.map { Self.luminance(Self.xterm(Int($0))) }
        guard depth == .indexed, backgroundNumber >= 16, !levels.isEmpty else { return nil }
        func isVisible(_ number: Int32) -> Bool {
            let level = Self.luminance(Self.xterm(Int(number)))
            return levels.allSatisfy { Self.contrast($0, level) >= Self.leastContrast }
        }
        guard !isVisible(backgroundNumber) else { return nil }
        let (isDark, greys) = (levels.allSatisfy { $0 < 0.2 }, Array(Int32(232)...255))
        return (isDark ? greys : greys.reversed()).first { number in
            let level = Self.luminance(Self.xterm(Int(number)))
            return isVisible(number) && levels.allSatisfy { isDark ? level > $0 : level < $0 }
        }
    }

    /// The least contrast of text on the colour of a tint.
    private static let leastContrastOfText = 3.5

    /// The colour that takes the place of a tint which would become a grey with 256 colours: the nearest one of about its hue on which `text`
    /// can be read. Nil for other backgrounds, and if there is none.
    func number(forTint background: Color, below text: Color) -> Int32? {
        let (ground, ink) = (number(for: background), number(for: text))
        guard depth == .indexed, ground >= 232, case .rgb(let red, let green, let blue) = background,
            let hue = Self.hue((Int(red), Int(green), Int(blue)))
        else { return nil }
        let tint = (red: Int(red), green: Int(green), blue: Int(blue))
        let isDark = Self.luminance(tint) < 0.25
        // The terminal's own text is taken as white or black.
        let inkLevel = ink >= 16 ? Self.luminance(Self.xterm(Int(ink))) : isDark ? 1 : 0
        // A theme of high contrast keeps it.
        let least = Self.contrast(inkLevel, Self.luminance(Self.xterm(Int(ground)))) >= 7 ? 6 : Self.leastContrastOfText
        var best: (number: Int32, rank: Int)?
        for number in Int32(16)..<232 {
            let color = Self.xterm(Int(number))
            guard let other = Self.hue(color) else { continue }
            let turn = min(abs(hue - other), 360 - abs(hue - other))
            let level = Self.luminance(color)
            guard turn < 30, (level < 0.25) == isDark, Self.contrast(inkLevel, level) >= least else { continue }
            // Of colours within 20 degrees the nearest one, and only without such a colour one of the next 10.
            let rank = turn / 20 * 1_000_000 + Self.distance(tint, color)
            if best.map({ rank < $0.rank }) ?? true { best = (number, rank) }
        }
        return best?.number
    }

    /// The hue in degrees; nil for greys.
    private static func hue(_ color: RGB) -> Int? {
        let (red, green, blue) = (color.red, color.green, color.blue)
        let most = max(red, green, blue)
        let range = most - min(red, green, blue)
        guard range >= 12 else { return nil }
        let degrees =
            most == red ? 60 * (green - blue) / range : most == green ? 120 + 60 * (blue - red) / range : 240 + 60 * (red - green) / range
        return (degrees + 360) % 360
    }

    /// The contrast of two luminances.
    private static func contrast(_ first: Double, _ second: Double) -> Double { (max(first, second) + 0.05) / (min(first, second) + 0.05) }

    /// The relative luminance, from 0 to 1, with a gamma of 2.
    private static func luminance(_ color: RGB) -> Double {
        func square(_ level: Int) -> Double { Double(level * level) / (255 * 255) }
        return 0.2126 * square(color.red) + 0.7152 * square(color.green) + 0.0722 * square(color.blue)
    }

    /// The number of a colour of text.
    func foregroundNumber(for color: Color) -> Int32 { brightOfEight(color) == 8 ? Self.terminal : number(for: color) }

    /// The attributes that stand for a bright foreground on terminals with eight colours: bold, and dim for grey. Bold black is black, and
    /// unreadable, on most of them.
    func attributes(for foreground: Color) -> attr_t {
        brightOfEight(foreground).map { $0 == 8 ? ncurses_dim() : ncurses_bold() } ?? 0
    }

    /// The number from 8 to 15 of a bright colour that a terminal with eight colours lacks; nil for others.
    private func brightOfEight(_ color: Color) -> Int? {
        guard depth == .sixteen, paletteCount == 8 else { return nil }
        let number =
            switch color {
            case .terminal: 0
            case .ansi(let index): Int(index & 15)
            case .rgb(let red, let green, let blue): Self.nearest(to: (Int(red), Int(green), Int(blue)), among: 0..<16)
            }
        return number >= 8 ? number : nil
    }

    typealias RGB = (red: Int, green: Int, blue: Int)

    /// Numbers below `paletteCount` mean the palette, so the darkest blues are replaced by a neighbour.
    private func direct(_ color: RGB) -> Int32 {
        let value = color.red << 16 | color.green << 8 | color.blue
        guard value < paletteCount else { return Int32(value) }
        return Int32(paletteCount <= 16 ? paletteCount : value | 0x100)
    }

    private func nearestOfPalette(_ color: RGB) -> Int32 {
        Int32(Self.nearest(to: color, among: 0..<16) % max(8, paletteCount))
    }

    /// The nearest of xterm's 6×6×6 colour cube and greys. The first sixteen colours are not used because users redefine them.
    private static func indexed(_ color: RGB) -> Int32 {
        let steps = [color.red, color.green, color.blue].map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
        let cube = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
        let average = (color.red + color.green + color.blue) / 3
        let grey = 232 + min(23, max(0, (average - 3) / 10))
        return Int32(distance(color, xterm(grey)) < distance(color, xterm(cube)) ? grey : cube)
    }

    /// The colour that xterm shows for a number from 16 on.
    static func xterm(_ index: Int) -> RGB {
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

    /// A weighted distance: the eye is most sensitive to green and least to blue.
    private static func distance(_ first: RGB, _ second: RGB) -> Int {
        let (red, green, blue) = (first.red - second.red, first.green - second.green, first.blue - second.blue)
        return 3 * red * red + 6 * green * green + blue * blue
    }

    /// xterm's default palette.
    private static let palette: [RGB] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229), (127, 127, 127),
        (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
}
